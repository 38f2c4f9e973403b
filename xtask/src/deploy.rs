//! The manifests in `deploy/`: `cargo xtask deploy` holds them against the schemas of Kubernetes, which a package of PyPI brings; `check` holds
//! what they say of the program (flags, variables, paths, ports, times) against the program's sources. Both are crude readings of lines, and
//! enough, as the manifests are ours.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{cargo, sources::Source};

const FOLDER: &str = "deploy/";
const SERVER: &str = "deploy/server.yaml";
const LIST: &str = "deploy/kustomization.yaml";
/// A file with this end is for people, and no part of the list.
const EXAMPLE: &str = ".example.yaml";
/// Where the validator's packages are listed, and where they are installed.
const PACKAGES: &str = "xtask/deploy/requirements.txt";
const INSTALLED: &str = "target/deploy";
/// The versions of Kubernetes whose schemas hold: the newest that the package has, and one that clusters still run.
const VERSIONS: [&str; 2] = ["1.37", "1.30"];

/// `cargo xtask deploy`.
pub(crate) fn run() -> Result<(), String> {
    let validator = install()?;
    let files = manifests()?;
    for version in VERSIONS {
        validate(&validator, version, &files)?;
    }
    // A validator that lets everything pass would let ours.
    let broken = Path::new(INSTALLED).join("broken.yaml");
    let text = fs::read_to_string(SERVER).map_err(|error| format!("{SERVER}: {error}"))?;
    fs::write(
        &broken,
        text.replace("replicas: 2", "replicas: two").replace("readOnlyRootFilesystem", "readOnlyRoot"),
    )
    .map_err(|error| format!("{}: {error}", broken.display()))?;
    match validate(&validator, VERSIONS[0], &[broken]) {
        Ok(()) => Err("the validator lets a broken manifest pass".to_owned()),
        Err(_) => {
            println!("that was to fail; {} manifests are as the schemas want them", files.len());
            Ok(())
        }
    }
}

fn manifests() -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(FOLDER).map_err(|error| format!("{FOLDER}: {error}"))?;
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "yaml") && *path != Path::new(LIST))
        .collect();
    files.sort();
    Ok(files)
}

fn validate(validator: &Path, version: &str, files: &[PathBuf]) -> Result<(), String> {
    let mut command = Command::new(validator);
    command.args(["--strict", "--quiet", "--kubernetes-version", version]).args(files);
    cargo::run(command, &format!("kubernetes-validate {version}"))
}

/// The validator, in an environment of its own.
fn install() -> Result<PathBuf, String> {
    let bin = if cfg!(windows) { "Scripts" } else { "bin" };
    let program = |name: &str| {
        Path::new(INSTALLED).join("venv").join(bin).join(format!("{name}{}", env::consts::EXE_SUFFIX))
    };
    let installed = Path::new(INSTALLED).join("requirements.txt");
    if fs::read(PACKAGES).ok() != fs::read(&installed).ok() {
        fs::create_dir_all(INSTALLED).map_err(|error| format!("{INSTALLED}: {error}"))?;
        let mut python = Command::new(if cfg!(windows) { "python" } else { "python3" });
        python.args(["-m", "venv"]).arg(Path::new(INSTALLED).join("venv"));
        cargo::run(python, "python -m venv")?;
        let mut pip = Command::new(program("pip"));
        pip.args(["install", "--quiet", "--requirement", PACKAGES]);
        cargo::run(pip, "pip install")?;
        fs::copy(PACKAGES, &installed).map_err(|error| format!("{PACKAGES}: {error}"))?;
    }
    Ok(program("kubernetes-validate"))
}

/// What the manifests say of the program and the program does not know, and what does not fit together among them.
pub(crate) fn breaches(sources: &[Source]) -> Vec<String> {
    let text = |path: &str| sources.iter().find(|source| source.path == path).map(text_of);
    let (Some(server), Some(list)) = (text(SERVER), text(LIST)) else { return Vec::new() };
    let program = Program {
        flags: text("crates/cli/src/serve/mod.rs").unwrap_or_default(),
        settings: text("crates/cli/src/settings.rs").unwrap_or_default(),
        paths: ["crates/cli/src/serve/endpoint.rs", "crates/cli/src/mcp/http/endpoint.rs"]
            .into_iter()
            .filter_map(text)
            .collect(),
        image: text("Dockerfile").unwrap_or_default(),
    };
    let mut breaches = program.unknown(&server);
    breaches.extend(apart(&server));
    let manifests =
        sources.iter().filter(|source| source.path.starts_with(FOLDER) && source.path.ends_with(".yaml"));
    for source in manifests {
        let name = source.path.trim_start_matches(FOLDER);
        let listed = list.lines().any(|line| line.trim() == format!("- {name}"));
        if listed == (source.path == LIST || name.ends_with(EXAMPLE)) {
            breaches.push(format!("{}: every manifest stands in {LIST}, and no example", source.path));
        }
        for variable in words(&text_of(source)).filter(|word| word.starts_with("DOMTOOL_")) {
            if !program.settings.contains(&format!("\"{variable}\"")) {
                breaches.push(format!("{}: there is no setting {variable}", source.path));
            }
        }
    }
    breaches
}

