//! The browsers that domtool fetched, and what is left of installations that did not end.

use super::Check;
use crate::{failure::Result, local::browser::cache::Cache};

/// Looks into the cache. It need not be there.
pub(super) fn check() -> Check {
    let look = || -> Result<_> {
        let cache = Cache::find()?;
        Ok((cache.browsers().to_owned(), cache.versions()?, cache.leftovers()?))
    };
    let (folder, versions, leftovers) = match look() {
        Ok(found) => found,
        Err(failure) => return Check::bad("cache", failure.message, failure.hint),
    };
    let versions =
        if versions.is_empty() { "no browser of domtool's own".to_owned() } else { versions.join(", ") };
    let finding = format!("{versions} in {}", folder.display());
    match leftovers.len() {
        0 => Check::good("cache", finding),
        some => Check {
            next: Some(
                "install it again, which goes on with a download; or remove them: domtool doctor --fix"
                    .to_owned(),
            ),
            ..Check::note("cache", format!("{finding}; {some} leftovers of installations that did not end"))
        },
    }
}

/// Removes what is left, unless another process is installing a browser.
///
/// # Errors
/// `NO_BROWSER` when one is; `INTERNAL` when something cannot be removed.
pub(super) fn sweep() -> Result<()> {
    let cache = Cache::find()?;
    if cache.leftovers()?.is_empty() {
        return Ok(());
    }
    cache.lock()?.sweep()
}
