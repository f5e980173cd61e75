//! Models and who serves them: the trait [`TextModel`], adapters for the wire protocols, connections.
//!
//! Start at `text_model.rs` (what everybody else sees), then `providers.rs` (which models there are).
//! `protocols/` holds one adapter per wire protocol; `wire.rs`, `frames.rs` and `answer.rs` are what
//! they share.

mod answer;
mod frames;
mod model_error;
mod model_info;
mod problems;
mod protocols;
mod text_model;
mod timing;
mod wire;

pub use model_error::ModelError;
pub use model_info::{ModelInfo, ModelList, Protocol, ResolvedModel};
pub use problems::PROBLEMS;
pub use protocols::text_model;
pub use text_model::{
    Citation, FinishReason, ModelEvent, ModelMessage, ModelRequest, ModelStream, Notice,
    NoticeAction, Role, TextModel, Usage,
};
pub use timing::{LIMITS, Timing};
pub use wire::{Target, Wire};
