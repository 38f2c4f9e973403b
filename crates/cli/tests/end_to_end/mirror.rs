//! A mirror of Chrome for Testing on the loopback interface, with one version of a small archive. It can break off in the middle, lie about
//! its checksum, and notes what it was asked for.

use std::{
    io::{BufRead as _, BufReader, Cursor, Write as _},
    net::{Ipv4Addr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use md5::{Digest as _, Md5};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

/// The version that the mirror has.
pub(crate) const VERSION: &str = "156.0.7423.10";

/// What the mirror does.
#[derive(Default)]
pub(crate) struct Behaviour {
    /// After so many bytes of the archive each of the next answers ends; one number an answer.
    pub(crate) breaks: Vec<usize>,
    /// Says the checksum of something else.
    pub(crate) lies: bool,
    /// Says no checksum.
    pub(crate) gives_no_checksum: bool,
}

struct State {
    archive: Vec<u8>,
    behaviour: Mutex<Behaviour>,
    asked: Mutex<Vec<String>>,
    ended: AtomicBool,
}

/// The running mirror.
pub(crate) struct Mirror {
    pub(crate) url: String,
    port: u16,
    state: Arc<State>,
    thread: Option<JoinHandle<()>>,
}

impl Mirror {
    pub(crate) fn start(archive: Vec<u8>, behaviour: Behaviour) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = State {
            archive,
            behaviour: Mutex::new(behaviour),
            asked: Mutex::default(),
            ended: AtomicBool::new(false),
        };
        let state = Arc::new(state);
        let serving = Arc::clone(&state);
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming() {
                if serving.ended.load(Ordering::Acquire) {
                    return;
                }
                // A visitor that leaves early is nobody's fault.
                let _ = stream.and_then(|stream| serving.answer(stream));
            }
        });
        Self { url: format!("http://127.0.0.1:{port}/cft"), port, state, thread: Some(thread) }
    }

    /// What it was asked for: the path and the range.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.state.asked.lock().unwrap().clone()
    }
}

impl Drop for Mirror {
    fn drop(&mut self) {
        self.state.ended.store(true, Ordering::Release);
        drop(TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl State {
    fn answer(&self, mut stream: TcpStream) -> std::io::Result<()> {
        let mut lines = BufReader::new(stream.try_clone()?).lines();
        let first = lines.next().transpose()?.unwrap_or_default();
        let mut range = None;
        for line in lines {
            let line = line?.to_lowercase();
            if line.is_empty() {
                break;
            }
            range = range.or_else(|| line.strip_prefix("range: bytes=").map(str::to_owned));
        }
        let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
        self.asked.lock().unwrap().push(format!("{path} {}", range.as_deref().unwrap_or("whole")));
        let entry = format!(
            r#"{{"version":"{VERSION}","downloads":{{"chrome":[{{"platform":"linux64","url":"https://no.example/x.zip"}}]}}}}"#
        );
        let channels = format!(r#"{{"channels":{{"Stable":{entry}}}}}"#);
        if path == format!("/cft/{VERSION}/linux64/chrome-linux64.zip") {
            return self.send_archive(&mut stream, range);
        }
        let (status, body) = match path.strip_prefix("/cft/").unwrap_or_default() {
            "last-known-good-versions-with-downloads.json" => ("200 OK", channels),
            name if name == format!("{VERSION}.json") => ("200 OK", entry),
            _ => ("404 Not Found", String::new()),
        };
        write!(
            stream,
            "HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
            body.len()
        )
    }

    fn send_archive(&self, stream: &mut TcpStream, range: Option<String>) -> std::io::Result<()> {
        let mut behaviour = self.behaviour.lock().unwrap();
        let size = self.archive.len();
        let from: usize = range.and_then(|range| range.trim_end_matches('-').parse().ok()).unwrap_or(0);
        let told = if behaviour.lies { b"something else".as_slice() } else { &self.archive };
        let hash = BASE64_STANDARD.encode(Md5::digest(told));
        let hash =
            if behaviour.gives_no_checksum { String::new() } else { format!("x-goog-hash: md5={hash}\r\n") };
        let head = match from {
            0 => "200 OK\r\n".to_owned(),
            from => format!("206 Partial Content\r\ncontent-range: bytes {from}-{}/{size}\r\n", size - 1),
        };
        let rest = &self.archive[from..];
        write!(
            stream,
            "HTTP/1.1 {head}{hash}etag: \"one\"\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
            rest.len()
        )?;
        let length = if behaviour.breaks.is_empty() { rest.len() } else { behaviour.breaks.remove(0) };
        stream.write_all(&rest[..length])
    }
}

/// A file of an archive: its name, and what is in it.
pub(crate) enum Entry<'a> {
    File(&'a str, &'a str),
    Link(&'a str, &'a str),
}

/// A browser that answers `--version`, and something large beside it.
pub(crate) fn browser() -> Vec<u8> {
    archive(&[Entry::File(
        "chrome-linux64/chrome",
        "#!/bin/sh\necho Google Chrome for Testing 156.0.7423.10\n",
    )])
}

/// An archive of these files, each a program, after a large one.
pub(crate) fn archive(entries: &[Entry<'_>]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    zip.start_file("chrome-linux64/resources.pak", options.unix_permissions(0o644)).unwrap();
    zip.write_all(&[7; 200_000]).unwrap();
    for entry in entries {
        match entry {
            Entry::File(name, text) => {
                zip.start_file(*name, options.unix_permissions(0o4777)).unwrap();
                zip.write_all(text.as_bytes()).unwrap();
            }
            Entry::Link(name, target) => zip.add_symlink(*name, *target, options).unwrap(),
        }
    }
    zip.finish().unwrap().into_inner()
}
