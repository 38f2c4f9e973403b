//! [`Pool`]: how many sessions may run at once, in each engine, for each caller and in all, and who comes next where there is no room. It
//! makes no browser; whoever holds a [`Permit`] may make one.
//!
//! A browser that is being made takes a processor for a second: the engines on this machine make only some at once in all, and the others
//! wait.
//!
//! Waiting is fair: each caller's requests are numbered by rounds, and earlier rounds go first. So one that asks for many sessions gets one
//! a round, as everybody else does; within a round the first that came is the first.

mod stats;
#[cfg(test)]
mod tests;

use std::{
    collections::{HashMap, HashSet},
    fmt::Write as _,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use domtool::ErrorKind;
use tokio::{
    sync::oneshot,
    time::{Instant, timeout_at},
};

pub(crate) use stats::{EngineStats, PoolStats};

use crate::{
    failure::{Failure, Result},
    hint::Hint,
    launch::{Engine, EngineChoice},
    limits::CAPACITY_WITHIN,
};

/// An engine that failed comes after the others for so long.
const COOLING: Duration = Duration::from_secs(30);

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
    /// Of these, those whose browsers are being made.
    making: usize,
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
    /// The browser is not there yet.
    making: bool,
}

impl Permit {
    /// Where the session is to be.
    pub(super) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Notes that the browser is there, so that the engine may make the next one.
    pub(super) fn made(&mut self) {
        self.change(|permit, state| permit.end_making(state));
    }

    fn end_making(&mut self, state: &mut State) {
        if std::mem::take(&mut self.making)
            && let Some(engine) = state.engine(&self.engine)
        {
            engine.making = engine.making.saturating_sub(1);
        }
    }

    /// Changes what it takes of the pool, and gives what is free by that to others.
    fn change(&mut self, change: impl FnOnce(&mut Self, &mut State)) {
        let pool = self.pool.clone();
        let mut state = pool.state();
        change(self, &mut state);
        let unused = pool.grant(&mut state);
        // Those whose callers are gone are given back in their turn, which takes the lock.
        drop(state);
        drop(unused);
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
        self.change(|permit, state| {
            permit.end_making(state);
            if let Some(engine) = state.engine(&permit.engine) {
                engine.in_use = engine.in_use.saturating_sub(1);
            }
            if let Some(caller) = state.callers.get_mut(&permit.caller) {
                caller.in_use = caller.in_use.saturating_sub(1);
            }
        });
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
        let (ticket, mut granted) = self.enter(caller, engines);
        let place = Place { pool: self, ticket };
        let mut until = deadline.unwrap_or(begun + CAPACITY_WITHIN);
        let permit = loop {
            match timeout_at(until, &mut granted).await {
                Ok(granted) => break granted.ok(),
                // Its turn comes for sure, as others are made to the end or not.
                Err(_) if deadline.is_none() && self.state().only_waits_to_be_made(ticket) => {
                    until += CAPACITY_WITHIN;
                }
                Err(_) => break None,
            }
        };
        drop(place);
        // It may have been granted after its time was over. From here on it is not any more.
        let permit = permit.or_else(|| granted.try_recv().ok());
        let mut state = self.state();
        state.waited += begun.elapsed();
        if let Some(permit) = permit {
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
            state.engines[engine].making += 1;
            state.engines[engine].granted += 1;
            state.callers.entry(caller.clone()).or_default().in_use += 1;
            let engine = state.engines[engine].engine.clone();
            if let Err(permit) = grant.send(Permit { pool: self.clone(), engine, caller, making: true }) {
                state.give_round_back(&permit.caller);
                unused.push(permit);
            }
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
        if let Some(at) = state.queue.iter().position(|waiting| waiting.ticket == self.ticket) {
            let left = state.queue.remove(at);
            state.give_round_back(&left.caller);
        }
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
                making: 0,
                granted: 0,
                failed: 0,
                cools_until: None,
            }),
        }
    }

    /// For a request that got nothing: one who tries again comes no later for it.
    fn give_round_back(&mut self, caller: &str) {
        if let Some(caller) = self.callers.get_mut(caller) {
            caller.round = caller.round.saturating_sub(1);
        }
    }

    fn waits(&self, caller: &str) -> bool {
        self.queue.iter().any(|waiting| waiting.caller == caller)
    }

    fn in_use(&self) -> usize {
        self.engines.iter().map(|engine| engine.in_use).sum()
    }

    /// How many browsers are being made on this machine.
    fn making_here(&self) -> usize {
        let here = self.engines.iter().filter(|engine| engine.engine.makes_at_once().is_some());
        here.map(|engine| engine.making).sum()
    }

    fn of_caller(&self, caller: &str) -> usize {
        self.callers.get(caller).map_or(0, |caller| caller.in_use)
    }

    /// The engine that one who waits may have a session in now: of those with room the one with the fewest.
    fn room_for(&self, waiting: &Waiting) -> Option<usize> {
        let now = Instant::now();
        let making = self.making_here();
        let may_make = |engine: &EngineState| is_below(making, engine.engine.makes_at_once());
        let with_room = self.with_room(waiting).filter(|(_, engine)| may_make(engine));
        let best = with_room
            .min_by_key(|(_, engine)| (engine.cools_until.is_some_and(|until| until > now), engine.in_use));
        best.map(|(at, _)| at)
    }

    /// The engines that have room for one who waits, whether or not they can make its browser at once.
    fn with_room<'a>(&'a self, waiting: &'a Waiting) -> impl Iterator<Item = (usize, &'a EngineState)> {
        let may = is_below(self.in_use(), self.limits.all)
            && is_below(self.of_caller(&waiting.caller), self.limits.caller);
        let fits = |engine: &EngineState| {
            waiting.engines.contains(&engine.engine) && is_below(engine.in_use, engine.limit)
        };
        self.engines.iter().enumerate().filter(move |(_, engine)| may && fits(engine))
    }

    /// Whether one who waits has room, and only others are made before.
    fn only_waits_to_be_made(&self, ticket: u64) -> bool {
        let mut waiting = self.queue.iter().filter(|waiting| waiting.ticket == ticket);
        waiting.next().is_some_and(|waiting| self.with_room(waiting).next().is_some())
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
        let making = self.making_here();
        if engines.iter().any(|choice| !is_below(making, choice.engine.makes_at_once())) {
            parts.push(format!("{making} being made on this machine"));
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
