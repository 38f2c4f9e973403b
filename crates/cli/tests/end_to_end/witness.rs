//! A server, or a proxy, on the loopback interface that notes every request with its headers: what really was sent, and to whom.

use std::{
    io::{BufRead, BufReader, Read as _, Write as _},
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
};

use crate::home::until;

/// A request as it came.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    /// Its address: a path, or all of it where a proxy was asked.
    pub(crate) target: String,
    headers: Vec<(String, String)>,
}

impl Seen {
    /// The value of a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Status with headers, each after a line break, and body.
pub(crate) type Said = (String, String);

/// It.
pub(crate) struct Witness {
    address: SocketAddr,
    seen: Arc<Mutex<Vec<Seen>>>,
    ended: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Witness {
    /// A server, or a proxy for `http:`.
    pub(crate) fn start(answer: impl Fn(&Seen) -> Said + Send + Sync + 'static) -> Self {
        Self::listen(false, answer)
    }

    /// A SOCKS proxy, version 5, that answers in the place of every server.
    pub(crate) fn socks(answer: impl Fn(&Seen) -> Said + Send + Sync + 'static) -> Self {
        Self::listen(true, answer)
    }

    fn listen(socks: bool, answer: impl Fn(&Seen) -> Said + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let (seen, ended, answer) = (Arc::default(), Arc::new(AtomicBool::new(false)), Arc::new(answer));
        let (noted, ending) = (Arc::clone(&seen), Arc::clone(&ended));
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if ending.load(Ordering::Acquire) {
                    return;
                }
                let (noted, answer) = (Arc::clone(&noted), Arc::clone(&answer));
                std::thread::spawn(move || serve(stream, socks, &noted, &*answer));
            }
        });
        Self { address, seen, ended, thread: Some(thread) }
    }

    /// The address of a page.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}/{path}", self.address)
    }

    /// Host and port.
    pub(crate) fn place(&self) -> String {
        self.address.to_string()
    }

    /// What came so far.
    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }

    /// What was asked for under this address, once that has come.
    pub(crate) fn asked(&self, target: &str) -> Vec<Seen> {
        let of = || self.seen().into_iter().filter(|seen| seen.target == target).collect::<Vec<_>>();
        until(target, || !of().is_empty());
        of()
    }
}

impl Drop for Witness {
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
fn serve(mut stream: TcpStream, socks: bool, noted: &Mutex<Vec<Seen>>, answer: &dyn Fn(&Seen) -> Said) {
    if socks && shake_hands(&mut stream).is_none() {
        return;
    }
    let Ok(clone) = stream.try_clone() else { return };
    let mut lines = BufReader::new(clone).lines().map_while(Result::ok);
    let Some(first) = lines.next() else { return };
    let target = first.split_whitespace().nth(1).unwrap_or_default().to_owned();
    let headers = lines.take_while(|line| !line.is_empty()).filter_map(|line| {
        let (name, value) = line.split_once(':')?;
        Some((name.to_ascii_lowercase(), value.trim().to_owned()))
    });
    let seen = Seen { target, headers: headers.collect() };
    let (head, body) = answer(&seen);
    if !seen.target.ends_with("/favicon.ico") {
        noted.lock().unwrap().push(seen);
    }
    let head = head.replace('\n', "\r\n");
    let _ = write!(
        stream,
        "HTTP/1.1 {head}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
}

/// The greeting of SOCKS 5 without a login, and the request for a connection.
fn shake_hands(stream: &mut TcpStream) -> Option<()> {
    let mut two = [0; 2];
    stream.read_exact(&mut two).ok()?;
    let mut methods = vec![0; usize::from(two[1])];
    stream.read_exact(&mut methods).ok()?;
    stream.write_all(&[5, 0]).ok()?;
    let mut head = [0; 4];
    stream.read_exact(&mut head).ok()?;
    let length = match head[3] {
        1 => 4,
        3 => {
            let mut length = [0];
            stream.read_exact(&mut length).ok()?;
            usize::from(length[0])
        }
        _ => 16,
    };
    let mut rest = vec![0; length + 2];
    stream.read_exact(&mut rest).ok()?;
    stream.write_all(&[5, 0, 0, 1, 0, 0, 0, 0, 0, 0]).ok()
}

/// A page.
pub(crate) fn html(body: &str) -> Said {
    ("200 OK\ncontent-type: text/html".to_owned(), body.to_owned())
}

/// A script.
pub(crate) fn script(body: &str) -> Said {
    ("200 OK\ncontent-type: text/javascript".to_owned(), body.to_owned())
}
