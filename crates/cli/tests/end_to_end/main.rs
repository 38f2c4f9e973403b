//! The command line as its users call it: every test has a daemon, a temporary folder and a server of its own.

mod arguments;
mod demo;
mod home;
mod lifecycle;
mod operations;
mod server;
mod sessions;
