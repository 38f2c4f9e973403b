//! The clipboard: in every place, by actions and by chords, and never from one session to another.

use domtool::{Action, Browser, ErrorKind, TextPart};

use super::support::{Page, alone_as, on_whole as on, run_whole as run, whole_options};

async fn done(page: &Page, action: Action) -> String {
    let report = page.act(action.clone()).await.unwrap_or_else(|error| panic!("{action:?}: {error}"));
    report.verification.feedback
}

#[test]
fn in_every_place() {
    on("reach.html", async |page| {
        let mut wrong = Vec::new();
        for place in ["main", "open", "closed", "same", "other", "deep"] {
            page.forget().await;
            let field = page.id(&format!("Field {place}")).await;
            let words = format!("Some words of {place} to take");
            let part = TextPart::phrase(words.clone(), 1);
            let steps = [
                (Action::select_text(None, part), String::new()),
                (Action::copy(None), String::new()),
                (Action::paste(Some(field.into()), None), format!("paste field-{place} trusted {words}")),
                (Action::cut(Some(field.into())), format!("cut field-{place} trusted one two{words}")),
                (
                    Action::press(Some(field.into()), "k".parse().unwrap()),
                    format!("keydown field-{place} trusted k"),
                ),
                (
                    Action::paste(Some(field.into()), Some("given".to_owned())),
                    format!("paste field-{place} trusted given"),
                ),
            ];
            for (action, note) in steps {
                let outcome = page.act(action.clone()).await.map(drop).map_err(|error| error.to_string());
                if outcome.is_err() || !note.is_empty() && !page.noted(&note).await {
                    wrong.push(format!("{place}: {action:?}: {outcome:?}; noted {}", page.notes().await));
                    break;
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}

#[test]
fn chords_copy_cut_and_paste() {
    on("clipboard.html", async |page| {
        let (from, to) = (page.id("From").await, page.id("To").await);
        done(page, Action::press(Some(from.into()), "ControlOrMeta+A ControlOrMeta+C".parse().unwrap()))
            .await;
        done(page, Action::press(Some(to.into()), "ControlOrMeta+V".parse().unwrap())).await;
        page.expect("paste to trusted alpha beta gamma").await;
        assert!(page.becomes("get('to').value === 'alpha beta gamma'").await);
        done(page, Action::press(Some(to.into()), "ControlOrMeta+A ControlOrMeta+X".parse().unwrap())).await;
        assert!(page.becomes("get('to').value === ''").await);
        done(page, Action::paste(Some(to.into()), None)).await;
        assert!(page.becomes("get('to').value === 'alpha beta gamma'").await);
    });
}

#[test]
fn nothing_of_it_is_seen_behind_the_pages_back() {
    on("clipboard.html", async |page| {
        let to = page.id("To").await;
        page.js("void ['beforecopy', 'copy', 'cut', 'beforepaste', 'paste', 'keydown', 'keyup'].forEach(t => addEventListener(t, e => note('all', t, e.isTrusted), true))").await;
        page.forget().await;
        done(page, Action::paste(Some(to.into()), Some("x".to_owned()))).await;
        let seen = page.js("log.filter(l => l.startsWith('all')).join()").await;
        let modifier = "all keydown trusted";
        assert_eq!(
            seen.trim_matches('"'),
            format!("{modifier},all keydown trusted,all paste trusted,all keyup trusted,all keyup trusted")
        );
    });
}

async fn two(browser: &Browser) -> (Page, Page) {
    (Page::open(browser, "clipboard.html").await, Page::open(browser, "clipboard.html").await)
}

#[test]
fn two_sessions_do_not_read_each_others() {
    run(async |browser| {
        let (one, two) = two(browser).await;
        let from = one.id("From").await;
        done(&one, Action::copy(Some(from.into()))).await;
        let to = two.id("To").await;
        let error = two.act(Action::paste(Some(to.into()), None)).await.expect_err("it has copied nothing");
        assert_eq!(error.kind(), ErrorKind::NotFound, "{error}");
        done(&two, Action::press(Some(to.into()), "ControlOrMeta+V".parse().unwrap())).await;
        two.expect("paste to trusted").await;
        assert_eq!(two.js("get('to').value").await, "\"\"");
        // Each goes on with its own.
        let own = two.id("Locked").await;
        done(&two, Action::copy(Some(own.into()))).await;
        let to_one = one.id("To").await;
        done(&one, Action::paste(Some(to_one.into()), None)).await;
        assert_eq!(one.js("get('to').value").await, "\"alpha beta gamma\"");
        done(&two, Action::paste(Some(to.into()), None)).await;
        assert_eq!(two.js("get('to').value").await, "\"fixed text\"");
        for page in [one, two] {
            page.session.close().await.expect("it closes");
        }
    });
}

#[test]
fn what_a_page_copies_by_itself_is_pasted_where_no_other_session_can_have_copied_it() {
    alone_as(whole_options(), async |browser| {
        let page = Page::open(browser, "clipboard.html").await;
        page.click("Copy it").await.expect("it is clicked");
        page.expect("wrote copy trusted").await;
        let to = page.id("To").await;
        done(&page, Action::paste(Some(to.into()), None)).await;
        assert_eq!(page.js("get('to').value").await, "\"by itself\"");
    });
}

#[test]
fn formatting_goes_along() {
    on("clipboard.html", async |page| {
        let rich = page.id("Rich").await;
        done(page, Action::copy(Some(rich.into()))).await;
        page.js("void (get('rich').innerHTML = '')").await;
        let rich = page.id("Rich").await;
        done(page, Action::paste(Some(rich.into()), None)).await;
        assert!(page.becomes("get('rich').innerText.trim() === 'some bold words' && !!get('rich').querySelector('b, [style*=bold], strong')").await,
            "{}", page.js("get('rich').innerHTML").await);
    });
}

/// A page may touch the window of a frame before that has its document: what hears of the clipboard there keeps the next document from it.
#[test]
fn a_frame_that_was_touched_before_it_loaded_takes_a_paste() {
    on("reach.html", async |page| {
        page.js(
            "void (() => {
                const frame = document.createElement('iframe');
                frame.srcdoc = '<!doctype html><body contenteditable role=application aria-label=Pad><p>Hi</p>';
                document.body.prepend(frame);
                frame.contentWindow.addEventListener('load', () => {});
                frame.onload = () => {
                    frame.contentDocument.addEventListener('paste', event => {
                        note('paste', 'pad', event.isTrusted, event.clipboardData.getData('text/plain'));
                    });
                };
            })()",
        )
        .await;
        assert!(
            page.becomes("document.querySelector('iframe').contentDocument.body?.isContentEditable").await
        );
        let pad = page.id("Pad").await;
        done(page, Action::paste(Some(pad.into()), Some("given".to_owned()))).await;
        page.expect("paste pad trusted given").await;
        assert!(
            page.becomes(
                "document.querySelector('iframe').contentDocument.body.textContent.includes('given')"
            )
            .await
        );
    });
}
