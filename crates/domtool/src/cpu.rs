//! Runs work that takes processor time or waits for the file system: decoding a large answer, building and rendering a large
//! snapshot, encoding a picture, looking at files. Such work must not keep the runtime's threads from other tasks, as these read the
//! connection and serve all other sessions.

use tokio::{
    runtime::{Handle, RuntimeFlavor},
    task::block_in_place,
};

/// Work on fewer nodes takes some 5 ms at most, which is not worth handing the other tasks to another thread.
const FEW_NODES: usize = 5_000;
/// About how many bytes Chromium sends per node.
const BYTES_A_NODE: usize = 250;

/// Does work on so many nodes. When they are many, another thread takes over this thread's other tasks. A runtime with a single thread
/// has no other, so its tasks wait. (Work inside of a `LocalSet` must not run on a runtime with several threads.)
pub(crate) fn cpu_bound<T>(nodes: usize, work: impl FnOnce() -> T) -> T {
    let many = nodes >= FEW_NODES;
    if many
        && Handle::try_current().is_ok_and(|runtime| runtime.runtime_flavor() == RuntimeFlavor::MultiThread)
    {
        return block_in_place(work);
    }
    work()
}

/// The same for work that is always long, or that waits for the file system: pixels, folders that are removed.
pub(crate) fn blocking<T>(work: impl FnOnce() -> T) -> T {
    cpu_bound(usize::MAX, work)
}

/// The same for work on so many bytes of an answer.
pub(crate) fn cpu_bound_bytes<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    cpu_bound(bytes / BYTES_A_NODE, work)
}
