//! The table of settings: what a person may set once instead of with every call. From it come the names of the global flags, of their
//! environment variables and of the keys of configuration files, and what `domtool config` lists.
//!
//! A flag goes before the environment, that before the project's file, that before the user's (`config` reads the files).

/// One setting.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    /// Its key in a file, which is also the flag's name, where it has one.
    pub(crate) key: &'static str,
    /// Its environment variable.
    pub(crate) variable: &'static str,
    /// Who may set it.
    pub(crate) scope: Scope,
    /// How it is written in a file.
    pub(crate) shape: Shape,
}

/// Who may set something. A project's file may be a stranger's: it came with a checkout, and is read as soon as an agent works there. So it
/// may set only what no harm comes of, whatever the value: what is shown, and how long something may take. It may not say which
/// browser or program is used, with whose cookies, where files go, what is allowed or what is hidden less.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Also a project's file.
    Project,
    /// The user: the user's own file, the environment, a flag.
    User,
    /// The environment alone: it is needed before files are read, or belongs to one process.
    Environment,
}

/// How a setting is written in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// `true` or `false`.
    Switch,
    /// A string.
    Text,
    /// What nobody is to see, as a string.
    Secret,
    /// A list of the same.
    Secrets,
    /// An address that may have in it what nobody is to see.
    Address,
    /// A number.
    Number,
    /// A path: `~/` is the home folder, a relative one begins at the file's folder.
    Path,
    /// A path, or a bare name to be looked up on the `PATH`.
    Program,
    /// A list of strings.
    List,
    /// A list of strings, to which each file and the flags add.
    Sum,
}

impl Shape {
    /// What it must be in a file, for people.
    pub(crate) fn describe(self) -> &'static str {
        match self {
            Self::Switch => "true or false",
            Self::Text | Self::Secret | Self::Address | Self::Path | Self::Program => "a text in quotes",
            Self::Number => "a number",
            Self::List | Self::Sum | Self::Secrets => "a list of texts, such as [\"a\", \"b\"]",
        }
    }
}

macro_rules! settings {
    ($($name:ident: $key:literal, $variable:literal, $scope:ident, $shape:ident;)*) => {
        $(pub(crate) const $name: Setting =
            Setting { key: $key, variable: $variable, scope: Scope::$scope, shape: Shape::$shape };)*
        /// Every setting.
        pub(crate) const ALL: &[Setting] = &[$($name),*];
    };
}

settings! {
    // A session or a name of another caller would have an agent act with logins that are not for this project.
    SESSION: "session", "DOMTOOL_SESSION", User, Text;
    CALLER: "caller", "DOMTOOL_CALLER", User, Text;
    QUIET: "quiet", "DOMTOOL_QUIET", Project, Switch;
    TIMEOUT: "timeout", "DOMTOOL_TIMEOUT", Project, Number;
    ALLOW_EVAL: "allow-eval", "DOMTOOL_ALLOW_EVAL", User, Switch;
    HEADED: "headed", "DOMTOOL_HEADED", Project, Switch;
    WINDOW: "window", "DOMTOOL_WINDOW", Project, Text;
    // It only hides more.
    MASK: "mask", "DOMTOOL_MASK", Project, Sum;
    PROFILE: "profile", "DOMTOOL_PROFILE", User, Path;
    CDP: "cdp", "DOMTOOL_CDP", User, Address;
    ENGINE: "engine", "DOMTOOL_ENGINE", User, Secrets;
    CAPABILITIES: "capabilities", "DOMTOOL_CAPABILITIES", User, Secret;
    CDP_HEADER: "cdp-header", "DOMTOOL_CDP_HEADER", User, Secrets;
    CDP_PROXY: "cdp-proxy", "DOMTOOL_CDP_PROXY", User, Address;
    CDP_CA: "cdp-ca", "DOMTOOL_CDP_CA", User, Path;
    STATE: "state", "DOMTOOL_STATE", User, Text;
    DOWNLOADS: "downloads", "DOMTOOL_DOWNLOADS", User, Path;
    HTTP_AUTH: "http-auth", "DOMTOOL_HTTP_AUTH", User, Secret;
    HTTP_AUTH_ORIGIN: "http-auth-origin", "DOMTOOL_HTTP_AUTH_ORIGIN", User, Text;
    HEADER: "header", "DOMTOOL_HEADER", User, Secrets;
    PROXY: "proxy", "DOMTOOL_PROXY", User, Secret;
    PROXY_AUTH: "proxy-auth", "DOMTOOL_PROXY_AUTH", User, Secret;
    PROXY_BYPASS: "proxy-bypass", "DOMTOOL_PROXY_BYPASS", User, Text;
    SECRET: "secret", "DOMTOOL_SECRET", User, Secrets;
    TOTP: "totp", "DOMTOOL_TOTP", User, Secrets;
    EXECUTABLE: "executable", "DOMTOOL_CHROME", User, Program;
    WIRE: "wire", "DOMTOOL_WIRE", User, Text;
    CHROME_ARG: "chrome-arg", "DOMTOOL_CHROME_ARG", User, List;
    CONFIG: "config", "DOMTOOL_CONFIG", Environment, Path;
    SOCKET: "socket", "DOMTOOL_SOCKET", Environment, Path;
    IDLE_SECONDS: "idle-seconds", "DOMTOOL_IDLE_SECONDS", Environment, Number;
    MAX_SESSIONS: "max-sessions", "DOMTOOL_MAX_SESSIONS", Environment, Number;
    MAX_SESSIONS_PER_CALLER: "max-sessions-per-caller", "DOMTOOL_MAX_SESSIONS_PER_CALLER", Environment, Number;
    LOG: "log", "DOMTOOL_LOG", Environment, Text;
    MCP_TOKEN: "mcp-token", "DOMTOOL_MCP_TOKEN", Environment, Secret;
    SERVE_TOKEN: "serve-token", "DOMTOOL_SERVE_TOKEN", Environment, Secret;
    // The secret that saved states are encrypted with, and whether the system's keyring is asked for one.
    STATE_KEY: "state-key", "DOMTOOL_STATE_KEY", Environment, Secret;
    KEYRING: "keyring", "DOMTOOL_KEYRING", Environment, Text;
    CHROME_MIRROR: "chrome-mirror", "DOMTOOL_CHROME_MIRROR", Environment, Text;
}

/// How a browser is started on this machine, whichever session it is for.
pub(crate) const START: [&Setting; 4] = [&HEADED, &EXECUTABLE, &WIRE, &CHROME_ARG];

/// The setting of a file's key, if that is one.
pub(crate) fn of_file(key: &str) -> Option<&'static Setting> {
    ALL.iter().find(|setting| setting.key == key && setting.scope != Scope::Environment)
}

/// The settings that a file can have.
pub(crate) fn in_files() -> impl Iterator<Item = &'static Setting> {
    ALL.iter().filter(|setting| setting.scope != Scope::Environment)
}
