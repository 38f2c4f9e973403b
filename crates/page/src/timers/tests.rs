//! Tests of recordings, as words, and what of them is pending.

use super::*;

/// Records as words: `click 0+10` is a span, `set1:250 5` a timer of 250 ms set at 5, `fire1 255+2`, `clear1 9`, `ask1 5`,
/// `frame1 20+3`, `every1:50 5`, `answer:x 9`, `load 5+3`.
fn records(text: &str) -> Vec<Record> {
    let one = |line: &str| {
        let (word, time) = line.trim().split_once(' ').unwrap_or_else(|| panic!("{line}"));
        let (at, duration) = time.split_once('+').unwrap_or((time, "0"));
        let (word, amount) = word.split_once(':').unwrap_or((word, "0"));
        let number = word.trim_start_matches(char::is_alphabetic);
        let name = word.trim_end_matches(char::is_numeric);
        let callback = Callback { frame: "F".to_owned(), id: number.parse().unwrap_or(0) };
        let timeout = amount.parse().unwrap_or(0.0);
        let what = match name {
            "set" | "every" => {
                let once = name == "set";
                What::TimerSet { timer: callback, timeout, once, call: Some(timeout as u64) }
            }
            "post" => What::Posted { message: amount.to_owned() },
            "handle" => What::Delivered { message: amount.to_owned() },
            "asks" => What::DatabaseAsked,
            "answers" => What::DatabaseAnswered,
            "picture" => What::PictureAsked { request: amount.to_owned() },
            "data" => What::DataAsked { request: amount.to_owned() },
            "call" => What::Called(amount.to_owned()),
            "own" => What::CalledOwn,
            "microtasks" => What::RanMicrotasks,
            "task" => What::Entrusted,
            "clear" => What::TimerCleared(callback),
            "fire" => What::TimerFired(callback),
            "ask" => What::FrameAsked(callback),
            "frame" => What::FrameFired(callback),
            "answer" => What::Answered { request: amount.to_owned() },
            event => What::Dispatched { event: event.to_owned() },
        };
        Record { at: at.parse().unwrap(), duration: duration.parse().unwrap(), thread: 1, what }
    };
    text.split(',').map(one).collect()
}

/// Reads recordings one after the other.
fn read(recordings: &[&str]) -> Pending {
    read_by(&mut CausedTimers::default(), recordings, &IdleTimers::default(), 0.0)
}

/// The same, where nothing changed for so long before the end of each.
fn read_by(timers: &mut CausedTimers, recordings: &[&str], idle: &IdleTimers, quiet: f64) -> Pending {
    let mut pending = Pending::default();
    for text in recordings {
        let mut records = records(text);
        let end = records.iter().map(|record| record.at).fold(0.0, f64::max);
        let reading = Reading {
            end,
            quiet,
            ours: &|frame| frame == "F",
            awaited: &|request| request == "mine",
            stream: &|request| request == "stream",
            animated: text.contains("animated"),
            history: text.contains("history"),
            caret: false,
            tasks: !text.contains("sequel"),
            idle,
        };
        pending = timers.read(&mut records, &reading);
    }
    pending
}

/// When the last timer is due after the end of the last recording, in ms.
#[track_caller]
fn check(recordings: &[&str], expected: Option<u64>) {
    let read = read(recordings);
    assert_eq!((read.due, read.missed), (expected.map(Duration::from_millis), false), "{recordings:?}");
}

#[test]
fn a_timer_that_a_handler_set_is_pending() {
    check(&["click 0+10, set1:250 5"], Some(250));
    check(&["click 0+10, set1:250 5, frame9 45+1"], Some(210));
    check(&["click 0+10"], None);
    check(&["click 0+10, set1:1500 5"], None);
}

#[test]
fn one_that_fired_or_was_cleared_is_not() {
    check(&["click 0+10, set1:20 5, fire1 25+1"], None);
    check(&["input 0+1, set1:300 0, input 20+1, clear1 20, set2:300 20"], Some(300));
}

#[test]
fn what_a_timer_sets_in_turn_counts_to_some_depth() {
    check(&["click 0+10, set1:20 5, fire1 25+2, set2:100 26"], Some(100));
    check(&["click 0+1, set1:20 0", "fire1 20+1, set2:20 20", "fire2 40+1, set3:20 40"], Some(20));
    check(
        &[
            "click 0+1, set1:20 0",
            "fire1 20+1, set2:20 20",
            "fire2 40+1, set3:20 40",
            "fire3 60+1, set4:20 60",
        ],
        None,
    );
}

#[test]
fn a_clock_beside_it_is_the_pages_own() {
    check(&["fire7 0+1, set7:50 0, click 5+10, fire7 50+1, set8:50 50"], None);
    check(&["frame7 0+1, ask8 0, set1:100 0, click 3+1"], None);
    check(&["load 0+3, set1:100 1"], None);
}

