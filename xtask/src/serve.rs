//! Serves files on loopback, until the process ends. Which file a path names is the caller's affair.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::Duration,
};

/// Says which file a path names, which has no `..` in it.
type FileOf = dyn Fn(&str) -> PathBuf + Send + Sync;

/// Starts to serve on a free port and says where.
pub(crate) fn start(file_of: impl Fn(&str) -> PathBuf + Send + Sync + 'static) -> Result<SocketAddr, String> {
    let file_of: Arc<FileOf> = Arc::new(file_of);
    let listener = TcpListener::bind("127.0.0.1:0").map_err(|error| format!("no port: {error}"))?;
    let address = listener.local_addr().map_err(|error| format!("no port: {error}"))?;
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let file_of = Arc::clone(&file_of);
            thread::spawn(move || answer(stream, &*file_of));
        }
    });
    Ok(address)
}

/// One request a connection: what fails is the browser's affair, which asks again or shows it.
fn answer(mut stream: TcpStream, file_of: &FileOf) -> Option<()> {
    stream.set_read_timeout(Some(Duration::from_secs(10))).ok()?;
    let mut lines = BufReader::new(stream.try_clone().ok()?).lines();
    let first = lines.next()?.ok()?;
    // The rest of the request is read, or closing the connection would reset it.
    while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
    let path = first.split(' ').nth(1)?.split('?').next()?.trim_start_matches('/');
    let inside = path.split('/').all(|part| part != "..");
    let file = inside.then(|| file_of(path));
    let kind = file.as_deref().map_or("text/plain", kind);
    let (status, body) = match file.and_then(|file| fs::read(file).ok()) {
        Some(body) => ("200 OK", body),
        None => ("404 Not Found", Vec::new()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(&body).ok()
}

fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(|kind| kind.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}
