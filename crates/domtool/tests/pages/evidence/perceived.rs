//! One text for looks and waits, and ids that stay with the thing they name.
