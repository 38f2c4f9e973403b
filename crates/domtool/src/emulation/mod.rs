//! Emulation overrides: the device, the person and the place that a tab's page sees. Plain data.

pub(crate) mod device;

pub use device::Device;

use crate::setters::setters;

/// What to emulate. A field that is `None` stays as it is.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Emulation {
    /// Width and height of the viewport, CSS pixels.
    pub viewport: Option<(u32, u32)>,
    /// Device pixels per CSS pixel; 0 for what the screen has.
    pub scale: Option<f64>,
    /// A mobile device: `<meta name=viewport>` counts, scroll bars lie over the page.
    pub mobile: Option<bool>,
    /// A touch screen: `ontouchstart`, `(pointer: coarse)`, and taps instead of clicks.
    pub touch: Option<bool>,
    /// `navigator.userAgent` and the header of that name; empty for the browser's own.
    pub user_agent: Option<String>,
    /// `prefers-color-scheme`.
    pub colors: Option<Colors>,
    /// `prefers-reduced-motion: reduce`.
    pub reduced_motion: Option<bool>,
    /// A BCP 47 language tag such as `de-AT`: dates, numbers, `navigator.language`, `Accept-Language`; empty for the
    /// system's.
    pub locale: Option<String>,
    /// An IANA time zone such as `Europe/Vienna`; empty for the system's.
    pub time_zone: Option<String>,
    /// Where the device is, with the permission for pages to ask for it.
    pub place: Option<Geolocation>,
    /// Whether the network is off.
    pub offline: Option<bool>,
}

/// The colour scheme that a person prefers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Colors {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
    /// Whatever the system says.
    System,
}

/// The geolocation that pages get.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Geolocation {
    /// This place.
    #[non_exhaustive]
    At {
        /// Degrees north, -90 to 90.
        latitude: f64,
        /// Degrees east, -180 to 180.
        longitude: f64,
        /// The radius of the place, metres.
        accuracy: f64,
    },
    /// What the system gives; pages have to ask for permission again.
    System,
}

impl Geolocation {
    /// A place by degrees north (-90 to 90) and east (-180 to 180), with how exact that is in metres.
    #[must_use]
    pub fn at(latitude: f64, longitude: f64, accuracy: f64) -> Self {
        Self::At { latitude, longitude, accuracy }
    }
}

setters!(Emulation {
    /// Gives the page a viewport of so many CSS pixels.
    with_viewport => viewport ? (u32, u32);
    /// Gives a CSS pixel so many device pixels; 0 for what the screen has.
    with_scale => scale ? f64;
    /// Makes it a mobile device, or none.
    with_mobile => mobile ? bool;
    /// Gives it a touch screen, or none.
    with_touch => touch ? bool;
    /// Names another browser; empty for the browser's own name.
    with_user_agent => user_agent ~ String;
    /// Prefers these colours.
    with_colors => colors ? Colors;
    /// Prefers reduced motion, or does not.
    with_reduced_motion => reduced_motion ? bool;
    /// Speaks this language (BCP 47); empty for the system's.
    with_locale => locale ~ String;
    /// Lives in this time zone (IANA); empty for the system's.
    with_time_zone => time_zone ~ String;
    /// Stands at this place, and lets pages ask for it.
    with_place => place ? Geolocation;
    /// Takes the network away, or gives it back.
    with_offline => offline ? bool;
});

impl Emulation {
    /// These overrides, with those that another sets in their place.
    #[must_use]
    pub fn with(&self, other: &Emulation) -> Emulation {
        Emulation {
            viewport: other.viewport.or(self.viewport),
            scale: other.scale.or(self.scale),
            mobile: other.mobile.or(self.mobile),
            touch: other.touch.or(self.touch),
            user_agent: other.user_agent.clone().or_else(|| self.user_agent.clone()),
            colors: other.colors.or(self.colors),
            reduced_motion: other.reduced_motion.or(self.reduced_motion),
            locale: other.locale.clone().or_else(|| self.locale.clone()),
            time_zone: other.time_zone.clone().or_else(|| self.time_zone.clone()),
            place: other.place.or(self.place),
            offline: other.offline.or(self.offline),
        }
    }

    /// The overrides that undo these.
    pub(crate) fn undone(&self) -> Emulation {
        Emulation {
            viewport: self.viewport.map(|_| (0, 0)),
            scale: self.scale.map(|_| 0.0),
            mobile: self.mobile.map(|_| false),
            touch: self.touch.map(|_| false),
            user_agent: self.user_agent.as_ref().map(|_| String::new()),
            colors: self.colors.map(|_| Colors::System),
            reduced_motion: self.reduced_motion.map(|_| false),
            locale: self.locale.as_ref().map(|_| String::new()),
            time_zone: self.time_zone.as_ref().map(|_| String::new()),
            place: self.place.map(|_| Geolocation::System),
            offline: self.offline.map(|_| false),
        }
    }

    /// Describes each override in words.
    pub(crate) fn words(&self) -> Vec<String> {
        let on = |name: &str, on: bool| if on { name.to_owned() } else { format!("no {name}") };
        let named = |name: &str, value: &String| match value.is_empty() {
            true => format!("the system's {name}"),
            false => format!("{name} {value}"),
        };
        let mut words = Vec::new();
        words.extend(self.viewport.map(|size| match size {
            (0, 0) => "the window's viewport".to_owned(),
            (width, height) => format!("viewport {width}x{height}"),
        }));
        words.extend(self.scale.map(|scale| format!("scale {scale}")));
        words.extend(self.mobile.map(|mobile| on("mobile device", mobile)));
        words.extend(self.touch.map(|touch| on("touch", touch)));
        words.extend(self.user_agent.as_ref().map(|agent| named("user agent", agent)));
        words.extend(self.colors.map(|colors| match colors {
            Colors::Light => "light colours".to_owned(),
            Colors::Dark => "dark colours".to_owned(),
            Colors::System => "the system's colours".to_owned(),
        }));
        words.extend(self.reduced_motion.map(|reduced| on("reduced motion", reduced)));
        words.extend(self.locale.as_ref().map(|locale| named("locale", locale)));
        words.extend(self.time_zone.as_ref().map(|zone| named("time zone", zone)));
        words.extend(self.place.map(|place| match place {
            Geolocation::At { latitude, longitude, .. } => format!("at {latitude},{longitude}"),
            Geolocation::System => "the system's place".to_owned(),
        }));
        words.extend(self.offline.map(|offline| if offline { "offline" } else { "online" }.to_owned()));
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_sets_counts_and_the_rest_stays() {
        let base = Emulation { viewport: Some((1, 2)), offline: Some(true), ..Emulation::default() };
        let other = Emulation { offline: Some(false), touch: Some(true), ..Emulation::default() };
        let both = base.with(&other);
        assert_eq!(both.words(), ["viewport 1x2", "touch", "online"]);
        assert_eq!(both.undone().words(), ["the window's viewport", "no touch", "online"]);
    }
}
