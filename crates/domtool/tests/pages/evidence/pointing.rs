//! What moves, what passes, what covers itself, and boxes that scroll back: what the press reached.
