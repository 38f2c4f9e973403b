//! Element ids: given out once, never reused in a session, never another element's.
