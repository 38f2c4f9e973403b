//! Asks the browser for everything that a snapshot is made of: all sessions of the page at once, each in one burst of commands.
//!
//! The answers are kept as bytes; [`Captured::decode`] reads them in place, on the task that waited for them.

use std::{sync::Arc, time::Duration};

use domtool_cdp::{
    Answer,
    protocol::{
        BackendNodeId, LoaderId, RemoteObjectId, dom, dom_debugger::GetEventListeners,
        dom_snapshot::CaptureSnapshot, page, runtime,
    },
};
use domtool_page::{
    capture::{
        Delegation, FrameBox, FrameDocument, FrameOwner, FrameProbe, PageCapture, SessionCapture,
        UnreadFrame, Viewport,
    },
    geometry::{Quad, Rect},
    snapshot::frames_to_measure,
    styles::StyleSet,
};
use tokio::{task::JoinSet, time::Instant};

use super::{
    absence, delegates, live,
    owners::{self, Owner},
};
use crate::{
    cpu::cpu_bound_bytes,
    error::{self, Error, ErrorKind, Result},
    limits::{FRAME_ANSWERS, SILENT_FRAME_ANSWERS},
    tab::{Attachment, TabInner},
    world::calls,
};

/// How often a document is read again when another came meanwhile; then the last answers are taken.
const TRIES: u32 = 3;

/// The answers of one moment of one page.
pub(crate) struct Captured {
    sessions: Vec<(SessionAnswers, Option<FrameOwner>)>,
    /// Whose answers they are, in the same order.
    pub(crate) attachments: Vec<Attachment>,
    viewport: Viewport,
    unread: Vec<UnreadFrame>,
}

struct SessionAnswers {
    snapshot: Answer<CaptureSnapshot>,
    /// The styles that it was asked for.
    styles: StyleSet,
    listeners: Option<Answer<GetEventListeners>>,
    delegation: Delegation,
    frames: Vec<FrameDocument>,
    looks: Vec<FrameProbe>,
    metrics: page::GetLayoutMetricsReply,
    /// The page's time when the snapshot was taken, or a little later. `None` where the page has no isolated world yet.
    clock: Option<f64>,
}

/// Asks every session of the page.
pub(crate) async fn capture(tab: &Arc<TabInner>) -> Result<Captured> {
    let attachments = tab.state().attachments.clone();
    let mut asked = JoinSet::new();
    for (at, attachment) in attachments.iter().cloned().enumerate() {
        let tab = Arc::clone(tab);
        asked.spawn(async move {
            if at == 0 {
                let whole = whole_patience(&tab);
                let channel = attachment.channel.with_deadline(whole);
                let attachment = Attachment { channel, ..attachment };
                let patience = tab.patience();
                let asked = async {
                    tokio::select! {
                        answers = ask(&tab, &attachment) => answers,
                        () = tab.answers_others(patience) => Err(error::page_hung(patience, false)),
                    }
                };
                let answers = tab.guard(whole, asked).await;
                if answers.is_ok() {
                    tab.note_read();
                }
                return (at, answers, None);
            }
            let answers = async {
                match attachment.crashed {
                    // It would never answer.
                    true => Err(error::frame_crashed()),
                    false => {
                        let patience = frame_patience(&tab, &attachment);
                        let answers = tab.guard(patience, ask(&tab, &attachment)).await;
                        let silent = answers.as_ref().is_err_and(|e| e.kind() == ErrorKind::PageHung);
                        note_silent(&tab, &attachment, silent);
                        answers
                    }
                }
            };
            let owner = tab.guard(frame_patience(&tab, &attachment), owners::owner(&tab, &attachment.root));
            let (answers, owner) = tokio::join!(answers, owner);
            (at, answers, owner.ok().flatten())
        });
    }
    let mut answers: Vec<_> = attachments.iter().map(|_| None).collect();
    while let Some(joined) = asked.join_next().await {
        let (at, result, owner) =
            joined.map_err(|error| Error::new(ErrorKind::Internal, error.to_string()))?;
        if let Some(slot) = answers.get_mut(at) {
            *slot = Some((result, owner));
        }
    }
    gather(attachments, answers)
}

