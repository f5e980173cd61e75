/// A row of the limits table: a number of the product, with its unit and source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    pub area: &'static str,
    pub name: &'static str,
    pub value: u64,
    pub unit: &'static str,
    /// `spec §5`, or the decision that chose it.
    pub source: &'static str,
}

/// Declares an area's limits as constants and as the table `LIMITS`.
#[macro_export]
macro_rules! limits {
    ($area:literal; $($(#[$doc:meta])* $name:ident: $ty:ty = $value:expr, $unit:literal, $source:literal;)+) => {
        $($(#[$doc])*
        #[doc = concat!("\n\nUnit: ", $unit, ". Source: ", $source, ".")]
        pub const $name: $ty = $value;)+

        /// These rows of the limits table.
        pub const LIMITS: &[$crate::Limit] = &[$($crate::Limit {
            area: $area, name: stringify!($name), value: $value as u64, unit: $unit, source: $source,
        }),+];
    };
}
