//! Answers HTTP requests on loopback, until the process ends: what a browser or a package manager is to be given while something
//! is tried.

use std::{
    io::{BufRead, BufReader, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::Arc,
    thread,
    time::Duration,
};

/// What is answered to a path.
pub(crate) struct Answer {
    /// Its media type.
    pub(crate) kind: &'static str,
    pub(crate) body: Vec<u8>,
}

/// A port of this machine's own that is free, not yet listened to by anyone else.
pub(crate) fn listen() -> Result<(TcpListener, SocketAddr), String> {
    let listener = TcpListener::bind("127.0.0.1:0").map_err(|error| format!("no port: {error}"))?;
    let address = listener.local_addr().map_err(|error| format!("no port: {error}"))?;
    Ok((listener, address))
}

/// Serves what `find` has for a path, which comes without its query; nothing is 404.
pub(crate) fn serve(listener: TcpListener, find: impl Fn(&str) -> Option<Answer> + Send + Sync + 'static) {
    let find = Arc::new(find);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let find = Arc::clone(&find);
            thread::spawn(move || answer(stream, &*find));
        }
    });
}

/// One request a connection: what fails is the client's affair, which asks again or shows it.
fn answer(mut stream: TcpStream, find: &dyn Fn(&str) -> Option<Answer>) -> Option<()> {
    stream.set_read_timeout(Some(Duration::from_secs(10))).ok()?;
    let mut lines = BufReader::new(stream.try_clone().ok()?).lines();
    let first = lines.next()?.ok()?;
    // The rest of the request is read, or closing the connection would reset it.
    while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
    let path = first.split(' ').nth(1)?.split('?').next()?.trim_start_matches('/');
    let (status, found) = match find(path) {
        Some(found) => ("200 OK", found),
        None => ("404 Not Found", Answer { kind: "text/plain", body: Vec::new() }),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        found.kind,
        found.body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(&found.body).ok()
}
