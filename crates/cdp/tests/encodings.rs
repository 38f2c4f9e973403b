//! One page of one browser over both encodings at once: what is decoded must be equal, to the last bit.

use std::{
    fmt::Debug,
    fs,
    time::{Duration, Instant},
};

use domtool_cdp::{
    Channel, Chromium, Connection, ConnectionOptions, Encoding, Error, LaunchOptions, Message, Wire,
    protocol::{
        BackendNodeId, Command, TargetId,
        accessibility::{GetFullAxTree, GetPartialAxTree},
        dom::{DescribeNode, GetContentQuads},
        dom_debugger::GetEventListeners,
        dom_snapshot::CaptureSnapshot,
        page::{CaptureScreenshot, GetFrameTree, GetLayoutMetrics, Navigate},
        runtime::{ConsoleApiCalled, Enable, Evaluate, RemoteObject},
        target::{AttachToTarget, CreateTarget},
    },
};
use serde::de::DeserializeOwned;

const LONGEST: Duration = Duration::from_secs(20);

/// A browser that is reached over the pipe (CBOR) and over a port (JSON), and one page of it, attached to by both.
struct Both {
    chromium: Chromium,
    json: Channel,
    cbor: Channel,
}

impl Both {
    async fn open() -> Self {
        let args = vec!["--remote-debugging-port=0".to_owned()];
        let options = LaunchOptions::default().with_wire(Wire::Pipe).with_args(args);
        let chromium = Chromium::launch(options).await.unwrap();
        let port = port(&chromium).await;
        let over_port =
            Connection::connect(&format!("http://127.0.0.1:{port}"), ConnectionOptions::default())
                .await
                .unwrap();
        assert_eq!(over_port.encoding(), Encoding::Json);
        assert_eq!(chromium.connection().encoding(), Encoding::Cbor);
        let create = CreateTarget { url: "about:blank".into(), ..CreateTarget::default() };
        let target = chromium.connection().browser().call(&create).await.unwrap().target_id;
        let cbor = attach(chromium.connection(), &target).await;
        let json = attach(&over_port, &target).await;
        Self { chromium, json, cbor }
    }

    /// What an expression gives, over both.
    async fn evaluate(&self, expression: &str) -> [RemoteObject; 2] {
        let script = script(expression);
        let json = self.json.post(&script).reply().await.unwrap();
        let cbor = self.cbor.post(&script).reply().await.unwrap();
        assert_eq!(json.exception_details, None, "{expression}");
        [json.result, cbor.result]
    }

    async fn same_value(&self, expression: &str) {
        let [json, cbor] = self.evaluate(expression).await;
        assert_eq!(json, cbor, "{expression}");
    }
}

fn script(expression: &str) -> Evaluate {
    Evaluate { expression: expression.to_owned(), return_by_value: Some(true), ..Evaluate::default() }
}

/// Lists and objects in each other.
fn deep(levels: u32) -> String {
    format!("{{ let deep = []; for (let i = 0; i < {levels}; i++) deep = i % 2 ? [deep] : {{deep}}; deep }}")
}

/// Both ask the same; equal answers come.
macro_rules! same {
    ($both:expr, $command:expr) => {{
        let command = &$command;
        let json = $both.json.post(command).answer().await.unwrap();
        let cbor = $both.cbor.post(command).answer().await.unwrap();
        let (json, cbor) = (json.decode().unwrap(), cbor.decode().unwrap());
        assert_eq!(json, cbor, "{command:?}");
    }};
}

/// The same, where it may be an error.
async fn alike<C, R>(both: &Both, command: C)
where
    C: for<'a> Command<Reply<'a> = R>,
    R: DeserializeOwned + PartialEq + Debug,
{
    let told = |result: Result<R, Error>| result.map_err(|error| (error.kind(), error.to_string()));
    let json = told(both.json.post(&command).reply().await);
    let cbor = told(both.cbor.post(&command).reply().await);
    assert_eq!(json, cbor, "{}", C::METHOD);
}

