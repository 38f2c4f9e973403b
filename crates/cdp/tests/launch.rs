//! Starting and ending real browsers, and what is said when that fails.

#![allow(clippy::unwrap_used, missing_docs)]

use domtool_cdp::{
    Chromium, Connection, ConnectionOptions, LaunchOptions, Wire, protocol::browser::GetVersion,
};

async fn starts_and_ends_over(wire: Wire) {
    let chromium = Chromium::launch(LaunchOptions { wire, ..LaunchOptions::default() }).await.unwrap();
    let version = chromium.connection().browser().call(&GetVersion {}).await.unwrap();
    assert_eq!(version.product, chromium.product());
    let profile = chromium.profile().to_owned();
    assert!(profile.is_dir());
    if let Some(endpoint) = chromium.endpoint() {
        let again = Connection::connect(endpoint, ConnectionOptions::default()).await.unwrap();
        again.browser().call(&GetVersion {}).await.unwrap();
    }
    let connection = chromium.connection().clone();
    chromium.close().await.unwrap();
    connection.closed().await;
    assert!(!profile.exists());
}

#[tokio::test]
async fn starts_and_ends_over_the_pipe() {
    starts_and_ends_over(Wire::Pipe).await;
}

#[tokio::test]
async fn starts_and_ends_over_the_websocket() {
    starts_and_ends_over(Wire::WebSocket).await;
}
