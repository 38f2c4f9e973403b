//! Reaching a browser that runs already, and what is said where there is none.

use std::time::Duration;

use domtool_cdp::{
    Chromium, Connection, ConnectionOptions, Error, ErrorKind, LaunchOptions, Wire, endpoint,
    protocol::browser::GetVersion,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpSocket},
};

fn options() -> ConnectionOptions {
    ConnectionOptions { deadline: Duration::from_secs(2), ..ConnectionOptions::default() }
}

async fn refused(endpoint: &str, words: &str) {
    let error: Error = Connection::connect(endpoint, options()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Endpoint, "{error}");
    assert!(error.to_string().contains(words), "{error}");
}

#[tokio::test]
async fn a_running_browser_is_reached_by_its_port_alone() {
    let launch = LaunchOptions::default().with_wire(Wire::WebSocket);
    let chromium = Chromium::launch(launch).await.unwrap();
    let url = chromium.endpoint().unwrap();
    let port = url.split([':', '/']).nth(4).unwrap();
    for endpoint in [url.to_owned(), format!("http://127.0.0.1:{port}"), format!("ws://localhost:{port}/")] {
        let connection = Connection::connect(&endpoint, ConnectionOptions::default()).await.unwrap();
        connection.browser().call(&GetVersion {}).await.unwrap();
    }
    let found =
        endpoint::websocket_url(&format!("http://localhost:{port}"), options().deadline).await.unwrap();
    assert_eq!(found, url.replace("127.0.0.1", "localhost"));
    let error = endpoint::fetch(url, "/nothing", options().deadline).await.unwrap_err();
    assert!(error.to_string().contains("404"), "{error}");
    chromium.close().await.unwrap();
}

#[tokio::test]
async fn a_running_browser_is_found_by_the_file_in_its_profile_folder() {
    let chromium = Chromium::launch(LaunchOptions::default().with_wire(Wire::WebSocket)).await.unwrap();
    let auto = format!("auto:{}", chromium.profile().display());
    let found = endpoint::websocket_url(&auto, options().deadline).await.unwrap();
    assert_eq!(found, chromium.endpoint().unwrap(), "with the path, so that nobody has to be asked for it");
    let connection = Connection::connect(&auto, ConnectionOptions::default()).await.unwrap();
    connection.browser().call(&GetVersion {}).await.unwrap();
    chromium.close().await.unwrap();
}

#[tokio::test]
async fn the_file_of_a_browser_that_was_killed_is_passed_over() {
    let bound = TcpSocket::new_v4().unwrap();
    bound.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let port = bound.local_addr().unwrap().port();
    let profile = tempfile::tempdir().unwrap();
    let file = profile.path().join("DevToolsActivePort");
    std::fs::write(&file, format!("{port}\n/devtools/browser/stale")).unwrap();
    refused(&format!("auto:{}", profile.path().display()), "--user-data-dir=").await;
    refused("auto:profile", "whole path").await;
}

#[tokio::test]
async fn an_address_that_is_none() {
    refused("ada@127.0.0.1:9222", "expected a port of this machine, http://host:port").await;
    #[cfg(not(feature = "tls"))]
    refused("https://127.0.0.1:9", "TLS").await;
    refused("ftp://example.com", "expected http://").await;
    refused("http://localhost:port", "no number").await;
    refused("ws:///devtools", "no host").await;
}

#[tokio::test]
async fn nobody_listens() {
    // Held, so that no other test gets the port meanwhile.
    let bound = TcpSocket::new_v4().unwrap();
    bound.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let port = bound.local_addr().unwrap().port();
    let advice = format!("--remote-debugging-port={port}");
    refused(&format!("http://127.0.0.1:{port}"), &advice).await;
    refused(&format!("ws://127.0.0.1:{port}/devtools/browser/x"), &advice).await;
}

/// Answers the first connection with these bytes and, unless it is to be silent, hangs up.
async fn impostor(answer: &'static str) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        if answer.is_empty() {
            std::future::pending::<()>().await;
        }
        let mut request = [0; 1024];
        let _ = stream.read(&mut request).await.unwrap();
        stream.write_all(answer.as_bytes()).await.unwrap();
    });
    port
}

#[tokio::test]
async fn somebody_else_listens() {
    for (answer, words) in [
        ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", "not as a browser does"),
        ("HTTP/1.1 200 OK\r\n\r\n{}", "not as a browser does"),
        ("HTTP/1.1 403 Forbidden\r\n\r\n", "403 Forbidden"),
        ("SSH-2.0-server\r\n", "does not answer as a browser does"),
        ("", "did not answer within"),
    ] {
        let port = impostor(answer).await;
        refused(&format!("http://127.0.0.1:{port}"), words).await;
    }
    let port = impostor("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").await;
    refused(&format!("ws://127.0.0.1:{port}/devtools"), "does not speak WebSocket").await;
    // So does Chrome while its person has not answered whether to allow the connection.
    let port = impostor("").await;
    refused(&format!("ws://127.0.0.1:{port}/devtools/browser/x"), "for a person to allow it").await;
}
