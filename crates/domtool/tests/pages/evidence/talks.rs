//! Pages whose server talks to them over a connection that stays open: it says that it works, and what came of it later.

use std::time::Duration;

use domtool::{Action, ErrorKind};
use futures_util::{SinkExt, StreamExt};
use tokio::{
    net::{TcpListener, TcpStream},
    time::sleep,
};
use tokio_tungstenite::{accept_async, tungstenite::Message};

use crate::support::on;

/// Answers each message at once with `started`, then with `working`, and last with what it says itself.
async fn talk(stream: TcpStream) {
    let Ok(mut socket) = accept_async(stream).await else { return };
    while let Some(Ok(Message::Text(asked))) = socket.next().await {
        for (after, said) in [(0, "started"), (250, "working"), (400, asked.as_str())] {
            sleep(Duration::from_millis(after)).await;
            if socket.send(Message::text(said)).await.is_err() {
                return;
            }
        }
    }
}

/// What a server shows of its work is no end of it. After streamlit, whose server draws the page anew part by part.
#[test]
fn what_a_server_takes_back_part_by_part_is_no_ok() {
    on("evidence/talk.html", async |page| {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let port = listener.local_addr().expect("it listens").port();
        let server = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(talk(stream));
            }
        });
        page.js(&format!("void meet({port})")).await;
        assert!(page.becomes("window.met").await);
        let refused = page.id("Refused").await;
        let error = page.act(Action::check(refused)).await.expect_err("the server takes it back");
        assert_eq!(error.kind(), ErrorKind::ValueRejected, "{error}");
        assert!(page.noted("took refused trusted").await);
        let kept = page.id("Kept").await;
        let report = page.act(Action::check(kept)).await.expect("the server keeps it");
        assert!(report.ok && report.still.is_empty(), "{report:?}");
        assert_eq!(page.js("kept.checked").await, "true");
        let level = page.id("Level").await;
        let error = page.act(Action::select(level, ["High"])).await.expect_err("the server takes it back");
        assert_eq!(error.kind(), ErrorKind::ValueRejected, "{error}");
        server.abort();
    });
}
