//! [`Notices`]: what a call's client is told before its answer, for whoever looks on: that something is waited for, or left out.

use tokio::sync::mpsc;

/// Where a call's notices go: to standard error of the command line that made it; nowhere for programs, which read an answer alone.
#[derive(Debug, Clone, Default)]
pub(crate) struct Notices(Option<mpsc::UnboundedSender<String>>);

impl Notices {
    /// Notices, and where they come out.
    pub(crate) fn new() -> (Self, mpsc::UnboundedReceiver<String>) {
        let (sender, receiver) = mpsc::unbounded_channel();
        (Self(Some(sender)), receiver)
    }

    /// Tells one, if anybody hears it.
    pub(crate) fn tell(&self, text: &str) {
        if let Some(sender) = &self.0 {
            // A client that went needs none.
            let _ = sender.send(text.to_owned());
        }
    }
}
