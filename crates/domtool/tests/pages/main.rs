//! The engine against real Chromium, on the pages of `fixtures/`. The page tells: what happened is what the page noted,
//! or what the fixture server received, never what the engine says of itself.
//!
//! One binary, so that all tests share a browser; each has a session (a browser context) of its own.

// A test's support that fails fails the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod support;

mod absence;
mod actionability;
mod attached;
mod batches;
mod busy;
mod calendars;
mod callers;
mod cancelled;
mod clipboard;
mod clobbered;
mod commands;
mod crashed;
mod dialogs;
mod discovery;
mod downloads;
mod drawn_controls;
mod emulation;
mod enrich;
mod evidence;
mod faulted;
mod faults;
mod fields;
mod finding;
mod focus;
mod forging;
mod frames;
mod freshness;
mod geometry_and_covers;
mod gestures;
mod handed_over;
mod hostile;
mod hung;
mod identity;
mod journal;
mod keys;
mod kinds;
mod large_pages;
mod library_lines;
mod look_dont_touch;
mod navigation;
mod navigation_during_action;
mod never_finished;
mod outcomes;
mod pdf;
mod pointer_places;
mod readiness;
mod reconnected;
mod requests;
mod screenshots;
mod scrolling;
mod secrets;
mod secrets_said;
mod settling;
mod states;
mod table_data;
mod tabs;
mod telemetry;
mod through;
mod uploads;
mod waiting;
mod widgets;
mod words;
mod words_alike;
mod workers;
