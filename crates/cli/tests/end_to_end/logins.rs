//! `--http-auth`, however it is given: the page is let in, and nothing that comes out has the password.

use std::fs;

use crate::home::Home;

const SECRET: &str = "zqsp4ss";
const PAIR: &str = "ada:zqsp4ss";

/// Opens the private page and looks at all that came out of it.
fn let_in(home: &Home, words: &[&str]) {
    let url = home.server.url("private");
    let mut said = Vec::new();
    for words in
        [&[&["open", &url, "--debug"], words].concat()[..], &["observe", "--json"], &["sessions", "--json"]]
    {
        let ran = home.run(words);
        said.push(ran.out.clone());
        said.push(ran.err.clone());
    }
    assert!(said[2].contains("Welcome"), "{said:?}");
    said.push(home.log());
    said.push(fs::read_to_string(home.path("s.sessions")).unwrap_or_default());
    for text in &said {
        assert!(!text.contains(SECRET) && !text.contains("YWRhOnpxc3A0c3M"), "{text}");
    }
}

#[test]
fn as_an_argument() {
    let_in(&Home::new().with("DOMTOOL_LOG", "trace"), &["--http-auth", PAIR]);
}

#[test]
fn from_the_environment() {
    let home = Home::new().with("DOMTOOL_LOG", "trace").with("DOMTOOL_HTTP_AUTH", PAIR);
    let_in(&home, &[]);
    for words in [&["--help"][..], &["open", "--help"]] {
        let ran = home.run(words);
        assert!(!format!("{}{}", ran.out, ran.err).contains(SECRET), "{words:?}: {}", ran.out);
    }
}

#[test]
fn from_a_file_that_must_be_there() {
    let home = Home::new().with("DOMTOOL_LOG", "trace");
    let file = home.path("login");
    fs::write(&file, format!("{PAIR}\n")).unwrap();
    let named = format!("@{}", file.display());
    let_in(&home, &["--http-auth", &named]);
    let ran = home.run(&["open", "about:blank", "--session", "b", "--http-auth", "@nowhere", "--json"]);
    ran.failed(2, "INVALID_INPUT");
}

#[test]
fn for_another_origin_it_is_not_given() {
    let home = Home::new();
    let words = [
        "open",
        &home.server.url("private"),
        "--http-auth",
        PAIR,
        "--http-auth-origin",
        "https://example.com",
        "--json",
    ];
    let ran = home.run(&words);
    assert!(
        !ran.out.contains(SECRET) && ran.out.contains("those of the session are for https://example.com"),
        "{}",
        ran.out
    );
}
