//! Controls that a library draws over native ones which it hides: they are told as what they are, and operated through what is drawn.

use super::support::on;

#[test]
fn hidden_sliders_and_radios_are_set() {
    on("widgets.html", async |page| {
        for (name, value, heard) in
            [("Volume", "40", "volume 40"), ("Volume", "77", "volume 77"), ("Balance", "8", "balance 8")]
        {
            let seen = page.see().await;
            assert!(seen.text().contains(&format!("slider \"{name}\"")), "{}", seen.text());
            let report = page.fill(name, value).await.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(report.ok, "{name}: {report:?}");
            assert_eq!(page.js("out.textContent").await, format!("\"{heard}\""), "{name}");
        }
        page.click("Volume").await.expect("its thumb is clicked");
        page.click("3 Stars").await.expect("it is clicked");
        assert_eq!(page.js("out.textContent").await, "\"stars 3\"");
        let seen = page.see().await;
        assert!(seen.text().contains("radio \"3 Stars\" on"), "{}", seen.text());
    });
}

/// A slider whose track takes the focus, and a select that is a label around a combobox of one pixel.
#[test]
fn controls_of_quasar_are_told_and_set_as_what_they_are() {
    on("quasar.html", async |page| {
        let seen = page.see().await;
        for line in ["slider \"Persons\" = \"2\" min 1 max 8", "combobox \"Room\" = \"Blue\" collapsed"] {
            assert!(seen.text().contains(line), "{line}: {}", seen.text());
        }
        assert!(
            !seen.text().contains("focusable") && !seen.text().contains("clickable \"Room"),
            "{}",
            seen.text()
        );
        page.fill("Persons", "5").await.expect("it is turned");
        assert_eq!(page.js("slider.ariaValueNow").await, "\"5\"");
        // Not the header of that name.
        let room = "Room".parse::<domtool::TargetRef>().expect("words");
        page.act(domtool::Action::select(room, ["Green"])).await.expect("it is chosen");
        assert_eq!(page.js("room.value + out.textContent").await, "\"Green\"");
    });
}
