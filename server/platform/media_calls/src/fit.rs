//! Checks of a request's fields against what its model can do.

use std::ops::RangeInclusive;

use serde::Serialize;

/// Seeds that every provider takes: 32 bits without a sign.
pub const SEED_RANGE: RangeInclusive<f64> = 0.0..=4_294_967_295.0;

/// A field of a request that a model cannot fulfil.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Misfit<Field> {
    pub field: Field,
    pub reason: MisfitReason,
}

/// Why a field does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MisfitReason {
    /// The model cannot do it at all.
    Unsupported,
    /// The model has other values to choose from.
    NotOffered,
    /// It is more than the model takes.
    TooMany { max: u32 },
    /// The value is outside of what is meaningful for any model.
    OutOfRange,
    /// The model cannot do without it.
    Missing,
}

impl MisfitReason {
    /// Returns the misfit of `field`, as the checks of one field do.
    pub fn of<Field>(self, field: Field) -> Option<Misfit<Field>> {
        Some(Misfit { field, reason: self })
    }
}

/// Checks a field that a model knows or does not.
pub fn given<Field>(is_given: bool, is_able: bool, field: Field) -> Option<Misfit<Field>> {
    if is_given && !is_able { MisfitReason::Unsupported.of(field) } else { None }
}

/// Checks a field whose values the model lists; none: it does not know the field.
pub fn offered<T: PartialEq, Field>(
    asked: Option<&T>,
    offers: &[T],
    field: Field,
) -> Option<Misfit<Field>> {
    match asked {
        Some(_) if offers.is_empty() => MisfitReason::Unsupported.of(field),
        Some(asked) if !offers.contains(asked) => MisfitReason::NotOffered.of(field),
        _ => None,
    }
}

/// Checks a number that is meaningful within a range.
pub fn number<Field>(
    value: Option<f64>,
    is_able: bool,
    range: RangeInclusive<f64>,
    field: Field,
) -> Option<Misfit<Field>> {
    match value {
        Some(_) if !is_able => MisfitReason::Unsupported.of(field),
        Some(value) if !range.contains(&value) => MisfitReason::OutOfRange.of(field),
        _ => None,
    }
}
