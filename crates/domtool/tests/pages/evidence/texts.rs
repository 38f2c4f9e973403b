//! Fields that write what they take in their own way, and fields and places that take no text.

use domtool::{Action, ErrorKind, SessionOptions, StoredSecret, Upload};

use crate::support::{Do, Page, Row, Then, on, run};

const PAGE: &str = "evidence/texts.html";

#[test]
fn a_line_break_sends_no_half_of_a_text() {
    on(PAGE, async |page| {
        let address = "12 High Street\nOxford";
        let report = page.fill("Address", address).await.expect("it is filled");
        assert!(report.verification.feedback.contains("became spaces"), "{}", report.verification.feedback);
        page.table(&[
            Row("Address", Do::Fill("a\r\nb\n"), Then::Is("get('address').value === 'a b'")),
            // Nothing is sent, no key is pressed.
            Row("Address", Do::Type("12 High Street\nOxford"), Then::Fails(ErrorKind::ValueRejected)),
            Row("Lines", Do::Fill("one\ntwo"), Then::Holds("lines", "one\ntwo")),
            Row("Lines", Do::Type("\nthree"), Then::Holds("lines", "one\ntwo\nthree")),
            // A list takes one item at each Enter: no form is there to be sent.
            Row("Item", Do::Type("milk\nbread\n"), Then::Is("log.filter(line => line.startsWith('item')).join() === 'item list trusted milk,item list trusted bread'")),
        ])
        .await;
        assert_eq!(page.js("log.some(line => line.startsWith('submit'))").await, "false");
        // At the end it is the Enter of a person who is done.
        page.forget().await;
        page.fill("Address", "").await.expect("it is emptied");
        let target = page.id("Address").await;
        page.act(Action::type_text(Some(target.into()), "whole\n")).await.expect("it is typed and sent");
        assert_eq!(page.server.received(&format!("/submit/{}", page.run)).len(), 0);
        assert!(page.becomes("document.title === 'Thanks'").await);
    });
}

#[test]
fn nothing_is_typed_where_nothing_takes_text() {
    on(PAGE, async |page| {
        for (focus, kind, keys) in [
            ("document.activeElement.blur()", Some(ErrorKind::NotActionable), ""),
            ("get('within').contentWindow.focus()", Some(ErrorKind::NotActionable), ""),
            ("get('canvas').focus()", Some(ErrorKind::WrongKind), ""),
            ("get('fixed').focus()", Some(ErrorKind::ReadOnly), ""),
            // It listens to keys itself: what it makes of them is not known.
            ("get('game').focus()", None, "game game trusted w"),
            ("get('weight').focus()", None, "key weight trusted 5"),
            // A page that is all an editor.
            (
                "(get('within').contentDocument.body.contentEditable = true, get('within').contentDocument.body.focus())",
                None,
                "",
            ),
        ] {
            page.js(&format!("({focus}, 0)")).await;
            page.forget().await;
            let text = if focus.contains("weight") { "5" } else { "w" };
            let done = page.act(Action::type_text(None, text)).await;
            match kind {
                Some(kind) => {
                    let error = done.map(|report| report.verification.feedback).expect_err(focus);
                    assert_eq!(error.kind(), kind, "{focus}: {error}");
                    assert_eq!(page.notes().await, "", "{focus}");
                    // A key is for whoever listens, wherever that is.
                    page.press("w").await.unwrap_or_else(|error| panic!("{focus}: {error}"));
                }
                None => {
                    let said = done.unwrap_or_else(|error| panic!("{focus}: {error}")).verification.feedback;
                    assert_eq!(said.contains("unconfirmed"), focus.contains("game"), "{focus}: {said}");
                    if !keys.is_empty() {
                        page.expect(keys).await;
                    }
                }
            }
        }
    });
}

#[test]
fn what_was_swallowed_is_missed() {
    on(PAGE, async |page| {
        let swallowing = [Some("Editor"), None];
        for target in swallowing {
            page.js("(get('editor').innerText = 'Text', get('editor').focus(), getSelection().selectAllChildren(get('editor')), getSelection().collapseToEnd(), 0)").await;
            page.click("Bullets").await.expect("it is clicked");
            let target = match target {
                Some(name) => Some(page.id(name).await),
                None => None,
            };
            let error = page
                .act(Action::type_text(target.map(Into::into), "Buy paper"))
                .await
                .expect_err("letters are missing");
            assert_eq!(error.kind(), ErrorKind::ValueRejected, "{error}");
            assert!(error.message().contains("aper"), "{error}");
            assert_eq!(page.js("get('editor').innerText").await, "\"Textaper\"");
        }
        page.table(&[
            Row("Editor", Do::Type(" more"), Then::Holds("editor", "Textaper more")),
            // The page's own writing of the same, and what it makes of marks.
            Row("Smart", Do::Type("\"so\""), Then::Is("get('smart').innerText === '\\u201cso\\u201d'")),
            Row("Smart", Do::Type(" :smile:"), Then::Is("get('smart').innerText.includes('\\u{1f642}')")),
            Row("Town", Do::Type("Ber"), Then::Is("get('ahead').value === 'Berlin'")),
            Row("Upper", Do::Type("abc"), Then::Holds("upper", "ABC")),
        ])
        .await;
    });
}

