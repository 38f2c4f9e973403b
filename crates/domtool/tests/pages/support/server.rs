//! The fixture server: the pages of `fixtures/` on loopback, under three origins of three sites.
//!
//! `{{ORIGIN_A}}` (`127.0.0.1`), `{{ORIGIN_B}}` (`localhost`), `{{ORIGIN_C}}` (`c.localhost`) and `{{query.NAME}}` are filled in.
//! A thread a connection, one request each: slow answers hold up nobody.

use std::{
    fmt::Write as _,
    fs,
    io::{self, BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    sync::{
        Arc, LazyLock, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

const LONGEST: Duration = Duration::from_secs(60);

static SHARED: LazyLock<Server> = LazyLock::new(|| Server::start().expect("the fixture server starts"));

/// A running server. It lives as long as the test binary.
#[derive(Clone)]
pub(crate) struct Server {
    sites: Arc<Sites>,
}

struct Sites {
    a: u16,
    b: u16,
    received: Mutex<Vec<(String, String)>>,
    held: AtomicUsize,
}

struct Request {
    method: String,
    path: String,
    query: Vec<(String, String)>,
    body: String,
}

struct Answer {
    status: &'static str,
    kind: &'static str,
    more: String,
    body: Vec<u8>,
}

impl Server {
    /// The one of this binary.
    pub(crate) fn get() -> Server {
        SHARED.clone()
    }

    fn start() -> io::Result<Self> {
        let (a, b) = (TcpListener::bind("127.0.0.1:0")?, TcpListener::bind("127.0.0.1:0")?);
        let (port_a, port_b) = (a.local_addr()?.port(), b.local_addr()?.port());
        let sites = Sites { a: port_a, b: port_b, received: Mutex::default(), held: AtomicUsize::new(0) };
        let server = Self { sites: Arc::new(sites) };
        for listener in [a, b] {
            let server = server.clone();
            thread::spawn(move || {
                for stream in listener.incoming().flatten() {
                    let server = server.clone();
                    // A browser that hangs up in the middle is its own affair.
                    thread::spawn(move || server.serve(stream).ok());
                }
            });
        }
        Ok(server)
    }

    /// The address of a fixture page at the first origin.
    pub(crate) fn url(&self, fixture: &str) -> String {
        format!("http://127.0.0.1:{}/{fixture}", self.sites.a)
    }

    /// What was posted to a path, oldest first.
    pub(crate) fn received(&self, path: &str) -> Vec<String> {
        let received = self.sites.received.lock().unwrap_or_else(PoisonError::into_inner);
        received.iter().filter(|(at, _)| at == path).map(|(_, body)| body.clone()).collect()
    }

    /// How many requests were not answered so far.
    pub(crate) fn held(&self) -> usize {
        self.sites.held.load(Ordering::Relaxed)
    }

    fn serve(&self, mut stream: TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(LONGEST))?;
        stream.set_nodelay(true)?;
        let Some(request) = Request::read(&stream)? else { return Ok(()) };
        if request.method == "POST" {
            let entry = (request.path.clone(), request.body.clone());
            self.sites.received.lock().unwrap_or_else(PoisonError::into_inner).push(entry);
        }
        match request.path.as_str() {
            // Never answered: held until the browser hangs up.
            "/hold" => {
                self.sites.held.fetch_add(1, Ordering::Relaxed);
                return io::copy(&mut stream, &mut io::sink()).map(drop);
            }
            // The other end closes without a word.
            "/refused" => return Ok(()),
            "/download" => return download(&mut stream, &request),
            // Time is what this path is for; nobody waits for it but the page.
            "/late" => thread::sleep(Duration::from_millis(request.query("ms").parse().unwrap_or(0))),
            _ => {}
        }
        let answer = self.answer(&request);
        let head = format!(
            "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: no-store\r\nConnection: close\r\n{}\r\n",
            answer.status,
            answer.kind,
            answer.body.len(),
            answer.more
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(&answer.body)
    }

    fn answer(&self, request: &Request) -> Answer {
        let page = |body: String| Answer {
            status: "200 OK",
            kind: "text/html; charset=utf-8",
            more: String::new(),
            body: body.into_bytes(),
        };
        match request.path.as_str() {
            "/late" => Answer { kind: "text/plain", ..page(request.query("text").to_owned()) },
            "/status/500" => Answer { status: "500 Internal Server Error", ..page("broken".to_owned()) },
            "/redirect" => Answer {
                status: "302 Found",
                more: format!("Location: {}\r\n", request.query("to")),
                ..page(String::new())
            },
            "/echo" => page(format!(
                "<!doctype html><title>Echo</title><h1>Received</h1><p id=body>{}</p>",
                request.body
            )),
            "/cards" => page(cards(request.query("elements").parse().unwrap_or(1_000))),
            path if path.starts_with("/submit/") => {
                page("<!doctype html><title>Thanks</title><p>Thank you</p>".to_owned())
            }
            path => match self.file(path.trim_start_matches('/'), request) {
                Some(answer) => answer,
                None => Answer { status: "404 Not Found", ..page("no such page".to_owned()) },
            },
        }
    }

    fn file(&self, name: &str, request: &Request) -> Option<Answer> {
        if name.is_empty() || name.contains(['/', '\\']) {
            return None;
        }
        let mut text = fs::read_to_string(fixtures().join(name)).ok()?;
        for (placeholder, origin) in [
            ("{{ORIGIN_A}}", format!("http://127.0.0.1:{}", self.sites.a)),
            ("{{ORIGIN_B}}", format!("http://localhost:{}", self.sites.b)),
            ("{{ORIGIN_C}}", format!("http://c.localhost:{}", self.sites.b)),
        ] {
            text = text.replace(placeholder, &origin);
        }
        for (key, value) in &request.query {
            text = text.replace(&format!("{{{{query.{key}}}}}"), value);
        }
        let script = Path::new(name).extension().is_some_and(|extension| extension == "js");
        let kind = if script { "text/javascript; charset=utf-8" } else { "text/html; charset=utf-8" };
        Some(Answer { status: "200 OK", kind, more: String::new(), body: text.into_bytes() })
    }
}

/// A file to save: `bytes` of it, the second half `ms` later, or never where it is `cut`.
fn download(stream: &mut TcpStream, request: &Request) -> io::Result<()> {
    let size: usize = request.query("bytes").parse().unwrap_or(0);
    let name = request.query("name").replace("%2F", "/");
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: {size}\r\nConnection: close\r\n\
         Content-Disposition: attachment; filename=\"{name}\"\r\n\r\n"
    );
    stream.write_all(head.as_bytes())?;
    let ms: u64 = request.query("ms").parse().unwrap_or(0);
    let (first, rest) = if ms > 0 { (size / 2, size - size / 2) } else { (size, 0) };
    stream.write_all(&vec![b'd'; first])?;
    if ms > 0 {
        stream.flush()?;
        // Time is what the page asks for; nobody waits for it but the browser.
        thread::sleep(Duration::from_millis(ms));
        if request.query("cut").is_empty() {
            stream.write_all(&vec![b'd'; rest])?;
        }
    }
    Ok(())
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

/// The page on which speed is compared: cards of nine elements, and a delegated click handler.
fn cards(elements: usize) -> String {
    let mut page = String::from(
        "<!doctype html><title>Cards</title><header><h1>Products</h1><a href=/>Home</a> <a href=/cart>Cart</a></header>",
    );
    for i in 0..elements.saturating_sub(8) / 9 {
        // Writing to a string cannot fail.
        let _ = write!(
            page,
            "<div class=card><div class=body><h3>Product {i}</h3><p>Great item number {i} with a short description.</p>\
             <span class=price>${i}.99</span><a href=\"/item/{i}\">Details {i}</a><div class=act><button>Add {i} to cart</button>\
             <button>Wish {i}</button></div></div></div>"
        );
    }
    page.push_str("<script>window.clicks = []; document.addEventListener('click', e => clicks.push(e.target.textContent))</script>");
    page
}

impl Request {
    fn read(stream: &TcpStream) -> io::Result<Option<Self>> {
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let mut words = line.split(' ');
        let (method, target) =
            (words.next().unwrap_or_default().to_owned(), words.next().unwrap_or("/").to_owned());
        let mut length = 0;
        loop {
            let mut header = String::new();
            if reader.read_line(&mut header)? == 0 || header.trim().is_empty() {
                break;
            }
            if let Some((name, value)) = header.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().unwrap_or(0);
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body)?;
        let (path, query) = target.split_once('?').unwrap_or((&target, ""));
        let query = query
            .split('&')
            .filter_map(|pair| pair.split_once('='))
            .map(|(key, value)| (key.to_owned(), value.replace("%20", " ")))
            .collect();
        Ok(Some(Self {
            method,
            path: path.to_owned(),
            query,
            body: String::from_utf8_lossy(&body).into_owned(),
        }))
    }

    fn query(&self, name: &str) -> &str {
        self.query.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value)
    }
}
