//! Makes a lost connection to a browser that somebody else started again, with growing pauses; its sessions go on in the same
//! tabs. No call that was under way is done again: its caller has the error of the first try.

use std::{
    hash::{BuildHasher, RandomState},
    sync::Arc,
    time::Duration,
};

use domtool_cdp::protocol::target;
use tokio::time::{Instant, sleep_until, timeout_at};

use super::{Browser, Session};
use crate::{
    browser::{BrowserInner, direct},
    error::{Error, ErrorKind, Result},
    session::SessionInner,
    setters::setters,
};

/// How long the tabs of a session may take to be set up again.
const SET_UP: Duration = Duration::from_secs(10);

/// How patiently a lost connection is made again. It ends with the last try or with the time, whichever comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reconnect {
    /// How many tries at most; at least one is made.
    pub tries: u32,
    /// The pause after the first try, at most. Each is twice the one before it, by chance up to a half shorter, so that many who
    /// lost the same browser do not come back at once.
    pub first: Duration,
    /// The longest pause.
    pub longest: Duration,
    /// How long it may take in all, tries and pauses.
    pub within: Duration,
}

setters!(Reconnect {
    /// Tries so often; at least once.
    with_tries => tries = u32;
    /// Pauses so long after the first try, at most.
    with_first => first = Duration;
    /// Pauses no longer than this.
    with_longest => longest = Duration;
    /// Takes at most so long in all, tries and pauses.
    with_within => within = Duration;
});

impl Default for Reconnect {
    fn default() -> Self {
        Self {
            tries: 12,
            first: Duration::from_millis(50),
            longest: Duration::from_secs(2),
            within: Duration::from_secs(10),
        }
    }
}

impl Reconnect {
    /// The pause after so many tries; chance is from 0 to 1.
    fn pause(&self, tried: u32, chance: f64) -> Duration {
        let doubled = 2_u32.saturating_pow(tried.saturating_sub(1));
        let whole = self.first.saturating_mul(doubled).min(self.longest);
        whole.mul_f64(1.0 - chance.clamp(0.0, 1.0) / 2.0)
    }
}

/// From 0 to 1; the hasher's keys are random.
fn chance(tried: u32) -> f64 {
    f64::from(RandomState::new().hash_one(tried) as u32) / f64::from(u32::MAX)
}

impl Browser {
    /// Connects once more to a browser that [`Browser::connect`] had reached, after the connection broke. Its sessions go on
    /// with [`Browser::resume`], one by one.
    ///
    /// Cancel safety: as [`Browser::connect`].
    ///
    /// # Errors
    /// `BROWSER_GONE` when it was not reached, with how long it was tried and why it failed last; also for a browser that was
    /// launched, which ends with its connection.
    pub async fn reconnect(&self, patience: &Reconnect) -> Result<Browser> {
        let Some(endpoint) = self.endpoint() else { return Err(self.inner.shared.lost()) };
        let begun = Instant::now();
        let end = begun + patience.within;
        let mut tried = 0;
        let mut why = None;
        while tried < patience.tries.max(1) {
            tried += 1;
            match timeout_at(end, BrowserInner::connect(endpoint, self.inner.shared.earlier() + 1)).await {
                Ok(Ok(inner)) => return Ok(Browser { inner }),
                Ok(Err(error)) => why = Some(error.message().to_owned()),
                Err(_) => {
                    why.get_or_insert_with(|| "it did not answer".to_owned());
                    break;
                }
            }
            let next = Instant::now() + patience.pause(tried, chance(tried));
            if tried >= patience.tries || next >= end {
                break;
            }
            sleep_until(next).await;
        }
        let message = format!(
            "the connection to the browser broke and could not be made again: tried {} in {:.1} s: {}",
            if tried == 1 { "once".to_owned() } else { format!("{tried} times") },
            begun.elapsed().as_secs_f64(),
            why.unwrap_or_default()
        );
        Err(Error::new(ErrorKind::BrowserGone, message)
            .with_hint("see that the browser runs and can be reached, then try again"))
    }

