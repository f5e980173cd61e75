//! Models and who serves them: the trait [`TextModel`], adapters for the wire protocols, connections.

mod model_error;
mod model_info;
mod problems;
mod text_model;

pub use model_error::ModelError;
pub use model_info::{ModelInfo, ModelList, Protocol, ResolvedModel};
pub use problems::PROBLEMS;
pub use text_model::{
    Citation, FinishReason, ModelEvent, ModelMessage, ModelRequest, ModelStream, Notice,
    NoticeAction, Role, TextModel, Usage,
};
