//! The files of an upload: looked at before anything is sent, and held against what the page got.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    act::resolve::ResolvedElement,
    error::{Error, ErrorKind, Result},
    world::data::{FileInput, HeldFile},
};

/// A file that is to be given to the page.
#[derive(Clone, Debug)]
pub(super) struct Picked {
    /// Absolute, as the browser wants it.
    pub(super) path: String,
    pub(super) name: String,
    pub(super) bytes: u64,
    pub(super) folder: bool,
}

/// Looks at every file.
///
/// # Errors
/// `INVALID_INPUT` naming the first that is not there or cannot be read.
pub(super) fn look_at(paths: &[PathBuf]) -> Result<Vec<Picked>> {
    if paths.is_empty() {
        return Err(Error::invalid_input("no file is named"));
    }
    paths.iter().map(|path| look_at_one(path)).collect()
}

fn look_at_one(path: &Path) -> Result<Picked> {
    let refused = |why: &str| Error::invalid_input(format!("{}: {why}", path.display()));
    let path = fs::canonicalize(path).map_err(|error| refused(&no_file(&error)))?;
    let facts = fs::metadata(&path).map_err(|error| refused(&no_file(&error)))?;
    let folder = facts.is_dir();
    // Opening a pipe waits for who writes into it.
    if !folder && !facts.is_file() {
        return Err(refused("it is no plain file"));
    }
    // What can be listed or opened now can be by the browser, which runs as the same user.
    let readable = if folder { fs::read_dir(&path).map(drop) } else { fs::File::open(&path).map(drop) };
    readable.map_err(|error| refused(&format!("it cannot be read: {error}")))?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let path =
        path.to_str().ok_or_else(|| refused("its name is no Unicode, which the browser cannot be told"))?;
    Ok(Picked { path: path.to_owned(), name, bytes: facts.len(), folder })
}

fn no_file(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => error.to_string(),
    }
}

/// Fails fast on files that the input cannot take.
pub(super) fn check(subject: &ResolvedElement, takes: &FileInput, files: &[Picked]) -> Result<()> {
    let wrong = |message: String| Err(Error::new(ErrorKind::WrongKind, message));
    let words = subject.words();
    match files {
        [one] if takes.folder && one.folder => Ok(()),
        _ if takes.folder => wrong(format!("{words} takes one folder, not files")),
        _ if files.iter().any(|file| file.folder) => wrong(format!("{words} takes files, not a folder")),
        [_] => Ok(()),
        _ if takes.multiple => Ok(()),
        _ => wrong(format!("{words} takes one file, not {}", files.len())),
    }
}

/// Whether what the page got is what was picked. Of a folder the page gets the files in it.
pub(super) fn same(files: &[Picked], held: &[HeldFile]) -> bool {
    if let [one] = files
        && one.folder
    {
        return !held.is_empty() || is_empty(&one.path);
    }
    let wanted = files.iter().map(|file| (file.name.as_str(), file.bytes));
    wanted.eq(held.iter().map(|file| (file.name.as_str(), file.size)))
}

fn is_empty(folder: &str) -> bool {
    fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none())
}

/// The files that the input does not ask for. A person may choose them all the same; the page decides.
pub(super) fn unasked<'f>(takes: &FileInput, files: &'f [Picked]) -> Vec<&'f str> {
    let tokens: Vec<String> = takes
        .accept
        .split(',')
        .map(|token| token.trim().to_ascii_lowercase())
        .filter(|token| !token.is_empty())
        .collect();
    // What a type such as `image/*` covers is the system's to say; extensions say it themselves.
    if tokens.is_empty() || tokens.iter().any(|token| !token.starts_with('.')) {
        return Vec::new();
    }
    let asked = |file: &&Picked| {
        let name = file.name.to_ascii_lowercase();
        tokens.iter().any(|token| name.ends_with(token.as_str()))
    };
    files.iter().filter(|file| !asked(file)).map(|file| file.name.as_str()).collect()
}

/// `a.txt (12 bytes), b.txt (3 bytes)`.
pub(super) fn listed(files: &[HeldFile]) -> String {
    const MOST: usize = 10;
    let mut text: Vec<String> =
        files.iter().take(MOST).map(|file| format!("{} ({} bytes)", file.name, file.size)).collect();
    if files.len() > MOST {
        text.push(format!("{} more", files.len() - MOST));
    }
    match text.is_empty() {
        true => "no file".to_owned(),
        false => text.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picked(name: &str) -> Picked {
        Picked { path: format!("/{name}"), name: name.to_owned(), bytes: 1, folder: false }
    }

    #[test]
    fn what_an_input_does_not_ask_for() {
        let files = [picked("a.PNG"), picked("b.txt")];
        for (accept, expected) in [
            ("", vec![]),
            (".png", vec!["b.txt"]),
            (".png, .TXT", vec![]),
            ("image/*", vec![]),
            (".pdf", vec!["a.PNG", "b.txt"]),
        ] {
            let takes = FileInput { multiple: true, folder: false, accept: accept.to_owned() };
            assert_eq!(unasked(&takes, &files), expected, "{accept}");
        }
    }

    #[test]
    fn what_is_no_file_is_named() {
        let error = look_at(&[PathBuf::from("/no/such/file.txt")]).expect_err("there is none");
        assert_eq!(error.kind(), ErrorKind::InvalidInput);
        assert!(error.message().contains("/no/such/file.txt: there is no such file"), "{error}");
        assert!(look_at(&[]).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_refused_at_once() {
        use std::{process::Command, sync::mpsc, thread, time::Duration};

        let folder = crate::folder::Folder::temporary(None).unwrap();
        let pipe = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let (sender, looked) = mpsc::channel();
        // A thread of its own, as it would wait for ever.
        thread::spawn(move || sender.send(look_at(&[pipe]).map(drop)));
        let error = looked.recv_timeout(Duration::from_secs(5)).expect("it answers").unwrap_err();
        assert!(error.message().contains("no plain file"), "{error}");
    }
}
