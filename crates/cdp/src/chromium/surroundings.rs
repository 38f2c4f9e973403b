//! Finds out whether this process runs as root, and whether it runs in a container.

use std::path::Path;

/// Whether this process runs as root.
#[cfg(unix)]
pub(super) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Whether this process runs as root; nobody is root elsewhere.
#[cfg(not(unix))]
pub(super) fn is_root() -> bool {
    false
}

/// Whether this looks like a container: few of them let Chromium make the namespaces that its sandbox is built from,
/// and most give it 64 MiB of shared memory.
pub(super) fn in_container() -> bool {
    if !cfg!(target_os = "linux") {
        return false;
    }
    let marked = ["/.dockerenv", "/run/.containerenv"].iter().any(|path| Path::new(path).exists());
    let named =
        std::env::var_os("container").is_some() || std::env::var_os("KUBERNETES_SERVICE_HOST").is_some();
    marked || named || in_container_cgroup()
}

fn in_container_cgroup() -> bool {
    const NAMES: [&str; 5] = ["docker", "kubepods", "containerd", "lxc", "podman"];
    std::fs::read_to_string("/proc/1/cgroup")
        .is_ok_and(|groups| NAMES.iter().any(|name| groups.contains(name)))
}

/// Where `PATH` says that a program is.
pub(super) fn on_path(name: &str) -> Option<std::path::PathBuf> {
    let file = if cfg!(windows) { format!("{name}.exe") } else { name.to_owned() };
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(&file)).find(|candidate| is_program(candidate))
}

/// Whether a path is a file that can be started.
#[cfg(unix)]
pub(super) fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

/// Whether a path is a file that can be started.
#[cfg(not(unix))]
pub(super) fn is_program(path: &Path) -> bool {
    path.is_file()
}
