//! The connection under load and in trouble: over both transports to a real browser, and over recorded answers.

use std::time::{Duration, Instant};

use domtool_cdp::{
    Channel, Chromium, Connection, ConnectionOptions, Dispatched, ErrorKind, LaunchOptions, Message, Wire,
    protocol::{
        browser::{Close, GetVersion},
        page::{FrameDetached, FrameTree, GetFrameTree},
        runtime::{Enable, Evaluate},
        target::{AttachToTarget, CreateTarget},
    },
    transport::{Boxed, Bytes, Exchange, Receiver, Recorded, Sender, Transport},
};

async fn launch(wire: Wire, connection: ConnectionOptions) -> Chromium {
    Chromium::launch(LaunchOptions::default().with_wire(wire).with_connection(connection)).await.unwrap()
}

async fn open_tab(connection: &Connection) -> Channel {
    let browser = connection.browser();
    let create = CreateTarget { url: "about:blank".into(), ..CreateTarget::default() };
    let target_id = browser.call(&create).await.unwrap().target_id;
    let attach = AttachToTarget { target_id, flatten: Some(true) };
    connection.channel(browser.call(&attach).await.unwrap().session_id)
}

fn script(expression: &str) -> Evaluate {
    Evaluate { expression: expression.to_owned(), return_by_value: Some(true), ..Evaluate::default() }
}

async fn many_commands_in_flight(wire: Wire) {
    let chromium = launch(wire, ConnectionOptions::default()).await;
    let tab = open_tab(chromium.connection()).await;
    let pending: Vec<_> = (0..200).map(|i| (i, tab.post(&script(&format!("{i} * 3"))))).collect();
    // The last first: answers wait for their waiters, not the other way round.
    for (i, pending) in pending.into_iter().rev() {
        let value = pending.reply().await.unwrap().result.value.unwrap();
        assert_eq!(value.as_i64(), Some(i * 3));
    }
    chromium.close().await.unwrap();
}

async fn an_answer_of_64_megabytes(wire: Wire) {
    let chromium = launch(wire, ConnectionOptions::default()).await;
    let tab = open_tab(chromium.connection()).await;
    let answer = tab.post(&script("'abcdefgh'.repeat(8 << 20)")).answer().await.unwrap();
    assert!(answer.size() > 64 << 20);
    let value = answer.decode().unwrap().result.value.unwrap();
    let text = value.as_str().unwrap();
    assert_eq!(text.len(), 64 << 20);
    assert!(text.ends_with("fgh"));
    chromium.close().await.unwrap();
}

async fn a_promise_that_never_settles_hits_the_deadline(wire: Wire) {
    let chromium = launch(wire, ConnectionOptions::default()).await;
    let tab = open_tab(chromium.connection()).await;
    let never = Evaluate { await_promise: Some(true), ..script("new Promise(() => {})") };
    let error = tab.with_deadline(Duration::from_millis(200)).call(&never).await.unwrap_err();
    assert!(error.is_deadline(), "{error}");
    assert_eq!(error.method(), Some("Runtime.evaluate"));
    assert_eq!(error.dispatched(), Dispatched::Maybe);
    // The session is none the worse for it.
    tab.call(&script("1")).await.unwrap();
    chromium.close().await.unwrap();
}

async fn a_refused_command_is_typed(wire: Wire) {
    let chromium = launch(wire, ConnectionOptions::default()).await;
    let attach = AttachToTarget { target_id: "nothing".into(), flatten: Some(true) };
    let error = chromium.connection().browser().call(&attach).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Protocol { code: -32602 });
    assert_eq!(error.method(), Some("Target.attachToTarget"));
    assert_eq!(error.dispatched(), Dispatched::Yes);
    assert!(error.message().contains("target"), "{error}");
    let nowhere = chromium.connection().channel("nothing".into());
    let error = nowhere.call(&script("1")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Protocol { code: -32001 });
    chromium.close().await.unwrap();
}

