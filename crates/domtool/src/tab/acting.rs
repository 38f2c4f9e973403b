//! What holds for a tab only during an action: its frames are drawn at full rate, and file choosers are intercepted.
//!
//! - Chromium sends a tab behind others one frame a second once four of its frames were not drawn (`viz`, undrawn frames), also
//!   where focus emulation makes it believe that it is seen. A screencast has them drawn; this one sends no picture.
//! - A chooser of the system's would wait for a person. In a window that a person sees, and in a tab of theirs, it is left to them while
//!   nothing is done here.

use domtool_cdp::{Channel, protocol::page};

use super::TabInner;

/// Holds while it lives; dropping it ends both.
#[derive(Debug)]
pub(crate) struct Acting<'t> {
    tab: &'t TabInner,
    drawn: Option<Channel>,
    choosers: bool,
}

impl<'t> Acting<'t> {
    /// Posted before what the operation sends, so in effect by then.
    pub(crate) fn begin(tab: &'t TabInner) -> Self {
        let behind = tab.borrowed || tab.siblings().is_some_and(|siblings| siblings.are_several());
        let drawn = match behind {
            true => tab.state().main().map(|main| main.channel.clone()),
            false => None,
        };
        if let Some(channel) = &drawn {
            drop(channel.post(&page::StartScreencast {
                format: Some("jpeg".to_owned()),
                quality: Some(1),
                max_width: Some(16),
                max_height: Some(16),
                every_nth_frame: Some(i32::MAX),
            }));
        }
        let choosers = tab.borrowed || tab.owner.shared.browser.watched;
        if choosers {
            intercept(tab, true);
        }
        Self { tab, drawn, choosers }
    }
}

impl Drop for Acting<'_> {
    fn drop(&mut self) {
        if let Some(channel) = &self.drawn {
            drop(channel.post(&page::StopScreencast {}));
        }
        if self.choosers {
            intercept(self.tab, false);
        }
    }
}

/// Has choosers come to us, or to the person at the window; frames that come later are told when they are attached.
fn intercept(tab: &TabInner, enabled: bool) {
    let channels: Vec<Channel> = {
        let mut state = tab.state();
        state.leaves_choosers = !enabled;
        state.attachments.iter().map(|attachment| attachment.channel.clone()).collect()
    };
    for channel in channels {
        drop(channel.post(&page::SetInterceptFileChooserDialog { enabled }));
    }
}
