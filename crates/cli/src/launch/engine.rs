//! `--engine`: where the browsers of sessions come from, one or several, each with how many sessions it may have; and `--capabilities`,
//! what a WebDriver server is asked for. They may hold what lets its holder in, as `--cdp` does, and are kept and shown like that.

use std::{fmt, fs, path::Path, sync::LazyLock, thread::available_parallelism};

use domtool::{Endpoint, WebDriver};

use super::{Hidden, Launch, endpoint::host_by};
use crate::failure::{Failure, Result};

/// How the address of a WebDriver server begins, and that of a browser of a service.
const WEBDRIVER: &str = "webdriver+";
const CDP: &str = "cdp+";
/// What follows an address that has a limit.
const MAX: &str = ",max=";
/// So many browsers at least are made at once on this machine.
const LEAST: usize = 2;
/// How many are. The system is asked once: its answer is in files.
static AT_ONCE: LazyLock<usize> =
    LazyLock::new(|| available_parallelism().map_or(LEAST, usize::from).max(LEAST));

/// Where a browser comes from. It has no `Debug`: its address may let its holder in.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Engine {
    /// It is started here; sessions that are alike share one.
    Local,
    /// It runs already, and is somebody's: `--cdp`.
    Attached,
    /// A WebDriver server makes one for each session.
    WebDriver(String),
    /// A service answers there, and each session has a connection and a context of its own.
    Cdp(String),
}

/// An engine, and how many sessions may run in it at once.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct EngineChoice {
    pub(crate) engine: Engine,
    pub(crate) max: Option<usize>,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Local => f.write_str("local"),
            Self::Attached => f.write_str("attached"),
            Self::WebDriver(address) => write!(f, "{WEBDRIVER}{}", Endpoint::new(address)),
            Self::Cdp(address) => write!(f, "{CDP}{}", Endpoint::new(address)),
        }
    }
}

impl Engine {
    /// How many browsers may be being made at once where it makes its own. On this machine, by all of its engines together, as many as there
    /// are processors, two at least: more make each other miss their time to start. Elsewhere that is left to the engine.
    pub(crate) fn makes_at_once(&self) -> Option<usize> {
        let here = match self {
            Self::Local => true,
            Self::WebDriver(address) => host_by(&["http://", "https://"], address).is_none(),
            Self::Attached | Self::Cdp(_) => false,
        };
        here.then(|| *AT_ONCE)
    }
}

impl EngineChoice {
    /// # Errors
    /// `INVALID_INPUT` without the address, which may be a secret.
    fn parse(text: &str) -> Result<Self> {
        let wrong = |why: &str| {
            Failure {
            hint: "write local, webdriver+http://HOST:PORT[/PATH], webdriver+https://..., cdp+ws://... or cdp+wss://..., and where there is a limit ,max=N behind it".into(),
            ..Failure::invalid(format!("--engine: {why}"))
        }
        };
        let (address, max) = match text.rsplit_once(MAX) {
            None => (text, None),
            Some((address, max)) => match max.parse() {
                Ok(max) if max > 0 => (address, Some(max)),
                _ => return Err(wrong("max is to be a number above 0")),
            },
        };
        let engine = if address == "local" {
            Engine::Local
        } else if let Some(address) = address.strip_prefix(WEBDRIVER) {
            Engine::WebDriver(address.to_owned())
        } else if let Some(address) = address.strip_prefix(CDP) {
            Engine::Cdp(address.to_owned())
        } else {
            return Err(wrong("it is neither local nor an address that begins with webdriver+ or cdp+"));
        };
        Ok(Self { engine, max })
    }
}

