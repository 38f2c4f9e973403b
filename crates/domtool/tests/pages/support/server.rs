//! The fixture server: the pages of `fixtures/` on loopback, under three origins of three sites.
//!
//! `{{ORIGIN_A}}` (`127.0.0.1`), `{{ORIGIN_B}}` (`localhost`), `{{ORIGIN_C}}` (`c.localhost`) and `{{query.NAME}}` are filled in.
//! A thread a connection, one request each: slow answers hold up nobody.

use std::{
    collections::HashSet,
    fmt::Write as _,
    fs,
    io::{self, BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    sync::{Arc, Condvar, LazyLock, Mutex, PoisonError},
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
    /// The runs whose requests are never answered.
    held: Mutex<HashSet<String>>,
    /// Keys of answers that may go out, and of those that were asked for once.
    released: Mutex<HashSet<String>>,
    release: Condvar,
    asked: Mutex<HashSet<String>>,
}

struct Request {
    method: String,
    path: String,
    query: Vec<(String, String)>,
    authorization: String,
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
        let sites = Sites {
            a: port_a,
            b: port_b,
            received: Mutex::default(),
            held: Mutex::default(),
            released: Mutex::default(),
            release: Condvar::new(),
            asked: Mutex::default(),
        };
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

    /// The same at the second origin.
    pub(crate) fn other_url(&self, fixture: &str) -> String {
        format!("http://localhost:{}/{fixture}", self.sites.b)
    }

    /// What was posted to a path, oldest first.
    pub(crate) fn received(&self, path: &str) -> Vec<String> {
        let received = self.sites.received.lock().unwrap_or_else(PoisonError::into_inner);
        received.iter().filter(|(at, _)| at == path).map(|(_, body)| body.clone()).collect()
    }

    /// Whether a request that is never answered came from a page of this run.
    pub(crate) fn holds(&self, run: u32) -> bool {
        self.sites.held.lock().unwrap_or_else(PoisonError::into_inner).contains(&run.to_string())
    }

    /// Lets the answers to `/held?key=KEY` go out.
    pub(crate) fn release(&self, key: &str) {
        self.sites.released.lock().unwrap_or_else(PoisonError::into_inner).insert(key.to_owned());
        self.sites.release.notify_all();
    }

    fn await_release(&self, key: &str) {
        let released = self.sites.released.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = self.sites.release.wait_timeout_while(released, LONGEST, |keys| !keys.contains(key));
        drop(waiting);
    }

    /// What was sent as `Authorization` with requests that say `?for=KEY`.
    pub(crate) fn authorizations(&self, key: &str) -> Vec<String> {
        self.received(&format!("authorization {key}"))
    }

    fn serve(&self, mut stream: TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(LONGEST))?;
        stream.set_nodelay(true)?;
        let Some(request) = Request::read(&stream)? else { return Ok(()) };
        if request.method == "POST" {
            let entry = (request.path.clone(), request.body.clone());
            self.sites.received.lock().unwrap_or_else(PoisonError::into_inner).push(entry);
        }
        if !request.authorization.is_empty() {
            let entry = (format!("authorization {}", request.query("for")), request.authorization.clone());
            self.sites.received.lock().unwrap_or_else(PoisonError::into_inner).push(entry);
        }
        match request.path.as_str() {
            "/stream" => return endless(&mut stream),
            "/held" => self.await_release(request.query("key")),
            // A page the first time, and silence after that.
            "/once" => {
                let mut asked = self.sites.asked.lock().unwrap_or_else(PoisonError::into_inner);
                let again = !asked.insert(request.query("key").to_owned());
                drop(asked);
                if again {
                    return io::copy(&mut stream, &mut io::sink()).map(drop);
                }
            }
            // Never answered: held until the browser hangs up.
            "/hold" => {
                let run = request.query("run").to_owned();
                self.sites.held.lock().unwrap_or_else(PoisonError::into_inner).insert(run);
                return io::copy(&mut stream, &mut io::sink()).map(drop);
            }
            // The other end closes without a word.
            "/refused" => return Ok(()),
            "/download" => return download(&mut stream, &request),
            // A save that takes its time, and notes whether its client was still there for the answer.
            "/store" => return self.store(&mut stream, &request),
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

    /// Answers after 1.5 s, and notes under `store RUN` whether the client was still there.
    fn store(&self, stream: &mut TcpStream, request: &Request) -> io::Result<()> {
        thread::sleep(Duration::from_millis(1_500));
        // Whoever hung up has closed its end: a read gives its end of file at once.
        stream.set_read_timeout(Some(Duration::from_millis(20)))?;
        let gone = matches!(stream.read(&mut [0]), Ok(0));
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}";
        let written =
            if gone { Err(io::ErrorKind::BrokenPipe.into()) } else { stream.write_all(head.as_bytes()) };
        let what = if written.is_ok() { "answered" } else { "client gone" };
        let entry = (format!("store {}", request.query("run")), what.to_owned());
        self.sites.received.lock().unwrap_or_else(PoisonError::into_inner).push(entry);
        written
    }

    fn answer(&self, request: &Request) -> Answer {
        let page = |body: String| Answer {
            status: "200 OK",
            kind: "text/html; charset=utf-8",
            more: String::new(),
            body: body.into_bytes(),
        };
        match request.path.as_str() {
            "/late" => {
                let status = match request.query("status") {
                    "404" => "404 Not Found",
                    "409" => "409 Conflict",
                    "500" => "500 Internal Server Error",
                    _ => "200 OK",
                };
                Answer { status, kind: "text/plain", ..page(request.query("text").to_owned()) }
            }
            "/status/204" => Answer { status: "204 No Content", ..page(String::new()) },
            "/status/500" => Answer { status: "500 Internal Server Error", ..page("broken".to_owned()) },
            "/redirect" => Answer {
                status: "302 Found",
                more: format!("Location: {}\r\n", request.query("to")),
                ..page(String::new())
            },
            "/held" => Answer { kind: "text/plain", ..page(String::new()) },
            "/once" => page("<!doctype html><title>Once</title><button onclick=\"document.title = 'pushed'\">Push</button>".to_owned()),
            "/order" => Answer {
                status: "303 See Other",
                more: format!("Location: {}\r\n", if request.query("to").is_empty() { "/thanks" } else { request.query("to") }),
                ..page(String::new())
            },
            // The same request again, at another address.
            "/again" => Answer {
                status: "307 Temporary Redirect",
                more: format!("Location: {}\r\n", request.query("to")),
                ..page(String::new())
            },
            "/thanks" => page("<!doctype html><title>Thanks</title><h1>Thank you</h1>".to_owned()),
            path if path.starts_with("/fail") => {
                Answer { status: "500 Internal Server Error", ..page(String::new()) }
            }
            path if path.starts_with("/ok") => Answer { kind: "application/json", ..page("{}".to_owned()) },
            // It may stand in no frame.
            "/noframe" => Answer { more: "X-Frame-Options: DENY\r\n".to_owned(), ..page("no frame".to_owned()) },
            "/nothing" => Answer { status: "204 No Content", ..page(String::new()) },
            "/pdf" => Answer { kind: "application/pdf", body: pdf(request.query("text")), ..page(String::new()) },
            "/private" => private(request, page),
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
        let in_folder = name.strip_prefix("evidence/").unwrap_or(name);
        if in_folder.is_empty() || in_folder.contains(['/', '\\']) {
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
        let kind = match Path::new(name).extension().and_then(|extension| extension.to_str()) {
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            _ => "text/html; charset=utf-8",
        };
        Some(Answer { status: "200 OK", kind, more: String::new(), body: text.into_bytes() })
    }
}

/// A page that needs a name and a password: `ada`, `p4ssw0rd`.
fn private(request: &Request, page: impl Fn(String) -> Answer) -> Answer {
    // The two in base 64.
    if request.authorization == "Basic YWRhOnA0c3N3MHJk" {
        return page("<!doctype html><title>Private</title><h1>Welcome Ada</h1>".to_owned());
    }
    Answer {
        status: "401 Unauthorized",
        more: "WWW-Authenticate: Basic realm=\"Private\"\r\n".to_owned(),
        ..page("<!doctype html><title>No</title><h1>Who are you?</h1>".to_owned())
    }
}

/// A page that is never at its end.
fn endless(stream: &mut TcpStream) -> io::Result<()> {
    let begin = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nConnection: close\r\n\r\n\
         <!doctype html><title>Stream</title><script src=/log.js></script><h1>Here already</h1>\
         <label>Name <input id=name></label><button onclick=\"log.push('pushed')\">Push</button><p>";
    stream.write_all(begin.as_bytes())?;
    for number in 0.. {
        write!(stream, "{number} ")?;
        stream.flush()?;
        // The pace of the stream; it ends when the browser hangs up.
        thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

/// A PDF with one line of text on each page: `|` is between them.
fn pdf(text: &str) -> Vec<u8> {
    let pages: Vec<&str> = text.split('|').collect();
    let kids: Vec<String> = (0..pages.len()).map(|page| format!("{} 0 R", 4 + 2 * page)).collect();
    let mut objects = vec![
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        format!("<</Type/Pages/Kids[{}]/Count {}>>", kids.join(" "), pages.len()),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>".to_owned(),
    ];
    for text in pages {
        let contents = objects.len() + 2;
        objects.push(format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents {contents} 0 R/Resources<</Font<</F1 3 0 R>>>>>>"
        ));
        let content = format!("BT /F1 24 Tf 72 700 Td ({text}) Tj ET");
        objects.push(format!("<</Length {}>>\nstream\n{content}\nendstream", content.len()));
    }
    let mut file = String::from("%PDF-1.4\n");
    let mut offsets = Vec::new();
    for (at, object) in objects.iter().enumerate() {
        offsets.push(file.len());
        let _ = write!(file, "{} 0 obj\n{object}\nendobj\n", at + 1);
    }
    let table = file.len();
    let _ = write!(file, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for offset in offsets {
        let _ = writeln!(file, "{offset:010} 00000 n ");
    }
    let _ = write!(file, "trailer\n<</Root 1 0 R/Size {}>>\nstartxref\n{table}\n%%EOF\n", objects.len() + 1);
    file.into_bytes()
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
        let mut authorization = String::new();
        loop {
            let mut header = String::new();
            if reader.read_line(&mut header)? == 0 || header.trim().is_empty() {
                break;
            }
            match header.split_once(':') {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.trim().parse().unwrap_or(0);
                }
                Some((name, value)) if name.eq_ignore_ascii_case("authorization") => {
                    authorization = value.trim().to_owned();
                }
                _ => {}
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
            authorization,
            body: String::from_utf8_lossy(&body).into_owned(),
        }))
    }

    fn query(&self, name: &str) -> &str {
        self.query.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value)
    }
}
