//! Which of some names is written most like a word: for "did you mean".

use clap::{
    Command,
    error::{ContextKind, ContextValue},
};

/// The name that is written most like a word, by the rule of the command line's own suggestions.
pub(crate) fn alike(word: &str, names: impl Iterator<Item = &'static str>) -> Option<String> {
    let command = Command::new("names").disable_help_subcommand(true).subcommands(names.map(Command::new));
    let error = command.try_get_matches_from(["names", word]).err()?;
    match error.get(ContextKind::SuggestedSubcommand)? {
        ContextValue::Strings(names) => names.last().cloned(),
        ContextValue::String(name) => Some(name.clone()),
        _ => None,
    }
}