async fn port(chromium: &Chromium) -> u16 {
    let file = chromium.profile().join("DevToolsActivePort");
    let begun = Instant::now();
    loop {
        let text = fs::read_to_string(&file).unwrap_or_default();
        if let Some(port) = text.split_once('\n').and_then(|(port, _)| port.parse().ok()) {
            return port;
        }
        assert!(begun.elapsed() < LONGEST, "no port");
        tokio::task::yield_now().await;
    }
}

async fn attach(connection: &Connection, target: &TargetId) -> Channel {
    let attach = AttachToTarget { target_id: target.clone(), flatten: Some(true) };
    connection.channel(connection.browser().call(&attach).await.unwrap().session_id)
}

/// Latin, non-Latin, emoji, half pairs, controls, nothing, much; listeners, a shadow root, a deep branch, a checked box.
const PAGE: &str = r#"
    document.title = 'Zażółć \ud83d 日本';
    document.body.innerHTML = '<h1 title="ÿé">Grüße</h1><p>日本語 😀 𝒳</p><p id=half></p><p data-empty="">\u0001\u007f\u0080\u2028</p>'
        + '<input value="ключ"><textarea>שלום\nعالم</textarea><input type=checkbox checked><img alt="\ufeff">'
        + '<button aria-label="Kaufen – jetzt">x</button><div id=host></div><div id=deep></div><p>' + 'é'.repeat(70000) + '</p>';
    document.getElementById('half').append('a\ud83d', 'b\ude00\ud83dc');
    document.getElementById('half').setAttribute('data-\u00fc', '\udfff');
    const root = document.getElementById('host').attachShadow({mode: 'closed'});
    root.innerHTML = '<button>закрыто</button>';
    root.firstChild.addEventListener('pointerdown', () => {});
    document.body.addEventListener('щелчок', () => {});
    let at = document.getElementById('deep');
    for (let i = 0; i < 1200; i++) { const next = document.createElement('div'); at.append(next); at = next; }
    at.textContent = 'bottom';
    document.querySelector('button').addEventListener('click', () => {}); 1
"#;

const VALUES: &[&str] = &[
    "''",
    "'plain'",
    "'é'",
    "'日本'",
    "'😀'",
    "'a\\ud83db'",
    "'\\ude00'",
    "'\\0\\u0001\\u001f\\\\\"/'",
    "null",
    "undefined",
    "true",
    "0",
    "-0",
    "[-0]",
    "23",
    "24",
    "-24",
    "-25",
    "255",
    "256",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483648",
    "-2147483649",
    "0.1",
    "-1.5e-300",
    "5e-324",
    "1.7976931348623157e308",
    "2**53",
    "2**53+2",
    "-(2**53)-2",
    "2**60",
    "2**63",
    "2**64",
    "-(2**63)",
    "-(2**64)",
    "1e20",
    "1e21",
    "-1e21",
    "[NaN, Infinity, -Infinity]",
    "1234567890123",
    "({})",
    "[]",
    "[[], {}, [{}]]",
    "({'': '', 'ключ': {'日': ['\\ud83d']}, a: [1, 2.5, null, false]})",
    "Array.from({length: 300}, (_, i) => i * 7919 - 100000)",
    "'x'.repeat(300)",
    "'x'.repeat(70000)",
    "'ж'.repeat(70000)",
];

#[tokio::test]
async fn equal_values_come_of_both_encodings() {
    let both = Both::open().await;
    for value in VALUES {
        both.same_value(value).await;
    }
    both.same_value(&deep(200)).await;
    // Chromium itself can turn no more than some 300 levels into JSON.
    assert!(both.json.call(&script(&deep(900))).await.unwrap_err().is_protocol());
    let value = both.cbor.call(&script(&deep(900))).await.unwrap().result.value;
    assert_eq!(Encoding::Json.write(&value).unwrap().iter().filter(|byte| **byte == b'[').count(), 451);
    // And what we write arrives as it was.
    for text in ["plain", "Grüße", "日本語 😀", "\u{0}\u{7f}\u{80}\u{ffff}\u{10ffff}", ""] {
        let literal = serde_json::to_string(text).unwrap();
        for sent in both.evaluate(&literal).await {
            assert_eq!(sent.value, Some(text.into()));
        }
    }
    both.chromium.close().await.unwrap();
}

