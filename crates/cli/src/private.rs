//! Files, folders and sockets that must be this user's alone. Nothing of another user is opened, followed, replaced or
//! removed, and neither is a file of this user's that domtool did not make.
//!
//! In a folder such as the temporary one anybody can put a file, a link or a socket where domtool looks for its own. Only the
//! owner of a file there can remove it (the sticky bit), so a file that is ours stays ours.

#[cfg(not(unix))]
mod elsewhere;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub(crate) use elsewhere::{
    check_folder, check_socket, close_to_others, create, is_own, is_trusted, make_folder, open, open_existing,
};
#[cfg(unix)]
pub(crate) use unix::{
    check_folder, check_socket, close_to_others, create, is_own, is_trusted, make_folder, open, open_existing,
};

use std::{io, path::Path};

use domtool::ErrorKind;

use crate::failure::Failure;

/// What to do about a file that is in the way.
const ANOTHER_PLACE: &str = "remove it if it is of no use, or name another path in DOMTOOL_SOCKET";

/// Something that is not domtool's is in the way.
#[cfg(unix)]
fn in_the_way(path: &Path, what: &str) -> Failure {
    Failure::new(ErrorKind::SecurityBlocked, format!("{} {what}", path.display()), ANOTHER_PLACE)
}

/// A file of this user's that domtool did not make is in the way.
pub(crate) fn not_ours(path: &Path, what: &str) -> Failure {
    Failure::new(
        ErrorKind::InvalidInput,
        format!("{} is not {what}: it is left as it is", path.display()),
        ANOTHER_PLACE,
    )
}

fn unusable(path: &Path, error: &io::Error) -> Failure {
    let hint = "see that this user can write there, or name another path in DOMTOOL_SOCKET";
    Failure { hint: hint.into(), ..Failure::io(path.display(), error) }
}
