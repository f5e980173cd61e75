//! Models that make images: the trait [`ImageModel`], what each model can do, adapters for the wire protocols.
//!
//! Start at `image_model.rs` (the interface for all other crates), then `image_models.rs` (the list of models).
//! `fit.rs` tells what a model cannot do of a request. `catalogue.toml` has the models' abilities and prices.
//! Not here: connections and their keys, which are `providers`'.

mod abilities;
mod adapters;
mod catalogue;
mod fit;
mod image_model;
mod image_models;
mod made;
mod masks;
mod problems;

pub use abilities::{ImageAbilities, ImageSize};
pub use fit::{ImageField, Misfit, fit};
pub use image_model::{GeneratedImage, ImageModel, ImageRequest, Progress, ReferenceImage};
pub use image_models::{ImageModelInfo, ImageModels, ResolvedImageModel};
pub use media_calls::{MisfitReason, ProviderJob};
pub use problems::{MODEL_UNKNOWN, PROBLEMS};