#[test]
fn a_code_goes_into_its_boxes() {
    for act in [Do::Fill("493"), Do::Type("493"), Do::Fill("4-9 3")] {
        on(PAGE, async |page| {
            page.table(&[
                Row("Digit 1", act, Then::Is("codes('three') === '4,9,3'")),
                Row("Still 1", act, Then::Is("codes('still') === '4,9,3'")),
                Row("Digit 2", Do::Fill("71"), Then::Is("codes('three') === '4,7,1'")),
                Row("Script 1", Do::Fill("493201"), Then::Is("codes('script') === '4,9,3,2,0,1'")),
                Row("Manager 1", Do::Type("493201"), Then::Is("codes('manager') === '4,9,3,2,0,1'")),
                // Narrow fields that are no boxes.
                Row("Count 1", Do::Fill("12"), Then::Is("codes('counts') === '12,8,9,6'")),
                Row("Count 3", Do::Fill("345"), Then::Is("codes('counts') === '12,8,345,6'")),
                Row("Frame 1", Do::Type("4932"), Then::Is("codes('frame') === '4,9,3,2'")),
                Row("Frame 1", Do::Fill("1132"), Then::Is("codes('frame') === '1,1,3,2'")),
                Row("Frame 3", Do::Fill("77"), Then::Is("codes('frame') === '1,1,7,7'")),
                Row("Wide 1", Do::Fill("4932"), Then::Is("codes('wide') === '4,9,3,2'")),
                Row("Wide 1", Do::Type("1732"), Then::Is("codes('wide') === '1,7,3,2'")),
                Row("Price 1", Do::Fill("4932"), Then::Is("codes('prices') === '4932,2,3,4'")),
                Row("Price 2", Do::Type("4932"), Then::Is("codes('prices') === '4932,24932,3,4'")),
                // More than there are boxes.
                Row("Digit 1", Do::Fill("1234"), Then::Says(ErrorKind::ValueRejected, "")),
            ])
            .await;
        });
    }
}

/// The first character shows whether fields are boxes where only their look says so.
#[test]
fn a_part_of_a_row_of_boxes_is_written() {
    let rejected = ErrorKind::ValueRejected;
    on(PAGE, async |page| {
        page.table(&[
            Row("Six 1", Do::Type("4932"), Then::Is("codes('six') === '4,9,3,2,,'")),
            Row("Six 5", Do::Fill("77"), Then::Is("codes('six') === '4,9,3,2,7,7'")),
            Row("Part 1", Do::Fill("493201"), Then::Is("codes('parts') === '4,9,3,2,0,1'")),
            Row("Part 3", Do::Fill("77"), Then::Is("codes('parts') === '4,9,7,7,0,1'")),
            Row("Part 5", Do::Type("65"), Then::Is("codes('parts') === '4,9,7,7,6,5'")),
            // Fields of another kind.
            Row("Price 1", Do::Fill("56"), Then::Is("codes('prices') === '56,2,3,4'")),
            Row("Price 2", Do::Type("12"), Then::Is("codes('prices') === '56,212,3,4'")),
            Row("Count 1", Do::Type("12"), Then::Is("codes('counts') === '712,8,9,6'")),
            // The page loses digits, or has them elsewhere.
            Row("Leap 1", Do::Type("493"), Then::Says(rejected, "49")),
            Row("Leap 1", Do::Fill("67"), Then::Says(rejected, "6")),
        ])
        .await;
    });
}

/// A row that sends each full code is emptied first: a wrong code that lies between two costs a try.
#[test]
fn a_code_is_replaced_without_sending_those_between() {
    on(PAGE, async |page| {
        for code in ["4932", "1132"] {
            page.fill("Sends 1", code).await.expect(code);
        }
        let sent = page.js("log.filter(note => note.startsWith('sent')).join()").await;
        assert_eq!(sent, "\"sent sends trusted 4,9,3,2,sent sends trusted 1,1,3,2\"");
    });
}