/// How long the page itself may take to be read while it answers nothing else: all that is left of the call, as a large page takes
/// long. One that hangs ends the call sooner ([`crate::tab::Call::run`]).
fn whole_patience(tab: &TabInner) -> Duration {
    let left = tab.limit.until().map(|until| until.saturating_duration_since(Instant::now()));
    left.map_or(tab.patience(), |left| left.max(tab.patience()))
}

/// How long an out-of-process frame is waited for: at most half of the call's time that is left, so that the others have some.
fn frame_patience(tab: &TabInner, attachment: &Attachment) -> Duration {
    let longest = if attachment.silent { SILENT_FRAME_ANSWERS } else { FRAME_ANSWERS };
    let left = tab.limit.until().map(|until| until.saturating_duration_since(Instant::now()) / 2);
    left.map_or(longest, |left| longest.min(left))
}

fn note_silent(tab: &TabInner, attachment: &Attachment, silent: bool) {
    let mut state = tab.state();
    if let Some(known) = state.attachments.iter_mut().find(|a| a.session == attachment.session) {
        known.silent = silent;
    }
}

type Gathered = Option<(Result<SessionAnswers>, Option<Owner>)>;

fn gather(attachments: Vec<Attachment>, answers: Vec<Gathered>) -> Result<Captured> {
    let mut captured = Captured {
        sessions: Vec::new(),
        attachments: Vec::new(),
        viewport: Viewport::default(),
        unread: Vec::new(),
    };
    for (attachment, answer) in attachments.into_iter().zip(answers) {
        let Some((result, owner)) = answer else { continue };
        let main = captured.sessions.is_empty();
        match result {
            Ok(answers) => {
                if main {
                    captured.viewport = viewport(&answers.metrics);
                }
                let owner = owner.map(|owner| FrameOwner {
                    frame: attachment.root.clone(),
                    parent: owner.parent,
                    backend: owner.backend,
                });
                captured.sessions.push((answers, owner));
                captured.attachments.push(attachment);
            }
            Err(error) if main => return Err(error),
            Err(error) => captured.unread.push(UnreadFrame {
                frame: attachment.root.clone(),
                owner: owner.map(|owner| (owner.parent, owner.backend)),
                reason: match error.kind() {
                    _ if attachment.crashed => "crashed".to_owned(),
                    ErrorKind::PageHung => "it does not answer".to_owned(),
                    _ => error.message().to_owned(),
                },
            }),
        }
    }
    Ok(captured)
}