#[test]
fn work_in_a_task_of_its_own_soon_after_it_counts() {
    check(&["click 0+10, ask1 5, frame1 16+2, set1:200 17"], Some(200));
    check(&["click 0+10, set1:200 30"], Some(200));
    check(&["click 0+10, set1:200 120"], None);
}

#[test]
fn an_answer_that_the_action_waited_for_counts_as_its_doing() {
    check(&["answer:mine 100, load 101+2, set1:300 102"], Some(300));
    check(&["answer:other 100, load 101+2, set1:300 102"], None);
}

#[test]
fn one_that_fired_between_two_recordings_is_missed() {
    assert!(read(&["click 0+1, set1:20 0", "frame9 200+1"]).missed);
    assert_eq!(read(&["click 0+1, set1:20 0", "frame9 200+1", "frame9 300+1"]), Pending::default());
}

#[test]
fn frames_in_a_row_count_and_an_animation_does_not() {
    check(&["click 0+10, ask1 5, frame1 16+2, ask2 17"], Some(17));
    check(&["click 0+10, ask1 5, frame1 16+2, ask2 17, frame2 33+1, set1:200 33"], Some(200));
    check(&["click 0+1, ask1 0, frame1 16+1, ask2 16, frame2 33+1, ask3 33, frame3 50+1, ask4 50"], None);
    assert!(read(&["click 0+1, ask1 0, frame1 16+1, ask2 16", "fire9 190+1"]).missed);
}

#[test]
fn frames_asked_for_by_who_waits_are_not_waited_for() {
    check(&["click 0+1, ask1 5, frame1 16+1, ask2 16"], None);
    check(&["click 0+1, ask1 5, frame1 16+1, set1:200 16"], Some(200));
}

#[test]
fn the_end_of_an_animation_counts_where_the_action_began_one() {
    check(&["animated 0, transitionend 200+2, set1:300 201"], Some(300));
    check(&["transitionend 200+2, set1:300 201"], None);
}

#[test]
fn what_hears_of_the_end_of_an_animation_may_be_called_by_nothing_that_is_recorded() {
    check(&["click 0+10, animated 5, call:F 300+5, set1:300 301"], Some(300));
    check(&["click 0+10, animated 5, microtasks 300+5, set1:300 301"], Some(300));
    check(&["click 0+10, call:F 300+5, set1:300 301"], None);
    // A timer of the page's own, another page.
    check(&["click 0+10, animated 5, fire9 300+5, call:F 301+3, set1:300 302"], None);
    check(&["click 0+10, animated 5, call:G 300+5, set1:5000 301"], None);
    // What hears of a way through the history is called in a task of its own.
    check(&["history 0, call:F 5+3, set1:300 6"], Some(300));
    check(&["call:F 5+3, set1:300 6"], None);
}

#[test]
fn a_script_that_dispatches_a_click_is_no_person() {
    check(&["fire7 0+5, click 1+3, set1:100 2"], None);
}

/// What cannot be followed.
#[track_caller]
fn carried(recording: &str, expected: Option<Carried>) {
    assert_eq!(read(&[recording]).carried, expected, "{recording}");
}

#[test]
fn a_message_is_followed_to_where_it_is_handled() {
    carried("click 0+10, post:a 5", Some(Carried::Strictly));
    carried("click 0+10, post:a 5, handle:a 20+2", None);
    carried("click 0+10, post:a 5, handle:a 20+2, post:b 21", Some(Carried::Strictly));
    carried("click 0+10, post:a 5, handle:a 20+2, post:b 21, handle:b 30+1", None);
    carried("fire7 0+10, post:a 5", None);
    check(&["click 0+10, post:a 5, handle:a 20+2, set1:300 21"], Some(300));
    check(&["post:x 0, click 1+1, handle:b 300+2, set1:300 301"], None);
}

#[test]
fn work_that_was_given_away_counts_until_it_comes_back() {
    carried("click 0+10, asks 5", Some(Carried::Strictly));
    carried("click 0+10, asks 5, answers 20+2", None);
    carried("click 0+10, asks 5, answers 20+2, asks 21", Some(Carried::Strictly));
    carried("fire7 0+3, asks 1", None);
    check(&["click 0+10, asks 5, answers 150+2, set1:300 151"], Some(300));
}

