//! Controls for which a component library has several elements have one line, and are operated by it.

use super::support::{id_in, on};

#[test]
fn what_is_one_control_has_one_line() {
    on("library-lines.html", async |page| {
        let seen = page.see().await;
        let text = seen.text();
        let count = |part: &str| text.lines().filter(|line| line.contains(part)).count();
        for (part, wanted) in [
            ("tab \"Alpha\"", 1),
            ("link \"Alpha\"", 0),
            ("tab \"Text\"", 1),
            ("button \"Close\"", 1),
            ("combobox", 1),
            ("switch \"Updates\" off", 1),
            ("radio \"Rating 2", 1),
            ("button \"Rating 2", 0),
            ("slider \"Volume\" = \"30\"", 1),
            ("radio \"star\" 2 of 3 off", 1),
            (" at 20 % of 200", 1),
            // The links, the tab's box, the switch's core, the track and the thumb have none.
            (" clickable", 1),
        ] {
            assert_eq!(count(part), wanted, "{part}\n{text}");
        }
    });
}

#[test]
fn that_line_operates_it() {
    on("library-lines.html", async |page| {
        for (name, noted) in [
            ("Beta", "tab Beta trusted"),
            ("Text", "box click trusted"),
            ("Close", "close click trusted"),
            ("Size", "outer mousedown trusted"),
            ("Updates", "updates true trusted"),
            ("Rating 2", "stars 2 trusted"),
        ] {
            page.click(name).await.unwrap_or_else(|error| panic!("{name}: {error}"));
            page.expect(noted).await;
        }
        let seen = page.see().await;
        assert!(seen.text().contains("switch \"Updates\" on"), "{}", seen.text());
        assert!(id_in(&seen, "link:Alpha").is_err());
    });
}
