//! Tests of the machine, as tables of events and times.

use super::*;

fn quiet() -> SettleEvent {
    SettleEvent::Tick { mutations: 0, animations: 0 }
}

fn busy() -> SettleEvent {
    SettleEvent::Tick { mutations: 3, animations: 0 }
}

/// Feeds happenings and says after how many of them it was done, and what still ran.
fn check(happenings: &[(u64, SettleEvent)]) -> Option<(usize, Vec<String>)> {
    let mut settle = Settle::new(SettleLimits::default());
    for (at, (ms, happening)) in happenings.iter().enumerate() {
        settle.handle(happening.clone(), Duration::from_millis(*ms));
        if let Poll::Done(rest) = settle.poll(Duration::from_millis(*ms)) {
            return Some((at + 1, rest.still));
        }
    }
    None
}

/// The same, also where the timers are asked for: at which happening.
fn asks(happenings: &[(u64, SettleEvent)]) -> Vec<usize> {
    let mut settle = Settle::new(SettleLimits::default());
    let mut asked = Vec::new();
    for (at, (ms, happening)) in happenings.iter().enumerate() {
        settle.handle(happening.clone(), Duration::from_millis(*ms));
        if settle.poll(Duration::from_millis(*ms)) == Poll::Ask {
            asked.push(at + 1);
        }
    }
    asked
}

fn known(due: Option<u64>) -> SettleEvent {
    SettleEvent::TimersKnown { recorded: Duration::MAX, due: due.map(Duration::from_millis) }
}

fn began(id: &str) -> SettleEvent {
    SettleEvent::RequestBegan { id: id.to_owned(), what: format!("GET /{id}") }
}

fn ended(id: &str) -> SettleEvent {
    SettleEvent::RequestEnded { id: id.to_owned() }
}

#[test]
fn nothing_caused_is_done_after_two_frames() {
    assert_eq!(check(&[(17, quiet()), (33, quiet())]), Some((2, vec![])));
}

#[test]
fn timers_are_asked_for_once_nothing_else_is_pending() {
    use SettleEvent::Recording;
    assert_eq!(asks(&[(0, Recording), (33, quiet())]), [1]);
    assert_eq!(
        asks(&[(0, began("a")), (0, Recording), (33, quiet()), (300, ended("a")), (333, quiet())]),
        [4]
    );
    assert_eq!(
        asks(&[(0, Recording), (20, known(Some(250))), (20, Recording), (200, quiet()), (250, quiet())]),
        [1, 5]
    );
}

#[test]
fn a_timer_is_waited_for_and_a_beat_after_it() {
    use SettleEvent::Recording;
    assert_eq!(check(&[(0, Recording), (20, known(None)), (21, quiet()), (33, quiet())]), Some((4, vec![])));
    assert_eq!(check(&[(0, Recording), (20, quiet()), (33, quiet()), (40, known(None))]), Some((4, vec![])));
    // The frame that ends at 270 began before the timer was due.
    let late = [(260, quiet()), (270, known(None)), (290, busy()), (305, quiet()), (320, quiet())];
    let begin = [(0, Recording), (20, known(Some(250))), (20, Recording), (33, quiet())];
    let all: Vec<_> = begin.into_iter().chain(late).collect();
    assert_eq!(check(&all), Some((9, vec![])));
    assert_eq!(
        check(&[(0, Recording), (20, known(Some(5_000))), (33, quiet()), (2_000, quiet())]),
        Some((4, vec!["a timer that it set".to_owned()]))
    );
}

#[test]
fn what_nobody_knows_of_is_watched_for_until_something_comes() {
    let unknown = || SettleEvent::TimersUnknown;
    assert_eq!(check(&[(0, unknown()), (33, quiet()), (399, quiet()), (400, quiet())]), Some((4, vec![])));
    assert_eq!(
        check(&[(0, unknown()), (33, quiet()), (300, busy()), (316, quiet()), (333, quiet())]),
        Some((5, vec![]))
    );
}