    /// Goes on with a session of an earlier connection to this browser: its ids, its tabs by their numbers (those that are there
    /// yet), what each of its callers has seen and was told. The handles of the earlier session and its tabs stay lost.
    ///
    /// What its tabs report next begins with the news that the connection broke, and that nothing was heard in between.
    ///
    /// Cancel safety: a dropped future loses what the session's callers had seen and were not told yet, as that moves over before
    /// the tabs are set up. Ids stay, and the session can be resumed again.
    ///
    /// # Errors
    /// `BROWSER_GONE` when nothing of the session is there: it had a context of its own, which ends with the connection, or it
    /// had tabs and each of them is gone (the browser was restarted).
    pub async fn resume(&self, session: &Session) -> Result<Session> {
        let before = &session.inner;
        if before.shared.context.is_some() {
            return Err(nothing_left("its cookies and tabs were its own, and ended with the connection"));
        }
        // The router detaches from tabs that no session claims: it must have done so before this session claims some.
        self.inner.shared.catch_up().await;
        let connection = &self.inner.shared.connection;
        let root = connection.browser();
        let there = root.call(&target::GetTargets { filter: None }).await?.target_infos;
        let had = before.siblings.open();
        let stays = |info: &&target::TargetInfo| had.iter().any(|tab| tab.target() == info.target_id);
        if !had.is_empty() && !there.iter().any(|info| stays(&info)) {
            return Err(nothing_left("the browser that answers there has none of its tabs"));
        }
        let downloads = direct(connection, None, &before.shared.options, false, None).await?;
        let inner =
            SessionInner::following(before, downloads, Arc::clone(&self.inner.shared), &self.inner.routes);
        inner.take_over(before, &there).await;
        let opened =
            |info: &&target::TargetInfo| had.iter().any(|tab| Some(&tab.target()) == info.opener_id.as_ref());
        let ours: Vec<_> =
            there.iter().filter(|info| info.r#type == "page" && (stays(info) || opened(info))).collect();
        {
            let mut routes = self.inner.routes();
            routes.sessions.push(Arc::downgrade(&inner));
            routes
                .default_context
                .expected
                .extend(ours.iter().map(|info| (info.target_id.clone(), Arc::downgrade(&inner))));
        }
        let attach = |info: &&target::TargetInfo| {
            root.post(&target::AttachToTarget { target_id: info.target_id.clone(), flatten: Some(true) })
        };
        let attaching: Vec<_> = ours.iter().map(attach).collect();
        for (info, attaching) in ours.iter().zip(attaching) {
            match attaching.reply().await {
                Ok(_) => {}
                // It closed meanwhile.
                Err(error) if error.is_protocol() => {
                    self.inner
                        .routes()
                        .default_context
                        .expected
                        .retain(|(target, _)| *target != info.target_id);
                    inner.forget(&info.target_id);
                }
                Err(error) => return Err(error.into()),
            }
        }
        // The answers may have overtaken the events by which the tabs come.
        self.inner.shared.catch_up().await;
        tokio::select! {
            set_up = inner.settled(SET_UP) => {
                if !set_up {
                    tracing::warn!("a tab was not set up again in time");
                }
            }
            () = connection.closed() => return Err(self.inner.shared.lost()),
        }
        Ok(Session { inner, caller: Arc::clone(&session.caller) })
    }
}

fn nothing_left(why: &str) -> Error {
    Error::new(ErrorKind::BrowserGone, format!("the connection to the browser broke, and {why}"))
        .with_hint("open an address in a new session")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_a_bound_and_are_never_longer() {
        let patience = Reconnect {
            first: Duration::from_millis(100),
            longest: Duration::from_secs(1),
            ..Reconnect::default()
        };
        let pauses = |chance| -> Vec<u128> {
            (1..=6).map(|tried| patience.pause(tried, chance).as_millis()).collect()
        };
        assert_eq!(pauses(0.0), [100, 200, 400, 800, 1000, 1000]);
        assert_eq!(pauses(1.0), [50, 100, 200, 400, 500, 500]);
        assert_eq!(patience.pause(u32::MAX, 0.0), Duration::from_secs(1));
        for tried in 1..100 {
            assert!((0.0..=1.0).contains(&chance(tried)));
        }
    }
}
