//! A server on the loopback interface that knows a handful of pages, and those of `fixtures/`.
//!
//! In a fixture `{{ORIGIN_B}}` is this server under its other name, which to a browser is another site, and
//! `{{query.place}}` what the address says.

use std::{
    fs,
    io::{BufRead, BufReader, Read as _, Write},
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
};

/// A page with a control of every kind. Its title tells the last event, and whether the browser trusted it.
const ALL: &str = r#"<!doctype html><title>all</title>
<h1>Everything</h1>
<button onclick="tell('clicked', event)">Save</button>
<button ondblclick="tell('twice', event)">Open</button>
<div onmouseenter="tell('over', event)" style="width:200px;height:30px;cursor:pointer">Menu</div>
<input aria-label="Name" onkeydown="if (event.key === 'Enter') tell('entered', event)">
<input type="checkbox" aria-label="Gift" onchange="tell('gift ' + this.checked, event)">
<select aria-label="Country" onchange="tell(this.value, event)"><option>Austria<option>Belgium</select>
<button onclick="tell('answer ' + confirm('Really?'), event)">Ask</button>
<form onsubmit="event.preventDefault(); tell('sent', event)"><input aria-label="Search"></form>
<button disabled>Never</button>
<ul aria-label="Stock"><li>Tea</li><li>Coffee</li></ul>
<button oncontextmenu="tell('menu', event); return false">Options</button>
<input type="range" aria-label="Volume" value="0" style="width:200px">
<input type="file" aria-label="Photo" onchange="tell(this.files[0].name, event)">
<a download="note.txt" href="data:text/plain,hello">Note</a>
<a href="/next">Next page</a>
<button onclick="fetch('/missing?token=zqsq8f3k20sj4').then(() => tell('fetched', event))">Fetch</button>
<div style="height:3000px"></div><p>The end</p><button>Far</button>
<script>function tell(what, event) { document.title = what + ' ' + event.isTrusted }</script>"#;

const NEXT: &str = "<!doctype html><title>next</title><h1>Another page</h1><a href='/all'>Back to all</a>";

/// A page that many may sign: it is called by its place, and keeps the names in their order.
const GUESTBOOK: &str = r#"<!doctype html><title>guests</title><h1></h1>
<input aria-label="Name"><button onclick="sign()">Sign</button><ol></ol>
<script>
const place = new URLSearchParams(location.search).get('place');
document.querySelector('h1').textContent = document.title = 'Guests of ' + place;
function sign() {
  const item = document.createElement('li');
  item.textContent = document.querySelector('input').value;
  document.querySelector('ol').append(item);
}
</script>"#;

const COVERED: &str = r#"<!doctype html><title>covered</title><button>Behind</button>
<div role="dialog" aria-label="Cookies" style="position:fixed;inset:0;background:#fff"><button>Accept</button></div>"#;

/// A page that keeps something of every kind once it is opened with `?fill`, and tells in its title what it finds.
const VAULT: &str = include_str!("vault.html");

/// The demo's shop.
const SHOP: &str = include_str!("../../src/demo/shop/index.html");
const DELIVERY: &str = include_str!("../../src/demo/shop/delivery.html");
const PAY: &str = include_str!("../../src/demo/shop/pay.html");

/// The largest order that is read.
const LARGEST_ORDER: usize = 10_000;

/// What the shop received, as it came.
type Orders = Mutex<Vec<String>>;

/// What was asked for: the first line of each request, oldest first.
type Requests = Mutex<Vec<String>>;

