//! Which tests take long. Without them `cargo xtask test` ends within 15 minutes on two cores, the build from nothing and a browser's
//! installation included, also beside ten other busy processes.

use crate::sources::Source;

/// The suites that take long, by the names of their modules or tests: tables of hundreds of rows, each on a page of its own; a
/// command refused at each place; pages that hang until their time is up; the goldens of all pages; what is true of thousands of
/// generated pages. `test` leaves them out, `test --long` does not. What is left is five tests of six in a third of the time.
pub(crate) const NAMES: &[&str] = &[
    "a_browser_is_made_used",
    "a_call_that_runs_is_answered",
    "a_client_that_leaves",
    "a_killed_owner_of_several",
    "a_late_toast_comes_with_the_next_observation",
    "a_login_is_saved_by_one_host",
    "a_login_lasts_over_browsers",
    "a_long_wait_says_how_long",
    "a_look_that_failed_masks",
    "a_pause_that_is_over",
    "a_profile_keeps_its_cookies",
    "a_profile_s_browser",
    "a_program_that_hangs",
    "a_proxy_that_does_not",
    "a_refusal_says_what_is_right",
    "a_reloaded_frame_takes",
    "a_scrolled_page_does_not_move",
    "a_server_that_answers_badly",
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
    "databases_and_session_storage",
    "discovery::",
    "downloads::",
    "economy::",
    "emulation::",
    "enrich::",
    "every_operation_does_what_it_says",
    "evidence::carriers::what_is_kept",
    "evidence::carriers::what_is_seen_of",
    "evidence::carriers::what_the_platform",
    "faulted::",
    "faults::",
    "fields_with_a_format",
    "figures_say_what",
    "first_commands_work",
    "forgery::",
    "forging::",
    "frames_behind_a_dialog",
    "frames_data_and_workers",
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
    "it_goes_to_the_servers",
    "judge::",
    "kinds::",
    "large_pages::",
    "leave_nothing_behind",
    "library_lines::",
    "lifecycle::",
    "look_dont_touch::",
    "names_links_and_others",
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
    "relay_life::",
    "scale::",
    "secrets_said::",
    "sessions_end_in_order",
    "several_actions_end",
    "so_is_one_of_many",
    "steps_are_repeated",
    "strangers_and_what_is_no_call",
    "strangers_keep_nobody_out",
    "styles::",
    "telemetry::",
    "the_doctor_finds_this_machine_well",
    "the_doctor_names_a_broken_file",
    "the_network_is_waited_for",
    "the_outcome_of_what_still_ran",
    "the_same_request_is_told_of_each_click",
    "this_machine_is_reached",
    "through::",
    "to_a_place_where_nothing_stands",
    "twenty_clients",
    "twenty_first_calls",
    "two_sessions_count_alike",
    "values_of_cookies",
    "what_a_model_reads",
    "what_has_not_come",
    "what_is_fixed_in_a_tall_frame",
    "what_is_made_for_a_daemon",
    "what_the_other_side_ends",
];

/// The filters of the tests that do not take long.
pub(crate) fn short() -> Vec<&'static str> {
    all_but(NAMES)
}

/// The filters of two halves of all tests, which take about the same time.
pub(crate) fn halves() -> Vec<Vec<&'static str>> {
    let (first, _) = NAMES.split_at(NAMES.len() * 3 / 5);
    vec![all_but(first), first.to_vec()]
}

fn all_but(names: &[&'static str]) -> Vec<&'static str> {
    names.iter().flat_map(|name| ["--skip", name]).collect()
}

/// The names above that no test has: it was renamed, and `cargo xtask test` runs it.
pub(crate) fn breaches(sources: &[Source]) -> Vec<String> {
    let tests: Vec<&Source> = sources
        .iter()
        .filter(|source| source.path.starts_with("crates/") && source.path.ends_with(".rs"))
        .collect();
    let parts = NAMES.iter().flat_map(|name| name.split("::")).filter(|part| !part.is_empty());
    parts
        .filter(|part| !tests.iter().any(|source| has(source, part)))
        .map(|part| format!("xtask/src/long_tests.rs: no test has {part} in its name"))
        .collect()
}

/// Whether a file, a module or a function is named so in part.
fn has(source: &Source, part: &str) -> bool {
    source.path.split('/').any(|piece| piece.trim_end_matches(".rs") == part)
        || source.lines().any(|line| {
            let line = line.trim_start().trim_start_matches("async ");
            ["fn ", "mod "].iter().any(|word| line.strip_prefix(word).is_some_and(|name| name.contains(part)))
        })
}

#[cfg(test)]
mod tests {
    use super::{NAMES, breaches};
    use crate::sources::Source;

    #[test]
    fn names_of_no_test_are_found() {
        let part = |name: &str| name.replace("::", " ").split(' ').filter(|part| !part.is_empty()).count();
        assert_eq!(breaches(&[]).len(), NAMES.iter().map(|name| part(name)).sum::<usize>());
        let file = Source::new("crates/domtool/tests/pages/faults.rs", "");
        let function =
            Source::new("crates/cli/tests/x.rs", "    async fn a_long_wait_says_how_long_it_runs() {");
        let left = breaches(&[file, function]).join("\n");
        assert!(!left.contains("faults") && !left.contains("a_long_wait"), "{left}");
        assert!(left.contains("no test has hostile in its name"), "{left}");
    }
}
