//! Who gets room, and who waits, without any browser.

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
    let count =
        |held: &[Permit], at: usize| held.iter().filter(|permit| *permit.engine() == both[at].engine).count();
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
fn a_machine_makes_some_browsers_at_once_and_the_next_when_one_is_there() {
    let pool = Pool::new(Limits::default());
    let mut requests = Requests(Vec::new());
    let most = Engine::Local.makes_at_once().unwrap();
    let here = [EngineChoice { engine: Engine::Local, max: None }];
    for _ in 0..most + 2 {
        requests.ask(&pool, "x", &here);
    }
    let last = pool.enter("x", &here);
    let mut held = requests.granted();
    assert_eq!(held.len(), most);
    assert!(pool.state().only_waits_to_be_made(last.0), "it has room, and waits for others alone");
    held[0].1.made();
    held[0].1.made();
    let third = requests.granted();
    assert_eq!(third.len(), 1, "one is there, which counts once");
    held.truncate(1);
    let fourth = requests.granted();
    assert_eq!(fourth.len(), 1, "one that is given up is made no more");
    drop((held, third, fourth, last));
    let stats = pool.stats();
    assert_eq!((stats.waiting, stats.engines[0].in_use), (0, 0));
}

#[test]
fn a_machine_makes_no_more_at_once_where_several_engines_are_on_it() {
    let pool = Pool::new(Limits::default());
    let mut requests = Requests(Vec::new());
    let choice = |engine| [EngineChoice { engine, max: None }];
    let (here, there) = (choice(Engine::Local), choice(Engine::WebDriver("http://grid:4444".to_owned())));
    let driver = choice(Engine::WebDriver("http://127.0.0.1:9515".to_owned()));
    for _ in 0..Engine::Local.makes_at_once().unwrap() {
        requests.ask(&pool, "x", &here);
    }
    requests.ask(&pool, "y", &driver);
    requests.ask(&pool, "z", &there);
    let mut held = requests.granted();
    assert_eq!(held.pop().unwrap().0, "z", "it is none of this machine");
    assert!(held.iter().all(|(caller, _)| caller == "x"), "its processors are taken");
    let full = pool.state().full("y", &driver, Duration::ZERO).message;
    assert!(full.contains("0 of webdriver+http://127.0.0.1:9515 in use"), "{full}");
    assert!(full.contains(&format!("{} being made on this machine", held.len())), "{full}");
    held[0].1.made();
    assert_eq!(requests.granted().pop().unwrap().0, "y");
}

#[tokio::test]
async fn who_got_nothing_comes_no_later_for_it() {
    let pool = Pool::new(Limits::default());
    let mut requests = Requests(Vec::new());
    requests.ask(&pool, "holds", &local(1));
    for _ in 0..5 {
        assert!(pool.take("refused", &local(1), Some(Instant::now())).await.is_err());
    }
    let round = |caller: &str| pool.state().callers.get(caller).map(|caller| caller.round);
    for _ in 0..5 {
        drop(pool.enter("gone", &local(1)).1);
    }
    assert_eq!(round("gone"), Some(5));
    requests.ask(&pool, "refused", &local(1));
    requests.ask(&pool, "other", &local(1));
    requests.ask(&pool, "other", &local(1));
    let mut order = Vec::new();
    while let Some((caller, _permit)) = requests.granted().pop() {
        order.push(caller);
    }
    assert_eq!(order, ["holds", "refused", "other", "other"]);
    assert_eq!(round("gone"), Some(0), "what nobody took counts for nobody");
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
