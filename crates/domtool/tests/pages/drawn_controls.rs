//! Controls of which a person sees and presses something else than the element that is the control.

use super::support::on;

#[test]
fn each_has_one_line_with_its_state() {
    on("drawn-controls.html", async |page| {
        let seen = page.see().await;
        let text = seen.text();
        let count = |part: &str| text.lines().filter(|line| line.contains(part)).count();
        for (part, wanted) in [
            ("switch \"Wifi\" on", 1),
            ("Wifi", 1),
            ("checkbox \"I agree to the terms\" off", 1),
            ("link \"terms of use\"", 1),
            ("tab \"One\"", 1),
            ("tab \"Two\"", 1),
            ("switch \"Dark mode\" off", 1),
            ("Dark mode", 1),
            ("button \"Fruit, Pear\" collapsed", 1),
            ("combobox \"Fruits\" = \"Apple, Pear\"", 1),
            ("checkbox", 1),
            ("select \"Size\" = \"Small\"", 1),
            ("Trap", 0),
            // The sealed button and the one beside a link alone: nothing takes a press for them.
            (" covered", 2),
            ("radio \"Delivery\" on", 1),
            ("radio \"Morning\" on", 1),
            ("radio \"Evening\" off", 1),
            // The sign for help in the card.
            (" clickable", 1),
            (" label", 0),
        ] {
            assert_eq!(count(part), wanted, "{part}\n{text}");
        }
    });
}

#[test]
fn that_line_operates_it() {
    on("drawn-controls.html", async |page| {
        for (name, noted) in [
            ("Wifi", "wifi false trusted"),
            ("I agree to the terms", "terms true trusted"),
            ("Two", "segment Two trusted"),
            ("Dark mode", "dark true trusted"),
            ("Fruit, Pear", "choice opened trusted"),
            ("Fruits", "fruits opened trusted"),
        ] {
            page.click(name).await.unwrap_or_else(|error| panic!("{name}: {error}"));
            page.expect(noted).await;
        }
        let seen = page.see().await;
        for line in ["switch \"Wifi\" off", "switch \"Dark mode\" on", "checkbox \"I agree to the terms\" on"]
        {
            assert!(seen.text().contains(line), "{line}\n{}", seen.text());
        }
        for sealed in ["Sealed", "Save"] {
            assert!(page.click(sealed).await.is_err(), "{sealed}");
        }
    });
}

#[test]
fn panes_of_a_plan_are_no_overlay() {
    on("panes.html", async |page| {
        let seen = page.see().await;
        let text = seen.text();
        assert!(!text.contains("overlay") && !text.contains("clickable"), "{text}");
        assert!(text.contains("button \"Hidden\" covered"), "{text}");
        assert!(text.contains("\"Design | Build\"") && text.contains("drop target\n"), "{text}");
    });
}

#[test]
fn formulas_are_read_in_order_and_once() {
    on("formulas.html", async |page| {
        let seen = page.see().await;
        let text = seen.text();
        for line in [
            "Native x = (−b ± √(b^2 − c))/2a holds.",
            "Half a/b + y^2 more.",
            "∑_(i = 1)^n i",
            "(p, q; r, s)",
            "z^2",
            "U seen",
            "Area in m^2",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
        assert!(!text.contains("frac{"), "{text}");
    });
}

#[test]
fn numbers_of_lines_stand_apart_from_the_code() {
    on("code-lines.html", async |page| {
        let seen = page.see().await;
        let text = seen.text();
        for line in [
            "\"let one = 1;\\n  let two = 2;\"",
            "\"1 def three():\\n2     return 3\"",
            "\"1 import four\\n2 print(4)\"",
            "\"7 isseven89\"",
            "\"1\\n2\"",
            "\"if five:\\n    six()\"",
            "\"1 while seven:\\n2     eight()\"",
            "row \"Nine | A-9\"",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
    });
}
