//! Whether a page's text can be drawn at all: a bare container has no font, and then every letter is a box in a picture.

use std::path::PathBuf;

use super::Check;
use crate::limits::FONT_FOLDERS;

/// Looks for a font where Linux has them; other systems come with some.
pub(super) fn check() -> Check {
    if !cfg!(target_os = "linux") {
        return Check::good("fonts", "those of the system");
    }
    let home = std::env::home_dir().unwrap_or_default();
    let roots = ["/usr/share/fonts", "/usr/local/share/fonts"]
        .map(PathBuf::from)
        .into_iter()
        .chain([home.join(".fonts"), home.join(".local/share/fonts")]);
    match first_font(roots.collect()) {
        Some(path) => Check::good("fonts", format!("there are some, such as {}", path.display())),
        None => Check {
            next: Some("install a package of fonts, such as fonts-dejavu or dejavu-sans-fonts".to_owned()),
            ..Check::note("fonts", "none is installed: pictures show boxes for letters")
        },
    }
}

fn first_font(mut folders: Vec<PathBuf>) -> Option<PathBuf> {
    for _ in 0..FONT_FOLDERS {
        for entry in std::fs::read_dir(folders.pop()?).into_iter().flatten().flatten() {
            let path = entry.path();
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
            if ["ttf", "otf", "ttc", "pfb", "woff2"].contains(&ending) {
                return Some(path);
            }
            if path.is_dir() {
                folders.push(path);
            }
        }
    }
    None
}