impl Launch {
    /// With what is in the files that `--engine @FILE` and `--capabilities @FILE` name, checked.
    ///
    /// # Errors
    /// `INVALID_INPUT` when one cannot be read, or for what makes no sense.
    pub(crate) fn with_engines_read(mut self, folder: &Path) -> Result<Self> {
        let read = |flag: &str, file: &str| {
            let path = folder.join(file);
            fs::read_to_string(&path).map_err(|error| {
                Failure::invalid(format!("{flag}: {} cannot be read: {error}", path.display()))
            })
        };
        let mut engines = Vec::new();
        for Hidden(engine) in self.engine {
            match engine.strip_prefix('@') {
                Some(file) => {
                    let text = read("--engine", file)?;
                    engines.extend(text.split_whitespace().map(|engine| Hidden(engine.to_owned())));
                }
                None => engines.push(Hidden(engine)),
            }
        }
        self.engine = engines;
        if let Some(Hidden(given)) = &self.capabilities
            && let Some(file) = given.strip_prefix('@')
        {
            self.capabilities = Some(Hidden(read("--capabilities", file)?));
        }
        let engines = self.engines()?;
        let has = |is: fn(&Engine) -> bool| engines.iter().any(|choice| is(&choice.engine));
        if self.capabilities.is_some() && !has(|engine| matches!(engine, Engine::WebDriver(_))) {
            return Err(Failure::invalid(
                "--capabilities are for an --engine webdriver+..., which is not given",
            ));
        }
        let remote: Vec<_> = engines
            .iter()
            .filter(|choice| matches!(choice.engine, Engine::WebDriver(_) | Engine::Cdp(_)))
            .collect();
        if self.profile.is_some() && !remote.is_empty() {
            return Err(Failure::invalid(
                "--profile is a folder of this machine, which no --engine but local has",
            ));
        }
        if !self.cdp_header.is_empty() && remote.len() > 1 {
            return Err(Failure::invalid(
                "--cdp-header goes to one server only, and several --engine are given",
            ));
        }
        for choice in remote {
            match &choice.engine {
                Engine::WebDriver(address) => drop(self.webdriver(address)?),
                Engine::Cdp(address) => drop(self.endpoint_at(address)?),
                Engine::Local | Engine::Attached => {}
            }
        }
        Ok(self)
    }

    /// Where its browser may come from.
    ///
    /// # Errors
    /// `INVALID_INPUT` for what is no engine.
    pub(crate) fn engines(&self) -> Result<Vec<EngineChoice>> {
        let one = |engine| Ok(vec![EngineChoice { engine, max: None }]);
        if self.cdp.is_some() {
            return one(Engine::Attached);
        }
        if self.engine.is_empty() {
            return one(Engine::Local);
        }
        self.engine.iter().map(|Hidden(engine)| EngineChoice::parse(engine)).collect()
    }

    /// A WebDriver server, and what it is asked for.
    ///
    /// # Errors
    /// `INVALID_INPUT` for what is no address of one, or no capabilities.
    pub(crate) fn webdriver(&self, address: &str) -> Result<WebDriver> {
        let wrong = |error: domtool::Error| Failure::invalid(error.message());
        let driver = WebDriver::new(self.endpoint_at(address)?).map_err(|error| wrong(error.into()))?;
        match &self.capabilities {
            Some(Hidden(json)) => driver.with_capabilities(json).map_err(|error| wrong(error.into())),
            None => Ok(driver.with_chrome(!self.headed, &self.args)),
        }
    }

    /// Whether it names the same engines. How many sessions they may have can change while one runs.
    pub(super) fn has_engines_of(&self, other: &Self) -> bool {
        let engines = |launch: &Self| {
            let choices = launch.engines().ok()?;
            Some(choices.into_iter().map(|choice| choice.engine).collect::<Vec<_>>())
        };
        engines(self).is_some() && engines(self) == engines(other)
    }

    /// Whether no browser is started here.
    pub(crate) fn is_elsewhere(&self) -> bool {
        self.engines().is_ok_and(|engines| engines.iter().all(|choice| choice.engine != Engine::Local))
    }

