//! Decoding what is nested so deeply that the stack of a worker thread might not do: on a thread with a stack of its own.

use crate::error::{Dispatched, Error, ErrorKind, Result};

/// What a level takes in a build without optimisation is 4 to 8 KiB.
const STACK_PER_LEVEL: usize = 16 << 10;

/// Does some decoding where there is stack enough for so many levels.
pub(super) fn on_a_stack_for<T: Send>(levels: usize, decode: impl FnOnce() -> Result<T> + Send) -> Result<T> {
    let failed = |why: &str| Error::new(ErrorKind::Decode, why).after(Dispatched::Yes);
    std::thread::scope(|scope| {
        let stack = (levels + 8) * STACK_PER_LEVEL;
        let thread = std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, decode);
        let thread = thread.map_err(|e| failed("there is no thread to decode it on").caused_by(e))?;
        thread.join().unwrap_or_else(|_| Err(failed("decoding it panicked")))
    })
}