impl Captured {
    /// Reads the answers in place.
    pub(crate) fn decode(&self) -> Result<PageCapture<'_>> {
        let mut sessions = Vec::with_capacity(self.sessions.len());
        for (answers, owner) in &self.sessions {
            sessions.push(SessionCapture {
                snapshot: answers.snapshot.decode()?,
                styles: answers.styles,
                listeners: match &answers.listeners {
                    Some(listeners) => listeners.decode()?,
                    None => Default::default(),
                },
                frames: answers.frames.clone(),
                looks: answers.looks.clone(),
                owner: owner.clone(),
                boxes: Vec::new(),
                delegation: answers.delegation.clone(),
            });
        }
        Ok(PageCapture {
            sessions,
            viewport: self.viewport,
            unread: self.unread.clone(),
            ..PageCapture::default()
        })
    }

    /// Notes which styles each session needs from now on, as far as its capture shows. Gives those that one of them was not
    /// asked for.
    pub(crate) fn lacking_styles(&self, tab: &TabInner, capture: &PageCapture<'_>) -> Option<StyleSet> {
        // Found before the state is locked: the router waits for that lock, and all sessions for the router.
        let needed: Vec<StyleSet> = capture.sessions.iter().map(|session| session.styles_needed()).collect();
        let mut lacking: Option<StyleSet> = None;
        let mut state = tab.state();
        for ((attachment, session), needed) in self.attachments.iter().zip(&capture.sessions).zip(needed) {
            if !session.styles.has(needed) {
                lacking = Some(lacking.unwrap_or(StyleSet::PLAIN).with(needed));
            }
            if let Some(known) = state.attachments.iter_mut().find(|a| a.session == attachment.session) {
                known.styles = Some(known.styles.map_or(needed, |before| before.with(needed)));
            }
        }
        lacking
    }

    /// Measures, in one burst, the elements that show frames and whose borders, padding or transforms the snapshot does not
    /// tell. One that went away since, or a session that does not answer in time, is left to be inferred.
    pub(crate) async fn measure_frames(&self, tab: &TabInner, capture: &mut PageCapture<'_>) {
        let pending: Vec<_> = frames_to_measure(capture)
            .into_iter()
            .filter_map(|(session, backend)| {
                let model = dom::GetBoxModel { backend_node_id: Some(backend) };
                Some((session, backend, self.attachments.get(session)?.channel.post(&model)))
            })
            .collect();
        if pending.is_empty() {
            return;
        }
        let sessions = &mut capture.sessions;
        let measured = tab.guard(FRAME_ANSWERS, async {
            for (session, backend, pending) in pending {
                let Ok(reply) = pending.reply().await else { continue };
                let measured = frame_box(backend, &reply.model);
                if let (Some(session), Some(measured)) = (sessions.get_mut(session), measured) {
                    session.boxes.push(measured);
                }
            }
            Ok(())
        });
        if let Err(error) = measured.await {
            tracing::debug!(%error, "frames are placed without being measured");
        }
    }

    /// When each session was looked at, in its page's time.
    pub(crate) fn clocks(&self) -> impl Iterator<Item = (&Attachment, Option<f64>)> {
        self.attachments.iter().zip(self.sessions.iter().map(|(answers, _)| answers.clock))
    }

    /// It, where its pages changed for the last time before it was taken: at `changed`, in their time.
    pub(crate) fn after(self, changed: f64) -> Option<Self> {
        let after =
            self.sessions.iter().all(|(answers, _)| answers.clock.is_some_and(|clock| clock > changed));
        after.then_some(self)
    }

    /// How many bytes the browser sent.
    pub(crate) fn size(&self) -> usize {
        self.sessions.iter().map(|(answers, _)| answers.snapshot.size()).sum()
    }
}

fn frame_box(backend: BackendNodeId, model: &dom::BoxModel) -> Option<FrameBox> {
    let (border, content) = (Quad::from_numbers(&model.border)?, Quad::from_numbers(&model.content)?);
    Some(FrameBox { backend, border, content, size: (f64::from(model.width), f64::from(model.height)) })
}

/// One session's burst. Read again when a navigation came between, so that nodes never go with another document.
async fn ask(tab: &TabInner, attachment: &Attachment) -> Result<SessionAnswers> {
    let mut attachment = attachment.clone();
    for _ in 1..TRIES {
        match ask_once(tab, &attachment).await? {
            (answers, true) => return Ok(answers),
            (_, false) => attachment.document = None,
        }
    }
    Ok(ask_once(tab, &attachment).await?.0)
}

/// Answers, and whether every frame had the same document before and after.
async fn ask_once(tab: &TabInner, attachment: &Attachment) -> Result<(SessionAnswers, bool)> {
    let channel = &attachment.channel;
    let document = document(tab, attachment).await?;
    delegates::find_looks(tab, attachment).await;
    let changes = || tab.state().attachment(&attachment.session).map(|known| known.frame_changes);
    let changes_before = changes();
    let before = channel.post(&page::GetFrameTree {});
    let metrics = channel.post(&page::GetLayoutMetrics {});
    let listeners =
        document.map(|object_id| channel.post(&GetEventListeners { object_id, depth: -1, pierce: true }));
    let looks = live::post(tab, attachment);
    let delegates = delegates::post(tab, attachment);
    let clock = tab.world_of(&attachment.root).map(|world| world.post(calls::CLOCK));
    let styles = attachment.styles.unwrap_or_default();
    let snapshot = channel.post(&CaptureSnapshot {
        computed_styles: styles.names(),
        include_paint_order: true,
        include_dom_rects: false,
    });

    let before = frames(&before.reply().await?.frame_tree);
    if tab.is_main_session(&attachment.session) {
        tab.note_reading();
    }
    let snapshot = snapshot.answer().await?;
    // What Chromium is asked now waits until it has put a big snapshot away, so it is asked only where its events leave doubt.
    tab.catch_up().await;
    let mut after = if changes() == changes_before {
        before.clone()
    } else {
        frames(&channel.call(&page::GetFrameTree {}).await?.frame_tree)
    };
    let same = before == after;
    absence::note(tab, &mut after);
    let listeners = match listeners {
        Some(pending) => match pending.answer().await {
            Ok(answer) if cpu_bound_bytes(answer.size(), || answer.decode().is_ok()) => Some(answer),
            // The handle died with its document.
            _ => return Ok((unlistened((snapshot, styles), after, metrics.reply().await?), false)),
        },
        None => None,
    };
    let looks = live::read(tab, attachment, looks).await;
    let delegation = delegates::read(delegates).await;
    let clock = match clock {
        Some(pending) => pending.reply().await.ok().and_then(|reply| reply.result.value?.as_f64()),
        None => None,
    };
    let clock = clock.filter(|_| same);
    let metrics = metrics.reply().await?;
    Ok((
        SessionAnswers { snapshot, styles, listeners, delegation, frames: after, looks, metrics, clock },
        same,
    ))
}

