//! `Emulation`: what a page believes of its screen.

use super::domain;

domain! {
    "Emulation"
    /// The viewport, in CSS pixels. A `device_scale_factor` of 0 keeps the real one.
    command SetDeviceMetricsOverride = "setDeviceMetricsOverride" { width: i32, height: i32, device_scale_factor: f64, mobile: bool; }
    /// A touch screen, and how many fingers it tells apart.
    command SetTouchEmulationEnabled = "setTouchEmulationEnabled" { enabled: bool; max_touch_points: i32 }
    /// A brand of the client hints.
    object UserAgentBrandVersion = "UserAgentBrandVersion" { brand: String, version: String; }
    /// The client hints.
    object UserAgentMetadata = "UserAgentMetadata" { platform: String, platform_version: String, architecture: String, model: String,
        mobile: bool; brands: Vec<UserAgentBrandVersion> }
    /// The user agent and what goes along with it. An empty one is the browser's own.
    command SetUserAgentOverride = "setUserAgentOverride" { user_agent: String; accept_language: String, platform: String,
        user_agent_metadata: UserAgentMetadata }
    /// A media feature; an empty value is the system's.
    object MediaFeature = "MediaFeature" { name: String, value: String; }
    /// The media that style sheets and scripts are told of.
    command SetEmulatedMedia = "setEmulatedMedia" { ; media: String, features: Vec<MediaFeature> }
    /// The locale of dates and numbers, as ICU names it; the system's when none is given.
    command SetLocaleOverride = "setLocaleOverride" { ; locale: String }
    /// The time zone; an empty one is the system's.
    command SetTimezoneOverride = "setTimezoneOverride" { timezone_id: String; }
    /// Where the device is. Degrees, and metres of accuracy.
    command SetGeolocationOverride = "setGeolocationOverride" { ; latitude: f64, longitude: f64, accuracy: f64 }
    /// Where it really is.
    command ClearGeolocationOverride = "clearGeolocationOverride" { ; }
    /// Makes the page believe that it has the focus, so that tabs in the background act like the one in front.
    command SetFocusEmulationEnabled = "setFocusEmulationEnabled" { enabled: bool; }
}
