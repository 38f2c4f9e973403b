//! A server between us and a browser, and what is said of it: of certificates that are not to be trusted, of a token that it misses, and
//! of each way in which it ends a connection.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use domtool_cdp::{
    CertificateFault, Channel, Chromium, Connection, ConnectionOptions, Dispatched, Endpoint, ErrorKind,
    LaunchOptions, Wire,
    protocol::{
        runtime::Evaluate,
        target::{AttachToTarget, CreateTarget},
    },
    transport::Heartbeat,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional},
    net::{TcpListener, TcpStream},
    time::timeout,
};

use crate::far_side::{End, FarSide, HEADER_TOKEN, PATH_TOKEN, QUERY_TOKEN, Shows};

const LIMIT: Duration = Duration::from_secs(20);

/// A browser, and a server that leads to it.
async fn far() -> (Chromium, FarSide, tempfile::TempDir) {
    let chromium = Chromium::launch(LaunchOptions::default().with_wire(Wire::WebSocket)).await.unwrap();
    let browser: SocketAddr = chromium.endpoint().unwrap().split('/').nth(2).unwrap().parse().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let side = FarSide::start(browser, Shows::Good, folder.path());
    (chromium, side, folder)
}

async fn connect(side: &FarSide, heartbeat: Heartbeat) -> Connection {
    let endpoint = Endpoint::new(side.url("https"))
        .with_header("X-Key", HEADER_TOKEN)
        .unwrap()
        .with_root_certificates(&side.root);
    let options = ConnectionOptions { heartbeat, ..ConnectionOptions::default() };
    Connection::connect(&endpoint, options).await.unwrap()
}

async fn tab(connection: &Connection) -> Channel {
    let browser = connection.browser();
    let create = CreateTarget { url: "about:blank".into(), ..CreateTarget::default() };
    let target_id = browser.call(&create).await.unwrap().target_id;
    let attach = AttachToTarget { target_id, flatten: Some(true) };
    connection.channel(browser.call(&attach).await.unwrap().session_id)
}

/// A promise that settles after so many milliseconds, or never.
fn promise(after: Option<u32>) -> Evaluate {
    let expression = match after {
        Some(after) => format!("new Promise(settle => setTimeout(settle, {after}, 7))"),
        None => "new Promise(() => {})".to_owned(),
    };
    Evaluate { expression, await_promise: Some(true), return_by_value: Some(true), ..Evaluate::default() }
}

#[tokio::test]
async fn nothing_is_sent_to_one_whose_certificate_is_not_to_be_trusted() {
    let nobody = "127.0.0.1:9".parse().unwrap();
    for (shows, fault, words) in [
        (Shows::Good, CertificateFault::UnknownIssuer, "nobody who is trusted here has issued it"),
        (Shows::Expired, CertificateFault::Expired, "it expired"),
        (Shows::NotYetValid, CertificateFault::NotYetValid, "it becomes valid in"),
        (Shows::OfAnotherHost, CertificateFault::WrongHost, "it is not for 127.0.0.1"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let side = FarSide::start(nobody, shows, folder.path());
        for scheme in ["https", "wss"] {
            let mut endpoint = Endpoint::new(side.url(scheme)).with_header("X-Key", HEADER_TOKEN).unwrap();
            if shows != Shows::Good {
                endpoint = endpoint.with_root_certificates(&side.root);
            }
            let error = Connection::connect(&endpoint, ConnectionOptions::default()).await.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Certificate { fault }, "{error}");
            assert_eq!(error.dispatched(), Dispatched::No);
            let text = format!("{error} {error:?}");
            assert!(text.contains(words) && !text.contains("zqs"), "{text}");
        }
        assert_eq!(side.heads(), Vec::<String>::new());
    }
}

#[tokio::test]
async fn one_that_misses_a_token_or_speaks_no_tls_is_named() {
    let nobody = "127.0.0.1:9".parse().unwrap();
    let folder = tempfile::tempdir().unwrap();
    for (shows, words) in [(Shows::Good, "answered 401 Unauthorized"), (Shows::Nothing, "does not speak TLS")]
    {
        let side = FarSide::start(nobody, shows, folder.path());
        for scheme in ["https", "wss"] {
            let endpoint = Endpoint::new(side.url(scheme)).with_root_certificates(&side.root);
            let error = Connection::connect(&endpoint, ConnectionOptions::default()).await.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Endpoint, "{error}");
            assert!(error.to_string().contains(words) && !error.to_string().contains("zqs"), "{error}");
        }
    }
}

