//! Filters: what becomes of each pixel follows from those around it.

pub(crate) mod denoise;
pub(crate) mod paint;
pub(crate) mod strokes;
pub(crate) mod tone;
