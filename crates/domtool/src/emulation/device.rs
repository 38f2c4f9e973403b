//! A small table of devices that can be emulated.

use domtool_page::view::quoted;

use super::Emulation;
use crate::error::{Error, Result};

/// A device to be taken for.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Device {
    /// Its name in the table.
    pub name: &'static str,
    /// Width and height of its viewport, CSS pixels.
    pub viewport: (u32, u32),
    /// Device pixels per CSS pixel.
    pub scale: f64,
    /// Whether it is a mobile device with a touch screen.
    pub handheld: bool,
    /// The part of its user agent in brackets; `None` for the user agent of this machine.
    system: Option<&'static str>,
}

/// One device for each size that pages are laid out for. They are no maker's models.
const DEVICES: &[Device] = &[
    Device { name: "small-phone", viewport: (360, 640), scale: 3.0, handheld: true, system: Some(ANDROID) },
    Device { name: "phone", viewport: (390, 844), scale: 3.0, handheld: true, system: Some(ANDROID) },
    Device { name: "large-phone", viewport: (430, 932), scale: 3.0, handheld: true, system: Some(ANDROID) },
    Device {
        name: "phone-landscape",
        viewport: (844, 390),
        scale: 3.0,
        handheld: true,
        system: Some(ANDROID),
    },
    Device { name: "small-tablet", viewport: (744, 1133), scale: 2.0, handheld: true, system: Some(ANDROID) },
    Device { name: "tablet", viewport: (820, 1180), scale: 2.0, handheld: true, system: Some(ANDROID) },
    Device {
        name: "tablet-landscape",
        viewport: (1180, 820),
        scale: 2.0,
        handheld: true,
        system: Some(ANDROID),
    },
    Device { name: "laptop", viewport: (1366, 768), scale: 1.0, handheld: false, system: None },
    Device { name: "laptop-hidpi", viewport: (1440, 900), scale: 2.0, handheld: false, system: None },
    Device { name: "desktop", viewport: (1920, 1080), scale: 1.0, handheld: false, system: None },
];

/// The same on every Chrome for Android, since its user agent was frozen.
const ANDROID: &str = "Linux; Android 10; K";

impl Device {
    /// Every device of the table.
    #[must_use]
    pub const fn all() -> &'static [Device] {
        DEVICES
    }

    /// The device of a name, letters of any case.
    ///
    /// # Errors
    /// `INVALID_INPUT` that lists them.
    pub fn named(name: &str) -> Result<&'static Device> {
        DEVICES.iter().find(|device| device.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
            let names: Vec<&str> = DEVICES.iter().map(|device| device.name).collect();
            Error::invalid_input(format!("there is no device {name}", name = quoted(&name)))
                .with_hint(format!("devices are {}", names.join(", ")))
        })
    }

    /// The overrides that emulate it, in a browser of this version (`Browser::version`).
    #[must_use]
    pub fn emulation(&self, browser: &str) -> Emulation {
        let user_agent = match self.system {
            Some(system) => {
                let mobile = if self.viewport.0.min(self.viewport.1) < 600 { " Mobile" } else { "" };
                let major = major(browser);
                format!(
                    "Mozilla/5.0 ({system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{major}.0.0.0{mobile} Safari/537.36"
                )
            }
            None => String::new(),
        };
        Emulation {
            viewport: Some(self.viewport),
            scale: Some(self.scale),
            mobile: Some(self.handheld),
            touch: Some(self.handheld),
            user_agent: Some(user_agent),
            ..Emulation::default()
        }
    }
}

/// `156` of `HeadlessChrome/156.0.8078.79`.
pub(crate) fn major(browser: &str) -> &str {
    browser.split_once('/').and_then(|(_, version)| version.split('.').next()).unwrap_or("0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_says_so_and_a_laptop_is_this_machine() {
        let phone = Device::named("Phone").unwrap().emulation("HeadlessChrome/156.0.8078.79");
        let agent = phone.user_agent.unwrap();
        assert!(agent.contains("Android") && agent.contains("Chrome/156.0.0.0 Mobile"), "{agent}");
        let tablet = Device::named("tablet").unwrap().emulation("Chrome/156.0.1.2");
        assert!(!tablet.user_agent.unwrap().contains("Mobile"));
        assert_eq!(Device::named("laptop").unwrap().emulation("Chrome/1").user_agent.as_deref(), Some(""));
        let error = Device::named("toaster").expect_err("there is none");
        assert!(error.hint().contains("small-phone"), "{}", error.hint());
    }
}
