//! Telling the browser what a tab's pages are to believe. What holds for a tab is told to every session of it, also to those of
//! frames that come later.

use std::{future::Future, pin::Pin, sync::Arc};

use domtool_cdp::{
    Channel,
    protocol::{Command, browser, emulation as protocol, network},
};

use super::TabInner;
use crate::{
    emulation::{Colors, Emulation, Geolocation, device},
    error::{Error, ErrorKind, Result},
    shared::SessionShared,
    world::{calls, data::Beliefs},
};

/// As many fingers as a touch screen tells apart.
const FINGERS: i32 = 5;
/// No limit on how fast bytes come.
const UNLIMITED: f64 = -1.0;

/// A command that was sent, and what it is about.
struct SentOverride {
    what: &'static str,
    answer: Pin<Box<dyn Future<Output = Result<(), domtool_cdp::Error>> + Send>>,
}

fn tell<C: Command + 'static>(
    sent: &mut Vec<SentOverride>,
    channel: &Channel,
    what: &'static str,
    command: &C,
) {
    let pending = channel.post(command);
    sent.push(SentOverride {
        what,
        answer: Box::pin(async move { pending.answer().await?.decode().map(drop) }),
    });
}

/// Tells a session that is being set up what holds for its tab, before its first script runs.
pub(crate) fn first(channel: &Channel, all: &Emulation, is_page: bool, browser: &str) {
    drop(post(channel, all, all, is_page, browser));
}

/// Tells every session of a tab of a change that was checked, and holds that the page believes it. One that fails is taken back.
///
/// # Errors
/// `INVALID_INPUT` for a locale or time zone that the browser does not know.
pub(crate) async fn apply(tab: &Arc<TabInner>, session: &SessionShared, change: &Emulation) -> Result<()> {
    let before = tab.state().emulation.clone();
    let applied = tell_all(tab, session, change).await;
    if applied.is_err() {
        take_back(tab, session, change, &before);
    }
    applied
}

/// What is to be held against the browser before anything is told.
pub(crate) fn check(change: &Emulation) -> Result<()> {
    if *change == Emulation::default() {
        return Err(Error::invalid_input("nothing to believe was named"));
    }
    check_numbers(change)
}

/// A change that only a part of the tab was told of holds nowhere.
fn take_back(tab: &Arc<TabInner>, session: &SessionShared, change: &Emulation, before: &Emulation) {
    let undone = change.undone().with(before);
    for (at, channel) in hold(tab, before.clone()).iter().enumerate() {
        drop(post(channel, &undone, before, at == 0, &session.browser.version));
    }
}

/// What the tab is to believe from now on, also in frames that come later. Those to tell.
fn hold(tab: &TabInner, all: Emulation) -> Vec<Channel> {
    tab.update(|state| {
        state.touch = all.touch.unwrap_or_default();
        state.emulation = all;
        state.attachments.iter().map(|a| a.channel.clone()).collect()
    })
}

async fn tell_all(tab: &Arc<TabInner>, session: &SessionShared, change: &Emulation) -> Result<()> {
    let all = tab.state().emulation.with(change);
    let attachments = hold(tab, all.clone());
    if let Some(place) = change.place {
        permit_place(tab, session, place).await?;
    }
    for (at, channel) in attachments.iter().enumerate() {
        for sent in post(channel, change, &all, at == 0, &session.browser.version) {
            match sent.answer.await {
                Ok(()) => {}
                // Frames share what is their process's, and one of them was told; whether the page believes it is read.
                Err(error) if error.is_protocol() && (at > 0 || is_taken(&error)) => {
                    tracing::debug!(%error, what = sent.what, "a frame was not told");
                }
                Err(error) if error.is_protocol() => {
                    return Err(Error::invalid_input(format!("{}: {error}", sent.what)));
                }
                Err(error) => return Err(tab.explain(error)),
            }
        }
    }
    believed(tab, change).await
}

/// Another session of the same process was told first.
fn is_taken(error: &domtool_cdp::Error) -> bool {
    error.to_string().contains("already in effect")
}

