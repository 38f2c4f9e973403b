//! Values of the library's types for tests: those can get more fields, so they are their defaults, changed.

/// Makes a value: its default, changed.
pub(crate) fn build<T: Default>(change: impl FnOnce(&mut T)) -> T {
    let mut value = T::default();
    change(&mut value);
    value
}
