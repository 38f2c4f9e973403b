//! Pages whose server talks to them over a connection that stays open: it says that it works, and what came of it later.

use std::time::Duration;

use domtool::{Action, ErrorKind};
use futures_util::{SinkExt, StreamExt};
use tokio::{
    net::{TcpListener, TcpStream},
    time::sleep,
};
use tokio_tungstenite::{accept_async, tungstenite::Message};

use crate::support::{Server, on};

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

/// Answers a number after so many milliseconds and anything else at once, and tells what was posted to `told` half a second later.
async fn answer(stream: TcpStream, told: String) {
    let Ok(mut socket) = accept_async(stream).await else { return };
    let mut posted = Box::pin(async {
        while Server::get().received(&told).is_empty() {
            sleep(Duration::from_millis(10)).await;
        }
        sleep(Duration::from_millis(500)).await;
    });
    let mut tells = true;
    loop {
        let said = tokio::select! {
            () = &mut posted, if tells => {
                tells = false;
                "posted".to_owned()
            }
            asked = socket.next() => {
                let Some(Ok(Message::Text(asked))) = asked else { return };
                match asked.parse() {
                    Ok(ms) => {
                        sleep(Duration::from_millis(ms)).await;
                        asked.to_string()
                    }
                    Err(_) => "ack".to_owned(),
                }
            }
        };
        if socket.send(Message::text(said)).await.is_err() {
            return;
        }
    }
}

#[test]
fn what_comes_over_a_socket_up_to_a_second_later_is_told() {
    on("evidence/socket.html", async |page| {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let port = listener.local_addr().expect("it listens").port();
        let told = format!("/ok/tell/{}", page.run);
        let server = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, told.clone()));
            }
        });
        page.js(&format!("void meet({port})")).await;
        assert!(page.becomes("window.met").await);
        page.see().await;
        for (name, text) in
            [("Soon", "600 1"), ("Late", "900 2"), ("Acknowledged", "700 3"), ("Posted", "posted 4")]
        {
            let report = page.click(name).await.expect(name);
            assert!(report.diff.contains(text), "{name}: {report:?}");
            assert_eq!(page.js("said.textContent").await, format!("\"{text}\""));
        }
        let error = page.fill("Name", "Ada").await.expect_err("the answer is another name");
        assert_eq!(
            (error.kind(), page.js("document.getElementById('name').value").await.as_str()),
            (ErrorKind::ValueRejected, "\"server\"")
        );
        // What sends nothing is not waited for, whatever the page sends by itself.
        let quick = page.at_once().await.as_millis() as u64;
        let is_quick = async || {
            let mut least = u64::MAX;
            for _ in 0..8 {
                least = least.min(page.click("Still").await.expect("it is clicked").ms);
                if least < quick.max(900) {
                    return;
                }
            }
            panic!("each took {least} ms or more, at once {quick} ms");
        };
        is_quick().await;
        page.js("void beat()").await;
        assert!(page.becomes("beats > 15").await);
        is_quick().await;
        server.abort();
    });
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