fn check_numbers(change: &Emulation) -> Result<()> {
    let wrong = |what: String| Err(Error::invalid_input(what));
    if let Some((width, height)) = change.viewport
        && ((width == 0) != (height == 0) || width.max(height) > 10_000)
    {
        return wrong(format!("a viewport of {width}x{height} is none; 1x1 to 10000x10000"));
    }
    if let Some(scale) = change.scale
        && !(0.0..=10.0).contains(&scale)
    {
        return wrong(format!("a scale of {scale} is none; 0 to 10"));
    }
    if let Some(Geolocation::At { latitude, longitude, accuracy }) = change.place
        && !((-90.0..=90.0).contains(&latitude) && (-180.0..=180.0).contains(&longitude) && accuracy >= 0.0)
    {
        return wrong(format!("{latitude},{longitude} is no place; -90 to 90 north, -180 to 180 east"));
    }
    if change.user_agent.as_ref().is_some_and(|agent| agent.contains(['\r', '\n', '\0'])) {
        return wrong("a user agent is one line".to_owned());
    }
    Ok(())
}

/// Sends what is new; `all` is what holds then, as some commands say several things at once.
fn post(
    channel: &Channel,
    new: &Emulation,
    all: &Emulation,
    is_page: bool,
    browser: &str,
) -> Vec<SentOverride> {
    let mut sent = Vec::new();
    let out = &mut sent;
    if is_page && (new.viewport.is_some() || new.scale.is_some() || new.mobile.is_some()) {
        let (width, height) = all.viewport.unwrap_or_default();
        let metrics = protocol::SetDeviceMetricsOverride {
            width: width as i32,
            height: height as i32,
            device_scale_factor: all.scale.unwrap_or_default(),
            mobile: all.mobile.unwrap_or_default(),
        };
        tell(out, channel, "viewport", &metrics);
    }
    if let Some(enabled) = new.touch {
        let touch =
            protocol::SetTouchEmulationEnabled { enabled, max_touch_points: enabled.then_some(FINGERS) };
        tell(out, channel, "touch", &touch);
    }
    if new.user_agent.is_some() || new.locale.is_some() {
        tell(out, channel, "user agent", &user_agent(all, browser));
    }
    if new.colors.is_some() || new.reduced_motion.is_some() {
        tell(out, channel, "media", &protocol::SetEmulatedMedia { media: None, features: Some(media(all)) });
    }
    if let Some(locale) = &new.locale {
        let locale = (!locale.is_empty()).then(|| locale.clone());
        tell(out, channel, "locale", &protocol::SetLocaleOverride { locale });
    }
    if let Some(zone) = &new.time_zone {
        tell(out, channel, "time zone", &protocol::SetTimezoneOverride { timezone_id: zone.clone() });
    }
    match new.place {
        Some(Geolocation::At { latitude, longitude, accuracy }) => {
            let place = protocol::SetGeolocationOverride {
                latitude: Some(latitude),
                longitude: Some(longitude),
                accuracy: Some(accuracy),
            };
            tell(out, channel, "place", &place);
        }
        Some(Geolocation::System) => tell(out, channel, "place", &protocol::ClearGeolocationOverride {}),
        None => {}
    }
    if let Some(offline) = new.offline {
        let conditions = network::EmulateNetworkConditions {
            offline,
            latency: 0.0,
            download_throughput: UNLIMITED,
            upload_throughput: UNLIMITED,
        };
        tell(out, channel, "network", &conditions);
    }
    sent
}

fn media(all: &Emulation) -> Vec<protocol::MediaFeature> {
    let feature =
        |name: &str, value: &str| protocol::MediaFeature { name: name.to_owned(), value: value.to_owned() };
    let mut features = Vec::new();
    features.extend(match all.colors {
        Some(Colors::Dark) => Some(feature("prefers-color-scheme", "dark")),
        Some(Colors::Light) => Some(feature("prefers-color-scheme", "light")),
        Some(Colors::System) => Some(feature("prefers-color-scheme", "")),
        None => None,
    });
    features.extend(
        all.reduced_motion
            .map(|reduced| feature("prefers-reduced-motion", if reduced { "reduce" } else { "" })),
    );
    features
}

/// The user agent, with what goes along: the languages that are asked for, and the client hints (User-Agent Client
/// Hints, "Platform"), which must not tell of another device than the string does.
fn user_agent(all: &Emulation, browser: &str) -> protocol::SetUserAgentOverride {
    let agent = all.user_agent.clone().unwrap_or_default();
    let system = System::of(&agent);
    let hints = system.as_ref().filter(|_| agent.contains("Chrome/")).map(|system| {
        let major = agent
            .split_once("Chrome/")
            .and_then(|(_, version)| version.split('.').next())
            .unwrap_or_else(|| device::major(browser));
        let brand = |brand: &str, version: &str| protocol::UserAgentBrandVersion {
            brand: brand.to_owned(),
            version: version.to_owned(),
        };
        protocol::UserAgentMetadata {
            platform: system.hint.to_owned(),
            platform_version: system.version.to_owned(),
            architecture: system.architecture.to_owned(),
            model: system.model.to_owned(),
            mobile: agent.contains("Mobile"),
            brands: Some(vec![brand("Chromium", major), brand("Not.A/Brand", "24")]),
        }
    });
    protocol::SetUserAgentOverride {
        user_agent: agent,
        accept_language: all.locale.clone().filter(|locale| !locale.is_empty()),
        platform: system.map(|system| system.platform.to_owned()),
        user_agent_metadata: hints,
    }
}

