//! The help of one command: what is its own. What all of them share is told once, by `domtool --help`.

use std::any::TypeId;

use clap::{Arg, ArgAction, Command};

use crate::ops::Target;

const SHARED: &str =
    "Also --session, --json, --timeout and more, and how a browser starts: see domtool --help";

/// The command line for whoever asks how one command is used, each of them without the flags that all share.
pub(crate) fn for_help() -> Command {
    let all = super::command();
    let shared: Vec<Arg> =
        all.get_arguments().filter(|flag| flag.is_global_set()).map(|flag| flag.clone().hide(true)).collect();
    let names: Vec<String> = all.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    names.into_iter().fold(all, |all, name| all.mut_subcommand(name, |command| alone(command, &shared)))
}

/// What is told of arguments that are elements.
const NAMED: &str =
    "ID|WORDS: the id of an element, or what it is called: Save, 'button \"Delete\" in row \"Bob\"'";

fn is_target(arg: &Arg) -> bool {
    arg.get_value_parser().type_id() == TypeId::of::<Target>()
}

/// One command without them, in the short form, as a model reads it.
fn alone(command: Command, shared: &[Arg]) -> Command {
    let about = command.get_long_about().or(command.get_about()).cloned().unwrap_or_default();
    let named = command.get_arguments().any(is_target).then_some(NAMED);
    let after = [
        command.get_after_help().map(ToString::to_string),
        named.map(str::to_owned),
        Some(SHARED.to_owned()),
    ];
    let after: Vec<String> = after.into_iter().flatten().collect();
    let after = after.join("\n\n");
    let hidden: Vec<Arg> = shared
        .iter()
        .filter(|flag| !command.get_arguments().any(|own| own.get_id() == flag.get_id()))
        .cloned()
        .collect();
    let command = command.about(about).long_about(None).after_help(after).args(hidden);
    let help = Arg::new("help").short('h').long("help").action(ArgAction::HelpShort).hide(true).global(true);
    command.disable_help_flag(true).arg(help).mut_args(|arg| {
        let arg = arg.long_help(None);
        if is_target(&arg) { arg.value_name("ID|WORDS") } else { arg }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The most characters, some 300 tokens, of commands that an agent uses at each step.
    const MOST: usize = 1_500;

    #[test]
    fn the_help_of_each_command_is_about_it() {
        for_help().debug_assert();
        let help = |command: &str| {
            let shown = for_help().try_get_matches_from(["domtool", command, "--help"]).unwrap_err();
            shown.to_string()
        };
        for command in super::super::command().get_subcommands().map(Command::get_name) {
            let help = help(command);
            assert!(!help.contains("--cdp-ca") && help.contains("domtool --help"), "{help}");
        }
        for (command, nested) in [("browser", "install"), ("skill", "get"), ("config", "set"), ("tab", "new")]
        {
            let shown = for_help().try_get_matches_from(["domtool", command, nested, "--help"]).unwrap_err();
            assert_eq!(shown.kind(), clap::error::ErrorKind::DisplayHelp, "{shown}");
        }
        for command in ["click", "fill", "type", "select", "check", "press", "find", "read", "upload"] {
            let help = help(command);
            assert!(help.len() <= MOST, "{}: {help}", help.len());
        }
        assert!(help("click").contains("ID|WORDS: the id of an element"));
        assert!(
            help("demo").contains("Usage") && for_help().render_long_help().to_string().contains("--cdp-ca")
        );
    }
}
