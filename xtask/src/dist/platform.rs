//! The systems that there are packages for, and what each kind of package calls them.

use std::env::consts::{ARCH, OS};

/// One operating system on one kind of processor.
#[derive(Debug)]
pub(super) struct Platform {
    /// As in `std::env::consts`.
    os: &'static str,
    arch: &'static str,
    /// What Rust may build for it, the best first.
    pub(super) targets: &'static [&'static str],
    pub(super) npm: Npm,
    /// The last part of a wheel's tag.
    pub(super) wheel: &'static str,
}

/// The conditions by which npm installs a package or leaves it out.
#[derive(Debug)]
pub(super) struct Npm {
    pub(super) os: &'static str,
    pub(super) cpu: &'static str,
    /// The binary asks for no library, so it is for both.
    pub(super) libc: &'static [&'static str],
}

/// On Linux musl comes first: a static glibc reads `/etc/nsswitch.conf` and may load modules of another glibc that are named there.
///
/// The wheels' tags say the least system that the binary starts on. A static one starts on any Linux of the tags' time, whatever
/// its C library is (PEP 600 and 656); macOS's are those that Rust itself supports.
pub(super) const ALL: &[Platform] = &[
    Platform {
        os: "linux",
        arch: "x86_64",
        targets: &["x86_64-unknown-linux-musl", "x86_64-unknown-linux-gnu"],
        npm: Npm { os: "linux", cpu: "x64", libc: &["glibc", "musl"] },
        wheel: "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    },
    Platform {
        os: "linux",
        arch: "aarch64",
        targets: &["aarch64-unknown-linux-musl", "aarch64-unknown-linux-gnu"],
        npm: Npm { os: "linux", cpu: "arm64", libc: &["glibc", "musl"] },
        wheel: "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    },
    Platform {
        os: "macos",
        arch: "x86_64",
        targets: &["x86_64-apple-darwin"],
        npm: Npm { os: "darwin", cpu: "x64", libc: &[] },
        wheel: "macosx_10_12_x86_64",
    },
    Platform {
        os: "macos",
        arch: "aarch64",
        targets: &["aarch64-apple-darwin"],
        npm: Npm { os: "darwin", cpu: "arm64", libc: &[] },
        wheel: "macosx_11_0_arm64",
    },
    Platform {
        os: "windows",
        arch: "x86_64",
        targets: &["x86_64-pc-windows-msvc"],
        npm: Npm { os: "win32", cpu: "x64", libc: &[] },
        wheel: "win_amd64",
    },
    Platform {
        os: "windows",
        arch: "aarch64",
        targets: &["aarch64-pc-windows-msvc"],
        npm: Npm { os: "win32", cpu: "arm64", libc: &[] },
        wheel: "win_arm64",
    },
];

impl Platform {
    /// The one that this program runs on.
    pub(super) fn here() -> Result<&'static Self, String> {
        let found = ALL.iter().find(|platform| platform.os == OS && platform.arch == ARCH);
        found.ok_or_else(|| {
            format!("there are no packages for {OS} on {ARCH}: xtask/src/dist/platform.rs lists them")
        })
    }

    /// What a program's file is called, given its name.
    pub(super) fn program(&self, name: &str) -> String {
        if self.os == "windows" { format!("{name}.exe") } else { name.to_owned() }
    }

    pub(super) fn is_linux(&self) -> bool {
        self.os == "linux"
    }

    pub(super) fn is_macos(&self) -> bool {
        self.os == "macos"
    }

    /// What its npm package is called, below `@domtool/`, and the launcher finds it by: `process.platform` and `process.arch`.
    pub(super) fn npm_name(&self) -> String {
        format!("{}-{}", self.npm.os, self.npm.cpu)
    }
}
