//! `Emulation`: what a page believes of its screen.

use super::domain;

domain! {
    "Emulation"
    /// The viewport, in CSS pixels. A `device_scale_factor` of 0 keeps the real one.
    command SetDeviceMetricsOverride = "setDeviceMetricsOverride" { width: i32, height: i32, device_scale_factor: f64, mobile: bool; }
    /// Makes the page believe that it has the focus, so that tabs in the background act like the one in front.
    command SetFocusEmulationEnabled = "setFocusEmulationEnabled" { enabled: bool; }
}
