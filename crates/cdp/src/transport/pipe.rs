//! [`Pipe`]: `--remote-debugging-pipe`, two anonymous pipes. Messages of JSON end with a NUL byte, those of CBOR begin with
//! their length.
//!
//! Only for a browser that we launch. Nobody else can reach it, and either side learns at once that the other is gone.

use std::{
    io::{self, PipeReader, PipeWriter},
    os::fd::OwnedFd,
};

use bytes::{Buf, Bytes, BytesMut};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::unix::pipe,
};

use super::{Boxed, Receiver, Sender, Transport};
use crate::{
    limits::RESERVED_FOR_MESSAGE,
    wire::{Encoding, cbor_frame},
};

/// How many bytes one read makes room for, so that all that a pipe can hold comes in few reads.
const READ_SIZE: usize = 256 << 10;
/// Messages below this are copied out, so that a kept event does not keep a whole read buffer alive.
const COPIED_BELOW: usize = 16 << 10;
/// The most that an ordinary user may ask for on Linux; fewer switches between the two processes.
#[cfg(target_os = "linux")]
const PIPE_SIZE: usize = 1 << 20;

/// Our ends of the two pipes.
#[derive(Debug)]
pub struct Pipe {
    encoding: Encoding,
    to_browser: pipe::Sender,
    from_browser: pipe::Receiver,
}

/// The browser's ends: what it reads belongs at its descriptor 3, what it writes at 4.
#[derive(Debug)]
pub struct BrowserEnds {
    /// For descriptor 3.
    pub reads: OwnedFd,
    /// For descriptor 4.
    pub writes: OwnedFd,
}

impl Pipe {
    /// Makes both pipes, for a browser that is told to write so.
    ///
    /// # Errors
    /// The system's, when it is out of descriptors.
    pub fn new(encoding: Encoding) -> io::Result<(Self, BrowserEnds)> {
        let (reads, to_browser) = roomy_pipe()?;
        let (from_browser, writes) = roomy_pipe()?;
        let pipe = Self {
            encoding,
            to_browser: pipe::Sender::from_owned_fd(to_browser.into())?,
            from_browser: pipe::Receiver::from_owned_fd(from_browser.into())?,
        };
        Ok((pipe, BrowserEnds { reads: reads.into(), writes: writes.into() }))
    }
}

fn roomy_pipe() -> io::Result<(PipeReader, PipeWriter)> {
    let (reader, writer) = io::pipe()?;
    // Refused past a user's allowance; then the pipe keeps its usual size and works all the same.
    #[cfg(target_os = "linux")]
    let _ = rustix::pipe::fcntl_setpipe_size(&writer, PIPE_SIZE);
    Ok((reader, writer))
}

impl Transport for Pipe {
    fn encoding(&self) -> Encoding {
        self.encoding
    }

    fn split(self: Box<Self>) -> (Box<dyn Sender>, Box<dyn Receiver>) {
        let outgoing = Outgoing { encoding: self.encoding, pipe: self.to_browser, buffer: Vec::new() };
        let incoming = Incoming {
            encoding: self.encoding,
            pipe: self.from_browser,
            buffer: BytesMut::new(),
            searched: 0,
        };
        (Box::new(outgoing), Box::new(incoming))
    }
}

struct Outgoing {
    encoding: Encoding,
    pipe: pipe::Sender,
    buffer: Vec<u8>,
}

impl Sender for Outgoing {
    fn send(&mut self, message: Bytes) -> Boxed<'_, io::Result<()>> {
        Box::pin(async move {
            self.buffer.clear();
            self.buffer.extend_from_slice(&message);
            if self.encoding == Encoding::Json {
                self.buffer.push(0);
            }
            self.pipe.write_all(&self.buffer).await?;
            self.buffer.shrink_to(READ_SIZE);
            Ok(())
        })
    }

    fn close(&mut self) -> Boxed<'_, io::Result<()>> {
        Box::pin(async move { self.pipe.shutdown().await })
    }
}

