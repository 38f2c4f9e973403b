//! What the world and its way out are called. A connection that follows a broken one has names of its own: the worlds that
//! the broken one made live on in their documents, and must be taken for nobody's.

use std::borrow::Cow;

use super::SOURCE;

/// What the world calls to tell us something (see `isolated/tell.js`).
const BINDING: &str = "domtoolTell";

/// The names of one connection's worlds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Names {
    /// That of the world, as contexts carry it.
    pub(crate) world: Cow<'static, str>,
    /// That of the function by which it tells.
    pub(crate) binding: Cow<'static, str>,
}

impl Default for Names {
    fn default() -> Self {
        Self { world: Cow::Borrowed("domtool"), binding: Cow::Borrowed(BINDING) }
    }
}

impl Names {
    /// Those of a connection that so many came before.
    pub(crate) fn after(connections: u32) -> Self {
        match connections {
            0 => Self::default(),
            n => Self { world: format!("domtool{n}").into(), binding: format!("{BINDING}{n}").into() },
        }
    }

    /// The world's script.
    pub(crate) fn source(&self) -> Cow<'static, str> {
        match &self.binding {
            Cow::Borrowed(_) => Cow::Borrowed(SOURCE.as_str()),
            Cow::Owned(binding) => Cow::Owned(SOURCE.replace(BINDING, binding)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_connection_has_names_of_its_own() {
        let (first, second) = (Names::after(0), Names::after(1));
        assert_eq!(first, Names::default());
        assert_ne!(first.world, second.world);
        assert_eq!(SOURCE.matches(BINDING).count(), 1, "nobody else calls it");
        assert!(second.source().contains(&format!("\"{}\"", second.binding)));
        assert!(first.source().contains(&format!("\"{}\"", first.binding)));
    }
}
