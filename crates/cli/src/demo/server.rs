//! The shop's server: two ports of the loopback interface, so that the pay field is of another origin. It speaks as
//! much HTTP as a browser needs here, and remembers the order that it received.

use std::{fmt, io, sync::Arc};

use serde::{Deserialize, Serialize};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::mpsc,
    task::AbortHandle,
};
use tracing::debug;

use crate::limits::ORDER_BYTES;

const SHOP: &str = include_str!("shop/index.html");
const DELIVERY: &str = include_str!("shop/delivery.html");
const PAY: &str = include_str!("shop/pay.html");

/// An order, as the shop's page sends it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub(super) struct Order {
    /// What is in the basket.
    pub(super) items: Vec<String>,
    /// What is on the wish list.
    pub(super) wishes: Vec<String>,
    /// How many tins.
    pub(super) quantity: u32,
    /// Where it goes.
    pub(super) address: Option<Address>,
    /// The card's last four digits.
    pub(super) card: Option<String>,
}

/// In a sentence for people.
impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {}", self.quantity, self.items.join(" and "))?;
        if !self.wishes.is_empty() {
            write!(f, ", wished for {}", self.wishes.join(", "))?;
        }
        if let Some(address) = &self.address {
            let gift = if address.gift { "as a gift " } else { "" };
            write!(f, ", {gift}to {} in {}", address.name, address.country)?;
        }
        if let Some(card) = &self.card {
            write!(f, ", card ending in {card}")?;
        }
        Ok(())
    }
}

/// Where an order goes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct Address {
    /// The name.
    pub(super) name: String,
    /// The country.
    pub(super) country: String,
    /// Whether it is wrapped as a gift.
    pub(super) gift: bool,
}

/// The running shop. It ends when this is dropped.
pub(super) struct Shop {
    /// Its address.
    pub(super) url: String,
    orders: mpsc::UnboundedReceiver<Order>,
    servers: [AbortHandle; 2],
}

impl Shop {
    /// Opens the shop on two free ports.
    ///
    /// # Errors
    /// Those of the sockets.
    pub(super) async fn open() -> io::Result<Self> {
        let shop = TcpListener::bind(("127.0.0.1", 0)).await?;
        let pay = TcpListener::bind(("127.0.0.1", 0)).await?;
        let url = format!("http://127.0.0.1:{}/", shop.local_addr()?.port());
        // Another host name, not only another port: only another site gets a process of its own.
        let pay_origin = format!("http://localhost:{}", pay.local_addr()?.port());
        let (received, orders) = mpsc::unbounded_channel();
        let desk = Arc::new(Desk { page: SHOP.replace("{{PAY}}", &pay_origin), received });
        let servers = [
            tokio::spawn(listen(shop, Arc::clone(&desk))).abort_handle(),
            tokio::spawn(listen(pay, desk)).abort_handle(),
        ];
        Ok(Self { url, orders, servers })
    }

    /// The order that was received last, of those not taken yet.
    pub(super) fn last_order(&mut self) -> Option<Order> {
        std::iter::from_fn(|| self.orders.try_recv().ok()).last()
    }

    /// The next order, in the sequence in which they are received; none is left out.
    pub(super) async fn next_order(&mut self) -> Order {
        match self.orders.recv().await {
            Some(order) => order,
            // The shop itself has ended, so no order comes any more.
            None => std::future::pending().await,
        }
    }
}

impl Drop for Shop {
    fn drop(&mut self) {
        for server in &self.servers {
            server.abort();
        }
    }
}

struct Desk {
    page: String,
    received: mpsc::UnboundedSender<Order>,
}

async fn listen(listener: TcpListener, desk: Arc<Desk>) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                let desk = Arc::clone(&desk);
                tokio::spawn(async move {
                    if let Err(error) = serve(stream, &desk).await {
                        debug!(%error, "a visitor left early");
                    }
                });
            }
            Err(error) => {
                debug!(%error, "the shop closes");
                return;
            }
        }
    }
}

async fn serve(stream: TcpStream, desk: &Desk) -> io::Result<()> {
    let mut reader = BufReader::new(stream);
    let mut first = String::new();
    reader.read_line(&mut first).await?;
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).await? == 0 || line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut body = vec![0; usize::min(length, ORDER_BYTES)];
    reader.read_exact(&mut body).await?;
    let mut words = first.split_whitespace();
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let (status, kind, text) = route(method, path, &body, desk);
    let answer = format!(
        "HTTP/1.1 {status}\r\ncontent-type: {kind}; charset=utf-8\r\ncontent-length: {}\r\ncache-control: no-store\r\nconnection: close\r\n\r\n{text}",
        text.len()
    );
    let mut stream = reader.into_inner();
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await
}

fn route(method: &str, path: &str, body: &[u8], desk: &Desk) -> (&'static str, &'static str, String) {
    match (method, path) {
        ("GET", "/") => ("200 OK", "text/html", desk.page.clone()),
        ("GET", "/delivery") => ("200 OK", "text/html", DELIVERY.to_owned()),
        ("GET", "/pay") => ("200 OK", "text/html", PAY.to_owned()),
        ("POST", "/order") => match serde_json::from_slice::<Order>(body) {
            Ok(order) => take(order, desk),
            Err(error) => ("400 Bad Request", "text/plain", format!("This is no order: {error}")),
        },
        _ => ("404 Not Found", "text/plain", "There is nothing here.".to_owned()),
    }
}

fn take(order: Order, desk: &Desk) -> (&'static str, &'static str, String) {
    let Some(address) = order.address.as_ref().filter(|address| !address.name.is_empty()) else {
        return ("422 Unprocessable Content", "text/plain", "Where shall it go?".to_owned());
    };
    let text = format!("Order 1001 received. Thank you, {}!", address.name);
    if desk.received.send(order).is_err() {
        return ("503 Service Unavailable", "text/plain", "The shop is closed.".to_owned());
    }
    ("200 OK", "text/plain", text)
}
