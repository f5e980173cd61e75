//! Filling of templates: texts with placeholders, values, calculations. No I/O.
//!
//! `markup.rs` parses a text, `values.rs` checks what fills it, `formula.rs` calculates, `filled.rs` has what stands in a
//! document for each field, and `render.rs` writes the Markdown.

mod filled;
mod formula;
mod markup;
mod render;
mod values;

pub(crate) use filled::{Blank, Cell, Filled};
pub(crate) use formula::Formula;
pub(crate) use markup::{Name, parse};
pub(crate) use render::render;
pub(crate) use values::{FieldValue, Values, check_complete, check_values, unknown_field};