/// A proxy that lets one name and password through, and what it was asked for.
async fn proxy() -> (u16, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let asked = Arc::<Mutex<Vec<String>>>::default();
    let heads = Arc::clone(&asked);
    tokio::spawn(async move {
        while let Ok((mut near, _)) = listener.accept().await {
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                head.push(near.read_u8().await.unwrap());
            }
            let head = String::from_utf8(head).unwrap();
            heads.lock().unwrap().push(head.clone());
            if !head.contains("Proxy-Authorization: Basic YWRhOnpxc3Byb3h5") {
                near.write_all(b"HTTP/1.1 407 zqsproxy is wrong\r\n\r\n").await.unwrap();
                continue;
            }
            let mut far = TcpStream::connect(head.split(' ').nth(1).unwrap()).await.unwrap();
            near.write_all(b"HTTP/1.1 200 Connection established\r\nVia: 1.1 test\r\n\r\n").await.unwrap();
            tokio::spawn(async move { copy_bidirectional(&mut near, &mut far).await });
        }
    });
    (port, asked)
}

#[tokio::test]
async fn a_proxy_is_asked_for_the_way_and_sees_nothing_of_what_goes_it() {
    let (chromium, side, _folder) = far().await;
    let (port, asked) = proxy().await;
    let through = |proxy: String| {
        let endpoint = Endpoint::new(side.url("https")).with_header("X-Key", HEADER_TOKEN).unwrap();
        endpoint.with_root_certificates(&side.root).with_proxy(proxy)
    };
    let endpoint = through(format!("http://ada:zqsproxy@127.0.0.1:{port}"));
    let connection = Connection::connect(&endpoint, ConnectionOptions::default()).await.unwrap();
    tab(&connection).await.call(&promise(Some(0))).await.unwrap();
    let heads = asked.lock().unwrap().clone();
    let start = format!("CONNECT 127.0.0.1:{} HTTP/1.1\r\n", side.port);
    assert!(heads.len() == 2 && heads.iter().all(|head| head.starts_with(&start)), "{heads:?}");
    for token in [PATH_TOKEN, QUERY_TOKEN, HEADER_TOKEN] {
        assert!(!heads.concat().contains(token), "{heads:?}");
    }
    assert!(!format!("{endpoint:?}").contains("zqs"), "{endpoint:?}");
    let before = side.heads().len();
    for (proxy, words) in [
        (format!("http://ada:zqswrong@127.0.0.1:{port}"), "answered 407 Proxy Authentication Required"),
        (format!("http://127.0.0.1:{port}"), "it wants another name or password"),
        ("https://zqs:zqs@127.0.0.1:1".to_owned(), "is not the address of a proxy"),
        (format!("http://zqs:zqs@127.0.0.1:{}", side.port), "broke off"),
    ] {
        let error = Connection::connect(through(proxy), ConnectionOptions::default()).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Endpoint, "{error}");
        assert!(error.to_string().contains(words) && !error.to_string().contains("zqs"), "{error}");
    }
    assert_eq!(side.heads().len(), before, "nothing was sent past it");
    chromium.close().await.unwrap();
}

#[tokio::test]
async fn how_the_other_side_ended_it_is_said() {
    let (chromium, side, _folder) = far().await;
    let usual = Heartbeat::default();
    let quick = Heartbeat { after: Duration::from_millis(100), limit: Duration::from_millis(300) };
    for (end, heartbeat, words) in [
        (
            End::Close(1008, "session expired"),
            usual,
            r#"the other side closed the connection: 1008 "session expired""#,
        ),
        (End::Close(1001, ""), usual, "the other side closed the connection: 1001"),
        (
            End::Close(1011, "bad zqsheadertoken\n\u{202e}x"),
            usual,
            r#"the other side closed the connection: 1011 "bad …\n\u{202e}x""#,
        ),
        (End::Eof, usual, "the other side ended the connection without a word"),
        (End::Reset, usual, "the other side reset the connection"),
        (End::Silence, quick, "the other side answered no heartbeat within 300 ms"),
    ] {
        let connection = connect(&side, heartbeat).await;
        let tab = tab(&connection).await;
        let waiting = tab.post(&promise(None));
        // The commands before it were answered, so that this one is on its way.
        tab.call(&promise(Some(0))).await.unwrap();
        side.end(end);
        let error = timeout(LIMIT, waiting.answer()).await.expect("it fails at once").unwrap_err();
        assert_eq!((error.kind(), error.dispatched()), (ErrorKind::Closed, Dispatched::Maybe), "{error}");
        assert_eq!(connection.closed_because(), Some(words));
        assert!(error.to_string().ends_with(words), "{error}");
    }
    chromium.close().await.unwrap();
}

#[tokio::test]
async fn a_browser_that_says_nothing_for_long_is_kept() {
    let (chromium, side, _folder) = far().await;
    let quick = Heartbeat { after: Duration::from_millis(50), limit: Duration::from_millis(800) };
    let connection = connect(&side, quick).await;
    let tab = tab(&connection).await;
    let value = tab.call(&promise(Some(2500))).await.unwrap().result.value.unwrap();
    assert_eq!(value.as_i64(), Some(7));
    assert_eq!(connection.closed_because(), None);
    drop((tab, connection));
    chromium.close().await.unwrap();
}
