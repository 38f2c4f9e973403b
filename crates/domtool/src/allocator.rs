//! How a process that lives long gives memory back.

/// Environment for a process that looks at big pages and then idles, such as a daemon: set it when that process is started.
///
/// A look takes buffers of megabytes and drops them. After the first of them glibc keeps such buffers for later (its
/// threshold grows with what was freed), in an arena a thread: a third to a half of the process was that. With fixed
/// thresholds they go back to the system at once (mallopt(3), `M_MMAP_THRESHOLD`). Other allocators do not read it.
pub const ALLOCATOR_SETTINGS: [(&str, &str); 2] =
    [("MALLOC_MMAP_THRESHOLD_", "262144"), ("MALLOC_TRIM_THRESHOLD_", "262144")];
