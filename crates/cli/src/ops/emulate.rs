//! `emulate`: another device, person or place for pages to believe in; the same flags belong to `open`.

use clap::ValueEnum;
use domtool::text::quoted;
use domtool::{Action, Device, Geolocation};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionOperation, Environment, Operation, Traits};
use crate::{
    failure::{Failure, Result},
    launch::parse_window,
};

/// Make the current tab's pages believe in another device, person or place, until told otherwise.
///
/// What is not named stays as it is; --reset goes back to what the session began with. Tabs that its pages open believe
/// the same.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Emulate {
    /// Undo what was said before.
    #[arg(long)]
    #[serde(default)]
    pub(crate) reset: bool,
    /// What to believe.
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) beliefs: Beliefs,
}

/// What a page is to believe.
#[derive(Debug, Clone, Default, PartialEq, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct Beliefs {
    /// A device: small-phone, phone, large-phone, phone-landscape, small-tablet, tablet, tablet-landscape, laptop,
    /// laptop-hidpi, desktop.
    #[arg(long, value_name = "NAME")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) device: Option<String>,
    /// The size of the viewport in CSS pixels, such as 390x844.
    #[arg(long, value_name = "WxH")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) viewport: Option<String>,
    /// Device pixels a CSS pixel.
    #[arg(long, value_name = "NUMBER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) scale: Option<f64>,
    /// A touch screen, on or off: clicks are taps.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) touch: Option<bool>,
    /// The user agent; an empty one is the browser's own.
    #[arg(long, value_name = "TEXT")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) user_agent: Option<String>,
    /// The colours that a person prefers.
    #[arg(long, value_enum, value_name = "COLORS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) colors: Option<Colors>,
    /// Whether a person prefers less motion.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reduced_motion: Option<bool>,
    /// A language such as de-AT; an empty one is the system's.
    #[arg(long, value_name = "TAG")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) locale: Option<String>,
    /// A time zone such as Europe/Vienna; an empty one is the system's.
    #[arg(long, value_name = "ZONE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) time_zone: Option<String>,
    /// Where the device is, in degrees north and east, such as 48.2,16.4; pages may ask for it then.
    #[arg(long, value_name = "LAT,LON", allow_hyphen_values = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) geolocation: Option<String>,
    /// Whether there is no network.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) offline: Option<bool>,
}

/// The colours that a person prefers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Colors {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
    /// What the system says.
    System,
}

impl Beliefs {
    /// For the library; `browser` is the browser's version, which a device's user agent carries.
    ///
    /// # Errors
    /// `INVALID_INPUT` for what is no device, size or place.
    pub(crate) fn emulation(&self, browser: &str) -> Result<domtool::Emulation> {
        let device = match &self.device {
            Some(name) => Device::named(name)?.emulation(browser),
            None => domtool::Emulation::default(),
        };
        let mut own = domtool::Emulation::default();
        own.viewport = self.viewport.as_deref().map(parse_window).transpose().map_err(Failure::invalid)?;
        own.scale = self.scale;
        own.touch = self.touch;
        own.user_agent.clone_from(&self.user_agent);
        own.colors = self.colors.map(|colors| match colors {
            Colors::Light => domtool::Colors::Light,
            Colors::Dark => domtool::Colors::Dark,
            Colors::System => domtool::Colors::System,
        });
        own.reduced_motion = self.reduced_motion;
        own.locale.clone_from(&self.locale);
        own.time_zone.clone_from(&self.time_zone);
        own.place = self.geolocation.as_deref().map(place).transpose()?;
        own.offline = self.offline;
        Ok(device.with(&own))
    }

    /// Whether nothing is named.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Metres: as a phone in a street knows where it is.
const ACCURACY: f64 = 20.0;

fn place(text: &str) -> Result<Geolocation> {
    if text.is_empty() {
        return Ok(Geolocation::System);
    }
    let parts = text
        .split_once(',')
        .and_then(|(north, east)| Some((north.trim().parse().ok()?, east.trim().parse().ok()?)));
    let (latitude, longitude) = parts.ok_or_else(|| {
        Failure::invalid(format!("{text} is no place; write it as 48.2,16.4", text = quoted(&text)))
    })?;
    Ok(Geolocation::at(latitude, longitude, ACCURACY))
}

impl Operation for Emulate {
    const NAME: &'static str = "emulate";
    const TRAITS: Traits = Traits::SET;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool emulate --device phone", "size, scale, touch and user agent of a phone"),
        ("domtool emulate --colors dark --locale de-AT", "a person who reads German at night"),
        ("domtool emulate --geolocation 48.2,16.4 --time-zone Europe/Vienna", "somewhere else"),
        ("domtool emulate --offline", "without a network; --offline false ends it"),
        ("domtool emulate --reset", "as the session began"),
    ];
}

impl ActionOperation for Emulate {
    fn action(self, environment: &Environment) -> Result<Action> {
        let emulation = self.beliefs.emulation(&environment.browser_version)?;
        Ok(if self.reset { Action::emulate_anew(emulation) } else { Action::emulate(emulation) })
    }
}
