//! Scrolling the page, a container, or an element into view; how far it went is read back.

use domtool_cdp::protocol::{FrameId, dom};
use domtool_page::identity::ElementId;
use serde::{Deserialize, Serialize};

use super::{Done, Scene, action::ScrollBy, resolve, reveal};
use crate::{
    error::{Dispatched, Error, ErrorKind, Result},
    world::World,
};

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum By {
    Pages(f64),
    Pixels(f64, f64),
    Percent(f64),
}

#[derive(Deserialize)]
struct Position {
    left: f64,
    top: f64,
    most_left: f64,
    most_top: f64,
}

#[derive(Deserialize)]
struct Scrolled {
    before: Position,
    after: Position,
}

pub(crate) async fn scroll(scene: &mut Scene<'_>, target: Option<ElementId>, by: ScrollBy) -> Result<Done> {
    let subject = match target {
        Some(target) => Some(resolve::resolve(scene, target).await?),
        None => None,
    };
    let by = match by {
        ScrollBy::Pages(pages) => By::Pages(pages),
        ScrollBy::Pixels(x, y) => By::Pixels(x, y),
        ScrollBy::Percent(percent) => By::Percent(percent.clamp(0.0, 100.0)),
        ScrollBy::Top => By::Percent(0.0),
        ScrollBy::Bottom => By::Percent(100.0),
        ScrollBy::IntoView => {
            let Some(subject) = subject else {
                return Err(Error::invalid_input("name the element to scroll to"));
            };
            let into_view =
                dom::ScrollIntoViewIfNeeded { backend_node_id: Some(subject.backend), rect: None };
            scene.dispatched = Dispatched::Maybe;
            match subject.handle.channel.call(&into_view).await {
                Ok(_) => reveal::through_frames(scene, &subject).await?,
                Err(error) if error.is_protocol() => {
                    scene.dispatched = Dispatched::No;
                    return Err(Error::new(ErrorKind::Hidden, format!("{} cannot be seen", subject.words())));
                }
                Err(error) => return Err(scene.tab.explain(error)),
            }
            return Ok(Done {
                feedback: format!("{} is in view", subject.words()),
                target: Some(subject.target),
            });
        }
    };
    scene.dispatched = Dispatched::Maybe;
    let scrolled: Scrolled = match &subject {
        Some(subject) => subject.handle.call("scroll", &(by,)).await?,
        None => {
            let root: FrameId = scene.tab.state().main().map(|main| main.root.clone()).unwrap_or_default();
            let world = World::of(scene.tab, &root)
                .ok_or_else(|| Error::new(ErrorKind::Timeout, "the page is still loading"))?;
            world.call("scrollPage", &(by,)).await?
        }
    };
    scene.dispatched = Dispatched::Yes;
    let what = subject
        .as_ref()
        .map_or_else(|| "the page".to_owned(), |subject| format!("what {} is in", subject.words()));
    Ok(Done { feedback: sentence(&what, &scrolled), target: subject.map(|subject| subject.target) })
}

fn sentence(what: &str, scrolled: &Scrolled) -> String {
    let Scrolled { before, after } = scrolled;
    let down = percent(after.top, after.most_top);
    let (x, y) = (after.left - before.left, after.top - before.top);
    if x.abs() < 1.0 && y.abs() < 1.0 {
        let why = match (after.most_top > 0.0, down) {
            (false, _) if after.most_left <= 0.0 => "it has nothing to scroll",
            (true, 100) => "it is at its end",
            (true, 0) => "it is at its top",
            _ => "it is there already",
        };
        return format!("{what} did not move: {why}");
    }
    format!("{what} is scrolled to {down} % ({} of {} px)", after.top.round(), after.most_top.round())
}

fn percent(at: f64, most: f64) -> u32 {
    if most <= 0.0 { 0 } else { (at / most * 100.0).round().clamp(0.0, 100.0) as u32 }
}
