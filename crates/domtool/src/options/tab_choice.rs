//! Which tab of the browser a session takes.

/// Which tab of the browser [`Session::attach`](crate::Session::attach) takes.
///
/// ```
/// use domtool::TabChoice;
///
/// assert_eq!(TabChoice::of("3"), TabChoice::Number(3));
/// assert_eq!(TabChoice::of("*/inbox"), TabChoice::Address("*/inbox".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TabChoice {
    /// The only one that no session has. A session whose current tab was taken before keeps that.
    Only,
    /// The one that [`Session::available_tabs`](crate::Session::available_tabs) lists with this number.
    Number(u32),
    /// The one with this text in its address, or whose address fits, with `*` for any text.
    Address(String),
    /// The one with this id, as the protocol and the browser's `/json/list` name it.
    Target(String),
}

impl TabChoice {
    /// Reads a number, or else a part or a pattern of an address.
    #[must_use]
    pub fn of(text: &str) -> Self {
        text.parse().map_or_else(|_| Self::Address(text.to_owned()), Self::Number)
    }
}
