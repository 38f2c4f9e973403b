//! Configuration files below the environment and the flags. A value in a file becomes the default of the flag of its name, so the flag
//! says what it means, and clap's own order (flag, environment, default) is the order of the layers.

use std::ffi::OsString;

use clap::{
    Arg, ArgMatches, Args as _, Command, FromArgMatches as _, builder::Resettable, parser::ValueSource,
};

use super::Globals;
use crate::{
    config::{Config, Entry},
    failure::{Failure, Result},
    settings::{self, Setting, Shape},
};

/// What of the files holds for one call.
#[derive(Debug, Clone, Default)]
pub(crate) struct Layers {
    /// The files, and all that they say.
    pub(crate) config: Config,
    /// What of that holds, each setting once, but a sum once a file.
    pub(crate) entries: Vec<Entry>,
}

impl Layers {
    /// What of the files holds beside what a call's flags and the environment say: a value that contradicts a layer above it does not.
    ///
    /// # Errors
    /// `INVALID_INPUT` with file and line for a value that the flag of its name would refuse.
    pub(crate) fn new(config: Config, call: &ArgMatches) -> Result<Self> {
        let flags = flags_alone();
        let mut entries: Vec<Entry> = Vec::new();
        for entry in &config.entries {
            check(entry)?;
            entries.retain(|below| {
                let replaced = below.setting == entry.setting && entry.setting.shape != Shape::Sum;
                let against =
                    is_on(below) && is_on(entry) && contradict(&flags, below.setting, entry.setting);
                !replaced && !against
            });
            entries.push(entry.clone());
        }
        let said: Vec<&Setting> = settings::in_files().filter(|setting| is_said(call, setting)).collect();
        entries.retain(|entry| {
            let replaced = said.contains(&entry.setting) && entry.setting.shape != Shape::Sum;
            let over = |said: &Setting| !settings::START.contains(&said) || is_typed(call, said);
            let against =
                is_on(entry) && said.iter().any(|said| over(said) && contradict(&flags, entry.setting, said));
            !replaced && !against
        });
        Ok(Self { config, entries })
    }

    /// The command line with these values as defaults.
    pub(crate) fn apply(&self, command: Command) -> Command {
        let replacing = self.entries.iter().filter(|entry| entry.setting.shape != Shape::Sum);
        replacing.fold(command, |command, entry| {
            // Clap wants defaults that live as long as the program. It reads files once, so no more than these are kept.
            let values = entry.values.iter().map(|value| &*value.clone().leak());
            command.mut_arg(id(entry.setting), |flag| flag.default_values(values))
        })
    }

    /// What the files give of a sum, each value once.
    pub(crate) fn sum(&self, setting: &Setting) -> Vec<String> {
        let mut sum: Vec<String> = Vec::new();
        for value in
            self.entries.iter().filter(|entry| entry.setting == setting).flat_map(|entry| &entry.values)
        {
            if !sum.contains(value) {
                sum.push(value.clone());
            }
        }
        sum
    }
}

/// The name that clap has for a setting's flag.
pub(crate) fn id(setting: &Setting) -> String {
    setting.key.replace('-', "_")
}

/// Whether a flag or the environment says it.
fn is_said(call: &ArgMatches, setting: &Setting) -> bool {
    matches!(call.value_source(&id(setting)), Some(ValueSource::CommandLine | ValueSource::EnvVariable))
}

/// Whether a flag of the call says it; a switch that is off says nothing.
fn is_typed(call: &ArgMatches, setting: &Setting) -> bool {
    let off = setting.shape == Shape::Switch
        && call.try_get_one::<bool>(&id(setting)).is_ok_and(|value| value == Some(&false));
    call.value_source(&id(setting)) == Some(ValueSource::CommandLine) && !off
}

/// The flags without the environment.
fn flags_alone() -> Command {
    let command = Globals::augment_args(Command::new("domtool").no_binary_name(true));
    command.mut_args(|flag| flag.env(Resettable::Reset))
}

/// Has the flag read a value of its name.
///
/// # Errors
/// `INVALID_INPUT` with file and line for a value that it refuses.
pub(crate) fn check(entry: &Entry) -> Result<()> {
    let words = entry.values.iter().map(|value| format!("--{}={value}", entry.setting.key));
    let refused = |error: clap::Error| {
        let error = error.to_string();
        let why = error.lines().next().unwrap_or_default().trim_start_matches("error: ");
        let failure = Failure::invalid(format!("{}:{}: {why}", entry.file.display(), entry.line));
        Failure { hint: "correct that line; domtool config --help says how one is written".into(), ..failure }
    };
    let matches = flags_alone().try_get_matches_from(words).map_err(refused)?;
    Globals::from_arg_matches(&matches).map(drop).map_err(refused)
}

/// A switch that is off says nothing.
fn is_on(entry: &Entry) -> bool {
    entry.setting.shape != Shape::Switch || entry.values.iter().any(|value| value == "true")
}