/// A handle to the document, asked for once in its life.
async fn document(tab: &TabInner, attachment: &Attachment) -> Result<Option<RemoteObjectId>> {
    if let Some((_, object)) = &attachment.document {
        return Ok(Some(object.clone()));
    }
    let tree = attachment.channel.post(&page::GetFrameTree {});
    let asked = attachment.channel.post(&document_handle());
    let loader = tree.reply().await?.frame_tree.frame.loader_id;
    let object = asked.reply().await?.result.object_id;
    remember_document(tab, attachment, &loader, object.clone());
    Ok(object)
}

fn unlistened(
    (snapshot, styles): (Answer<CaptureSnapshot>, StyleSet),
    frames: Vec<FrameDocument>,
    metrics: page::GetLayoutMetricsReply,
) -> SessionAnswers {
    SessionAnswers {
        snapshot,
        styles,
        listeners: None,
        delegation: Delegation::default(),
        looks: frames.iter().map(|known| live::failed(known.frame.clone())).collect(),
        frames,
        metrics,
        clock: None,
    }
}

fn document_handle() -> runtime::Evaluate {
    runtime::Evaluate { expression: "document".to_owned(), silent: Some(true), ..Default::default() }
}

fn remember_document(
    tab: &TabInner,
    attachment: &Attachment,
    loader: &LoaderId,
    object: Option<RemoteObjectId>,
) {
    let Some(object) = object else { return };
    let mut state = tab.state();
    if let Some(known) = state.attachments.iter_mut().find(|a| a.session == attachment.session) {
        known.document = Some((loader.clone(), object));
    }
}

fn frames(tree: &page::FrameTree) -> Vec<FrameDocument> {
    let mut found = Vec::new();
    let mut pending = vec![tree];
    while let Some(tree) = pending.pop() {
        found.push(FrameDocument {
            frame: tree.frame.id.clone(),
            loader: tree.frame.loader_id.clone(),
            url: tree.frame.url.clone(),
            origin: tree.frame.security_origin.clone(),
            absence: None,
        });
        pending.extend(tree.child_frames.iter().flatten().rev());
    }
    found
}

fn viewport(metrics: &page::GetLayoutMetricsReply) -> Viewport {
    let css = &metrics.css_layout_viewport;
    let scale = metrics.visual_viewport.client_width / metrics.css_visual_viewport.client_width;
    let content: Rect = Rect::new(0.0, 0.0, metrics.css_content_size.width, metrics.css_content_size.height);
    Viewport {
        width: f64::from(css.client_width),
        height: f64::from(css.client_height),
        scroll_x: f64::from(css.page_x),
        scroll_y: f64::from(css.page_y),
        content_width: content.w,
        content_height: content.h,
        pinch_offset: (metrics.css_visual_viewport.offset_x, metrics.css_visual_viewport.offset_y),
        pinch_scale: metrics.css_visual_viewport.scale,
        bounds_scale: if scale.is_finite() && scale > 0.0 { scale } else { 1.0 },
    }
}
