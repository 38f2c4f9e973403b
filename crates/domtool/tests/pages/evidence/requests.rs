//! The stories of requests, the messages of pages, pages and frames that hang.
