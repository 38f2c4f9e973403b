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

/// Serves the files below a directory; gives the address. In pages and scripts `{{ORIGIN_A}}`, `{{ORIGIN_B}}` and `{{ORIGIN_C}}`
/// become the same server under three names that are other sites to a browser, and `{{query.NAME}}` what was asked for, or its
/// name.
pub fn serve(root: PathBuf) -> io::Result<SocketAddr> {
    serve_with(root, "")
}

/// The same, with something in front of every page, behind its doctype.
pub fn serve_with(root: PathBuf, prelude: &'static str) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    let root = Arc::new(root);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let root = Arc::clone(&root);
            // A browser that hangs up in the middle is its own affair.
            thread::spawn(move || answer(stream, &root, address, prelude).ok());
        }
    });
    Ok(address)
}

/// What an argument of a tool stands for, as a label and an address: an address, a page, or a folder; `ROOT//PAGE` says from
/// where a page is served, as pages refer to files beside and above them.
pub fn address(arg: &str) -> (String, String) {
    if arg.contains("://") {
        return (arg.to_owned(), arg.to_owned());
    }
    let path = Path::new(arg);
    let (root, page) = match arg.split_once("//") {
        Some((root, page)) => (PathBuf::from(root), page.to_owned()),
        None if path.is_dir() => (path.to_owned(), String::new()),
        None => {
            let page = path.file_name().unwrap().to_string_lossy().into_owned();
            (path.parent().unwrap().to_owned(), page)
        }
    };
    let address = serve(root.canonicalize().unwrap()).unwrap();
    let label = format!("{}/{page}", root.file_name().unwrap().to_string_lossy());
    (label, format!("http://{address}/{page}"))
}

fn answer(mut stream: TcpStream, root: &Path, address: SocketAddr, prelude: &str) -> io::Result<()> {
    stream.set_read_timeout(Some(LONGEST))?;
    stream.set_nodelay(true)?;
    let mut lines = BufReader::new(&stream).lines();
    let Some(request) = lines.next().transpose()? else { return Ok(()) };
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let asked = request.split(' ').nth(1).unwrap_or("/");
    let (path, query) = asked.split_once('?').unwrap_or((asked, ""));
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
    if kind.starts_with("text/") {
        body = filled(&String::from_utf8_lossy(&body), query, address.port()).into_bytes();
    }
    if kind.starts_with("text/html") && !prelude.is_empty() {
        let start = if body.starts_with(b"<!doctype html>") { "<!doctype html>".len() } else { 0 };
        body.splice(start..start, prelude.bytes());
    }
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    stream.write_all(&body)
}

/// A page with its places filled in.
fn filled(page: &str, query: &str, port: u16) -> String {
    let mut page = page.to_owned();
    for (name, host) in [("A", "127.0.0.1"), ("B", "localhost"), ("C", "c.localhost")] {
        page = page.replace(&format!("{{{{ORIGIN_{name}}}}}"), &format!("http://{host}:{port}"));
    }
    for (key, value) in query.split('&').filter_map(|part| part.split_once('=')) {
        page = page.replace(&format!("{{{{query.{key}}}}}"), &decoded(&value.replace('+', " ")));
    }
    while let Some((before, (name, after))) =
        page.split_once("{{query.").and_then(|(before, rest)| Some((before, rest.split_once("}}")?)))
    {
        page = format!("{before}{name}{after}");
    }
    page
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
