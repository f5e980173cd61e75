//! Models and their providers: the trait [`TextModel`], adapters for the wire protocols, connections.
//!
//! Start at `text_model.rs` (the interface for all other crates), then `providers.rs` (the list of models).
//! `local_files.rs` is for model files on this machine, `media/` for the crates whose models make images and videos.
//! `protocols/` holds one adapter per wire protocol, which share `wire.rs`, `answer/frames.rs` and `answer.rs`.

mod answer;
mod catalogue;
mod connection;
mod connections;
mod discovery;
mod embedding_model;
mod limits;
mod local_files;
mod media;
mod model_error;
mod model_info;
mod model_list;
mod offer;
mod problems;
mod prompt_tags;
mod protocols;
mod providers;
mod quirks;
mod refresh;
mod remembered;
mod routing;
mod store;
mod text_model;
mod timing;
mod wire;

pub use answer::frames::{Frames, Framing};
pub use connection::{
    Ability, Connection, ConnectionChange, ConnectionId, ConnectionModel, ConnectionOptions,
    ModelOverride, NewConnection,
};
pub use connections::{Probe, ProbeResult};
pub use discovery::{Discovered, LocalServer};
pub use embedding_model::{
    EmbeddingInfo, EmbeddingModel, EmbeddingRequest, Embeddings, ResolvedEmbedding,
};
pub use limits::LIMITS;
pub use media::{FormPart, MediaAnswer, MediaCall, MediaCaller, MediaConnection, MediaModel};
pub use model_error::ModelError;
pub use model_info::{ModelInfo, ModelList, Protocol, ResolvedModel};
pub use problems::{BUSY, MODEL_UNKNOWN, NO_EMBEDDINGS, PROBLEMS};
pub use prompt_tags::escape_prompt_tags;
pub use protocols::text_model;
pub use providers::{MODELS_TOPIC, Providers, Settings, Setup};
pub use routing::FallbackGate;
pub use text_model::{
    AnswerFormat, Answerer, AudioFormat, Citation, FinishReason, ModelAudio, ModelEvent,
    ModelImage, ModelMessage, ModelRequest, ModelStream, Notice, NoticeAction, RequestOptions,
    Role, TextModel, ToolCall, ToolChoice, ToolSpec, Usage,
};
pub use timing::Timing;
pub use wire::{Target, Wire};

/// This crate's steps of the schema.
pub const MIGRATIONS: &[::store::Migration] = &[
    ::store::Migration {
        name: "20261120_0200_providers",
        sql: include_str!("../migrations/20261120_0200_providers.sql"),
    },
    ::store::Migration {
        name: "20261121_0670_connection_options",
        sql: include_str!("../migrations/20261121_0670_connection_options.sql"),
    },
];
