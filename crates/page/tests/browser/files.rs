//! A file server for the judge: one directory on loopback, for as long as the process lives. A thread a connection.

use std::{
    fs,
    io::{self, BufRead, BufReader, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    path::{Component, Path, PathBuf},
    sync::Arc,
    thread,
    time::Duration,
};

/// How long a connection may be idle.
const LONGEST: Duration = Duration::from_secs(20);

/// Serves the files below a directory; gives the address. In HTML, `{{ORIGIN_B}}` becomes the same server under a name that is
/// another site to a browser.
pub fn serve(root: PathBuf) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    let root = Arc::new(root);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let root = Arc::clone(&root);
            // A browser that hangs up in the middle is its own affair.
            thread::spawn(move || answer(stream, &root, address).ok());
        }
    });
    Ok(address)
}

fn answer(mut stream: TcpStream, root: &Path, address: SocketAddr) -> io::Result<()> {
    stream.set_read_timeout(Some(LONGEST))?;
    stream.set_nodelay(true)?;
    let mut lines = BufReader::new(&stream).lines();
    let Some(request) = lines.next().transpose()? else { return Ok(()) };
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let path = request.split(' ').nth(1).unwrap_or("/").split(['?', '#']).next().unwrap_or("/");
    let relative = PathBuf::from(decoded(path.trim_start_matches('/')));
    let mut file = root.join(&relative);
    if file.is_dir() {
        file.push("index.html");
    }
    let inside = relative.components().all(|part| matches!(part, Component::Normal(_)));
    let (status, mut body) = match fs::read(&file) {
        Ok(body) if inside => ("200 OK", body),
        _ => ("404 Not Found", Vec::new()),
    };
    let kind = kind(&file);
    if kind.starts_with("text/html") {
        let other = format!("http://localhost:{}", address.port());
        body = String::from_utf8_lossy(&body).replace("{{ORIGIN_B}}", &other).into_bytes();
    }
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    stream.write_all(&body)
}

fn decoded(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let hex = (first == b'%').then(|| after.get(..2)).flatten();
        let byte = hex.and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        bytes.push(byte.unwrap_or(first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(|e| e.to_str()).unwrap_or("") {
        "html" | "htm" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}
