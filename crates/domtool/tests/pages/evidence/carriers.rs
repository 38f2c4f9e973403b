//! What an action set in motion by any carrier, and what came and went meanwhile.
