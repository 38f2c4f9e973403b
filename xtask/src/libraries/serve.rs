//! Serves the pages, the bundles and the installed packages on loopback, until the process ends.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    thread,
    time::Duration,
};

use super::packages::{INSTALLED, PAGES};

/// Starts to serve on a free port and says where.
pub(super) fn start() -> Result<SocketAddr, String> {
    let listener = TcpListener::bind("127.0.0.1:0").map_err(|error| format!("no port: {error}"))?;
    let address = listener.local_addr().map_err(|error| format!("no port: {error}"))?;
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            thread::spawn(move || answer(stream));
        }
    });
    Ok(address)
}

/// One request a connection: what fails is the browser's affair, which asks again or shows it.
fn answer(mut stream: TcpStream) -> Option<()> {
    stream.set_read_timeout(Some(Duration::from_secs(10))).ok()?;
    let mut lines = BufReader::new(stream.try_clone().ok()?).lines();
    let first = lines.next()?.ok()?;
    // The rest of the request is read, or closing the connection would reset it.
    while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
    let path = first.split(' ').nth(1)?.split('?').next()?.trim_start_matches('/');
    let file = match path.split('/').next()? {
        _ if path.split('/').any(|part| part == "..") => None,
        "node_modules" | "bundles" => Some(format!("{INSTALLED}/{path}")),
        _ => Some(format!("{PAGES}/{path}")),
    };
    let (status, body) = match file.and_then(|file| fs::read(file).ok()) {
        Some(body) => ("200 OK", body),
        None => ("404 Not Found", Vec::new()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        kind(path),
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(&body).ok()
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}