#[test]
fn what_a_timer_set_that_fired_while_the_recording_was_read_is_watched_for() {
    let begin = [(0, SettleEvent::Recording), (40, quiet()), (60, quiet()), (70, known(Some(65)))];
    let then = |more: &[(u64, SettleEvent)]| check(&[&begin[..], more].concat());
    assert_eq!(then(&[(80, quiet()), (90, quiet())]), None);
    assert_eq!(then(&[(80, quiet()), (90, quiet()), (471, quiet())]), Some((7, vec![])));
    assert_eq!(then(&[(90, busy()), (105, quiet()), (120, quiet())]), Some((7, vec![])));
    // What changed before it was due is none of its doing.
    let begin =
        [(0, SettleEvent::Recording), (60, busy()), (70, known(Some(65))), (80, quiet()), (90, quiet())];
    assert_eq!(check(&begin), None);
}

#[test]
fn what_a_known_timer_sets_in_turn_is_watched_for_where_it_is_not_recorded() {
    let begin = [(0, SettleEvent::Recording), (20, known(Some(250))), (21, SettleEvent::TimersUnknown)];
    let all: Vec<_> = begin.into_iter().chain([(300, quiet()), (649, quiet()), (650, quiet())]).collect();
    assert_eq!(check(&all), Some((6, vec![])));
}

#[test]
fn what_a_timer_set_that_fired_before_the_next_recording_began_is_watched_for() {
    let begin = [(0, SettleEvent::Recording), (160, quiet()), (175, known(Some(178))), (177, quiet())];
    let then = |more: &[(u64, SettleEvent)]| check(&[&begin[..], more].concat());
    assert_eq!(then(&[(188, quiet()), (200, quiet()), (577, quiet())]), None);
    assert_eq!(then(&[(188, quiet()), (200, quiet()), (578, quiet())]), Some((7, vec![])));
    assert_eq!(then(&[(190, busy()), (205, quiet()), (220, quiet())]), Some((7, vec![])));
}

#[test]
fn what_the_end_of_an_animation_or_an_answer_set_is_watched_for_where_it_is_not_recorded() {
    let recorded = || SettleEvent::TimersKnown { recorded: Duration::from_millis(26), due: None };
    let moves = (27, SettleEvent::Tick { mutations: 1, animations: 1 });
    for (begins, ends) in [(moves, quiet()), ((27, began("a")), ended("a"))] {
        let begin = [(0, SettleEvent::Recording), begins.clone()];
        let while_read = [(100, ends.clone()), (120, quiet()), (195, recorded()), (205, quiet())];
        let after = [(60, recorded()), (100, ends.clone()), (120, quiet()), (205, quiet())];
        for (rest, over) in [(while_read, 595), (after, 500)] {
            let all = [&begin[..], &rest, &[(over - 1, quiet())]].concat();
            assert_eq!(check(&all), None);
            assert_eq!(check(&[&all[..], &[(over, quiet())]].concat()), Some((8, vec![])));
        }
        // The next recording began too late for it, and has nothing.
        let late = [(60, recorded()), (100, ends), (110, SettleEvent::Recording), (205, known(None))];
        let all =
            [&[(0, SettleEvent::Recording), begins][..], &late, &[(220, quiet()), (499, quiet())]].concat();
        assert_eq!(check(&all), None);
        assert_eq!(check(&[&all[..], &[(500, quiet())]].concat()), Some((9, vec![])));
    }
}

#[test]
fn mutations_want_a_quiet_frame_after_them() {
    assert_eq!(check(&[(17, busy()), (33, busy()), (50, quiet())]), Some((3, vec![])));
    assert_eq!(check(&[(17, busy()), (33, quiet())]), Some((2, vec![])));
    // Where nobody knows what else the page asked to be called for, two of them.
    let unknown = [(0, SettleEvent::TimersUnknown), (17, busy()), (33, quiet()), (50, quiet())];
    assert_eq!(check(&unknown), Some((4, vec![])));
}

#[test]
fn a_caused_request_is_waited_for_and_what_its_answer_changes_too() {
    assert_eq!(
        check(&[(5, began("a")), (33, quiet()), (300, ended("a")), (333, busy()), (350, quiet())]),
        Some((5, vec![]))
    );
}

