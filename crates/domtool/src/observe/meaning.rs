//! Models of what words mean, read from files of the caller's and kept while the process lives: a model is large, and the same
//! one serves every query.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    sync::{Mutex, OnceLock, PoisonError},
    time::SystemTime,
};

pub use domtool_page::view::Meaning;

use crate::error::{Error, ErrorKind, Result};

/// Files larger than this are refused.
const LARGEST: u64 = 2 << 30;
/// No more models than this are kept.
const MOST: usize = 2;

/// A model by the time that its file was written.
type Kept = HashMap<PathBuf, (Option<SystemTime>, Meaning)>;

/// The model in a file: one vector a word, as GloVe and word2vec write them in text. Read again only when the file is another.
///
/// # Errors
/// `INVALID_INPUT` with why it is none.
pub fn meaning_of(path: &Path) -> Result<Meaning> {
    static KEPT: OnceLock<Mutex<Kept>> = OnceLock::new();
    let refuse = |why: &dyn std::fmt::Display| {
        Error::new(ErrorKind::InvalidInput, format!("no model in {}: {why}", path.display()))
    };
    let about = fs::metadata(path).map_err(|error| refuse(&error))?;
    if about.len() > LARGEST {
        return Err(refuse(&"it is too large"));
    }
    // Where files have no times, nothing tells whether it is another.
    let written = about.modified().ok();
    let mut kept = KEPT.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((then, meaning)) = kept.get(path)
        && written.is_some()
        && *then == written
    {
        return Ok(meaning.clone());
    }
    let text = fs::read_to_string(path).map_err(|error| refuse(&error))?;
    let meaning = Meaning::read(&text).map_err(|why| refuse(&why))?;
    if kept.len() >= MOST {
        kept.clear();
    }
    kept.insert(path.to_owned(), (written, meaning.clone()));
    Ok(meaning)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_again_when_it_is_another() {
        let path = std::env::temp_dir().join(format!("domtool-model-{}.txt", std::process::id()));
        fs::write(&path, "cat 1 0\ndog 0 1\n").unwrap();
        let first = meaning_of(&path).unwrap();
        assert_eq!(meaning_of(&path).unwrap(), first, "it is kept");
        fs::write(&path, "no model").unwrap();
        let file = fs::File::options().write(true).open(&path).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
        let error = meaning_of(&path).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidInput);
        fs::remove_file(&path).unwrap();
        assert!(meaning_of(&path).is_err());
    }
}