/// Whether one setting cannot hold beside another.
fn contradict(flags: &Command, one: &Setting, other: &Setting) -> bool {
    let flag = |setting: &Setting| flags.get_arguments().find(|flag| *flag.get_id() == *id(setting));
    let (Some(one), Some(other)) = (flag(one), flag(other)) else { return false };
    let names = |one: &Arg, other: &Arg| {
        flags.get_arg_conflicts_with(one).iter().any(|arg| arg.get_id() == other.get_id())
    };
    names(one, other) || names(other, one)
}

/// The command line without the variables that say nothing beside what is nearer: the call's own flags go before the environment, and which
/// browser it is before how one is started here.
///
/// # Errors
/// What is wrong with the flags alone.
pub(crate) fn without_contradicted(command: Command, words: &[OsString]) -> Result<Command, clap::Error> {
    let flags = flags_alone();
    let plain = command.clone().mut_args(|flag| flag.env(Resettable::Reset));
    let call = plain.try_get_matches_from(words)?;
    let said: Vec<&Setting> = settings::in_files().filter(|setting| is_typed(&call, setting)).collect();
    let by_flags = |one: &Setting| said.iter().any(|said| contradict(&flags, one, said));
    let is_start = |setting: &Setting| settings::START.contains(&setting);
    let variables: Vec<&Setting> = settings::in_files()
        .filter(|setting| {
            std::env::var_os(setting.variable).is_some() && !is_start(setting) && !by_flags(setting)
        })
        .collect();
    let by_variables = |one: &Setting| variables.iter().any(|said| contradict(&flags, one, said));
    Ok(settings::in_files()
        .filter(|setting| by_flags(setting) || is_start(setting) && by_variables(setting))
        .fold(command, |command, setting| command.mut_arg(id(setting), |flag| flag.env(Resettable::Reset))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Owner;

    fn entry(key: &str, value: &str, owner: Owner) -> Entry {
        let setting = settings::of_file(key).unwrap();
        Entry { setting, values: vec![value.to_owned()], file: "/f".into(), owner, line: 3 }
    }

    /// The settings that hold of those in files, in a call with these words.
    fn holds(entries: &[(&str, &str, Owner)], words: &[&str]) -> Result<Vec<String>> {
        let entries = entries.iter().map(|(key, value, owner)| entry(key, value, *owner)).collect();
        let call = flags_alone().try_get_matches_from(words).unwrap();
        let layers = Layers::new(Config { files: Vec::new(), entries }, &call)?;
        Ok(layers
            .entries
            .iter()
            .map(|entry| format!("{}={}", entry.setting.key, entry.values.join("|")))
            .collect())
    }

    #[test]
    fn every_setting_of_files_has_its_flag_and_variable() {
        let flags = Globals::augment_args(Command::new("domtool"));
        for setting in settings::in_files() {
            let flag = flags.get_arguments().find(|flag| *flag.get_id() == *id(setting)).unwrap();
            assert_eq!(flag.get_long(), Some(setting.key));
            assert_eq!(flag.get_env(), Some(std::ffi::OsStr::new(setting.variable)));
            assert_eq!(
                flag.is_hide_env_values_set(),
                matches!(setting.shape, Shape::Secret | Shape::Secrets | Shape::Address),
                "{}",
                setting.key
            );
        }
        let with_variable = flags.get_arguments().filter(|flag| flag.get_env().is_some()).count();
        assert_eq!(with_variable, settings::in_files().count(), "every flag with a variable is in the table");
    }

    #[test]
    fn the_nearest_layer_holds_and_what_contradicts_it_does_not() {
        use Owner::{Project, User};
        let window = [("window", "800x600", User), ("window", "900x600", Project)];
        assert_eq!(holds(&window, &[]).unwrap(), ["window=900x600"]);
        assert!(holds(&window, &["--window", "1x1"]).unwrap().is_empty());
        let masks = [("mask", "a", User), ("mask", "b", Project)];
        assert_eq!(holds(&masks, &["--mask", "c"]).unwrap(), ["mask=a", "mask=b"], "what is hidden stays so");
        let own = [("profile", "/p", User), ("timeout", "5", User)];
        assert_eq!(holds(&own, &["--cdp", "ws://x"]).unwrap(), ["timeout=5"]);
        assert!(holds(&[("cdp", "ws://x", User)], &["--headed"]).unwrap().is_empty());
        assert_eq!(holds(&[("cdp", "ws://x", User), ("headed", "false", Project)], &[]).unwrap().len(), 2);
    }

    #[test]
    fn a_value_that_its_flag_refuses_is_told_with_its_line() {
        for (key, value) in [("window", "big"), ("timeout", "0"), ("wire", "smoke")] {
            let failure = holds(&[(key, value, Owner::User)], &[]).unwrap_err();
            assert!(failure.message.starts_with("/f:3: ") && failure.message.contains(key), "{failure}");
        }
    }
}
