//! What the settle machine is fed: what happened after the input, and how long to wait for what.

use std::time::Duration;

/// How long to wait for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettleLimits {
    /// The whole wait at most.
    pub cap: Duration,
    /// At most this long for a new document, which outranks `cap` where it is longer.
    pub navigation: Duration,
    /// At most this long for an answer over a WebSocket that something was sent over, where the input shows meanwhile; where it does
    /// not, or wrote a text that the answer may take back, `carrier`.
    pub answer: Duration,
    /// At most this long for the rest of an answer that began: a page that only wants to know whether it worked reads no more.
    pub body: Duration,
    /// Where the timers of the action are not known, the page is watched this long before "nothing happened" is reported.
    pub watch: Duration,
    /// At most this long after the input, or after an answer, for what comes of a carrier that cannot be followed (a worker, a repeating
    /// timer, a picture), or of scripts that ran and did nothing that can be seen.
    pub carrier: Duration,
    /// At most this long for a recording to be read: tens of milliseconds, and more on a busy machine.
    pub reading: Duration,
}

impl Default for SettleLimits {
    fn default() -> Self {
        Self {
            cap: Duration::from_secs(2),
            navigation: Duration::from_secs(10),
            answer: Duration::from_millis(500),
            body: Duration::from_millis(700),
            watch: Duration::from_millis(400),
            carrier: Duration::from_secs(1),
            reading: Duration::from_secs(1),
        }
    }
}

/// Something that happened after the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettleEvent {
    /// A frame was painted in every watched document.
    Tick {
        /// How many caused mutations there were since the frame before (or the input).
        mutations: u32,
        /// How many caused animations and transitions run.
        animations: u32,
    },
    /// Something was sent over a connection that stays open (a WebSocket); nobody can tell whether there will be an answer.
    Asked {
        /// Of the connection.
        id: String,
    },
    /// The next message came over that connection.
    Answered {
        /// Of the connection.
        id: String,
    },
    /// The answer came to something that was sent to where a stream of events or a WebSocket of the page comes from: what came of it may
    /// come that way, [`SettleLimits::carrier`] later at most.
    MayBeAnnounced,
    /// A picture was asked for that nothing shows yet: a page may wait for it.
    PictureAsked {
        /// The id of its request.
        id: String,
    },
    /// A caused request began.
    RequestBegan {
        /// Its id.
        id: String,
        /// For the report: `POST /save`.
        what: String,
    },
    /// A request was answered with a redirect, and asks for this now.
    Redirected {
        /// Its id.
        id: String,
        /// For the report: `GET /saved`.
        what: String,
    },
    /// The answer to a request began. Where the page reads no more of it, Chromium never reports its end.
    RequestAnswered {
        /// Its id.
        id: String,
    },
    /// All of an answer has come, whether or not the page reads it: see [`super::Settle::whole`].
    BodyReceived {
        /// Its id.
        id: String,
    },
    /// The page does not read an answer that has come: Chromium would have reported its end by now.
    Unread {
        /// Its id.
        id: String,
    },
    /// A request ended, well or not.
    RequestEnded {
        /// Its id.
        id: String,
    },
    /// The main frame, or one that the action is in, is about to get a new document.
    NavigationBegan,
    /// The navigation has its new document.
    Committed,
    /// The new document has loaded.
    Loaded,
    /// The navigation came to nothing (a download, a 204, stopped).
    NavigationEnded,
    /// A dialog blocks the page.
    DialogOpened,
    /// The page's timers are recorded from here on: [`super::Poll::Ask`] asks for them when nothing else is pending.
    Recording,
    /// The recording ended, and is read.
    TimersKnown {
        /// When it ended, since the input.
        recorded: Duration,
        /// When the last of the caused timers is due, since the input; `None` where there is none.
        due: Option<Duration>,
    },
    /// The action set something in motion that cannot be followed to its end: an effect after `since` is what comes of it.
    Carried {
        /// Since the input.
        since: Duration,
        /// It goes on in rounds of this length, so that an effect is the end of it only where the next round has none.
        round: Option<Duration>,
    },
    /// The input set a value that the page may take back: what is there at once is no end of what scripts set in motion that is not
    /// known.
    MayBeTakenBack,
    /// Scripts gave something away to what nothing tells of before it answers: a worker was made, or scripts whose value may be taken back began
    /// anything. What they show at once is no end of it.
    GivenAway,
    /// Scripts of the page ran for the input, or may have.
    Handled {
        /// They gave something away that may come back, or may have: that nothing came of it is not known before
        /// [`SettleLimits::carrier`].
        entrusted: bool,
    },
    /// The input did what it does by itself: a text was written, the focus or what is scrolled moved.
    DidItself,
    /// The same, of a text that the page may take back when an answer comes.
    Wrote,
    /// There is no recording, or none of the whole time: which timers the action set is not known.
    TimersUnknown,
    /// The tab closed or crashed.
    Lost,
}
