//! A server of browsers as others run them: TLS with a certificate of the test's own, a token in the path and one in the query, a header. Who
//! has them is led to a real browser; who has not is refused, with what was said repeated to them. It can end what it carries in
//! every way in which such servers do.

use std::{
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    thread::JoinHandle,
    time::Duration,
};

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair, date_time_ymd};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, copy, split},
    net::{TcpListener, TcpStream},
    sync::watch,
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{ServerConfig, crypto::ring, pki_types::PrivateKeyDer},
};

/// What lets in, and is to be in no output. All begin with `zqs`.
pub(crate) const PATH_TOKEN: &str = "zqspathtoken";
pub(crate) const QUERY_TOKEN: &str = "zqsquerytoken";
pub(crate) const HEADER_TOKEN: &str = "zqsheadertoken";

/// What certificate it shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shows {
    Good,
    Expired,
    NotYetValid,
    OfAnotherHost,
    /// None: it speaks without TLS.
    Nothing,
}

/// How what it carries ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// A close frame, whose reason repeats a token.
    Close(u16, &'static str),
    /// The end of the connection, without a word.
    Eof,
    /// The connection is reset.
    Reset,
    /// Nothing any more, of either side.
    Silence,
}

/// The running server.
pub(crate) struct FarSide {
    pub(crate) port: u16,
    /// The root that issued its certificate, in PEM.
    pub(crate) root: PathBuf,
    heads: Arc<Mutex<Vec<String>>>,
    end: watch::Sender<(u32, End)>,
    over: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl FarSide {
    /// Starts one, on a thread of its own, that leads to the browser at an address; the root is written into the folder.
    pub(crate) fn start(browser: SocketAddr, shows: Shows, folder: &Path) -> Self {
        let root = folder.join("root.pem");
        let acceptor = acceptor(shows, &root);
        let heads = Arc::<Mutex<Vec<String>>>::default();
        let (end, ends) = watch::channel((0, End::Eof));
        let (over, ended) = tokio::sync::oneshot::channel();
        let (tell, told) = std::sync::mpsc::channel();
        let seen = Arc::clone(&heads);
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async move {
                let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
                tell.send(listener.local_addr().unwrap().port()).unwrap();
                let serving = async {
                    loop {
                        let (near, _) = listener.accept().await.unwrap();
                        let carried = Carried { browser, heads: Arc::clone(&seen), ends: ends.clone() };
                        tokio::spawn(carried.accept(near, acceptor.clone()));
                    }
                };
                tokio::select! {
                    () = serving => {}
                    _ = ended => {}
                }
            });
        });
        let port = told.recv_timeout(Duration::from_secs(10)).unwrap();
        Self { port, root, heads, end, over: Some(over), thread: Some(thread) }
    }

    /// Its address with both tokens.
    pub(crate) fn url(&self, scheme: &str) -> String {
        format!("{scheme}://127.0.0.1:{}/{PATH_TOKEN}?token={QUERY_TOKEN}", self.port)
    }

    /// The requests that it had so far, each with its headers.
    pub(crate) fn heads(&self) -> Vec<String> {
        self.heads.lock().unwrap().clone()
    }

    /// Ends what it carries so. What comes later is carried as usual.
    pub(crate) fn end(&self, end: End) {
        self.end.send_modify(|last| *last = (last.0 + 1, end));
    }
}

