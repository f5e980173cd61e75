//! Settings that the operator changes in the app while the server runs.
//!
//! A crate that has such settings wraps its settings struct in a [`Section`] and names the fields that can be changed,
//! each with its kind and bounds. It reads the section where it needs a value, never earlier. The values from the file
//! are the defaults; what was chosen in the app counts before them. `server_settings` stores what was chosen and applies
//! it in every process. Start at [`Section`].

mod field;
mod problems;
mod section;
mod value;

pub use field::{Field, ListField, NumberField, TextField};
pub use problems::PROBLEMS;
pub use section::{Changeable, Section, Setting};
pub use value::{Kind, ListItem, Value};

/// What was chosen in the app, by key: `bots.review_public`.
pub type Overrides = std::collections::BTreeMap<String, Value>;
