//! Fields that write what they take in their own way, and fields and places that take no text.
