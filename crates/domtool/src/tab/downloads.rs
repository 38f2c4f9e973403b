//! Downloads that a tab began: what each is called, how far it is, and where it is once it is whole.

use std::path::PathBuf;

use domtool_cdp::protocol::browser::{DownloadProgress, DownloadWillBegin};
use domtool_page::snapshot::shorten_url;

use crate::{
    cpu::blocking,
    folder::Folder,
    limits::DOWNLOADS,
    report::{DownloadInfo, DownloadState},
};

/// The downloads of a tab, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Downloads(Vec<(String, DownloadInfo)>);

impl Downloads {
    /// One begins.
    pub(super) fn begin(&mut self, event: &DownloadWillBegin) {
        let info = DownloadInfo {
            name: event.suggested_filename.clone(),
            url: shorten_url(&event.url).into_owned(),
            path: None,
            bytes: 0,
            total: None,
            state: DownloadState::InProgress,
        };
        if self.0.len() >= DOWNLOADS {
            self.0.remove(0);
        }
        self.0.push((event.guid.clone(), info));
    }

    /// One moves on. Whether that was its end.
    pub(super) fn progress(&mut self, event: &DownloadProgress, folder: Option<&Folder>) -> bool {
        let Some((_, info)) = self.0.iter_mut().find(|(guid, _)| *guid == event.guid) else { return false };
        if info.state != DownloadState::InProgress {
            return false;
        }
        info.bytes = event.received_bytes as u64;
        info.total = (event.total_bytes > 0.0).then_some(event.total_bytes as u64);
        match event.state.as_str() {
            "completed" => {
                info.state = DownloadState::Completed;
                let raw = event.file_path.as_ref().map(PathBuf::from);
                info.path = match folder {
                    // It has the browser's own name so far, which nobody can have wished for.
                    Some(folder) => {
                        let from = raw.unwrap_or_else(|| folder.path().join(&event.guid));
                        let named = blocking(|| folder.name(&from, &info.name)).inspect_err(|error| {
                            tracing::warn!(%error, "a download could not be given its name");
                        });
                        Some(named.unwrap_or(from))
                    }
                    None => raw,
                };
                if let Some(name) = info.path.as_ref().and_then(|path| path.file_name()) {
                    info.name = name.to_string_lossy().into_owned();
                }
                true
            }
            "canceled" => {
                info.state = DownloadState::Canceled;
                true
            }
            _ => false,
        }
    }

    /// Those under way, by name, of which nothing more will be heard.
    pub(super) fn forget_running(&mut self) -> Vec<String> {
        let (running, kept) = std::mem::take(&mut self.0)
            .into_iter()
            .partition::<Vec<_>, _>(|(_, info)| info.state == DownloadState::InProgress);
        self.0 = kept;
        running.into_iter().map(|(_, info)| info.name).collect()
    }

    pub(crate) fn get(&self, guid: &str) -> Option<&DownloadInfo> {
        self.0.iter().find(|(known, _)| known == guid).map(|(_, info)| info)
    }
}
