//! Tables and lists as data, wherever they are; their ids name what stands in the row.

use domtool::{ActOptions, Action, ErrorKind, TableData, TableOptions, TargetRef};

use crate::support::{Page, on};

async fn table(page: &Page, words: &str) -> TableData {
    let id = page.tab.named(&words.parse::<TargetRef>().expect("words"), None).await.expect("it is there");
    page.tab.table(&TableOptions::default().with_table(id)).await.expect("a table")
}

fn cells(data: &TableData) -> Vec<Vec<&str>> {
    data.rows.iter().map(|row| row.cells.iter().map(|cell| cell.text.as_str()).collect()).collect()
}

#[test]
fn a_table_is_read_by_its_headers() {
    on("table-data.html", async |page| {
        let orders = table(page, "table \"Orders\"").await;
        assert_eq!(orders.headers, ["Name", "Town", "Total", ""]);
        assert_eq!(
            cells(&orders),
            [
                ["Ada", "Delft", "12.00", "Delete"],
                ["Bob", "Delft", "7.50", "Delete"],
                ["Cy | \"x\"", "Lund", "", "Show"],
            ]
        );
        assert!(!orders.text.contains("zq-secret") && orders.text.contains("[page "), "{}", orders.text);
        let told: Vec<_> = orders.rows[2]
            .elements
            .iter()
            .map(|element| {
                (element.role.as_str(), element.name.as_str(), element.column.as_str(), element.checked)
            })
            .collect();
        assert_eq!(
            told,
            [
                ("textbox", "Code", "Total", None),
                ("checkbox", "Paid", "", Some(true)),
                ("link", "Show", "", None)
            ]
        );
        let goods = table(page, "grid \"Goods\"").await;
        assert_eq!(
            (goods.headers.as_slice(), goods.total),
            (&["Article".to_owned(), "Left".to_owned()][..], Some(120))
        );
        assert_eq!(cells(&goods), [["Tea", "3"], ["Cup", "sold out"]]);
        // A part of the page stands for the one table or list in it.
        assert_eq!(cells(&table(page, "region \"Stock\"").await), cells(&goods));
        // So does a heading for what is below it.
        let places = table(page, "heading \"Places\"").await;
        assert_eq!(cells(&places), [vec!["Delft", "Town in Holland", "2 shops"], vec!["Lund"]]);
        // A frame in between, or another section, is no part of it.
        let beyond = page
            .tab
            .named(&"heading \"Nothing below\"".parse().expect("words"), None)
            .await
            .expect("it is there");
        let none =
            page.tab.table(&TableOptions::default().with_table(beyond)).await.expect_err("it has none");
        assert_eq!(none.kind(), ErrorKind::NotFound, "{none:?}");
        let week = table(page, "table \"Week\"").await;
        assert_eq!((week.headers[1].as_str(), week.rows[0].cells[1].header.as_str()), ("Mon", "Mon"));
        let tasks = table(page, "region \"Tasks\"").await;
        let done: Vec<_> = tasks.rows.iter().map(|row| row.elements[0].checked).collect();
        assert_eq!(done, [Some(false), Some(true)]);
        assert!(tasks.rows[0].cells[0].text.contains("Buy milk"), "{}", tasks.text);
        assert_eq!(cells(&table(page, "table \"Inner\"").await), [["colour", "red"]]);
        for data in [&orders, &goods, &tasks] {
            let few = TableOptions::default().with_table(data.id).with_budget(40);
            let cut = page.tab.table(&few).await.expect("a table");
            assert_eq!(cells(&cut), cells(data));
            assert!(cut.text.contains("left out: "), "{}", cut.text);
        }
    });
}

/// The page's word: a press on what a row tells is of that row.
#[test]
fn what_a_row_tells_is_its_own() {
    on("table-data.html", async |page| {
        for (words, row, button, noted) in [
            ("table \"Orders\"", 1, "Delete", "deleted bob trusted"),
            ("region \"Tasks\"", 1, "Remove", "deleted ann trusted"),
            ("list \"Hidden away\"", 0, "Open", "deleted shade trusted"),
            ("table \"Inner\"", 0, "red", "colour  trusted"),
        ] {
            let data = table(page, words).await;
            let element = data.rows[row].elements.iter().find(|element| element.name == button);
            let id = element.expect("it is told").id;
            page.tab.act(&Action::click(id), &ActOptions::default()).await.expect("it is clicked");
            assert!(page.becomes(&format!("log.at(-1) === '{noted}'")).await, "{words}");
        }
    });
}

#[test]
fn where_there_is_no_one_table_that_is_said() {
    on("table-data.html", async |page| {
        let whole = page.tab.table(&TableOptions::default()).await.expect_err("there are several");
        assert_eq!(whole.kind(), ErrorKind::Ambiguous);
        for named in ["table \"Orders\"", "grid \"Goods\"", "table \"Inner\""] {
            assert!(whole.message().contains(named), "{whole:?}");
        }
        assert!(!whole.message().contains("Laid"), "{whole:?}");
        let empty =
            page.tab.named(&"region \"Empty\"".parse().expect("words"), None).await.expect("it is there");
        let none =
            page.tab.table(&TableOptions::default().with_table(empty)).await.expect_err("there is none");
        assert_eq!(none.kind(), ErrorKind::NotFound);
        page.js("void document.querySelectorAll('body > :not(section), section:not([aria-label=Stock])').forEach((one) => one.remove())")
            .await;
        let goods = page.tab.table(&TableOptions::default()).await.expect("the one that is left");
        assert_eq!(goods.name, "Goods");
    });
}