/// The running server.
pub(crate) struct Server {
    address: SocketAddr,
    orders: Arc<Orders>,
    requests: Arc<Requests>,
    ended: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Listens on a free port.
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let ended = Arc::new(AtomicBool::new(false));
        let ending = Arc::clone(&ended);
        let orders = Arc::new(Orders::default());
        let requests = Arc::new(Requests::default());
        let (received, asked) = (Arc::clone(&orders), Arc::clone(&requests));
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(stream) = stream else { return };
                // A browser opens connections ahead of need: a silent one must neither hold up the others nor be
                // closed under it. They end with the browser.
                let (received, asked) = (Arc::clone(&received), Arc::clone(&asked));
                std::thread::spawn(move || answer(stream, &received, &asked));
                if ending.load(Ordering::Acquire) {
                    return;
                }
            }
        });
        Self { address, orders, requests, ended, thread: Some(thread) }
    }

    /// The orders that the shop received, oldest first.
    pub(crate) fn orders(&self) -> Vec<String> {
        self.orders.lock().unwrap().clone()
    }

    /// The first lines of the requests that came, oldest first.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }

    /// The address of a page, such as `all`.
    pub(crate) fn url(&self, page: &str) -> String {
        format!("http://{}/{page}", self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Release);
        // A last visitor ends the loop.
        drop(TcpStream::connect(self.address));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Answers one request; a visitor that leaves early is nobody's fault.
fn answer(mut stream: TcpStream, orders: &Orders, requests: &Requests) {
    let Ok(clone) = stream.try_clone() else { return };
    let mut reader = BufReader::new(clone);
    let mut first = String::new();
    if reader.read_line(&mut first).is_err() {
        return;
    }
    requests.lock().unwrap().push(first.trim_end().to_owned());
    let mut line = String::new();
    let mut known = false;
    let mut logged_in = false;
    let mut length = 0;
    while reader.read_line(&mut line).is_ok_and(|read| read > 2) {
        // `ada:zqsp4ss` in base 64.
        known |= line.trim().eq_ignore_ascii_case("authorization: Basic YWRhOnpxc3A0c3M=");
        if let Some(bytes) = line.to_lowercase().strip_prefix("content-length:") {
            length = bytes.trim().parse().unwrap_or(0).min(LARGEST_ORDER);
        }
        logged_in |= line.trim().eq_ignore_ascii_case("cookie: sid=zqsid7731");
        line.clear();
    }
    let wanted = first.split_whitespace().nth(1).unwrap_or_default();
    let body = match wanted {
        "/all" => ALL.to_owned(),
        "/next" => NEXT.to_owned(),
        guests if guests.starts_with("/guestbook?") => GUESTBOOK.to_owned(),
        "/covered" => COVERED.to_owned(),
        "/shop" => {
            let pay = stream.local_addr().map(|at| format!("http://localhost:{}", at.port()));
            SHOP.replace("{{PAY}}", &pay.unwrap_or_default())
        }
        "/vault" | "/vault?fill" => VAULT.to_owned(),
        "/delivery" => DELIVERY.to_owned(),
        "/pay" => PAY.to_owned(),
        "/order" => {
            let mut order = vec![0; length];
            if reader.read_exact(&mut order).is_err() {
                return;
            }
            orders.lock().unwrap().push(String::from_utf8_lossy(&order).into_owned());
            "Order 1001 received.".to_owned()
        }
        "/login" => "<!doctype html><title>login</title><script>localStorage.token = 'zqtoken4402'</script>"
            .to_owned(),
        "/account" => {
            let who = if logged_in { "account of ada" } else { "nobody" };
            format!(
                "<!doctype html><title></title><script>document.title = '{who} ' + localStorage.getItem('token')</script>"
            )
        }
        "/private" if known => "<!doctype html><title>private</title><h1>Welcome</h1>".to_owned(),
        "/private" => "<!doctype html><title>no</title><h1>Who are you?</h1>".to_owned(),
        other => stream.local_addr().ok().and_then(|at| fixture(other, at.port())).unwrap_or_default(),
    };
    let kind = if wanted.ends_with(".js") { "javascript" } else { "html" };
    let status = match wanted {
        "/private" if !known => "401 Unauthorized\r\nwww-authenticate: Basic realm=\"here\"",
        "/login" => "200 OK\r\nset-cookie: sid=zqsid7731; HttpOnly; Path=/; SameSite=Lax",
        _ if body.is_empty() => "404 Not Found",
        _ => "200 OK",
    };
    let _ = write!(
        stream,
        "HTTP/1.1 {status}\r\ncontent-type: text/{kind}; charset=utf-8\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
}

/// A file of `fixtures/`, or a page for the guide's examples, filled in.
fn fixture(wanted: &str, port: u16) -> Option<String> {
    let (name, query) = wanted.split_once('?').unwrap_or((wanted, ""));
    let name = name.trim_start_matches('/');
    if name.is_empty() || name.contains(['/', '\\']) {
        return None;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = if name.starts_with("guide-") { "tests/end_to_end/guide" } else { "../../fixtures" };
    let text = fs::read_to_string(root.join(folder).join(name)).ok()?;
    let place = query.split('&').find_map(|pair| pair.strip_prefix("place=")).unwrap_or_default();
    Some(text.replace("{{ORIGIN_B}}", &format!("http://localhost:{port}")).replace("{{query.place}}", place))
}