#[tokio::test]
async fn equal_answers_come_of_both_encodings() {
    let both = Both::open().await;
    let url = "data:text/html,<meta charset=utf-8><body>".to_owned();
    both.cbor.call(&Navigate { url, ..Navigate::default() }).await.unwrap();
    let begun = Instant::now();
    let loaded = script("document.readyState === 'complete' && document.characterSet === 'UTF-8'");
    while both.cbor.call(&loaded).await.unwrap().result.value != Some(true.into()) {
        assert!(begun.elapsed() < LONGEST, "the page does not load");
    }
    assert_eq!(both.cbor.call(&script(PAGE)).await.unwrap().exception_details, None);
    let capture = CaptureSnapshot {
        computed_styles: vec!["visibility", "opacity", "font-family", "content"],
        include_paint_order: true,
        include_dom_rects: false,
    };
    same!(both, capture);
    let answer = both.cbor.post(&capture).answer().await.unwrap();
    let strings = answer.decode().unwrap().strings;
    for held in ["日本語 😀 𝒳", "ключ", "закрыто", "a\u{fffd}", "b\u{fffd}\u{fffd}c", "bottom"]
    {
        assert!(strings.iter().any(|string| string.contains(held)), "{held}");
    }
    same!(both, GetFrameTree {});
    same!(both, GetLayoutMetrics {});
    same!(both, GetFullAxTree::default());
    // Of some there is nothing to tell, which is told in the same words.
    for node in 1..60 {
        let backend_node_id = Some(BackendNodeId(node));
        alike(&both, DescribeNode { backend_node_id, ..DescribeNode::default() }).await;
        alike(&both, GetPartialAxTree { backend_node_id, fetch_relatives: Some(false) }).await;
        alike(&both, GetContentQuads { backend_node_id }).await;
    }
    let listeners = [&both.json, &both.cbor].map(async |channel| {
        let document = Evaluate { expression: "document".to_owned(), ..Evaluate::default() };
        let object_id = channel.call(&document).await.unwrap().result.object_id.unwrap();
        let all = GetEventListeners { object_id, depth: -1, pierce: true };
        let answer = channel.post(&all).answer().await.unwrap();
        let listeners = answer.decode().unwrap().listeners;
        listeners.iter().map(|l| (l.kind.to_string(), l.backend_node_id)).collect::<Vec<_>>()
    });
    let [json, cbor] = listeners;
    let (json, cbor) = (json.await, cbor.await);
    assert_eq!(json, cbor);
    let kinds: Vec<&str> = json.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(kinds, ["щелчок", "click", "pointerdown"]);
    same!(both, CaptureScreenshot { format: Some("png".to_owned()), ..CaptureScreenshot::default() });
    let shot = CaptureScreenshot { format: Some("png".to_owned()), ..CaptureScreenshot::default() };
    for channel in [&both.json, &both.cbor] {
        assert!(channel.call(&shot).await.unwrap().data.0.starts_with(b"\x89PNG"));
    }
    both.chromium.close().await.unwrap();
}

#[tokio::test]
async fn equal_events_come_of_both_encodings() {
    let both = Both::open().await;
    let mut readers = [&both.json, &both.cbor].map(|channel| (channel, channel.connection().events()));
    for channel in [&both.json, &both.cbor] {
        channel.call(&Enable {}).await.unwrap();
    }
    both.evaluate("console.log('', 'é', '日本 😀', 'a\\ud83d', -0, 0.5, 2**53, null, NaN); 1").await;
    let mut said = Vec::new();
    for (channel, events) in &mut readers {
        let mut args = Vec::new();
        // The script ran twice, once for each wire, and both heard both.
        while args.len() < 2 {
            let next = tokio::time::timeout(LONGEST, events.next()).await.unwrap();
            let Some(Message::Event(event)) = next else { panic!("{next:?}") };
            if event.session_id() == channel.session_id()
                && let Some(called) = event.decode::<ConsoleApiCalled>().unwrap()
            {
                args.push((called.r#type, called.args));
            }
        }
        said.push(args);
    }
    assert_eq!(said[0], said[1]);
    assert_eq!(said[0][0].1[3].value, Some("a\u{fffd}".into()));
    both.chromium.close().await.unwrap();
}
