//! The tree format on snapshots written down by hand.

use insta::assert_snapshot;

use super::{
    ViewOptions,
    testing::{SnapshotBuilder, card_page, render},
};
use crate::snapshot::{Place, Role, Why};

fn tree(build: impl FnOnce(&mut SnapshotBuilder)) -> String {
    let mut builder = SnapshotBuilder::new();
    build(&mut builder);
    render(&builder.build(), &ViewOptions::default()).text
}

#[test]
fn slice() {
    println!("{}", tree(|b| {
        b.open("nav", Role::Navigation).named("Main");
        b.open("ul", Role::List);
        b.open("li", Role::ListItem).leaf("a", Role::Link, "Home").close();
        b.open("li", Role::ListItem).leaf("a", Role::Link, "Cart (2)").close();
        b.close().close();
        b.open("main", Role::Main);
        b.leaf("h1", Role::Heading, "Checkout").states(|s| s.level = Some(1));
        b.open("form", Role::Form).named("Delivery");
        b.open("label", Role::LabelText).attr("for", "n").text("Full name").close();
        b.leaf("input", Role::TextBox, "Full name").attr("id", "n").value("John \"D\"\nx").states(|s| s.required = true);
        b.open("select", Role::ComboBox).named("Country").value("Germany");
        for o in ["Austria", "Belgium", "Germany", "France", "Italy", "Spain"] { b.leaf("option", Role::Option, o).hidden(); }
        b.close();
        b.leaf("input", Role::Checkbox, "Gift wrap").checked(false);
        b.leaf("input", Role::TextBox, "Password").attr("type", "password").value("••••••••");
        b.leaf("button", Role::Button, "Place order").states(|s| s.disabled = true);
        b.open("div", Role::Generic).why(Why::LISTENER).text("wish list").close();
        b.leaf("button", Role::Button, "trash").guessed("trash");
        b.close();
        b.open("p", Role::Paragraph).text("Hello  ").open("b", Role::Strong).text("big").close().text(" world").close();
        b.open("p", Role::Paragraph).text("Next").close();
        b.open("table", Role::Table).named("Items");
        for r in 0..3 { b.open("tr", Role::Row); for c in 0..3 { b.leaf("td", Role::Cell, &format!("{r}{c}")); } b.close(); }
        for r in 0..3 { b.open("tr", Role::Row); for c in 0..2 { b.leaf("td", Role::Cell, &format!("{r}{c}")); } b.open("td", Role::Cell).leaf("button", Role::Button, "Delete").close(); b.close(); }
        b.close();
        b.open("div", Role::Generic).place(Place::Below).leaf("a", Role::Link, "far").close();
        b.close();
    }));
    let s = card_page(550);
    let v = render(&s, &ViewOptions::default());
    println!("{}\n{} {}", v.text, v.tokens, v.left_out);
    let v = render(&s, &ViewOptions{budget: Some(600), ..Default::default()});
    println!("{}\n{} {}", v.text, v.tokens, v.left_out);
}
