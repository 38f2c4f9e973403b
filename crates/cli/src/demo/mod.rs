//! `domtool demo`: the whole loop on a bundled shop, by a shopper without a model: observe, act, verify. Prints what a
//! model would read, ends with the order that the *server* received, and writes a page to look at.

mod html_report;
mod script;
mod server;
mod shopper;

use std::{path::PathBuf, process::ExitCode};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use domtool::{Browser, Endpoint, SessionOptions, chromium::LaunchOptions};
use serde::Serialize;

use crate::{
    failure::{Failure, Result},
    globals::Globals,
    keep,
    local::{self, Consent},
    print,
    signals::Signals,
};
use server::Shop;
use shopper::{Shopper, Step};

/// Its part of the command line.
pub(crate) fn command() -> Command {
    Command::new("demo")
        .about("Watch the whole loop on a bundled shop, and get a report page to look at")
        .after_help(
            "Examples:\n  domtool demo\n  domtool demo --headed --out /tmp/report\n  domtool demo --shop   (then, in another shell: domtool open ADDRESS)",
        )
        .arg(
            Arg::new("out")
                .long("out")
                .value_name("DIR")
                .default_value("domtool-report")
                .value_parser(value_parser!(PathBuf))
                .help("Where to write index.html"),
        )
        .arg(
            Arg::new("shop")
                .long("shop")
                .action(ArgAction::SetTrue)
                .conflicts_with("out")
                .help("Keep the shop open, for you or an agent of yours to order in; prints each order that it receives, until Ctrl-C"),
        )
}

/// Runs the demo.
///
/// # Errors
/// `NO_BROWSER`; `EXPECTATION_FAILED` with what was seen, at the first thing that is not as it should be.
pub(crate) fn run(matches: &ArgMatches, globals: &Globals) -> Result<ExitCode> {
    if matches.get_flag("shop") {
        return local::runtime()?.block_on(keep_open(globals.json));
    }
    let folder = std::env::current_dir().map_err(|error| Failure::io("the current folder", &error))?;
    let launch =
        globals.to_start().clone().absolute(&folder).with_endpoint_read(&folder)?.with_proxy_of_environment();
    let out = folder.join(matches.get_one::<PathBuf>("out").cloned().unwrap_or_default());
    local::ensure(&launch, Consent::AskIfSomeoneIsThere)?;
    let mut options = launch.options();
    // Sites get processes of their own on desktops anyway; this makes it certain.
    options.args.insert(0, "--site-per-process".to_owned());
    let visit = async {
        tokio::select! {
            done = visit(options, launch.endpoint()?, globals.json) => done,
            interrupted = tokio::signal::ctrl_c() => {
                // The browser ends with the dropped future.
                interrupted.map_err(|error| Failure::io("Ctrl-C", &error))?;
                Ok(None)
            }
        }
    };
    let Some((steps, ended)) = local::runtime()?.block_on(visit)? else { return Ok(ExitCode::from(130)) };
    let page = out.join("index.html");
    let written = std::fs::create_dir_all(&out)
        .and_then(|()| keep::write_whole(&page, html_report::page(&steps, &ended).as_bytes()));
    written.map_err(|error| Failure::invalid(format!("{} cannot be written: {error}", page.display())))?;
    conclude(&steps, ended, &page, globals)
}

/// Serves the shop alone, without a browser, until a request for an end. With `json` each line is an object.
async fn keep_open(json: bool) -> Result<ExitCode> {
    #[derive(Serialize)]
    struct Open<'a> {
        shop: &'a str,
    }
    let no_port = |error| Failure::io("the shop's ports", &error);
    let mut shop = Shop::open().await.map_err(no_port)?;
    if json {
        print::json(&Open { shop: &shop.url })?;
    } else {
        print::text(&format!("the shop is open at {} (Ctrl-C closes it)", shop.url));
    }
    let mut signals = Signals::new()?;
    loop {
        let order = tokio::select! {
            order = shop.next_order() => order,
            _ = signals.next() => return Ok(ExitCode::SUCCESS),
        };
        if json {
            print::json(&order)?;
        } else {
            print::text(&format!("order received: {order}"));
        }
    }
}

fn conclude(
    steps: &[Step],
    ended: Result<String>,
    page: &std::path::Path,
    globals: &Globals,
) -> Result<ExitCode> {
    let say = |text: &str| if globals.json { print::aside(text) } else { print::text(text) };
    let verified = match ended {
        Ok(verified) => verified,
        Err(failure) => {
            say(&format!("\nThe report so far: {}", page.display()));
            return Err(failure);
        }
    };
    if globals.json {
        #[derive(Serialize)]
        struct Done<'a> {
            ok: bool,
            steps: usize,
            order: &'a str,
            report: &'a std::path::Path,
        }
        let json =
            serde_json::to_string(&Done { ok: true, steps: steps.len(), order: &verified, report: page });
        print::text(&json.map_err(|error| Failure::internal(error.to_string()))?);
    } else {
        let paint = print::stdout_paint();
        print::text(&format!("\n{} {verified}", paint.good("order verified:")));
        print::text(&format!("report to look at: {}", page.display()));
    }
    Ok(ExitCode::SUCCESS)
}

type Visit = (Vec<Step>, Result<String>);

/// The visit from start to end. A step that fails ends it; what was seen until then is in the steps.
async fn visit(options: LaunchOptions, cdp: Option<Endpoint>, json: bool) -> Result<Option<Visit>> {
    let mut shop = Shop::open().await.map_err(|error| Failure::io("the shop's ports", &error))?;
    let browser = match cdp {
        Some(endpoint) => Browser::connect(endpoint).await?,
        None => Browser::launch(options).await?,
    };
    let session = browser.session("demo", SessionOptions::default()).await?;
    let mut shopper = Shopper { session, steps: Vec::new(), json };
    let ended = shopper.shop(&mut shop).await;
    let closed = browser.close().await;
    let ended = ended.and_then(|order| closed.map(|()| order).map_err(Failure::from));
    Ok(Some((shopper.steps, ended)))
}