impl Drop for FarSide {
    fn drop(&mut self) {
        drop(self.over.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn acceptor(shows: Shows, root: &Path) -> Option<TlsAcceptor> {
    let root_key = KeyPair::generate().unwrap();
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    std::fs::write(root, params.self_signed(&root_key).unwrap().pem()).unwrap();
    let issuer = Issuer::new(params, root_key);
    let host = if shows == Shows::OfAnotherHost { "elsewhere.example" } else { "127.0.0.1" };
    let mut params = CertificateParams::new(vec![host.to_owned()]).unwrap();
    match shows {
        Shows::Nothing => return None,
        Shows::Expired => params.not_after = date_time_ymd(2020, 1, 1),
        Shows::NotYetValid => params.not_before = date_time_ymd(3000, 1, 1),
        Shows::Good | Shows::OfAnotherHost => {}
    }
    let key = KeyPair::generate().unwrap();
    let certificate = params.signed_by(&key, &issuer).unwrap().der().clone();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], PrivateKeyDer::Pkcs8(key.serialize_der().into()))
        .unwrap();
    Some(TlsAcceptor::from(Arc::new(config)))
}

trait Line: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Line for T {}

/// One connection.
struct Carried {
    browser: SocketAddr,
    heads: Arc<Mutex<Vec<String>>>,
    /// The last end that was called for, and the how manieth it was.
    ends: watch::Receiver<(u32, End)>,
}

impl Carried {
    async fn accept(self, near: TcpStream, acceptor: Option<TlsAcceptor>) {
        near.set_nodelay(true).unwrap();
        // To end it below TLS.
        let raw = socket_of(&near);
        let near: Box<dyn Line> = match acceptor {
            // Who refuses the certificate goes.
            Some(acceptor) => match acceptor.accept(near).await {
                Ok(near) => Box::new(near),
                Err(_) => return,
            },
            None => Box::new(near),
        };
        // A side that goes has said why, or the test says what it misses.
        let _ = self.carry(near, raw).await;
    }

    async fn carry(mut self, mut near: Box<dyn Line>, raw: std::net::TcpStream) -> std::io::Result<()> {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(near.read_u8().await?);
            // The beginning of TLS, where that is not spoken.
            if head == [0x16] {
                near.write_all(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n").await?;
                return near.shutdown().await;
            }
        }
        let head = String::from_utf8(head).unwrap();
        self.heads.lock().unwrap().push(head.clone());
        let wanted =
            [format!("/{PATH_TOKEN}"), format!("token={QUERY_TOKEN}"), format!("X-Key: {HEADER_TOKEN}")];
        let missing = wanted.iter().find(|part| !head.to_lowercase().contains(&part.to_lowercase()));
        if let Some(missing) = missing {
            let said = head.split_whitespace().nth(1).unwrap_or_default();
            let body = format!("no {missing} in {said}");
            let answer = format!(
                "HTTP/1.1 401 Unauthorized: {said} {HEADER_TOKEN}\r\nContent-Length: {}\r\n\r\n{body}",
                body.len()
            );
            near.write_all(answer.as_bytes()).await?;
            return near.shutdown().await;
        }
        let mut far = TcpStream::connect(self.browser).await?;
        let path = head.split(' ').nth(1).unwrap().replace(&format!("/{PATH_TOKEN}"), "");
        let path = path.split('?').next().unwrap();
        let headers: String = head
            .split("\r\n")
            .skip(1)
            .filter(|line| !line.to_lowercase().starts_with("host:") && !line.is_empty())
            .map(|line| format!("{line}\r\n"))
            .collect();
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n{headers}\r\n", self.browser);
        far.write_all(request.as_bytes()).await?;
        let (mut from_near, mut to_near) = split(near);
        let (mut from_far, mut to_far) = far.split();
        let before = self.ends.borrow().0;
        let end = tokio::select! {
            copied = copy(&mut from_near, &mut to_far) => return copied.map(drop),
            copied = copy(&mut from_far, &mut to_near) => {
                copied?;
                return to_near.shutdown().await;
            }
            end = called_for(&mut self.ends, before) => end,
        };
        match end {
            End::Eof => raw.shutdown(std::net::Shutdown::Both)?,
            // Both handles of it are dropped then.
            End::Reset => TcpStream::from_std(raw)?.set_zero_linger()?,
            End::Close(code, reason) => {
                let size = u8::try_from(reason.len() + 2).unwrap();
                let frame = [&[0x88, size], &code.to_be_bytes()[..], reason.as_bytes()].concat();
                to_near.write_all(&frame).await?;
                to_near.flush().await?;
                // Until the other side has answered, and gone.
                let _ = copy(&mut from_near, &mut tokio::io::sink()).await;
            }
            End::Silence => std::future::pending().await,
        }
        Ok(())
    }
}

/// The end that is called for after so many others; one of the connection where none can be any more.
async fn called_for(ends: &mut watch::Receiver<(u32, End)>, before: u32) -> End {
    ends.wait_for(|(count, _)| *count > before).await.map_or(End::Eof, |end| end.1)
}

fn socket_of(stream: &TcpStream) -> std::net::TcpStream {
    use std::os::fd::AsFd as _;
    stream.as_fd().try_clone_to_owned().unwrap().into()
}