/// The system that a user agent names, as the other ways to ask for it tell it.
struct System {
    /// `navigator.platform`.
    platform: &'static str,
    /// `Sec-CH-UA-Platform`.
    hint: &'static str,
    version: &'static str,
    architecture: &'static str,
    model: &'static str,
}

impl System {
    fn of(agent: &str) -> Option<Self> {
        let system = |platform, hint, version, architecture, model| {
            Some(Self { platform, hint, version, architecture, model })
        };
        if agent.contains("Android") {
            system("Linux armv81", "Android", "10.0.0", "", "K")
        } else if agent.contains("iPhone") {
            system("iPhone", "iOS", "", "", "iPhone")
        } else if agent.contains("iPad") {
            system("iPad", "iOS", "", "", "iPad")
        } else if agent.contains("Windows") {
            system("Win32", "Windows", "10.0.0", "x86", "")
        } else if agent.contains("Macintosh") {
            system("MacIntel", "macOS", "14.0.0", "arm", "")
        } else if agent.contains("Linux") {
            system("Linux x86_64", "Linux", "", "x86", "")
        } else {
            None
        }
    }
}

/// Takes back that the pages of a tab may ask where the device is. All else that the browser was told of a tab ends with our session
/// with it; this is a setting of its context.
///
/// # Errors
/// `BROWSER_GONE`, `TIMEOUT` when the browser does not answer.
pub(crate) async fn revoke_place(tab: &TabInner) -> Result<()> {
    let told = tab.state().emulation.place;
    match told {
        Some(Geolocation::At { .. }) => permit_place(tab, &tab.owner.shared, Geolocation::System).await,
        Some(Geolocation::System) | None => Ok(()),
    }
}

/// Pages may ask where the device is only when they are permitted to.
async fn permit_place(tab: &TabInner, session: &SessionShared, place: Geolocation) -> Result<()> {
    let setting = if matches!(place, Geolocation::At { .. }) { "granted" } else { "prompt" };
    let set = browser::SetPermission {
        permission: browser::PermissionDescriptor { name: "geolocation".to_owned() },
        setting: setting.to_owned(),
        browser_context_id: session.context.clone(),
    };
    tab.connection.browser().call(&set).await.map(drop).map_err(|error| tab.explain(error))
}

/// Reads back what can be read.
async fn believed(tab: &TabInner, change: &Emulation) -> Result<()> {
    let root = tab.state().main().map(|main| main.root.clone());
    let Some(world) = root.and_then(|root| tab.world_of(&root)) else { return Ok(()) };
    let (locale, zone) = (change.locale.as_deref(), change.time_zone.as_deref());
    let page: Beliefs =
        world.call(calls::BELIEFS, &(locale.unwrap_or_default(), zone.unwrap_or_default())).await?;
    let set = |text: Option<&str>| text.is_some_and(|text| !text.is_empty());
    let agent = change.user_agent.as_deref();
    let wrong = if set(locale) && page.locale != page.locale_meant {
        format!("its locale is {}", page.locale)
    } else if set(zone) && page.zone != page.zone_meant {
        format!("its time zone is {}", page.zone)
    } else if change
        .colors
        .is_some_and(|colors| colors != Colors::System && (colors == Colors::Dark) != page.dark)
    {
        "its colours are others".to_owned()
    } else if change.reduced_motion == Some(true) && !page.reduced {
        "motion is not reduced".to_owned()
    } else if change.touch == Some(true) && page.fingers == 0 {
        "there is no touch screen".to_owned()
    } else if set(agent) && agent != Some(page.agent.as_str()) {
        format!("its user agent is {}", page.agent)
    } else if change.offline.is_some_and(|offline| offline == page.online) {
        format!("it is {}", if page.online { "online" } else { "offline" })
    } else {
        return Ok(());
    };
    Err(Error::new(ErrorKind::NotActionable, format!("the page does not believe it: {wrong}"))
        .with_hint("another tab in the same process may hold on to its own; use another session"))
}
