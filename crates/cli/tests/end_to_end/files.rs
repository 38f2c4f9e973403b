//! What stands where the daemon has its socket and the files beside it: what is not its own is left as it is, the call says
//! what is in the way, and nothing is followed. A second user's files are made by giving ours away, which only root can.

use std::{
    fs,
    os::unix::{
        fs::{MetadataExt, PermissionsExt, symlink},
        net::UnixListener,
    },
    path::{Path, PathBuf},
};

use crate::home::Home;

/// Any user that is not us.
const ANOTHER: u32 = 65_534;
const FILES: [&str; 4] = ["s.lock", "s.start", "s.log", "s.sessions"];

/// What is at a path, to see whether it stays: owner, number, kind and mode, size.
fn state(path: &Path) -> (u32, u64, u32, u64) {
    let meta = fs::symlink_metadata(path).unwrap();
    (meta.uid(), meta.ino(), meta.mode(), meta.size())
}

/// Gives a file away; false, with the reason on standard error, when we are not root.
fn give_away(path: &Path) -> bool {
    if !rustix::process::geteuid().is_root() {
        eprintln!("left out: only root can give {} to another user", path.display());
        return false;
    }
    std::os::unix::fs::lchown(path, Some(ANOTHER), Some(ANOTHER)).unwrap();
    true
}

/// Calls with something in the way: it must be named, and stay what it is.
fn is_refused(home: &Home, path: &Path, code: &str) {
    let before = state(path);
    let ran = home.run(&["open", "about:blank", "--json"]);
    let exit = if code == "INVALID_INPUT" { 2 } else { 1 };
    let error = ran.failed(exit, code);
    let message = error["message"].as_str().unwrap();
    assert!(message.contains(path.to_str().unwrap()), "{message}");
    assert!(!message.contains("did not start"), "{message}");
    assert_eq!(state(path), before, "it was left as it is");
}

fn remove(path: &Path) {
    match fs::symlink_metadata(path).unwrap().is_dir() {
        true => fs::remove_dir(path).unwrap(),
        false => fs::remove_file(path).unwrap(),
    }
}

/// A path beside the socket, where no earlier call left anything.
fn alone(home: &Home, name: &str) -> PathBuf {
    for name in FILES {
        let path = home.path(name);
        if path.symlink_metadata().is_ok() {
            remove(&path);
        }
    }
    home.path(name)
}

#[test]
fn a_plain_file_at_the_sockets_path_stays() {
    let home = Home::new();
    let path = home.path("s");
    fs::write(&path, "precious").unwrap();
    is_refused(&home, &path, "INVALID_INPUT");
    assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
    remove(&path);

    fs::create_dir(&path).unwrap();
    is_refused(&home, &path, "INVALID_INPUT");
    remove(&path);

    let target = home.path("target");
    fs::write(&target, "precious").unwrap();
    symlink(&target, &path).unwrap();
    is_refused(&home, &path, "INVALID_INPUT");
    assert_eq!(fs::read_to_string(&target).unwrap(), "precious");
    remove(&path);
}

#[test]
fn another_programs_socket_stays_its_own() {
    let home = Home::new();
    let path = home.path("s");
    let listener = UnixListener::bind(&path).unwrap();
    let answering = std::thread::spawn(move || {
        let (mut client, _) = listener.accept().unwrap();
        std::io::Write::write_all(&mut client, b"220 mail.example ready\n").unwrap();
        client
    });
    let error = home.run(&["open", "about:blank", "--json"]).failed(1, "INTERNAL");
    assert!(error["message"].as_str().unwrap().contains("no daemon of domtool"), "{error}");
    drop(answering.join().unwrap());
    assert!(path.exists());
    remove(&path);
}