fn text_of(source: &Source) -> String {
    source.lines().map(|line| format!("{line}\n")).collect()
}

/// Words of capitals, digits and underscores.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_'))
}

/// The program's own words, as its sources have them.
struct Program {
    flags: String,
    settings: String,
    paths: String,
    image: String,
}

impl Program {
    fn unknown(&self, server: &str) -> Vec<String> {
        let mut breaches = Vec::new();
        for flag in server.lines().filter_map(|line| line.trim().strip_prefix("- --")) {
            if !self.flags.contains(&format!("\n    {}: ", flag.replace('-', "_"))) {
                breaches.push(format!("{SERVER}: domtool serve has no --{flag}"));
            }
        }
        for path in server.lines().filter_map(|line| line.trim().strip_prefix("path: /")) {
            if !self.paths.contains(&format!("\"/{path}\"")) {
                breaches.push(format!("{SERVER}: the server has no /{path}"));
            }
        }
        let port = after(server, "containerPort: ");
        if !self.image.contains(&format!("EXPOSE {port}\n")) {
            breaches.push(format!("{SERVER}: the image does not name port {port}"));
        }
        breaches
    }
}

/// What of the server's manifest does not fit together.
fn apart(server: &str) -> Vec<String> {
    let port = after(server, "containerPort: ");
    let value = |flag: &str| {
        after(server, &format!("- --{flag}\n")).trim_start_matches("- ").trim_matches('"').to_owned()
    };
    let number = |text: &str| text.parse::<u32>().unwrap_or_default();
    let mut breaches = Vec::new();
    if !value("http").ends_with(&format!(":{port}")) {
        breaches.push(format!("{SERVER}: it listens on {}, and its port is {port}", value("http")));
    }
    if number(&value("drain")) + 20 > number(&after(server, "terminationGracePeriodSeconds: ")) {
        breaches.push(format!("{SERVER}: it is killed before it has drained and ended"));
    }
    let tokens = value("tokens");
    let folder = tokens.rsplit_once('/').map_or("", |(folder, _)| folder);
    if !server.contains(&format!("mountPath: {folder}\n")) {
        breaches.push(format!("{SERVER}: nothing is mounted where {tokens} is to be"));
    }
    breaches
}

/// The rest of the line after the first place where this stands; of the next line, where it ends one.
fn after(text: &str, what: &str) -> String {
    let rest = text.split_once(what).map_or("", |(_, rest)| rest);
    rest.lines().next().unwrap_or_default().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "terminationGracePeriodSeconds: 50\nargs:\n  - serve\n  - --http\n  - 0.0.0.0:8931\n  - --tokens\n  - /etc/domtool/tokens\n  - --drain\n  - \"30\"\n\
        env:\n  - name: DOMTOOL_ENGINE\nports:\n  - containerPort: 8931\nreadinessProbe:\n  path: /readyz\nvolumeMounts:\n  - mountPath: /etc/domtool\n";

    fn found(server: &str) -> Vec<String> {
        breaches(&[
            Source::new(SERVER, server),
            Source::new(LIST, "resources:\n  - server.yaml\n"),
            Source::new(
                "crates/cli/src/serve/mod.rs",
                "struct Flags {\n    http: Address,\n    tokens: X,\n    drain: u32,\n}",
            ),
            Source::new("crates/cli/src/settings.rs", "ENGINE: \"engine\", \"DOMTOOL_ENGINE\""),
            Source::new("crates/cli/src/serve/endpoint.rs", "const READY: &str = \"/readyz\";"),
            Source::new("Dockerfile", "EXPOSE 8931\n"),
        ])
    }

    #[test]
    fn what_the_program_does_not_know_is_found() {
        assert_eq!(found(GOOD), Vec::<String>::new());
        for (good, bad, what) in [
            ("- --drain", "- --drains", "no --drains"),
            ("/readyz", "/ready", "no /ready"),
            ("DOMTOOL_ENGINE", "DOMTOOL_ENGINES", "no setting DOMTOOL_ENGINES"),
            ("0.0.0.0:8931", "0.0.0.0:8932", "listens on"),
            ("containerPort: 8931", "containerPort: 80", "does not name port 80"),
            ("Seconds: 50", "Seconds: 49", "killed"),
            ("mountPath: /etc/domtool", "mountPath: /etc", "nothing is mounted"),
        ] {
            let found = found(&GOOD.replace(good, bad));
            assert!(found.iter().any(|finding| finding.contains(what)), "{what}: {found:?}");
        }
    }

    #[test]
    fn a_manifest_that_is_not_listed_is_found() {
        let list = Source::new(LIST, "resources:\n  - server.yaml\n  - a.example.yaml\n");
        let sources = [
            Source::new(SERVER, GOOD),
            list,
            Source::new("deploy/b.yaml", ""),
            Source::new("deploy/a.example.yaml", ""),
        ];
        let found = breaches(&sources);
        let of = |path: &str| found.iter().any(|finding| finding.starts_with(&format!("{path}: every")));
        assert!(of("deploy/b.yaml") && of("deploy/a.example.yaml") && !of(SERVER), "{found:?}");
    }
}
