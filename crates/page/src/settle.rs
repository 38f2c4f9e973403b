//! Waiting until what an action caused has come to rest, as a state machine that is fed events and times.
