//! Fields of every kind hold what was asked for afterwards, by input that the page takes for a person's; or the error says what they hold.

use domtool::{Action, ErrorKind};

use super::support::{Do, Row, Then, on};

#[test]
fn text_fields() {
    on("fields.html", async |page| {
        page.table(&[
            Row("Full name", Do::Fill("Ada Lovelace"), Then::Holds("name", "Ada Lovelace")),
            Row("Full name", Do::Fill("Ünïcödé 🎉 日本"), Then::Holds("name", "Ünïcödé 🎉 日本")),
            Row("Full name", Do::Fill("  two  spaces "), Then::Holds("name", "  two  spaces ")),
            Row("Full name", Do::Clear, Then::Holds("name", "")),
            Row("Full name", Do::Type("abc"), Then::Holds("name", "abc")),
            Row("Full name", Do::Type("Def"), Then::Holds("name", "abcDef")),
            Row("Email", Do::Fill("ada@example.org"), Then::Holds("email", "ada@example.org")),
            Row(
                "Website",
                Do::Fill("https://example.org/?a=b"),
                Then::Holds("url", "https://example.org/?a=b"),
            ),
            Row("Seek", Do::Fill("engine"), Then::Holds("search", "engine")),
            Row("Call", Do::Fill("+1 555"), Then::Holds("tel", "+1 555")),
            Row("Notes", Do::Fill("one\ntwo"), Then::Holds("notes", "one\ntwo")),
            Row("Notes", Do::Clear, Then::Holds("notes", "")),
            Row("Short", Do::Fill("abcde"), Then::Holds("short", "abcde")),
            Row("Digits", Do::Fill("123"), Then::Holds("digits", "123")),
            Row("Phone", Do::Fill("5551234567"), Then::Holds("phone", "(555) 123-4567")),
        ])
        .await;
    });
}

#[test]
fn editable_elements() {
    on("fields.html", async |page| {
        page.table(&[
            Row("Rich", Do::Fill("new words"), Then::Holds("rich", "new words")),
            Row("Rich", Do::Clear, Then::Is("document.getElementById('rich').innerText.trim() === ''")),
            Row("Bare", Do::Fill("first"), Then::Holds("bare", "first")),
            Row(
                "Bare",
                Do::Type(" second"),
                Then::Is("document.getElementById('bare').innerText === 'first second'"),
            ),
        ])
        .await;
    });
}

#[test]
fn fields_with_a_format() {
    on("fields.html", async |page| {
        page.table(&[
            Row("Amount", Do::Fill("42"), Then::Holds("amount", "42")),
            Row(
                "Day",
                Do::Fill("2026-03-04"),
                Then::Is("document.getElementById('day').value === '2026-03-04'"),
            ),
            Row("Clock", Do::Fill("09:30"), Then::Is("document.getElementById('clock').value === '09:30'")),
            Row(
                "When",
                Do::Fill("2026-03-04T09:30"),
                Then::Is("document.getElementById('when').value === '2026-03-04T09:30'"),
            ),
            Row(
                "Month",
                Do::Fill("2026-03"),
                Then::Is("document.getElementById('month').value === '2026-03'"),
            ),
            Row(
                "Week",
                Do::Fill("2026-W10"),
                Then::Is("document.getElementById('week').value === '2026-W10'"),
            ),
            Row(
                "Colour",
                Do::Fill("#ff8800"),
                Then::Is("document.getElementById('colour').value === '#ff8800'"),
            ),
            Row("Volume", Do::Fill("7"), Then::Is("document.getElementById('volume').value === '7'")),
            Row("Day", Do::Clear, Then::Is("document.getElementById('day').value === ''")),
        ])
        .await;
        let heard = "['day', 'clock', 'colour', 'volume'].every(id => log.some(line => line.startsWith(`input ${id} `)))";
        page.fill("Day", "2026-03-05").await.expect("it takes a date");
        page.fill("Clock", "10:30").await.expect("it takes a time");
        page.fill("Colour", "#00ff00").await.expect("it takes a colour");
        page.fill("Volume", "3").await.expect("it takes a number");
        assert!(page.becomes(heard).await, "{}", page.notes().await);
    });
}

#[test]
fn fields_that_refuse_or_change_the_text_say_what_they_hold() {
    on("fields.html", async |page| {
        page.table(&[
            Row("Short", Do::Fill("abcdefgh"), Then::Says(ErrorKind::ValueRejected, "abcde")),
            Row("Digits", Do::Fill("12ab34"), Then::Says(ErrorKind::ValueRejected, "1234")),
            Row("Stubborn", Do::Fill("yours"), Then::Says(ErrorKind::ValueRejected, "mine")),
            Row("Amount", Do::Fill("many"), Then::Says(ErrorKind::ValueRejected, "")),
            Row("Day", Do::Fill("tomorrow"), Then::Says(ErrorKind::ValueRejected, "")),
            Row("Volume", Do::Fill("99"), Then::Says(ErrorKind::ValueRejected, "10")),
            Row("Colour", Do::Fill("reddish"), Then::Says(ErrorKind::ValueRejected, "")),
            Row("Fixed", Do::Fill("x"), Then::Fails(ErrorKind::ReadOnly)),
            Row("Fixed", Do::Type("x"), Then::Fails(ErrorKind::ReadOnly)),
            Row("Fixed", Do::Clear, Then::Fails(ErrorKind::ReadOnly)),
            Row("Not a field", Do::Fill("x"), Then::Fails(ErrorKind::WrongKind)),
        ])
        .await;
    });
}

