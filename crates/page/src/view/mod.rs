//! The view: a flattened, budgeted selection of a snapshot, ready to be rendered.
