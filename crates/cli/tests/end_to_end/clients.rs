//! The typed clients: each program in their READMEs is run, on the demo's shop, and prints what the README says. Where there is no
//! interpreter for one, the test says that it is left out.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

use crate::home::{Home, finish};

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The interpreter of this name, unless there is none or it is too old for the clients.
pub(crate) fn interpreter(name: &'static str, check: [&str; 2]) -> Option<&'static str> {
    let works = Command::new(name).args(check).output().is_ok_and(|done| done.status.success());
    if !works {
        eprintln!("left out: there is no {name} that is new enough");
    }
    works.then_some(name)
}

/// Python 3.9 or later.
pub(crate) fn python() -> Option<&'static str> {
    interpreter("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"])
}

/// Node 18 or later.
pub(crate) fn node() -> Option<&'static str> {
    interpreter("node", ["-e", "process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)"])
}

/// A home in which programs of the clients find them and the program.
pub(crate) fn home() -> Home {
    let home = Home::new();
    // For Node, a package is found by where the importing file is.
    let modules = home.path("node_modules");
    fs::create_dir(&modules).unwrap();
    std::os::unix::fs::symlink(root().join("clients/typescript"), modules.join("domtool")).unwrap();
    home.with("DOMTOOL_BIN", env!("CARGO_BIN_EXE_domtool"))
        .with("PYTHONPATH", root().join("clients/python").to_str().unwrap())
        .with("PYTHONDONTWRITEBYTECODE", "1")
}

/// A program in a README, and what it is to print.
struct Program {
    code: String,
    prints: String,
}

/// The programs in a language, each with the text that follows it.
fn programs(readme: &str, language: &str) -> Vec<Program> {
    let mut programs = Vec::new();
    let mut rest = readme;
    while let Some((_, after)) = rest.split_once(&format!("\n```{language}\n")) {
        let (code, after) = after.split_once("\n```\n").unwrap();
        let prints = after.split_once("\n```text\n").and_then(|(_, text)| text.split_once("\n```")).unwrap();
        programs.push(Program { code: code.to_owned(), prints: prints.0.to_owned() });
        rest = after;
    }
    programs
}

/// Runs each of the programs, and holds what it prints against what the README says.
fn check(home: &Home, interpreter: &str, programs: &[Program], file: &str) {
    for Program { code, prints } in programs {
        let code = code.replace("https://shop.example", &home.server.url("shop"));
        fs::write(home.path(file), &code).unwrap();
        let ran = finish(home.start_program(Path::new(interpreter), &[file])).good();
        for line in prints.lines() {
            assert!(ran.out.lines().any(|printed| printed == line), "{line}\n{code}\n{ran:?}");
        }
    }
}

/// Who ordered what, as the shop received it.
pub(crate) fn orders(home: &Home) -> Vec<(String, String)> {
    let read = |order: &String| {
        let order: Value = serde_json::from_str(order).unwrap();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        (text(&order["address"]["name"]), text(&order["items"][0]))
    };
    let mut orders: Vec<_> = home.server.orders().iter().map(read).collect();
    orders.sort_unstable();
    orders
}

/// What the programs of each README order.
fn expected() -> Vec<(String, String)> {
    [("Ada", "Oolong"), ("Ada Lovelace", "Sencha"), ("Grace", "Oolong")]
        .map(|(name, tea)| (name.to_owned(), tea.to_owned()))
        .to_vec()
}

#[test]
fn the_programs_of_the_python_readme_print_what_it_says() {
    let Some(python) = python() else { return };
    let readme = fs::read_to_string(root().join("clients/python/README.md")).unwrap();
    let programs = programs(&readme, "python");
    assert_eq!(programs.len(), 4);
    let home = home();
    check(&home, python, &programs, "program.py");
    assert_eq!(orders(&home), expected());
}

#[test]
fn the_programs_of_the_typescript_readme_print_what_it_says() {
    let Some(node) = node() else { return };
    let readme = fs::read_to_string(root().join("clients/typescript/README.md")).unwrap();
    let programs = programs(&readme, "ts");
    assert_eq!(programs.len(), 4);
    let home = home();
    check(&home, node, &programs, "program.mjs");
    assert_eq!(orders(&home), expected());
}

#[test]
fn the_scripts_of_the_guide_print_what_it_says() {
    let guide = fs::read_to_string(root().join("crates/cli/src/local/skill/scripts.md")).unwrap();
    for (language, interpreter, file) in [("python", python(), "script.py"), ("ts", node(), "script.mjs")] {
        let Some(interpreter) = interpreter else { continue };
        let programs = programs(&guide, language);
        assert_eq!(programs.len(), 1);
        check(&home(), interpreter, &programs, file);
    }
}

/// Leaves a call early, ends the daemon, and calls again.
const LEAVES_EARLY: &str = r#"
import asyncio, os, subprocess, sys
import domtool

async def main() -> None:
    session = domtool.AsyncSession("work")
    await session.open(sys.argv[1])
    waiting = asyncio.ensure_future(session.wait(text="what never comes", timeout=600))
    other = domtool.AsyncSession("other")
    await other.open(sys.argv[1])
    waiting.cancel()
    # It has its turn only when the wait has ended.
    print((await session.observe()).title)
    subprocess.run([os.environ["DOMTOOL_BIN"], "close", "--all"], check=True, stdout=subprocess.DEVNULL)
    try:
        await session.observe()
    except domtool.NotFoundError as error:
        print(error.code, error.dispatched)
    print((await session.open(sys.argv[1])).ok)

asyncio.run(main())
"#;

#[test]
fn a_cancelled_call_hangs_up_and_a_daemon_that_ended_is_started_again() {
    let Some(python) = python() else { return };
    let home = home();
    let ran =
        finish(home.start_program(Path::new(python), &["-c", LEAVES_EARLY, &home.server.url("all")])).good();
    assert_eq!(ran.out, "all\nNOT_FOUND no\nTrue\n", "{ran:?}");
}