#[test]
fn text_is_never_sent_to_another_field() {
    on("fields.html", async |page| {
        let error = page.fill("Thief", "loot").await.expect_err("the focus goes elsewhere");
        assert_eq!(error.kind(), ErrorKind::NotActionable, "{error}");
        assert_eq!(page.js("document.getElementById('victim').value").await, "\"kept\"");
        assert_eq!(page.js("document.getElementById('thief').value").await, "\"\"");
    });
}

#[test]
fn a_field_that_a_framework_owns_takes_the_text() {
    on("fields.html", async |page| {
        page.table(&[
            Row("Controlled", Do::Fill("finish"), Then::Holds("controlled", "finish")),
            Row("Controlled", Do::Type("!"), Then::Holds("controlled", "finish!")),
        ])
        .await;
        assert_eq!(page.js("document.getElementById('state').textContent").await, "\"finish!\"");
    });
}

#[test]
fn a_password_is_filled_and_never_shown() {
    on("fields.html", async |page| {
        let report = page.fill("Secret", "hunter2").await.expect("it is filled");
        assert_eq!(page.js("document.getElementById('secret').value").await, "\"hunter2\"");
        assert!(!format!("{report:?}").contains("hunter2"), "{report:?}");
        let seen = page.see().await;
        assert!(!seen.text().contains("hunter2"), "{}", seen.text());
        assert!(seen.text().contains("(filled)"), "{}", seen.text());
    });
}

#[test]
fn options_by_label_value_and_place() {
    on("select.html", async |page| {
        page.table(&[
            Row("Country", Do::Select(&["Germany"]), Then::Is("document.getElementById('country').value === 'de'")),
            Row("Country", Do::Select(&["at"]), Then::Is("document.getElementById('country').value === 'at'")),
            Row("Country", Do::Select(&["#2"]), Then::Is("document.getElementById('country').value === 'be'")),
            Row("Country", Do::Select(&["France"]), Then::Says(ErrorKind::OptionNotFound, "")),
            Row("Country", Do::Select(&["Spain"]), Then::Says(ErrorKind::OptionNotFound, "Austria")),
            Row("Country", Do::Select(&["Austria", "Belgium"]), Then::Says(ErrorKind::InvalidInput, "")),
            Row("Car", Do::Select(&["Saab"]), Then::Is("document.getElementById('car').value === 's'")),
            Row("Car", Do::Select(&["Audi"]), Then::Says(ErrorKind::OptionNotFound, "")),
            Row("Toppings", Do::Select(&["Olives", "Tuna"]), Then::Is("[...document.getElementById('toppings').selectedOptions].map(o => o.value).join() === '1,4'")),
        ])
        .await;
        page.forget().await;
        let target = page.id("Country").await;
        page.act(Action::select(target, ["Germany"])).await.expect("it is chosen");
        assert!(page.becomes("log.some(l => l.startsWith('input country')) && log.some(l => l.startsWith('change country'))").await, "{}", page.notes().await);
    });
}

#[test]
fn checkboxes_radios_and_switches() {
    on("toggles.html", async |page| {
        page.table(&[
            Row("Box", Do::Check, Then::Notes("change box trusted true")),
            Row("Box", Do::Check, Then::Is("document.getElementById('box').checked && log.length === 0")),
            Row("Box", Do::Uncheck, Then::Notes("change box trusted false")),
            Row("Done", Do::Uncheck, Then::Notes("change done trusted false")),
            Row("Mixed", Do::Check, Then::Is("document.getElementById('mixed').checked && !document.getElementById('mixed').indeterminate")),
            Row("checkbox:Styled", Do::Check, Then::Notes("change styled trusted true")),
            Row("checkbox:Styled", Do::Uncheck, Then::Notes("change styled trusted false")),
            Row("checkbox:Gone", Do::Check, Then::Notes("change gone trusted true")),
            Row("Refuses", Do::Check, Then::Says(ErrorKind::ValueRejected, "")),
            Row("Large", Do::Check, Then::Notes("change large trusted true")),
            Row("Large", Do::Uncheck, Then::Says(ErrorKind::WrongKind, "")),
            Row("Switch", Do::Check, Then::Is("document.getElementById('switch').getAttribute('aria-checked') === 'true'")),
            Row("Switch", Do::Check, Then::Is("document.getElementById('switch').getAttribute('aria-checked') === 'true'")),
            Row("Switch", Do::Uncheck, Then::Is("document.getElementById('switch').getAttribute('aria-checked') === 'false'")),
            Row("Custom", Do::Check, Then::Is("document.getElementById('custom').getAttribute('aria-checked') === 'true'")),
            Row("Plain", Do::Check, Then::Fails(ErrorKind::WrongKind)),
        ])
        .await;
    });
}