    /// `--engine` as people may see it.
    pub(crate) fn shown_engines(&self) -> Vec<String> {
        let engines = self.engines().unwrap_or_default();
        let shown = |choice: &EngineChoice| {
            let max = choice.max.map(|max| format!("{MAX}{max}")).unwrap_or_default();
            format!("{}{max}", choice.engine)
        };
        if self.engine.is_empty() { Vec::new() } else { engines.iter().map(shown).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(engines: &[&str]) -> Launch {
        Launch {
            engine: engines.iter().map(|engine| Hidden((*engine).to_owned())).collect(),
            ..Launch::default()
        }
    }

    #[test]
    fn engines_have_limits_and_are_shown_without_what_lets_in() {
        for (text, shown, max) in [
            ("local", "local", None),
            ("local,max=8", "local", Some(8)),
            ("webdriver+http://grid:4444,max=20", "webdriver+http://grid:4444", Some(20)),
            (
                "webdriver+https://ada:zqs@grid/wd/hub?t=zqs,max=x,max=2",
                "webdriver+https://…@grid/…",
                Some(2),
            ),
            ("cdp+wss://b.example/zqs", "cdp+wss://b.example/…", None),
        ] {
            let choice = EngineChoice::parse(text).unwrap();
            assert_eq!((choice.engine.to_string().as_str(), choice.max), (shown, max), "{text}");
        }
        let (few, more) = (given(&["local,max=2"]), given(&["local,max=3"]));
        assert!(
            more.agrees_with(&few, "a").is_ok() && given(&["cdp+ws://h"]).agrees_with(&few, "a").is_err()
        );
        let shown = given(&["webdriver+http://ada:zqs@grid,max=2"]).shown();
        assert_eq!(serde_json::to_string(&shown.engine).unwrap(), r#"["webdriver+http://…@grid,max=2"]"#);
        assert!(!format!("{:?}", given(&["webdriver+http://zqs"])).contains("zqs"));
    }

    #[test]
    fn what_makes_no_sense_is_refused_without_it() {
        let folder = Path::new("/");
        for engines in [
            &["zqs"][..],
            &["http://zqs:zqs@grid"],
            &["local,max=0"],
            &["local,max=zqs"],
            &["webdriver+ws://zqs@grid"],
            &["webdriver+ada:zqs@grid"],
            &["@/nowhere/at/all"],
        ] {
            let failure = given(engines).with_engines_read(folder).unwrap_err();
            assert!(!failure.to_string().contains("zqs"), "{failure}");
        }
        let capabilities = Some(Hidden("{\"zqs\": zqs}".to_owned()));
        for launch in [
            Launch { capabilities: capabilities.clone(), ..given(&["local"]) },
            Launch { capabilities, ..given(&["webdriver+http://grid"]) },
            Launch { profile: Some("/p".into()), ..given(&["webdriver+http://grid"]) },
            Launch {
                cdp_header: vec![Hidden("X: zqs".to_owned())],
                ..given(&["webdriver+http://a", "webdriver+http://b"])
            },
        ] {
            let failure = launch.with_engines_read(folder).unwrap_err();
            assert!(!failure.to_string().contains("zqs"), "{failure}");
        }
    }

    #[test]
    fn engines_and_capabilities_may_stand_in_files() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("at"), "webdriver+http://ada:pw@grid,max=3\nlocal\n").unwrap();
        fs::write(folder.path().join("what"), "{\n}\n").unwrap();
        let launch = Launch { capabilities: Some(Hidden("@what".to_owned())), ..given(&["@at"]) };
        assert!(launch.clone().absolute(folder.path()).printable().is_ok());
        let read = launch.absolute(folder.path()).with_engines_read(Path::new("/")).unwrap();
        assert_eq!(read.engines().unwrap().len(), 2);
        assert!(read.clone().printable().is_err(), "a password would be printed");
        assert!(read.without_secrets().capabilities.is_none());
    }
}