async fn a_killed_browser_fails_every_waiter_at_once(wire: Wire) {
    let chromium = launch(wire, ConnectionOptions::default()).await;
    let connection = chromium.connection().clone();
    let tab = open_tab(&connection).await;
    let mut events = connection.events();
    let never = Evaluate { await_promise: Some(true), ..script("new Promise(() => {})") };
    let waiters: Vec<_> = (0..50).map(|_| tab.post(&never)).collect();
    tab.call(&script("1")).await.unwrap();

    let begun = Instant::now();
    drop(chromium);
    for waiter in waiters {
        let error = waiter.answer().await.unwrap_err();
        assert!(error.is_closed(), "{error}");
        assert_eq!(error.dispatched(), Dispatched::Maybe);
    }
    assert!(begun.elapsed() < Duration::from_secs(5), "took {:?}", begun.elapsed());
    connection.closed().await;
    assert!(connection.is_closed());
    while events.next().await.is_some() {}
    let error = tab.call(&script("1")).await.unwrap_err();
    assert_eq!((error.kind(), error.dispatched()), (ErrorKind::Closed, Dispatched::No));
}

async fn a_slow_event_reader_loses_events_and_no_command(wire: Wire) {
    let options = ConnectionOptions { event_capacity: 64, ..ConnectionOptions::default() };
    let chromium = launch(wire, options).await;
    let tab = open_tab(chromium.connection()).await;
    let mut events = chromium.connection().events();
    tab.call(&Enable {}).await.unwrap();
    tab.call(&script("for (let i = 0; i < 1000; i++) console.log(i)")).await.unwrap();
    for i in 0..20 {
        let value = tab.call(&script(&i.to_string())).await.unwrap().result.value.unwrap();
        assert_eq!(value.as_i64(), Some(i));
    }
    // One that is last, so that the queue is known to be complete.
    tab.call(&script("console.log('last')")).await.unwrap();
    let (mut kept, mut lost) = (0, 0);
    while let Some(message) = events.try_next() {
        match message {
            Message::Event(event) => {
                assert_eq!((event.session_id(), lost), (tab.session_id(), 0), "console text that came later");
                kept += 1;
            }
            Message::Lost(count) => lost += count,
        }
    }
    assert!(lost > 900, "{lost}");
    assert_eq!(kept, 64);
    chromium.close().await.unwrap();
}