#[test]
fn a_code_is_pasted_into_its_boxes() {
    on(PAGE, async |page| {
        for (name, code, outcome) in [
            ("Frame 1", "4932", "boxes after it"),
            ("Wide 1", "1132", "boxes after it"),
            ("Price 1", "4932", "pasted"),
            // The page takes it back.
            ("Sends 1", "0000", "emptied them"),
        ] {
            let target = page.id(name).await;
            let report =
                page.act(Action::paste(Some(target.into()), Some(code.to_owned()))).await.expect(name);
            assert!(
                report.verification.feedback.contains(outcome),
                "{name}: {}",
                report.verification.feedback
            );
        }
        assert_eq!(page.js("codes('frame')").await, "\"4,9,3,2\"");
        assert_eq!(page.js("codes('wide')").await, "\"1,1,3,2\"");
        assert_eq!(page.js("codes('prices')").await, "\"14932,2,3,4\"");
    });
}

#[test]
fn a_field_stays_the_same_whatever_is_said_of_it() {
    on(PAGE, async |page| {
        let id = page.id("Meeting").await;
        for text in ["e", "f"] {
            page.act(Action::fill(id, text)).await.unwrap_or_else(|error| panic!("{text}: {error}"));
        }
        assert_eq!(page.js("get('meeting').value").await, "\"f\"");
        let error = page.fill("Ann", "x").await.expect_err("it is another's");
        assert_eq!(error.kind(), ErrorKind::Stale, "{error}");
        assert_eq!(page.js("get('slot').value").await, "\"\"");
    });
}

#[test]
fn a_field_that_loses_the_focus_is_clicked() {
    on(PAGE, async |page| {
        page.table(&[
            Row("Trip", Do::Fill("11 May"), Then::Holds("trip", "11 May")),
            Row("Due", Do::Fill("12 May"), Then::Holds("due", "12 May")),
        ])
        .await;
        assert_eq!(page.js("get('trip').value").await, "\"11 May\"");
    });
}

#[test]
fn values_are_compared_by_what_they_mean() {
    on(PAGE, async |page| {
        page.table(&[
            Row("Phone", Do::Fill("2125550123"), Then::Holds("phone", "+1 2125550123")),
            Row("Phone", Do::Fill("(212) 555-0199"), Then::Holds("phone", "+1 2125550199")),
            Row("Weight", Do::Fill("12"), Then::Holds("weight", "12 kg")),
            Row("Born", Do::Fill("1990-07-05"), Then::Holds("born", "05/07/1990")),
            Row("Born", Do::Fill("31/12/1990"), Then::Holds("born", "31/12/1990")),
            Row("Born", Do::Type("1"), Then::Says(ErrorKind::ValueRejected, "31/12/1990")),
            Row("Expiry", Do::Fill("12/29"), Then::Holds("expiry", "12/29")),
            Row("Expiry", Do::Fill("1/29"), Then::Says(ErrorKind::ValueRejected, "12/9")),
            Row(
                "Cafe",
                Do::Fill("Caf\u{e9} 1"),
                Then::Is("get('cafe').value === 'Caf\\u00e9 1'.normalize('NFD')"),
            ),
        ])
        .await;
        // Nothing was wiped on the way: the number only grew.
        assert_eq!(
            page.js("heldPhone.slice(0, 10).every((held, at) => held.length === at + 4)").await,
            "true"
        );
    });
}

#[test]
fn times_of_12_and_24_hours_are_the_same() {
    on(PAGE, async |page| {
        page.table(&[
            Row("Starts", Do::Fill("14:30"), Then::Holds("starts", "02:30 PM")),
            Row("Ends", Do::Fill("02:30 PM"), Then::Holds("ends", "14:30")),
            Row("Halved", Do::Fill("14:30"), Then::Says(ErrorKind::ValueRejected, "02:30 AM")),
        ])
        .await;
    });
}

/// A page may empty a field that it took the text of, and one whose text it refuses.
#[test]
fn a_text_that_nothing_keeps_is_unconfirmed() {
    on(PAGE, async |page| {
        for (name, text, is, unconfirmed) in [
            ("Once", "x", "log.includes('once once trusted x')", true),
            ("Chip", "tea", "get('chips').textContent === 'tea'", false),
        ] {
            let said = page.fill(name, text).await.expect(name).verification.feedback;
            assert_eq!(said.contains("unconfirmed"), unconfirmed, "{name}: {said}");
            assert!(said.contains("emptied") && !said.contains("holds"), "{name}: {said}");
            assert!(page.becomes(is).await, "{name}: {}", page.notes().await);
        }
        let target = page.id("Once").await;
        let report = page.act(Action::type_text(Some(target.into()), "y")).await.expect("it is typed");
        assert!(report.verification.feedback.contains("unconfirmed"), "{}", report.verification.feedback);
        let target = page.id("No paste").await;
        let report = page
            .act(Action::paste(Some(target.into()), Some("text".to_owned())))
            .await
            .expect("it is pasted");
        assert!(report.verification.feedback.contains("unconfirmed"), "{}", report.verification.feedback);
        assert_eq!(page.js("get('unpasted').value").await, "\"\"");
    });
}

