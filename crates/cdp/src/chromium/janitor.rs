//! The watcher that cleans up when this process is killed: a shell that waits for the end of a pipe only we hold.
//!
//! It learns Chromium's process id before Chromium may start, so at no moment could this process be killed and leave a browser
//! behind. When the browser has ended in order, the watcher is sent `done` and ends without touching anything.

use std::{
    io::{self, PipeWriter, Write},
    os::unix::process::CommandExt,
    path::Path,
    process::{Command, Stdio},
};

/// Arguments: the profile to remove, or nothing. Input: the leader of Chromium's process group, then `done` or the end.
///
/// A browser whose profile is to be kept wants to write it, so it is asked first and killed after three seconds. The
/// group can outlive its end as long as nobody collects it, hence the bound on everything.
/// (`kill -TERM -- -1` is not understood by every shell; `kill -s TERM -- -1` is.)
const SCRIPT: &str = r#"
trap '' HUP INT TERM
read -r group || group=
while read -r word; do
    [ "$word" = done ] && exit 0
done
if [ -n "$group" ]; then
    tries=0
    if [ -n "$1" ]; then tries=30; else kill -s TERM -- "-$group" 2>/dev/null; fi
    while [ "$tries" -lt 50 ] && kill -s 0 -- "-$group" 2>/dev/null; do
        [ "$tries" -eq 30 ] && kill -s KILL -- "-$group" 2>/dev/null
        sleep 0.1
        tries=$((tries + 1))
    done
fi
if [ -n "$1" ]; then
    tries=0
    while [ "$tries" -lt 30 ]; do
        rm -rf -- "$1" 2>/dev/null
        [ -e "$1" ] || exit 0
        sleep 0.1
        tries=$((tries + 1))
    done
fi
"#;

/// The watcher, as its owner sees it. Dropping it without [`Janitor::done`] lets it clean.
#[derive(Debug)]
pub(super) struct Janitor {
    orders: PipeWriter,
    shell: tokio::process::Child,
}

impl Janitor {
    /// Starts it, for a temporary profile (which need not be there yet) or for none.
    pub(super) fn start(profile: Option<&Path>) -> io::Result<Self> {
        // Closed on exec in this process, so no other child of ours can keep it open.
        let (input, orders) = io::pipe()?;
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SCRIPT, "domtool-janitor"]).args(profile);
        // In a group of its own: Ctrl-C in a terminal goes to ours.
        command.process_group(0).current_dir("/").stdin(input).stdout(Stdio::null()).stderr(Stdio::null());
        super::owned::keep_settings_out(&mut command);
        let shell = tokio::process::Command::from(command).spawn()?;
        Ok(Self { orders, shell })
    }

    /// Tells it whom to watch.
    pub(super) fn watch(&mut self, group: u32) -> io::Result<()> {
        writeln!(self.orders, "{group}")
    }

    /// There is nothing left to clean.
    pub(super) fn done(mut self) {
        // Both fail only when it is gone already.
        let _ = self.orders.write_all(b"done\n");
        let _ = self.shell.try_wait();
    }
}