#[test]
fn a_request_that_nobody_caused_does_not_hold_it_up() {
    assert_eq!(check(&[(10, ended("poll")), (17, quiet()), (33, quiet())]), Some((3, vec![])));
}

#[test]
fn an_answer_that_nobody_reads_holds_nothing_up_for_long() {
    let answered = |id: &str| SettleEvent::RequestAnswered { id: id.to_owned() };
    assert_eq!(
        check(&[(5, began("a")), (20, answered("a")), (33, quiet()), (719, quiet()), (720, quiet())]),
        Some((5, vec![]))
    );
    assert_eq!(
        check(&[(5, began("a")), (20, answered("a")), (300, ended("a")), (317, quiet()), (333, quiet())]),
        Some((5, vec![]))
    );
    let received = || SettleEvent::BodyReceived { id: "a".to_owned() };
    assert_eq!(
        check(&[
            (5, began("a")),
            (20, answered("a")),
            (25, received()),
            (26, quiet()),
            (33, quiet()),
            (44, SettleEvent::Unread { id: "a".to_owned() })
        ]),
        Some((6, vec![]))
    );
}

#[test]
fn timers_are_asked_for_before_the_end_of_a_whole_answer() {
    let whole = || {
        [
            (0, began("a")),
            (0, SettleEvent::Recording),
            (6, SettleEvent::RequestAnswered { id: "a".to_owned() }),
            (7, SettleEvent::BodyReceived { id: "a".to_owned() }),
        ]
    };
    let known = |recorded| SettleEvent::TimersKnown { recorded: Duration::from_millis(recorded), due: None };
    assert_eq!(asks(&whole()), [4]);
    let read = |at, recorded| {
        let mut settle = Settle::new(SettleLimits::default());
        let rest = [(at, ended("a")), (40, known(recorded)), (41, quiet()), (45, quiet())];
        for (at, happening) in whole().into_iter().chain(rest) {
            settle.handle(happening, Duration::from_millis(at));
            let _ = settle.poll(Duration::from_millis(at));
        }
        settle.poll(Duration::from_millis(50))
    };
    assert_eq!(read(8, 25), Poll::Done(Rest::default()));
    // What the answer set after the end of the recording is watched for.
    assert_eq!(read(30, 25), Poll::Wait { until: Duration::from_millis(440) });
}

#[test]
fn what_was_sent_over_a_socket_is_answered_soon_or_not_at_all() {
    let asked = || SettleEvent::Asked { id: "s".to_owned() };
    let answered = || SettleEvent::Answered { id: "s".to_owned() };
    assert_eq!(
        check(&[(5, asked()), (33, quiet()), (80, answered()), (90, busy()), (105, quiet())]),
        Some((5, vec![]))
    );
    assert_eq!(check(&[(5, asked()), (33, quiet()), (1_004, quiet()), (1_005, quiet())]), Some((4, vec![])));
    // Less long where the page shows something meanwhile, or the input does.
    assert_eq!(
        check(&[(5, asked()), (33, busy()), (50, quiet()), (504, quiet()), (505, quiet())]),
        Some((5, vec![]))
    );
    let itself = SettleEvent::DidItself;
    assert_eq!(check(&[(0, itself), (5, asked()), (33, quiet()), (505, quiet())]), Some((4, vec![])));
}

#[test]
fn what_an_answer_announces_is_waited_for_where_nothing_came_of_it() {
    let asked = || SettleEvent::Asked { id: "s".to_owned() };
    let answered = || SettleEvent::Answered { id: "s".to_owned() };
    let acked = || vec![(5, asked()), (33, quiet()), (40, answered()), (50, quiet()), (66, quiet())];
    assert_eq!(check(&acked()), None);
    let next = [(700, busy()), (717, quiet())];
    assert_eq!(check(&[&acked()[..], &next[..]].concat()), Some((7, vec![])));
    let never = [(1_004, quiet()), (1_005, quiet())];
    assert_eq!(check(&[&acked()[..], &never[..]].concat()), Some((7, vec![])));
    // Of what was sent otherwise the news may come over a stream, too.
    let sent =
        [(5, began("a")), (20, ended("a")), (20, SettleEvent::MayBeAnnounced), (33, quiet()), (50, quiet())];
    assert_eq!(check(&sent), None);
    assert_eq!(check(&[&sent[..], &next[..]].concat()), Some((7, vec![])));
}

