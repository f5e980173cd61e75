//! Documents that are filled from elsewhere: from the rows of a table (`batch.rs`), by a model that reads a text
//! (`suggest.rs`), and by agents (`agent_tool.rs`).

pub(crate) mod agent_tool;
pub(crate) mod batch;
pub(crate) mod suggest;
mod table;