#[test]
fn what_a_script_that_ran_for_the_input_gives_away_may_come_back() {
    let entrusted = |recording| read(&[recording]).entrusted;
    assert!(!entrusted("click 0+10, call:F 1+5"));
    assert!(entrusted("click 0+10, call:F 1+5, task 3"));
    assert!(entrusted("click 0+10, call:F 1+1, microtasks 3+3, task 5"));
    assert!(!entrusted("click 0+10, call:F 1+1, microtasks 3+5, own 4+2, task 5"));
    assert!(entrusted("click 0+10, call:F 1+1, microtasks 3+5, own 4+2, task 7"));
    // Scripts that a script runs, by an event that it dispatches, have no record of their own.
    assert!(entrusted("click 0+10, call:F 1+5, save 2+3, task 3"));
    assert!(!entrusted("click 0+10, focus 1+5, task 3"));
    // The browser gives away much for what the input does by itself.
    assert!(!entrusted("click 0+10, task 3"));
    assert!(!entrusted("click 0+10, call:F 1+5, task 7"));
    // A timer has a task of its own, which is posted right before.
    assert!(!entrusted("click 0+10, call:F 1+5, task 3, set1:5000 4"));
    assert!(!entrusted("click 0+10, call:F 1+5, task 3, set1:20 4, task 4.1, set2:5000 5"));
    assert!(entrusted("click 0+10, call:F 1+5, task 2, task 3, set1:5000 4"));
    // A recording without tasks does not tell.
    assert!(entrusted("click 0+10, call:F 1+5, sequel 20"));
    // What still ran when the recording ended may give away anything.
    assert!(entrusted("click 0+10, call:F 1"));
    // A timer of the action's belongs to it; a timer of the page's own, a load, another page do not.
    assert!(entrusted("click 0+10, set1:20 3, fire1 25+5, call:F 26+2, task 27"));
    assert!(!entrusted("fire9 0+5, call:F 1+3, task 2"));
    assert!(!entrusted("load 0+10, call:F 1+5, task 3"));
    assert!(!entrusted("click 0+10, call:G 1+5, task 3"));
}

#[test]
fn repeating_timers_streams_and_pictures() {
    carried("click 0+10, every1:100 5", Some(Carried::Strictly));
    carried("click 0+10, every1:5000 5", None);
    carried("fire7 0+3, every1:100 1, click 5+1", None);
    carried("click 0+10, data:stream 5", Some(Carried::Strictly));
    carried("click 0+10, data:mine 5", None);
    assert_eq!(read(&["click 0+10, picture:p 5"]).pictures, ["p"]);
    assert_eq!(read(&["click 0+10, picture:p 5, answer:p 20"]).pictures, [""; 0]);
}

#[test]
fn a_timer_that_only_sets_itself_again_is_idle() {
    let rounds = ["keydown 0+1, set1:900 0, frame9 30+1", "fire1 900+1, set1:900 900, frame9 950+1"];
    let mut timers = CausedTimers::default();
    let pending = read_by(&mut timers, &rounds, &IdleTimers::default(), 100.0);
    assert_eq!((pending.due, pending.carried), (None, Some(Carried::Strictly)));
    let mut idle = IdleTimers::default();
    idle.extend(timers.suspects());
    let pending = read_by(&mut CausedTimers::default(), &rounds[..1], &idle, 0.0);
    assert_eq!((pending.due, pending.open), (None, true));
    // One that changed something is a clock or a typing text.
    let pending = read_by(&mut CausedTimers::default(), &rounds, &IdleTimers::default(), 10.0);
    assert_eq!(pending.due, Some(Duration::from_millis(850)));
    // A debounced function waits for the rest of its time.
    let rest = ["keydown 0+1, set1:900 0, frame9 30+1", "fire1 900+1, set1:700 900, frame9 950+1"];
    let pending = read_by(&mut CausedTimers::default(), &rest, &IdleTimers::default(), 100.0);
    assert_eq!(pending.due, Some(Duration::from_millis(650)));
}

/// What a callback sets after its recording ended is in no record, so it is not known.
#[test]
fn a_callback_that_was_cut_by_the_end_of_its_recording_may_have_set_more() {
    assert!(read(&["click 0+1, set1:50 0, fire1 15"]).missed);
    assert!(read(&["click 0+1, ask1 0, frame1 16"]).missed);
    assert!(read(&["click 0+1, asks 0, answers 15"]).missed);
    assert!(!read(&["click 0+1, set1:50 0, fire1 15+1"]).missed);
    // One that is not of the action is none of ours.
    assert!(!read(&["click 0+1, fire9 15"]).missed);
}

#[test]
fn a_database_is_waited_for_until_its_last_event() {
    // One that is opened and upgraded: two events for the request, one for the transaction.
    let upgraded = "click 0+1, asks 0, asks 200, asks 200, answers 201+1, answers 210+1";
    assert_eq!(read(&[upgraded]).carried, Some(Carried::Strictly));
    let opened = format!("{upgraded}, answers 220+2");
    assert_eq!(read(&[&opened]).carried, None);
    assert_eq!(read(&[&format!("{opened}, asks 221")]).carried, Some(Carried::Strictly));
    assert_eq!(read(&["load 0+1, asks 0, asks 200"]).carried, None);
}
