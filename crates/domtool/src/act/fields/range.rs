//! Native sliders: by keys, by a press on the track where the keys would be too many, and by a script for values that
//! neither reaches.

use domtool_page::view::quoted;

use super::{
    colour,
    dial::{self, Dial},
    focus::settle_in,
    held::{self, Taken, read_back, rejected},
};
use crate::{
    act::{Click, Done, Scene, pointer, resolve::Subject},
    error::{Error, ErrorKind, Obstacle, Result},
};

/// Sets a slider.
pub(super) async fn fill(scene: &mut Scene<'_>, subject: Subject, text: &str) -> Result<Done> {
    let dial = Dial::of(&subject).await?;
    let text = text.trim();
    let normal: String = subject.handle.call("normal", &(text,)).await?;
    let wanted = text.parse::<f64>().ok();
    let Some(wanted) =
        wanted.filter(|wanted| Dial { now: normal.parse().ok(), ..dial.clone() }.shows(*wanted))
    else {
        let nearest = if wanted.is_some() { format!("; the nearest is {normal}") } else { String::new() };
        let message =
            format!("{} takes {}, not {text}{nearest}", subject.words(), dial.limits(), text = quoted(&text));
        let holds = Obstacle::Holds(subject.state.value.clone().unwrap_or_default());
        return Err(Error::new(ErrorKind::ValueRejected, message).with_obstacle(holds));
    };
    let subject = settle_in(scene, subject).await?;
    let _: Option<()> = subject.handle.call("hearInput", &[(); 0]).await?;
    dial::turn(scene, &subject, wanted).await?;
    let mut how = "";
    // A slider that moved and was put back is the page's to decide.
    let put_back = held::told(&subject).await && held_still(&subject, &dial).await;
    if !put_back
        && away(&subject, wanted).await
        && let (Some(min), Some(max)) = (dial.min, dial.max)
        && max > min
        && scene.tab.gate().is_ok()
    {
        let share = ((wanted - min) / (max - min)).clamp(0.02, 0.98);
        pointer::press(scene, &subject, &Click { at: Some((share, 0.5)), ..Click::new(subject.id) }).await?;
        dial::turn(scene, &subject, wanted).await?;
        if away(&subject, wanted).await && scene.tab.gate().is_ok() {
            colour::set(scene, &subject, &normal).await?;
            how = colour::BY_SCRIPT;
        }
    }
    match read_back(scene, &subject, &normal).await? {
        Taken::Not(holds) => Err(rejected(&subject, &holds, "did not take the value")),
        taken => held::said(scene, subject, &normal, taken, how).await,
    }
}

async fn held_still(subject: &Subject, before: &Dial) -> bool {
    Dial::of(subject).await.is_ok_and(|dial| dial.now == before.now)
}

async fn away(subject: &Subject, wanted: f64) -> bool {
    Dial::of(subject).await.is_ok_and(|dial| !dial.shows(wanted))
}
