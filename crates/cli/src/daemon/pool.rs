//! [`Pool`]: how many sessions may run at once, in each engine, for each caller and in all, and who comes next where there is no room. It
//! makes no browser; whoever holds a [`Permit`] may make one.
//!
//! Waiting is fair: each caller's requests are numbered by rounds, and earlier rounds go first. So one that asks for many sessions gets one
//! a round, as everybody else does; within a round the first that came is the first.

use std::{
    collections::{HashMap, HashSet},
    fmt::Write as _,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use domtool::ErrorKind;
use serde::{Deserialize, Serialize};
use tokio::{
    sync::oneshot,
    time::{Instant, timeout_at},
};

use crate::{
    failure::{Failure, Result},
    hint::Hint,
    launch::{Engine, EngineChoice},
};

/// How long a call waits for capacity, where it does not say how long it may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// An engine that failed comes after the others for so long.
const COOLING: Duration = Duration::from_secs(30);

/// What the pool of engines holds, as plain numbers: for a page of metrics.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct PoolStats {
    /// The engines that calls named so far; `local` is a Chromium that is started here.
    pub(crate) engines: Vec<EngineStats>,
    /// So many sessions may run at once in all; `None` where nothing is said.
    pub(crate) limit: Option<usize>,
    /// Calls that wait for capacity now.
    pub(crate) waiting: usize,
    /// Calls that got capacity since the daemon started, with and without waiting.
    pub(crate) granted: u64,
    /// Seconds that calls waited for capacity, all together, those in vain too.
    pub(crate) waited_seconds: f64,
    /// Calls that got none (`NO_CAPACITY`).
    pub(crate) refused: u64,
}

/// One engine of the pool.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct EngineStats {
    /// `local`, or an address without what lets its holder in, such as `webdriver+http://grid:4444`.
    pub(crate) engine: String,
    /// Sessions that run in it, those that are being made included.
    pub(crate) in_use: usize,
    /// Its `max`, if it has one.
    pub(crate) limit: Option<usize>,
    /// Sessions that it was to make since the daemon started.
    pub(crate) granted: u64,
    /// Of these it made none, or could not be reached.
    pub(crate) failed: u64,
}

/// How many sessions may run at once, beside what engines have for themselves.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Limits {
    /// In all.
    pub(super) all: Option<usize>,
    /// For one caller.
    pub(super) caller: Option<usize>,
}

/// The pool. Cheap to clone; clones are the same.
#[derive(Clone)]
pub(super) struct Pool(Arc<Mutex<State>>);

struct State {
    limits: Limits,
    /// In the order in which they were named first.
    engines: Vec<EngineState>,
    callers: HashMap<String, CallerState>,
    queue: Vec<Waiting>,
    next_ticket: u64,
    /// The round of the last request that was granted.
    round: u64,
    granted: u64,
    waited: Duration,
    refused: u64,
}

struct EngineState {
    engine: Engine,
    limit: Option<usize>,
    in_use: usize,
    granted: u64,
    failed: u64,
    cools_until: Option<Instant>,
}

#[derive(Default)]
struct CallerState {
    in_use: usize,
    /// The round of its last request.
    round: u64,
}

struct Waiting {
    ticket: u64,
    round: u64,
    caller: String,
    engines: Vec<Engine>,
    grant: oneshot::Sender<Permit>,
}

/// The right to one session in one engine, given back when it is dropped.
pub(super) struct Permit {
    pool: Pool,
    engine: Engine,
    caller: String,
}

