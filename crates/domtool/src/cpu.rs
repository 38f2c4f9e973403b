//! Work that takes the processor or the file system, and not the network: decoding a large answer, building and rendering a large
//! snapshot, encoding a picture, looking at files. It must not keep the runtime's threads from serving others: the connection is read by them, and every other
//! session's commands and events pass through them.

use tokio::{
    runtime::{Handle, RuntimeFlavor},
    task::block_in_place,
};

/// Work on fewer nodes is done sooner than another thread could take over: some 5 ms.
const FEW_NODES: usize = 5_000;
/// What Chromium sends of a node, about.
const BYTES_A_NODE: usize = 250;

/// Does work on so many nodes. When they are many, another thread takes over what this one serves. On a runtime of a single thread
/// there is none, and everybody waits. (A `LocalSet` is such a runtime, and must not be driven by one of several threads.)
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
