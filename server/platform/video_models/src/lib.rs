//! Models that make videos: the trait [`VideoModel`], what each model can do, adapters for the wire protocols.
//!
//! Start at `video_model.rs` (the interface for all other crates), then `video_models.rs` (the list of models).
//! `fit.rs` tells what a model cannot do of a request. `catalogue.toml` has the models' abilities and prices.
//! Not here: connections and their keys, which are `providers`'.

mod abilities;
mod adapters;
mod catalogue;
mod fit;
mod made;
mod problems;
mod video_model;
mod video_models;

pub use abilities::VideoAbilities;
pub use fit::{Misfit, VideoField, fit};
pub use media_calls::{MisfitReason, ProviderJob};
pub use problems::{MODEL_UNKNOWN, PROBLEMS};
pub use video_model::{Frame, GeneratedVideo, Progress, VideoModel, VideoRequest};
pub use video_models::{ResolvedVideoModel, VideoModelInfo, VideoModels};
