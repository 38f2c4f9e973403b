//! Fetching Chrome for Testing, which Google builds for programs and does not change under them, into domtool's own cache.
//!
//! In the order of an installation: `release` (which one, by the service's lists), `client`, `transfer` (the archive, with
//! `progress`), `unpack`. Every step is taken in `downloads/`; the last one moves the whole to where the finder looks.

mod client;
mod progress;
mod release;
mod transfer;
mod unpack;

use std::path::PathBuf;

use domtool::{ErrorKind, text::shorten_url};

use client::Client;
pub(crate) use release::{Channel, Wanted};
use release::{Platform, Release};
use transfer::Transfer;

use super::cache::{Cache, Locked};
use crate::{
    failure::{Failure, Result},
    print, settings,
};

/// Where the service has its lists of versions.
const LISTS: &str = "https://googlechromelabs.github.io/chrome-for-testing";

/// A browser that is in place.
pub(super) struct Fetched {
    pub(super) version: String,
    pub(super) program: PathBuf,
    /// Whether it was there before.
    pub(super) was_there: bool,
}

/// Where Chrome for Testing comes from: Google's service, or a mirror of it, and for what.
pub(super) struct Service {
    mirror: Option<String>,
    platform: Platform,
}

impl Service {
    /// The one for this machine, with the mirror that the environment names.
    ///
    /// # Errors
    /// `NO_BROWSER` where there is no Chrome for Testing, `INVALID_INPUT` for a mirror that cannot be trusted to be one.
    pub(super) fn find() -> Result<Self> {
        let platform = Platform::here()?;
        let mirror = std::env::var(settings::CHROME_MIRROR.variable).ok().filter(|mirror| !mirror.is_empty());
        mirror.as_deref().map_or(Ok(()), check_mirror)?;
        Ok(Self { mirror: mirror.map(|mirror| mirror.trim_end_matches('/').to_owned()), platform })
    }

    /// Where it is, for people.
    pub(super) fn describe(&self) -> String {
        shorten_url(self.mirror.as_deref().unwrap_or(LISTS)).into_owned()
    }

    fn list(&self, wanted: &Wanted) -> String {
        format!("{}/{}", self.mirror.as_deref().unwrap_or(LISTS), wanted.list())
    }

    /// Where the archive of a release is. A mirror has it in the folders that Google's storage has it in; what its copy of the
    /// list says is Google's address.
    fn archive(&self, release: &Release) -> String {
        let (version, platform) = (release.version.text(), release.platform);
        match &self.mirror {
            Some(mirror) => format!("{mirror}/{version}/{}/{}.zip", platform.name(), platform.folder()),
            None => release.url.clone(),
        }
    }

    /// Fetches a browser unless it is there.
    ///
    /// # Errors
    /// `NOT_FOUND` when there is no such version; `NO_BROWSER` when it cannot be fetched; `SECURITY_BLOCKED` when what came is not to
    /// be trusted; `INTERNAL` when it cannot be written. Nothing but a part of the archive is left then.
    pub(super) fn install(&self, wanted: &Wanted, cache: &Cache) -> Result<Fetched> {
        let locked = cache.lock()?;
        // Only a mirror on this machine may go without TLS, see `check_mirror`.
        let tls_only = self.mirror.as_ref().is_none_or(|mirror| mirror.starts_with("https:"));
        let client = Client::new(tls_only);
        let list = client.read(&self.list(wanted))?.ok_or_else(|| match wanted {
            Wanted::Version(_) => wanted.none(),
            _ => client::refused(&self.list(wanted), 404),
        })?;
        let release = wanted.find(&list, self.platform)?;
        let folder = cache.version(release.version.text());
        let program = folder.join(self.platform.folder()).join(self.platform.program());
        let was_there = program.is_file();
        if !was_there {
            self.bring(&release, &client, &locked, &folder)?;
        }
        Ok(Fetched { version: release.version.text().to_owned(), program, was_there })
    }

    /// Brings a release that is not there to its place.
    fn bring(
        &self,
        release: &Release,
        client: &Client,
        locked: &Locked<'_>,
        to: &std::path::Path,
    ) -> Result<()> {
        let version = release.version.text();
        let name = format!("{}-{version}.zip", self.platform.folder());
        let url = self.archive(release);
        let path = locked.part(&name);
        let what = format!("Chrome for Testing {version}");
        let transfer = Transfer { client, url: &url, path: &path, what };
        transfer.run()?.ok_or_else(|| client::refused(&url, 404))?;

        let unfinished = locked.unfinished(version)?;
        let unpacked = unpack::unpack(&path, unfinished.path());
        // A bad archive would be bad again; one that there was no room for is kept.
        if !unpacked.as_ref().is_err_and(|failure| failure.kind == ErrorKind::Internal) {
            transfer.forget()?;
        }
        unpacked?;
        let program = unfinished.path().join(self.platform.folder()).join(self.platform.program());
        if !program.is_file() {
            let message = format!("the archive has no {} in it", self.platform.program());
            return Err(Failure::new(ErrorKind::NoBrowser, message, "look at where it comes from"));
        }
        // What is in its place by now has no program in it.
        locked.remove(version)?;
        unfinished.finish(to)?;
        print::aside(&format!("Chrome for Testing {version} is in {}", to.display()));
        Ok(())
    }
}

/// A mirror must be reached by TLS, or be on this machine: by plain HTTP anybody on the way could send another program.
fn check_mirror(mirror: &str) -> Result<()> {
    let rest = mirror.strip_prefix("http://");
    let is_local = rest.is_some_and(|rest| {
        let place = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let host = ["localhost", "127.0.0.1", "[::1]"].iter().find_map(|host| place.strip_prefix(host));
        // Then comes a port, and not the rest of another name, nor a password.
        host.is_some_and(|rest| {
            rest.is_empty() || rest.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok())
        })
    });
    if is_local || mirror.starts_with("https://") {
        return Ok(());
    }
    let variable = settings::CHROME_MIRROR.variable;
    let mut failure = Failure::invalid(format!("{variable} names no address that begins with https://"));
    failure.hint = "name the folder of a mirror, such as https://mirror.example/chrome-for-testing".into();
    Err(failure)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirror_is_reached_by_tls_or_on_this_machine() {
        for good in ["https://m.example/x", "http://127.0.0.1:9/x", "http://localhost", "http://[::1]:9"] {
            assert!(check_mirror(good).is_ok(), "{good}");
        }
        for bad in [
            "http://m.example",
            "http://127.0.0.1.m.example/",
            "http://localhost@m.example/",
            "http://localhost:x@m.example/",
            "file:///x",
            "m.example",
        ] {
            assert!(check_mirror(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn archives_are_where_the_list_or_the_mirror_has_them() {
        let list = br#"{"version":"1.2.3.4","downloads":{"chrome":[{"platform":"mac-x64","url":"https://g.example/a.zip"}]}}"#;
        let wanted: Wanted = "1.2.3.4".parse().unwrap();
        let mut service = Service { mirror: None, platform: Platform::MacX64 };
        let release = wanted.find(list, Platform::MacX64).unwrap();
        assert_eq!(service.archive(&release), "https://g.example/a.zip");
        assert_eq!(service.list(&wanted), format!("{LISTS}/1.2.3.4.json"));
        service.mirror = Some("https://m.example/cft".to_owned());
        assert_eq!(service.archive(&release), "https://m.example/cft/1.2.3.4/mac-x64/chrome-mac-x64.zip");
        assert_eq!(service.list(&wanted), "https://m.example/cft/1.2.3.4.json");
    }
}