macro_rules! over_all_wires {
    ($($name:ident)*) => {
        mod pipe { $( #[cfg(unix)] #[tokio::test] async fn $name() { super::$name(super::Wire::Pipe).await; } )* }
        mod json_pipe { $( #[cfg(unix)] #[tokio::test] async fn $name() { super::$name(super::Wire::JsonPipe).await; } )* }
        mod websocket { $( #[tokio::test] async fn $name() { super::$name(super::Wire::WebSocket).await; } )* }
    };
}

over_all_wires! {
    many_commands_in_flight
    an_answer_of_64_megabytes
    a_promise_that_never_settles_hits_the_deadline
    a_refused_command_is_typed
    a_killed_browser_fails_every_waiter_at_once
    a_slow_event_reader_loses_events_and_no_command
}

fn recorded(exchanges: impl IntoIterator<Item = Exchange>) -> Connection {
    Connection::new(Box::new(Recorded::new(exchanges)), ConnectionOptions::default())
}

/// In a worker thread as the runtime makes them, whose stack is 2 MiB.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_thousand_levels_of_nesting_decode() {
    const FRAME: &str = r#""frame":{"id":"F","loaderId":"L","url":"u","securityOrigin":"o","mimeType":"m"}"#;
    let mut tree = format!("{{{FRAME}}}");
    for _ in 1..1000 {
        tree = format!("{{{FRAME},\"childFrames\":[{tree}]}}");
    }
    let value = "[".repeat(1000) + &"]".repeat(1000);
    let connection = recorded([
        Exchange::answered("Page.getFrameTree", &format!("{{\"frameTree\":{tree}}}")),
        Exchange::answered(
            "Runtime.evaluate",
            &format!(r#"{{"result":{{"type":"object","value":{value}}}}}"#),
        ),
    ]);
    let levels = tokio::spawn(async move {
        let tab = connection.channel("S".into());
        let reply = tab.call(&GetFrameTree {}).await.unwrap();
        let mut levels = 0;
        let mut here: Option<&FrameTree> = Some(&reply.frame_tree);
        while let Some(tree) = here {
            levels += 1;
            here = tree.child_frames.as_ref().and_then(|children| children.first());
        }
        tab.call(&script("deep")).await.unwrap();
        levels
    });
    assert_eq!(levels.await.unwrap(), 1000);
}

#[tokio::test]
async fn a_command_that_is_never_sent_says_so() {
    let connection = recorded([]);
    let browser = connection.browser();
    browser.call(&GetVersion {}).await.unwrap_err();
    // The writer has had no chance to run between the two.
    let error = browser.with_deadline(Duration::ZERO).call(&Close {}).await.unwrap_err();
    assert_eq!((error.kind(), error.dispatched()), (ErrorKind::Deadline, Dispatched::No));
}

#[tokio::test]
async fn events_come_in_any_order_of_keys() {
    let params = r#"{"frameId":"F","reason":"remove \"}"}"#;
    let event = |text: String| text;
    let connection = recorded([Exchange::answered("Browser.close", "{}")
        .after_event(&event(format!(
            r#"{{"method":"Page.frameDetached","params":{params},"sessionId":"S"}}"#
        )))
        .after_event(&event(format!(r#"{{"method":"Page.frameDetached","params":{params}}}"#)))
        .after_event(&event(format!(
            r#"{{ "sessionId":"S", "params": {params}, "method":"Page.frameDetached" }}"#
        )))]);
    let mut events = connection.events();
    connection.browser().call(&Close {}).await.unwrap();
    for session in [Some("S"), None, Some("S")] {
        let Some(Message::Event(event)) = events.next().await else { panic!("an event is missing") };
        assert_eq!(event.method(), "Page.frameDetached");
        assert_eq!(event.session_id().map(|s| s.as_str()), session);
        assert_eq!(event.decode::<FrameDetached>().unwrap().unwrap().reason, "remove \"}");
        assert!(event.decode::<domtool_cdp::protocol::page::FrameNavigated>().unwrap().is_none());
    }
}

#[tokio::test]
async fn dropping_the_last_handle_closes_the_transport() {
    let connection = recorded([Exchange::unanswered("Browser.getVersion")]);
    let mut events = connection.events();
    let pending = connection.browser().post(&GetVersion {});
    drop(connection);
    assert!(events.next().await.is_none());
    assert!(pending.answer().await.unwrap_err().is_closed());
}

/// A browser that takes nothing and says nothing.
struct Stuck;

impl Transport for Stuck {
    fn split(self: Box<Self>) -> (Box<dyn Sender>, Box<dyn Receiver>) {
        (Box::new(Self), Box::new(Self))
    }
}

impl Sender for Stuck {
    fn send(&mut self, _message: Bytes) -> Boxed<'_, std::io::Result<()>> {
        Box::pin(std::future::pending())
    }

    fn close(&mut self) -> Boxed<'_, std::io::Result<()>> {
        Box::pin(std::future::ready(Ok(())))
    }
}

impl Receiver for Stuck {
    fn receive(&mut self) -> Boxed<'_, std::io::Result<Option<Bytes>>> {
        Box::pin(std::future::pending())
    }
}

#[tokio::test]
async fn what_waits_for_a_browser_that_takes_nothing_is_bounded() {
    let connection = Connection::new(Box::new(Stuck), ConnectionOptions::default());
    let tab = connection.channel("S".into());
    let large = script(&"x".repeat(1 << 20));
    let posted: Vec<_> = (0..100).map(|_| tab.with_deadline(Duration::ZERO).post(&large)).collect();
    let mut refused = 0;
    for command in posted {
        let error = command.answer().await.unwrap_err();
        assert_ne!(error.dispatched(), Dispatched::Yes, "{error}");
        refused += usize::from(error.kind() == ErrorKind::Overflow);
    }
    assert!((36..=37).contains(&refused), "{refused}");
}