#[test]
fn what_hears_of_an_end_between_recordings_is_watched_from_the_next_frame() {
    use SettleEvent::{MayBeTakenBack, Recording};
    let moving = SettleEvent::Tick { mutations: 0, animations: 1 };
    let begin = [(0, MayBeTakenBack), (0, Recording), (17, moving), (40, known(None)), (60, quiet())];
    // The text that it shows is no end of what it set in motion.
    let shows = [(77, busy()), (94, quiet()), (111, quiet()), (500, quiet()), (900, quiet())];
    let mut seen = [&begin[..], &shows[..]].concat();
    assert_eq!(check(&seen), None);
    seen.push((1_061, quiet()));
    assert_eq!(check(&seen), Some((11, vec![])));
}

#[test]
fn an_animation_that_ends_as_a_recording_begins_is_in_none() {
    use SettleEvent::Recording;
    let moving = || SettleEvent::Tick { mutations: 0, animations: 1 };
    let begin = [(0, Recording), (17, moving()), (40, known(None)), (45, Recording)];
    // The frame may have begun before the recording did: the page is watched.
    let early = [&begin[..], &[(60, quiet()), (77, quiet()), (400, quiet()), (461, quiet())]].concat();
    assert_eq!((asks(&early), check(&early)), (vec![1], Some((8, vec![]))));
    let late = [&begin[..], &[(60, moving()), (77, quiet())]].concat();
    assert_eq!(asks(&late), [1, 6]);
}

#[test]
fn what_a_server_says_part_by_part_is_watched_to_its_end() {
    use SettleEvent::{Answered, Asked, Carried, GivenAway, MayBeTakenBack, Recording};
    let id = || "s".to_owned();
    let talk = |may: Vec<(u64, SettleEvent)>| {
        let begin = [(0, Recording), (1, Asked { id: id() }), (15, busy()), (16, Answered { id: id() })];
        let read = [
            (40, Carried { since: Duration::from_millis(40), round: None }),
            (40, GivenAway),
            (40, known(None)),
        ];
        let parts =
            [(60, busy()), (80, busy()), (100, quiet()), (120, quiet()), (700, busy()), (720, quiet())];
        [may, begin.to_vec(), read.to_vec(), parts.to_vec()].concat()
    };
    assert_eq!(check(&talk(Vec::new())), Some((10, vec![])));
    let mut strict = talk(vec![(0, MayBeTakenBack)]);
    assert_eq!(check(&strict), None);
    strict.push((1_020, quiet()));
    assert_eq!(check(&strict), Some((15, vec![])));
}

#[test]
fn the_cap_says_what_still_runs() {
    assert_eq!(
        check(&[(5, began("slow")), (2000, quiet())]),
        Some((2, vec!["request GET /slow".to_owned()]))
    );
    assert_eq!(check(&[(2000, busy())]), Some((1, vec!["changes to the page".to_owned()])));
}

#[test]
fn at_the_cap_a_recording_that_was_not_read_is_no_change() {
    let begin =
        [(0, SettleEvent::Recording), (17, quiet()), (33, quiet()), (990, SettleEvent::TimersUnknown)];
    let mut settle = Settle::new(SettleLimits { cap: Duration::from_secs(1), ..SettleLimits::default() });
    for (ms, happening) in begin {
        settle.handle(happening, Duration::from_millis(ms));
        assert!(!matches!(settle.poll(Duration::from_millis(ms)), Poll::Done(_)), "{ms}");
    }
    let Poll::Done(rest) = settle.poll(Duration::from_secs(1)) else { panic!("it is the cap") };
    assert_eq!(rest.still, ["timers that could not be read"]);
}