#[test]
fn links_beside_the_socket_are_not_followed() {
    let home = Home::new();
    let target = home.path("target");
    for name in FILES {
        let path = alone(&home, name);
        fs::write(&target, "precious").unwrap();
        symlink(&target, &path).unwrap();
        is_refused(&home, &path, "SECURITY_BLOCKED");
        assert_eq!(fs::read_to_string(&target).unwrap(), "precious");
        remove(&path);
        // A file that somebody can write to by another of its names.
        fs::hard_link(&target, &path).unwrap();
        is_refused(&home, &path, "SECURITY_BLOCKED");
        remove(&path);
        // A link to where a file would be made.
        symlink(home.path("made"), &path).unwrap();
        is_refused(&home, &path, "SECURITY_BLOCKED");
        assert!(!home.path("made").exists());
        remove(&path);
    }
}

#[test]
fn a_file_of_ours_that_is_none_of_domtools_is_not_written_to() {
    let home = Home::new();
    let long = "the log of another program\n".repeat(60_000);
    let files =
        [("s.log", long.as_str()), ("s.sessions", "{\"mine\":1}"), ("s.lock", "4711"), ("s.start", "now")];
    for (name, text) in files {
        let path = home.path(name);
        fs::write(&path, text).unwrap();
        is_refused(&home, &path, "INVALID_INPUT");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        remove(&path);
    }
}

#[test]
fn what_a_second_user_put_there_is_neither_used_nor_removed() {
    let home = Home::new();
    // As the temporary folder is: everybody may write, nobody may remove what is another's.
    let folder = home.path("");
    let mode = |mode| fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
    mode(0o1777);
    for name in FILES {
        let path = alone(&home, name);
        fs::write(&path, "").unwrap();
        if !give_away(&path) {
            return;
        }
        is_refused(&home, &path, "SECURITY_BLOCKED");
        remove(&path);
        let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
        assert!(made.success());
        give_away(&path);
        is_refused(&home, &path, "SECURITY_BLOCKED");
        remove(&path);
    }
    // Who listens there would be told what is to be filled in.
    let socket = home.path("s");
    let listener = UnixListener::bind(&socket).unwrap();
    listener.set_nonblocking(true).unwrap();
    give_away(&socket);
    is_refused(&home, &socket, "SECURITY_BLOCKED");
    assert!(listener.accept().is_err(), "nobody called it");
    remove(&socket);
    // A list of sessions says which program is the browser.
    let store = home.path("s.sessions");
    let evil = home.path("evil");
    let list = format!(
        r#"{{"pid":1,"sessions":[{{"name":"default","urls":[],"launch":{{"executable":"{}"}}}}],"ids":{{}}}}"#,
        evil.display()
    );
    fs::write(&store, list).unwrap();
    give_away(&store);
    is_refused(&home, &store, "SECURITY_BLOCKED");
    remove(&store);

    home.json(&["open", &home.server.url("all")]);
    for name in ["s", "s.lock", "s.start", "s.log", "s.sessions"] {
        let meta = fs::symlink_metadata(home.path(name)).unwrap();
        assert_eq!(meta.mode() & 0o777, 0o600, "{name} is the user's alone");
    }
    mode(0o700);
}

#[test]
fn a_folder_in_which_others_could_replace_our_files_is_refused() {
    let home = Home::new();
    let folder: PathBuf = home.path("shared");
    fs::create_dir(&folder).unwrap();
    let socket = folder.join("s");
    let home = home.with("DOMTOOL_SOCKET", socket.to_str().unwrap());
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).unwrap();
    is_refused(&home, &folder, "SECURITY_BLOCKED");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    home.json(&["sessions"]);
    if give_away(&folder) {
        is_refused(&home, &folder, "SECURITY_BLOCKED");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "nothing was made there");
    fs::remove_dir(&folder).unwrap();
    // Another user's link to a folder of ours.
    let other = home.path("elsewhere");
    fs::create_dir(&other).unwrap();
    symlink(&other, &folder).unwrap();
    if give_away(&folder) {
        is_refused(&home, &folder, "SECURITY_BLOCKED");
        assert_eq!(fs::read_dir(&other).unwrap().count(), 0, "nothing was made there");
    }
    fs::remove_file(&folder).unwrap();
}