#[test]
fn what_a_person_could_not_change_stays() {
    on(PAGE, async |page| {
        page.table(&[
            Row("Quantity", Do::Fill("5"), Then::Says(ErrorKind::ValueRejected, "0")),
            Row("Quantity", Do::Fill("15"), Then::Says(ErrorKind::ValueRejected, "0")),
            Row("Colour name", Do::Fill("green"), Then::Says(ErrorKind::ValueRejected, "red")),
            Row("Letters alone", Do::Fill("word by word"), Then::Holds("single", "word by word")),
            Row("Account", Do::Fill("x"), Then::Says(ErrorKind::ReadOnly, "")),
        ])
        .await;
        assert_eq!(page.js("[get('blocked').value, get('blocked-words').value].join()").await, "\"0,red\"");
    });
}

#[test]
fn fields_that_open_to_a_person() {
    on(PAGE, async |page| {
        page.table(&[
            Row("Title", Do::Fill("Title one"), Then::Holds("title", "Title one")),
            Row("Login", Do::Fill("ada"), Then::Holds("shut", "ada")),
        ])
        .await;
    });
    on(PAGE, async |page| {
        page.table(&[Row("Login", Do::Type("ada"), Then::Holds("shut", "ada"))]).await;
    });
}

#[test]
fn a_typed_or_pasted_text_that_is_taken_back() {
    for ms in [400, 900] {
        on(&format!("{PAGE}?ms={ms}"), async |page| {
            let late = page.id("Late").await;
            for action in [
                Action::type_text(Some(late.into()), "new"),
                Action::paste(Some(late.into()), Some("new".to_owned())),
            ] {
                page.js("(get('late').value = '', 0)").await;
                let error = page.act(action).await.expect_err("it is taken back");
                assert_eq!(error.kind(), ErrorKind::ValueRejected, "{error}");
                assert!(page.becomes("get('late').value === 'taken back'").await);
            }
        });
    }
}

#[test]
fn files_that_are_taken_back() {
    on(PAGE, async |page| {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/upload/one.txt");
        for (name, kind, says) in [
            ("Refused file", Some(ErrorKind::ValueRejected), "/fail"),
            ("Emptied file", None, "unconfirmed"),
            ("Kept file", None, "got one.txt"),
        ] {
            let target = page.id(name).await;
            let done = page.act(Action::from(Upload::new(target, vec![file.into()]))).await;
            let said = match (done, kind) {
                (Err(error), Some(kind)) if error.kind() == kind => error.message().to_owned(),
                (Ok(report), None) => report.verification.feedback,
                (done, _) => panic!("{name}: {done:?}"),
            };
            assert!(said.contains(says), "{name}: {said}");
        }
        assert_eq!(page.js("get('kept').files.length").await, "1");
    });
}

/// The event of a drop is no witness of what the page did with the files.
#[test]
fn files_that_are_dropped() {
    on("evidence/dropped.html", async |page| {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/upload/one.txt");
        for (name, known) in [("Lists", true), ("Sends", true), ("Ignores", false)] {
            let drop = Upload::dropped(page.id(name).await, vec![file.into()]);
            let done = page.act(Action::from(drop)).await.unwrap_or_else(|error| panic!("{name}: {error}"));
            page.expect(&format!("drop {} trusted", name.to_lowercase())).await;
            let said = done.verification.feedback;
            assert!(
                said.contains("dropped one.txt") && said.contains("unconfirmed") != known,
                "{name}: {said}"
            );
        }
        assert_eq!(page.js("names.textContent").await, "\"one.txt\"");
    });
}

/// A page may be in a sandbox, so that it is of no origin, and anybody's.
#[test]
fn a_secret_is_not_for_a_sandbox() {
    run(async |browser| {
        let origin = crate::support::Server::get().url("");
        let secret = StoredSecret::text("PIN", "zqs-4711", &[origin.trim_end_matches('/')]).unwrap();
        let options = SessionOptions::default().with_stored_secrets(vec![secret]);
        let page = Page::open_with(browser, "evidence/texts-sandbox.html", options).await;
        for (name, wanted) in
            [("Own", "{{secret:PIN}}"), ("Sandboxed", "{{secret:PIN}}"), ("Let", "{{secret:PIN}}")]
        {
            let done = page.fill(name, wanted).await;
            match name {
                "Sandboxed" => {
                    let error = done.map(|report| report.verification.feedback).expect_err("it is blocked");
                    assert_eq!(error.kind(), ErrorKind::SecurityBlocked, "{error}");
                }
                _ => drop(done.unwrap_or_else(|error| panic!("{name}: {error}"))),
            }
        }
        page.expect("held Own trusted 8").await;
        page.expect("held Let trusted 8").await;
        assert!(!page.notes().await.contains("Sandboxed"), "{}", page.notes().await);
        page.session.close().await.expect("the session closes");
    });
}