struct Incoming {
    encoding: Encoding,
    pipe: pipe::Receiver,
    buffer: BytesMut,
    /// How much of the buffer is known to hold no NUL.
    searched: usize,
}

impl Incoming {
    /// The next message if it is all there; otherwise how much more to make room for.
    fn take_message(&mut self) -> io::Result<Result<Bytes, usize>> {
        match self.encoding {
            Encoding::Json => Ok(self.take_json()),
            Encoding::Cbor => self.take_cbor(),
        }
    }

    fn take_json(&mut self) -> Result<Bytes, usize> {
        let fresh = &self.buffer[self.searched..];
        // `contains` is the standard library's fast search; `position` then only walks the piece that has the end.
        let Some(end) = fresh.chunks(4096).enumerate().find_map(|(chunk, bytes)| {
            let found = bytes.contains(&0).then(|| bytes.iter().position(|b| *b == 0)).flatten()?;
            Some(self.searched + chunk * 4096 + found)
        }) else {
            self.searched = self.buffer.len();
            // Growing with what is there already keeps a message of many megabytes at few copies.
            return Err(READ_SIZE.max(self.buffer.len()));
        };
        self.searched = 0;
        let message = self.cut(end);
        self.buffer.advance(1);
        Ok(message)
    }

    fn take_cbor(&mut self) -> io::Result<Result<Bytes, usize>> {
        let there = self.buffer.len();
        Ok(match cbor_frame(&self.buffer)? {
            Some(length) if length <= there => Ok(self.cut(length)),
            Some(length) => Err((length - there).clamp(READ_SIZE, RESERVED_FOR_MESSAGE)),
            None => Err(READ_SIZE),
        })
    }

    fn cut(&mut self, end: usize) -> Bytes {
        if end < COPIED_BELOW {
            let copy = Bytes::copy_from_slice(&self.buffer[..end]);
            self.buffer.advance(end);
            copy
        } else {
            let message = self.buffer.split_to(end).freeze();
            // What follows is moved out, so that a big message is given back as soon as its reader is done with it.
            self.buffer = BytesMut::from(&self.buffer[..]);
            message
        }
    }
}

impl Receiver for Incoming {
    fn receive(&mut self) -> Boxed<'_, io::Result<Option<Bytes>>> {
        Box::pin(async move {
            loop {
                match self.take_message()? {
                    Ok(message) => return Ok(Some(message)),
                    Err(room) => self.buffer.reserve(room),
                }
                if self.pipe.read_buf(&mut self.buffer).await? == 0 {
                    return Ok(None);
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::{fs::File, io::Write, thread};

    use super::*;

    /// Takes a big message and a small one behind it from a browser's end. The big one must be all its reader's, while more
    /// can come.
    async fn takes(encoding: Encoding, messages: Vec<u8>, lengths: (usize, usize)) {
        let (pipe, ends) = Pipe::new(encoding).unwrap();
        let (_sender, mut receiver) = Box::new(pipe).split();
        let writer = thread::spawn(move || File::from(ends.writes).write_all(&messages));
        let big = receiver.receive().await.unwrap().unwrap();
        let small = receiver.receive().await.unwrap().unwrap();
        writer.join().unwrap().unwrap();
        assert_eq!((big.len(), small.len()), lengths);
        assert!(big.is_unique(), "it would stay in memory after its reader is done");
    }

    #[tokio::test]
    async fn a_big_message_is_its_readers_alone() {
        let text = vec![b'x'; 3 << 20];
        let json = [text.as_slice(), b"\0{}\0"].concat();
        takes(Encoding::Json, json, (text.len(), 2)).await;
        let envelope = |content: &[u8]| {
            let length = (content.len() as u32).to_be_bytes();
            [&[0xd8, 0x18, 0x5a], length.as_slice(), content].concat()
        };
        let cbor = [envelope(&text), envelope(b"")].concat();
        takes(Encoding::Cbor, cbor, (text.len() + 7, 7)).await;
    }
}