#[test]
fn a_new_document_has_a_limit_of_its_own() {
    assert_eq!(
        check(&[
            (5, SettleEvent::NavigationBegan),
            (2500, SettleEvent::Committed),
            (2600, quiet()),
            (3000, SettleEvent::Loaded),
            (3017, quiet()),
            (3033, quiet())
        ]),
        Some((6, vec![]))
    );
    assert_eq!(
        check(&[(5, SettleEvent::NavigationBegan), (10_000, quiet())]),
        Some((2, vec!["a navigation that has not answered".to_owned()]))
    );
}

#[test]
fn a_dialog_or_a_lost_tab_ends_it() {
    assert_eq!(check(&[(5, SettleEvent::DialogOpened)]), Some((1, vec![])));
    // Of an answer that has begun no end is heard behind it.
    let answered = SettleEvent::RequestAnswered { id: "a".to_owned() };
    let asked = [(1, began("a")), (2, began("b")), (3, answered), (5, SettleEvent::DialogOpened)];
    assert_eq!(check(&asked), Some((4, vec!["request GET /b".to_owned()])));
    assert_eq!(check(&[(5, began("a")), (6, SettleEvent::Lost)]).map(|d| d.0), Some(2));
}

#[test]
fn what_cannot_be_followed_is_watched_until_an_effect_comes_of_it() {
    use SettleEvent::{Carried, Recording};
    let carried = |since| Carried { since: Duration::from_millis(since), round: None };
    let begin = |since| vec![(0, Recording), (40, carried(since)), (40, known(None))];
    // Nothing comes: a second.
    let mut nothing = begin(40);
    nothing.extend([(60, quiet()), (80, quiet()), (500, quiet()), (999, quiet()), (1_001, quiet())]);
    assert_eq!(check(&nothing), Some((8, vec![])));
    // Something comes, and rests.
    let mut something = begin(40);
    something.extend([(60, quiet()), (300, busy()), (320, quiet())]);
    assert_eq!(check(&something), Some((6, vec![])));
    // What came before is not it, unless anything will do.
    let early = |since| vec![(10, busy()), (40, carried(since)), (60, quiet()), (80, quiet())];
    assert_eq!(check(&early(40)), None);
    assert_eq!(check(&early(0)), Some((3, vec![])));
    // An effect late in the wait is no reason to begin it anew.
    let mut settle = Settle::new(SettleLimits::default());
    settle.handle(carried(950), Duration::from_millis(1_050));
    assert!(settle.rest(true).open && settle.carrier.is_none());
}

#[test]
fn what_goes_on_in_rounds_is_watched_until_a_round_brings_nothing() {
    use SettleEvent::{Carried, Recording, RequestAnswered};
    let round = Some(Duration::from_millis(100));
    let begin = [
        (0, Recording),
        (40, Carried { since: Duration::from_millis(40), round }),
        (40, known(None)),
        (60, quiet()),
    ];
    let then = |more: &[(u64, SettleEvent)]| check(&[&begin[..], more].concat());
    let goes_on = vec!["something that it set in motion".to_owned()];
    // Its first effect is no end of it, and a round without one is.
    let two = [(100, busy()), (120, quiet()), (200, busy()), (220, quiet()), (340, quiet())];
    assert_eq!(then(&two), None);
    assert_eq!(then(&[&two[..], &[(360, quiet())]].concat()), Some((10, vec![])));
    // What goes on after a second is said to.
    let ticks: Vec<_> = (1..11).flat_map(|at| [(at * 100, busy()), (at * 100 + 20, quiet())]).collect();
    assert_eq!(then(&ticks), Some((24, goes_on.clone())));
    // An answer that is shown part by part.
    let answered = [(5, began("a")), (10, RequestAnswered { id: "a".to_owned() })];
    let parts: Vec<_> = (1..8).flat_map(|at| [(at * 120, busy()), (at * 120 + 20, quiet())]).collect();
    let ended = [(870, ended("a")), (880, busy()), (900, quiet())];
    assert_eq!(check(&[&answered[..], &parts, &ended].concat()), Some((19, vec![])));
    let more: Vec<_> = (8..10).flat_map(|at| [(at * 110, busy()), (at * 110 + 20, quiet())]).collect();
    assert_eq!(check(&[&answered[..], &parts, &more].concat()).map(|(_, still)| still), Some(goes_on));
}