impl Permit {
    /// Where the session is to be.
    pub(super) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Notes that the engine made no session of it.
    pub(super) fn failed(&self) {
        let mut state = self.pool.state();
        if let Some(engine) = state.engine(&self.engine) {
            engine.failed += 1;
            engine.cools_until = Some(Instant::now() + COOLING);
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut state = self.pool.state();
        if let Some(engine) = state.engine(&self.engine) {
            engine.in_use = engine.in_use.saturating_sub(1);
        }
        if let Some(caller) = state.callers.get_mut(&self.caller) {
            caller.in_use = caller.in_use.saturating_sub(1);
        }
        let unused = self.pool.grant(&mut state);
        // Those whose callers are gone are given back in their turn, which takes the lock.
        drop(state);
        drop(unused);
    }
}

impl Pool {
    /// With nobody in it.
    pub(super) fn new(limits: Limits) -> Self {
        Self(Arc::new(Mutex::new(State {
            limits,
            engines: Vec::new(),
            callers: HashMap::new(),
            queue: Vec::new(),
            next_ticket: 0,
            round: 0,
            granted: 0,
            waited: Duration::ZERO,
            refused: 0,
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Room for one session in one of these engines, waited for until the deadline.
    ///
    /// Cancel safety: a dropped future leaves the queue.
    ///
    /// # Errors
    /// `NO_CAPACITY`, with how many are in use.
    pub(super) async fn take(
        &self,
        caller: &str,
        engines: &[EngineChoice],
        deadline: Option<Instant>,
    ) -> Result<Permit> {
        let begun = Instant::now();
        let deadline = deadline.unwrap_or(begun + PATIENCE);
        let (ticket, granted) = self.enter(caller, engines);
        let place = Place { pool: self, ticket };
        let outcome = timeout_at(deadline, granted).await;
        drop(place);
        let mut state = self.state();
        state.waited += begun.elapsed();
        if let Ok(Ok(permit)) = outcome {
            state.granted += 1;
            return Ok(permit);
        }
        state.refused += 1;
        Err(state.full(caller, engines, begun.elapsed()))
    }

    fn enter(&self, caller: &str, engines: &[EngineChoice]) -> (u64, oneshot::Receiver<Permit>) {
        let (grant, granted) = oneshot::channel();
        let mut state = self.state();
        for choice in engines {
            state.name(choice);
        }
        let ticket = state.next_ticket;
        state.next_ticket += 1;
        let now = state.round;
        let of_caller = state.callers.entry(caller.to_owned()).or_default();
        of_caller.round = (of_caller.round + 1).max(now);
        let round = of_caller.round;
        let engines = engines.iter().map(|choice| choice.engine.clone()).collect();
        state.queue.push(Waiting { ticket, round, caller: caller.to_owned(), engines, grant });
        let unused = self.grant(&mut state);
        drop(state);
        drop(unused);
        (ticket, granted)
    }

    /// Gives room to whoever waits for it and comes next, as far as there is any. What could not be handed over is for the caller to drop.
    fn grant(&self, state: &mut State) -> Vec<Permit> {
        let mut unused = Vec::new();
        state.queue.sort_by_key(|waiting| (waiting.round, waiting.ticket));
        let mut at = 0;
        while at < state.queue.len() {
            let Some(engine) = state.room_for(&state.queue[at]) else {
                at += 1;
                continue;
            };
            let Waiting { round, caller, grant, .. } = state.queue.remove(at);
            state.round = state.round.max(round);
            state.engines[engine].in_use += 1;
            state.engines[engine].granted += 1;
            state.callers.entry(caller.clone()).or_default().in_use += 1;
            let engine = state.engines[engine].engine.clone();
            unused.extend(grant.send(Permit { pool: self.clone(), engine, caller }).err());
        }
        unused
    }

    /// What there is to be counted.
    pub(super) fn stats(&self) -> PoolStats {
        let state = self.state();
        PoolStats {
            engines: state.engines.iter().map(EngineState::stats).collect(),
            limit: state.limits.all,
            waiting: state.queue.len(),
            granted: state.granted,
            waited_seconds: state.waited.as_secs_f64(),
            refused: state.refused,
        }
    }
}

/// A place in the queue, left when it is dropped.
struct Place<'a> {
    pool: &'a Pool,
    ticket: u64,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut state = self.pool.state();
        state.queue.retain(|waiting| waiting.ticket != self.ticket);
        let idle: HashSet<String> = state
            .callers
            .iter()
            .filter(|(name, of)| of.in_use == 0 && of.round <= state.round && !state.waits(name))
            .map(|(name, _)| name.clone())
            .collect();
        state.callers.retain(|name, _| !idle.contains(name));
    }
}

impl State {
    fn engine(&mut self, engine: &Engine) -> Option<&mut EngineState> {
        self.engines.iter_mut().find(|state| state.engine == *engine)
    }

    /// Takes an engine in, with the limit that was said last.
    fn name(&mut self, choice: &EngineChoice) {
        match self.engine(&choice.engine) {
            Some(known) => known.limit = choice.max,
            None => self.engines.push(EngineState {
                engine: choice.engine.clone(),
                limit: choice.max,
                in_use: 0,
                granted: 0,
                failed: 0,
                cools_until: None,
            }),
        }
    }

    fn waits(&self, caller: &str) -> bool {
        self.queue.iter().any(|waiting| waiting.caller == caller)
    }

    fn in_use(&self) -> usize {
        self.engines.iter().map(|engine| engine.in_use).sum()
    }

    fn of_caller(&self, caller: &str) -> usize {
        self.callers.get(caller).map_or(0, |caller| caller.in_use)
    }

    /// The engine that one who waits may have a session in now: of those with room the one with the fewest.
    fn room_for(&self, waiting: &Waiting) -> Option<usize> {
        if !is_below(self.in_use(), self.limits.all)
            || !is_below(self.of_caller(&waiting.caller), self.limits.caller)
        {
            return None;
        }
        let now = Instant::now();
        let fits = |engine: &EngineState| {
            waiting.engines.contains(&engine.engine) && is_below(engine.in_use, engine.limit)
        };
        let with_room = self.engines.iter().enumerate().filter(|(_, engine)| fits(engine));
        let best = with_room
            .min_by_key(|(_, engine)| (engine.cools_until.is_some_and(|until| until > now), engine.in_use));
        best.map(|(at, _)| at)
    }

    /// Why there was no room.
    fn full(&self, caller: &str, engines: &[EngineChoice], waited: Duration) -> Failure {
        let mut message =
            format!("there was no room for one more session within {:.1} s:", waited.as_secs_f64());
        let (all, own) = (self.in_use(), self.of_caller(caller));
        let mut parts = Vec::new();
        for choice in engines {
            if let Some(state) = self.engines.iter().find(|state| state.engine == choice.engine) {
                parts.push(format!("{} of {} in use", in_use_of(state.in_use, state.limit), state.engine));
            }
        }
        if let Some(limit) = self.limits.all {
            parts.push(format!("{all} of {limit} in all"));
        }
        if let Some(limit) = self.limits.caller {
            parts.push(format!("{own} of {limit} of this caller"));
        }
        let _ = write!(message, " {}", parts.join(", "));
        let ahead = self.queue.len();
        if ahead > 0 {
            let _ = write!(message, "; {ahead} more wait");
        }
        Failure::new(ErrorKind::NoCapacity, message, Hint::MakeRoom)
    }
}

impl EngineState {
    fn stats(&self) -> EngineStats {
        EngineStats {
            engine: self.engine.to_string(),
            in_use: self.in_use,
            limit: self.limit,
            granted: self.granted,
            failed: self.failed,
        }
    }
}

fn is_below(count: usize, limit: Option<usize>) -> bool {
    limit.is_none_or(|limit| count < limit)
}

fn in_use_of(count: usize, limit: Option<usize>) -> String {
    limit.map_or_else(|| count.to_string(), |limit| format!("{count} of {limit}"))
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Poll, Waker};

    use super::*;

    fn named(address: &str, max: Option<usize>) -> EngineChoice {
        EngineChoice { engine: Engine::Cdp(address.to_owned()), max }
    }

    fn local(max: usize) -> Vec<EngineChoice> {
        vec![EngineChoice { engine: Engine::Local, max: Some(max) }]
    }

    /// Requests of one pool, each with its caller; polled once, so that no time passes.
    struct Requests(Vec<(String, oneshot::Receiver<Permit>)>);

    impl Requests {
        fn ask(&mut self, pool: &Pool, caller: &str, engines: &[EngineChoice]) {
            self.0.push((caller.to_owned(), pool.enter(caller, engines).1));
        }

        /// Whose were granted since, with their permits.
        fn granted(&mut self) -> Vec<(String, Permit)> {
            let mut granted = Vec::new();
            self.0.retain_mut(|(caller, wait)| {
                let mut context = Context::from_waker(Waker::noop());
                match std::pin::Pin::new(wait).poll(&mut context) {
                    Poll::Ready(Ok(permit)) => {
                        granted.push((caller.clone(), permit));
                        false
                    }
                    _ => true,
                }
            });
            granted
        }
    }

    #[test]
    fn one_that_asks_for_many_does_not_starve_the_others() {
        let pool = Pool::new(Limits::default());
        let mut requests = Requests(Vec::new());
        for _ in 0..5 {
            requests.ask(&pool, "greedy", &local(1));
        }
        requests.ask(&pool, "modest", &local(1));
        requests.ask(&pool, "other", &local(1));
        let mut order = Vec::new();
        for _ in 0..7 {
            let mut now = requests.granted();
            assert_eq!(now.len(), 1, "one at a time");
            order.push(now.pop().unwrap().0);
        }
        assert_eq!(order, ["greedy", "modest", "other", "greedy", "greedy", "greedy", "greedy"]);
        let stats = pool.stats();
        assert_eq!((stats.waiting, stats.engines[0].in_use, stats.engines[0].granted), (0, 0, 7));
    }

    #[test]
    fn limits_hold_each_and_who_waits_for_another_engine_is_not_held_up() {
        let pool = Pool::new(Limits { all: Some(3), caller: Some(2) });
        let mut requests = Requests(Vec::new());
        let (one, two) = ([named("a", Some(1))], [named("b", None)]);
        requests.ask(&pool, "x", &one);
        requests.ask(&pool, "x", &one);
        requests.ask(&pool, "y", &two);
        let held = requests.granted();
        assert_eq!(held.len(), 2, "the second for the full engine waits, the one behind it does not");
        requests.ask(&pool, "y", &two);
        requests.ask(&pool, "y", &two);
        let third = requests.granted();
        assert!(third.len() == 1 && third[0].0 == "y", "a caller has two");
        assert!(requests.granted().is_empty(), "three in all");
        drop(held);
        assert_eq!(requests.granted().len(), 2);
    }

    #[test]
    fn sessions_are_spread_and_one_that_failed_comes_last() {
        let pool = Pool::new(Limits::default());
        let mut requests = Requests(Vec::new());
        let both = [named("a", Some(2)), named("b", Some(3))];
        let mut take = || {
            requests.ask(&pool, "x", &both);
            requests.granted().pop().unwrap().1
        };
        let held: Vec<Permit> = (0..4).map(|_| take()).collect();
        let count = |held: &[Permit], at: usize| {
            held.iter().filter(|permit| *permit.engine() == both[at].engine).count()
        };
        assert_eq!((count(&held, 0), count(&held, 1)), (2, 2));
        drop(held);
        let first = take();
        first.failed();
        drop(first);
        let next: Vec<Permit> = (0..3).map(|_| take()).collect();
        assert_eq!((count(&next, 0), count(&next, 1)), (0, 3), "a failed, b has room for three");
        assert!(*take().engine() == both[0].engine, "it is better than none");
        assert_eq!(pool.stats().engines[0].failed, 1);
    }

    #[test]
    fn what_was_granted_to_one_who_left_goes_to_the_next() {
        let pool = Pool::new(Limits::default());
        let mut requests = Requests(Vec::new());
        requests.ask(&pool, "x", &local(1));
        let held = requests.granted();
        drop(pool.enter("gone", &local(1)).1);
        requests.ask(&pool, "y", &local(1));
        drop(held);
        assert_eq!(requests.granted().len(), 1);
        assert_eq!(pool.stats().engines[0].in_use, 0);
    }

    #[tokio::test]
    async fn who_gets_none_is_told_how_many_are_in_use() {
        let pool = Pool::new(Limits { all: Some(9), caller: Some(1) });
        let now = Some(Instant::now());
        let held = pool.take("x", &local(4), None).await.ok().unwrap();
        let refused = pool.take("x", &local(4), now).await.err().unwrap();
        assert_eq!(refused.kind, ErrorKind::NoCapacity);
        assert!(
            refused.message.contains("1 of 4 of local in use, 1 of 9 in all, 1 of 1 of this caller"),
            "{refused}"
        );
        drop(held);
        assert!(pool.take("x", &local(4), now).await.is_ok());
        let stats = pool.stats();
        assert_eq!((stats.granted, stats.refused, stats.waiting), (2, 1, 0));
        assert!(pool.state().callers.len() <= 1, "callers are forgotten");
    }
}
