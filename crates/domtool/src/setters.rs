//! `with_*` setters of options, so that an option can be added without breaking those who set others.

/// Writes setters for the fields of an options struct. `field = Type` takes the value, `field ? Type` what an `Option` of it can
/// be made from (the value, or `None`), `field ~ Type` what the value of an `Option` can be made from (`&str` for a `String`).
macro_rules! setters {
    ($options:ident { $($(#[$doc:meta])* $setter:ident => $field:ident $mode:tt $kind:ty;)* }) => {
        impl $options {
            $($crate::setters::setter!($(#[$doc])* $setter, $field, $mode, $kind);)*
        }
    };
}

/// One of them.
macro_rules! setter {
    ($(#[$doc:meta])* $setter:ident, $field:ident, =, $kind:ty) => {
        $(#[$doc])*
        #[must_use]
        pub fn $setter(self, $field: $kind) -> Self {
            Self { $field, ..self }
        }
    };
    ($(#[$doc:meta])* $setter:ident, $field:ident, ?, $kind:ty) => {
        $(#[$doc])*
        #[must_use]
        pub fn $setter(self, $field: impl Into<Option<$kind>>) -> Self {
            Self { $field: $field.into(), ..self }
        }
    };
    ($(#[$doc:meta])* $setter:ident, $field:ident, ~, $kind:ty) => {
        $(#[$doc])*
        #[must_use]
        pub fn $setter(self, $field: impl Into<$kind>) -> Self {
            Self { $field: Some($field.into()), ..self }
        }
    };
}

pub(crate) use setter;
pub(crate) use setters;