#[test]
fn what_a_new_worker_brings_is_waited_for() {
    use SettleEvent::{Committed, GivenAway, Loaded, Recording, TimersUnknown};
    // The request for its script, and what its maker changed at once, are no end of what it does.
    let made =
        [(0, Recording), (5, began("a")), (6, GivenAway), (6, ended("a")), (20, busy()), (25, known(None))];
    let check_after =
        |made: &[(u64, SettleEvent)], then: &[(u64, SettleEvent)]| check(&[made, then].concat());
    let until_it_brings = [(36, quiet()), (53, quiet()), (700, busy()), (717, quiet())];
    assert_eq!(check_after(&made, &until_it_brings), Some((10, vec![])));
    let for_a_second = [(36, quiet()), (53, quiet()), (990, quiet()), (1_010, quiet())];
    assert_eq!(check_after(&made, &for_a_second), Some((10, vec![])));
    // The same where nothing is recorded, and two quiet frames are wanted.
    let unrecorded = [(0, TimersUnknown), (5, began("a")), (6, GivenAway), (6, ended("a")), (20, busy())];
    let brought = [&until_it_brings[..], &[(734, quiet())]].concat();
    assert_eq!(check_after(&unrecorded, &brought), Some((10, vec![])));
    // One of the next document is that document's own.
    let other = [(0, Committed), (5, GivenAway), (50, Loaded), (60, quiet()), (76, quiet())];
    assert_eq!(check(&other), Some((5, vec![])));
}

#[test]
fn what_scripts_gave_away_is_watched_until_something_comes() {
    use SettleEvent::{DidItself, Recording};
    let handled = |entrusted| SettleEvent::Handled { entrusted };
    let begin =
        [(0, Recording), (17, quiet()), (40, handled(true)), (40, known(None)), (60, quiet()), (80, quiet())];
    let then = |more: &[(u64, SettleEvent)]| check(&[&begin[..], more].concat());
    assert_eq!(then(&[(500, quiet()), (999, quiet())]), None);
    assert_eq!(then(&[(500, quiet()), (1_001, quiet())]), Some((8, vec![])));
    assert_eq!(then(&[(300, busy()), (320, quiet())]), Some((8, vec![])));
    assert_eq!(then(&[(90, DidItself)]), Some((7, vec![])));
    // Where they gave nothing away, that nothing came of them is known.
    let nothing = [(0, Recording), (17, quiet()), (33, quiet()), (40, handled(false)), (40, known(None))];
    assert_eq!(check(&nothing), Some((5, vec![])));
    // What came at once is what comes of them.
    let at_once =
        [(0, Recording), (17, busy()), (40, handled(true)), (40, known(None)), (60, quiet()), (80, quiet())];
    assert_eq!(check(&at_once), Some((5, vec![])));
    // Where the time is over before, nothing is known.
    let mut settle = Settle::new(SettleLimits { cap: Duration::from_millis(500), ..SettleLimits::default() });
    for (ms, happening) in begin {
        settle.handle(happening, Duration::from_millis(ms));
        let _ = settle.poll(Duration::from_millis(ms));
    }
    assert_eq!(settle.poll(Duration::from_millis(500)), Poll::Done(Rest { open: true, ..Rest::default() }));
}

#[test]
fn a_picture_that_a_page_may_wait_for_is_waited_for_a_second_after_the_input() {
    let asked = [(130, SettleEvent::PictureAsked { id: "p".to_owned() }), (150, quiet()), (170, quiet())];
    let mut comes = asked.to_vec();
    let ended = SettleEvent::RequestEnded { id: "p".to_owned() };
    comes.extend([(900, ended), (910, busy()), (930, quiet())]);
    assert_eq!(check(&comes), Some((6, vec![])));
    let mut stays = asked.to_vec();
    stays.extend([(900, quiet()), (1_001, quiet())]);
    assert_eq!(check(&stays), Some((5, vec![])));
}
