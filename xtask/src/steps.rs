//! Cargo's own commands, run in order, their output passed through.

use crate::{browser, builds, cargo::cargo, packages, rerun};

/// Formatting, lints and docs, broken links in them included. With all features; the tests compile without them.
pub(crate) fn lint() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"], &[])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"], &[])?;
    // The binary has the library's name, so each would write over the other's pages.
    let strictly = [("RUSTDOCFLAGS", "-D warnings")];
    cargo(&["doc", "--package", "domtool-cli", "--no-deps"], &strictly)?;
    cargo(&["doc", "--workspace", "--exclude", "domtool-cli", "--no-deps"], &strictly)
}

/// What is published and where: other features, compilers and systems, the fuzz targets, the packages.
pub(crate) fn release() -> Result<(), String> {
    builds::without_features()?;
    builds::oldest_rust()?;
    builds::other_systems()?;
    builds::fuzz_targets()?;
    builds::deny()?;
    packages::check()
}

/// The suites that take long, by the names of their modules or tests: tables of hundreds of rows, each on a page of its own; a
/// command refused at each place; pages that hang until their time is up; the goldens of all pages; what is true of thousands of
/// generated pages. `test` leaves them out, `test --long` does not. What is left is five tests of six in a third of the time.
const LONG: &[&str] = &[
    "a_call_that_runs_is_answered",
    "a_client_that_leaves",
    "a_killed_owner_of_several",
    "a_late_toast_comes_with_the_next_observation",
    "a_login_is_saved_by_one_host",
    "a_login_lasts_over_browsers",
    "a_long_wait_says_how_long",
    "a_look_that_failed_masks",
    "a_profile_keeps_its_cookies",
    "a_program_that_hangs",
    "a_refusal_says_what_is_right",
    "a_reloaded_frame_takes",
    "a_scrolled_page_does_not_move",
    "a_session_that_waits",
    "a_tab_behind_others_is_drawn",
    "a_ticking_clock",
    "a_wait_that_times_out",
    "actionability::",
    "an_agent_in_python",
    "an_agent_in_typescript",
    "an_answer_of_64_megabytes",
    "an_interrupted_call",
    "an_owner_killed_while_it_launches",
    "any_element_is_two_calls_away",
    "busy::",
    "callers::",
    "calls_that_come_at_once",
    "cancelled::",
    "clients::",
    "clients_of_both_eras_order_tea",
    "clipboard::",
    "clobbered::",
    "commands::",
    "controls_of_frames",
    "controls_of_sandboxed",
    "controls_of_shadow_roots",
    "controls_of_the_page_itself",
    "crashed::",
    "crowd::",
    "discovery::",
    "downloads::",
    "economy::",
    "emulation::",
    "enrich::",
    "every_operation_does_what_it_says",
    "faulted::",
    "faults::",
    "fields_with_a_format",
    "forgery::",
    "forging::",
    "frames_behind_a_dialog",
    "freshness::",
    "garbage_gives_a_tree",
    "geometry_and_covers::",
    "guide::",
    "hostile::",
    "hung::",
    "identity::changes::",
    "identity::living::",
    "identity::names::names_that_are_hints",
    "ids_and_texts_work",
    "in_every_place",
    "judge::",
    "kinds::",
    "large_pages::",
    "leave_nothing_behind",
    "library_lines::",
    "lifecycle::",
    "look_dont_touch::",
    "navigation_during_action::",
    "never_finished::",
    "no_secret_in_what_a_page_says_again",
    "no_secret_in_what_is_done",
    "no_secret_in_what_is_seen",
    "one_who_announces_all_the_time",
    "options_by_label",
    "options_other_than_what_was_typed",
    "outcomes::",
    "over_http_in_both_eras",
    "pointer_places::",
    "properties::",
    "query_large_page",
    "reconnected::",
    "scale::",
    "secrets_said::",
    "several_actions_end",
    "so_is_one_of_many",
    "steps_are_repeated",
    "strangers_keep_nobody_out",
    "styles::",
    "telemetry::",
    "the_doctor_finds_this_machine_well",
    "the_doctor_names_a_broken_file",
    "the_network_is_waited_for",
    "the_outcome_of_what_still_ran",
    "the_same_request_is_told_of_each_click",
    "through::",
    "to_a_place_where_nothing_stands",
    "twenty_clients",
    "twenty_first_calls",
    "two_sessions_count_alike",
    "what_a_model_reads",
    "what_has_not_come",
    "what_is_fixed_in_a_tall_frame",
];

/// The flag that runs these, too.
const WITH_LONG: &str = "--long";

/// Tests: without arguments all but the long ones, with `--long` these too. The last lines are those of cargo's own summary.
pub(crate) fn test(args: &[String]) -> Result<(), String> {
    let filters: Vec<&str> = match args {
        [] => LONG.iter().flat_map(|name| ["--skip", name]).collect(),
        [flag] if flag == WITH_LONG => Vec::new(),
        args => {
            browser::ensure()?;
            let mut words = vec!["test", "--workspace"];
            words.extend(args.iter().map(String::as_str));
            return cargo(&words, &[]);
        }
    };
    let all = ["test", "--workspace", "--no-fail-fast"];
    browser::ensure_while_building(&all)?;
    rerun::test(&all, &filters)
}

/// The same for what must pass before a merge.
pub(crate) fn test_all() -> Result<(), String> {
    test(&[WITH_LONG.to_owned()])
}

/// The bars against a real browser.
pub(crate) fn bench(args: &[String]) -> Result<(), String> {
    browser::ensure()?;
    let mut all = vec!["bench", "--package", "domtool", "--bench", "observe", "--"];
    all.extend(args.iter().map(String::as_str));
    cargo(&all, &[])
}

/// Chrome as judge over any pages.
pub(crate) fn judge(args: &[String]) -> Result<(), String> {
    example("domtool-page", "judge", args)
}

/// What is found on any pages, held against a list that each page makes itself.
pub(crate) fn recall(args: &[String]) -> Result<(), String> {
    example("domtool", "recall", args)
}

/// Requests in words over real pages.
pub(crate) fn query(args: &[String]) -> Result<(), String> {
    example("domtool-page", "query", args)
}

/// What every format costs over any pages.
pub(crate) fn payloads(args: &[String]) -> Result<(), String> {
    example("domtool-page", "payloads", args)
}

/// An example of a crate, on a real browser.
fn example(package: &str, name: &str, args: &[String]) -> Result<(), String> {
    browser::ensure()?;
    let mut all = vec!["run", "--quiet", "--package", package, "--example", name, "--"];
    all.extend(args.iter().map(String::as_str));
    cargo(&all, &[])
}
