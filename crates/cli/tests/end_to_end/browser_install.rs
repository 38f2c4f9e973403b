//! `domtool browser install|list|remove` with Chrome for Testing, from a mirror on the loopback interface that has a small one. What
//! counts is the disk afterwards: a whole browser, or none.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use crate::{
    home::{Home, Ran},
    mirror::{Behaviour, Entry, Mirror, VERSION, archive, browser},
};

/// A home whose cache is its own, and the mirror.
struct Place {
    home: Home,
    mirror: Mirror,
}

impl Place {
    fn new(archive: Vec<u8>, behaviour: Behaviour) -> Self {
        let mirror = Mirror::start(archive, behaviour);
        let home = Home::new();
        let cache = home.path("cache").to_str().unwrap().to_owned();
        // A proxy of this machine's is not for its own addresses.
        let home = home.with("XDG_CACHE_HOME", &cache).with("NO_PROXY", "127.0.0.1");
        Self { home: home.with("DOMTOOL_CHROME_MIRROR", &mirror.url), mirror }
    }

    fn install(&self, words: &[&str]) -> Ran {
        self.home.run(
            &[&["browser", "install", "--from", "chrome-for-testing", "--yes", "--json"], words].concat(),
        )
    }

    fn browsers(&self) -> Vec<PathBuf> {
        files(&self.home.path("cache/domtool/browsers"))
    }

    /// Asserts that nothing is installed and nothing half unpacked.
    fn assert_nothing(&self) {
        assert!(self.browsers().is_empty(), "{:?}", self.browsers());
        let left = files(&self.home.path("cache/domtool/downloads"));
        assert!(!left.iter().any(|path| path.to_string_lossy().contains("unfinished")), "{left:?}");
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn a_whole_one_is_found_afterwards_and_removed() {
    let place = Place::new(browser(), Behaviour::default());
    let installed = place.install(&[]).good();
    assert!(installed.err.contains("it starts: Google Chrome for Testing 156"), "{installed:?}");
    let program = place.home.path("cache/domtool/browsers").join(VERSION).join("chrome-linux64/chrome");
    let rows = installed.json()["browsers"].clone();
    let row = rows.as_array().unwrap().iter().find(|row| row["path"] == program.to_str().unwrap());
    let row = row.unwrap_or_else(|| panic!("{rows}"));
    assert_eq!(
        (&row["name"], &row["source"]),
        (&format!("Chrome for Testing {VERSION}").into(), &"cache".into())
    );
    // The archive would have had it writable by all, and running with its owner's rights.
    assert_eq!(fs::metadata(&program).unwrap().permissions().mode() & 0o7777, 0o755);
    assert_eq!(
        files(&place.home.path("cache/domtool/downloads")),
        [place.home.path("cache/domtool/downloads/lock")]
    );

    let again = place.install(&[VERSION]).good();
    assert!(again.err.contains("is there already"), "{again:?}");
    let archives = place.mirror.asked().iter().filter(|asked| asked.contains(".zip")).count();
    assert_eq!(archives, 1, "{:?}", place.mirror.asked());

    place.home.run(&["browser", "remove", "1.2.3.4", "--json"]).failed(1, "NOT_FOUND");
    assert_eq!(place.home.json(&["browser", "remove", VERSION])["removed"][0], VERSION);
    place.assert_nothing();
}

#[test]
fn a_download_that_breaks_goes_on_where_it_ended() {
    let place = Place::new(browser(), Behaviour { breaks: vec![50_000, 60_000], ..Behaviour::default() });
    let installed = place.install(&[VERSION]).good();
    let asked: Vec<_> = place.mirror.asked().into_iter().filter(|asked| asked.contains(".zip")).collect();
    let ranges: Vec<_> = asked.iter().filter_map(|asked| asked.split(' ').nth(1)).collect();
    assert_eq!(ranges, ["whole", "50000-", "110000-"], "{installed:?}");
}

#[test]
fn a_later_call_goes_on_and_nothing_is_half_there_meanwhile() {
    let place = Place::new(browser(), Behaviour { breaks: vec![70_000, 0, 0, 0], ..Behaviour::default() });
    let error = place.install(&[]).failed(3, "NO_BROWSER");
    assert!(error["hint"].as_str().unwrap().contains("goes on where it ended"), "{error}");
    place.assert_nothing();
    place.install(&[]).good();
    assert!(place.mirror.asked().last().unwrap().ends_with(" 70000-"), "{:?}", place.mirror.asked());
}

#[test]
fn what_is_not_what_the_server_says_is_thrown_away() {
    let place = Place::new(browser(), Behaviour { lies: true, ..Behaviour::default() });
    let error = place.install(&[]).failed(1, "SECURITY_BLOCKED");
    assert!(error["message"].as_str().unwrap().contains("MD5"), "{error}");
    place.assert_nothing();
    assert_eq!(files(&place.home.path("cache/domtool/downloads")).len(), 1, "only the lock");
}

#[test]
fn a_server_without_checksums_is_said_to_be_one() {
    let place = Place::new(browser(), Behaviour { gives_no_checksum: true, ..Behaviour::default() });
    let installed = place.install(&[]).good();
    assert!(installed.err.contains("gives no checksum"), "{installed:?}");
}

#[test]
fn an_archive_that_would_write_elsewhere_is_refused() {
    for entries in [
        &[Entry::File("../../../evil", "x")][..],
        &[Entry::File("/tmp/domtool-evil", "x")],
        &[Entry::Link("chrome-linux64/up", "../../../..")],
        &[Entry::Link("chrome-linux64/etc", "/etc")],
        &[Entry::Link("chrome-linux64/a", "."), Entry::Link("chrome-linux64/a/b", "..")],
    ] {
        let place = Place::new(archive(entries), Behaviour::default());
        place.install(&[]).failed(1, "SECURITY_BLOCKED");
        place.assert_nothing();
        assert!(files(&place.home.path("cache")).iter().all(|path| !path.ends_with("evil")));
    }
    let place = Place::new(archive(&[Entry::File("chrome-linux64/other", "x")]), Behaviour::default());
    place.install(&[]).failed(3, "NO_BROWSER");
    place.assert_nothing();
}

#[test]
fn no_server_no_version_and_no_mirror_are_told_apart() {
    let place = Place::new(browser(), Behaviour::default());
    let error = place.install(&["1.2.3.4"]).failed(1, "NOT_FOUND");
    assert!(error["message"].as_str().unwrap().contains("1.2.3.4"), "{error}");
    place.install(&["newest"]).failed(2, "INVALID_INPUT");
    let Place { home, mirror } = place;
    let url = mirror.url.clone();
    drop(mirror);
    let words = ["browser", "install", "--from", "chrome-for-testing", "--yes", "--json"];
    let error = home.run(&words).failed(3, "NO_BROWSER");
    assert!(error["message"].as_str().unwrap().contains(&url), "{error}");
    let home = home.with("DOMTOOL_CHROME_MIRROR", "http://mirror.example/");
    home.run(&words).failed(2, "INVALID_INPUT");
}

#[test]
fn a_browser_that_lacks_a_library_says_so() {
    let script = "#!/bin/sh\necho 'chrome: error while loading shared libraries: libnss3.so' >&2\nexit 127\n";
    let place = Place::new(archive(&[Entry::File("chrome-linux64/chrome", script)]), Behaviour::default());
    let error = place.install(&[]).failed(3, "NO_BROWSER");
    assert!(error["message"].as_str().unwrap().contains("libnss3.so"), "{error}");
}
