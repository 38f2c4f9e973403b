//! What holds for a tab only during an action: its frames are drawn at full rate (also while a picture is taken), and file choosers
//! are intercepted.
//!
//! - Chromium sends a tab behind others one frame a second once four of its frames were not drawn (`viz`, undrawn frames), also
//!   where focus emulation makes it believe that it is seen, and takes no picture of one that was in front before: the command is never
//!   answered. A screencast has them drawn; this one sends no picture.
//! - A chooser of the system's would wait for a person. In a window that a person sees, and in a tab of theirs, it is left to them while
//!   nothing is done here, or only waited for what they do, and while the tab is in their hands.

use domtool_cdp::{Channel, protocol::page};

use super::TabInner;

/// While it lives, a tab that may be behind others draws its frames.
#[derive(Debug)]
pub(crate) struct Drawn(Option<Channel>);

impl Drawn {
    /// Posted before what the operation sends, so in effect by then.
    pub(crate) fn begin(tab: &TabInner) -> Self {
        // In a browser that is somebody else's any tab of theirs may be in front.
        let behind = tab.borrowed
            || !tab.owner.shared.browser.is_launched()
            || tab.siblings().is_some_and(|siblings| siblings.are_several());
        let channel = match behind {
            true => tab.state().main().map(|main| main.channel.clone()),
            false => None,
        };
        if let Some(channel) = &channel {
            drop(channel.post(&page::StartScreencast {
                format: Some("jpeg".to_owned()),
                quality: Some(1),
                max_width: Some(16),
                max_height: Some(16),
                every_nth_frame: Some(i32::MAX),
            }));
        }
        Self(channel)
    }
}

impl Drop for Drawn {
    fn drop(&mut self) {
        if let Some(channel) = &self.0 {
            drop(channel.post(&page::StopScreencast {}));
        }
    }
}

/// Holds while it lives; dropping it ends both.
#[derive(Debug)]
pub(crate) struct Acting<'t> {
    tab: &'t TabInner,
    _drawn: Drawn,
    choosers: bool,
}

impl<'t> Acting<'t> {
    /// As [`Drawn::begin`]. Whoever only waits opens no chooser.
    pub(crate) fn begin(tab: &'t TabInner, only_waits: bool) -> Self {
        let drawn = Drawn::begin(tab);
        let choosers = !only_waits && (tab.borrowed || tab.owner.shared.browser.watched);
        if choosers {
            intercept(tab, true);
        }
        Self { tab, _drawn: drawn, choosers }
    }
}

impl Drop for Acting<'_> {
    fn drop(&mut self) {
        if self.choosers {
            intercept(self.tab, false);
        }
    }
}

/// Has choosers come to us, or to the person at the window; frames that come later are told when they are attached.
pub(super) fn intercept(tab: &TabInner, enabled: bool) {
    let (enabled, channels) = {
        let mut state = tab.state();
        let enabled = enabled && state.handed_over.is_none();
        state.leaves_choosers = !enabled;
        let channels = state.attachments.iter().map(|attachment| attachment.channel.clone());
        (enabled, channels.collect::<Vec<Channel>>())
    };
    for channel in channels {
        drop(channel.post(&page::SetInterceptFileChooserDialog { enabled }));
    }
}
