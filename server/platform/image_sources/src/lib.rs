//! Images of people as models that make images and videos get them: whole, checked, without metadata, of a size that all of
//! them take.

mod rules;
mod sources;

pub use rules::{LIMITS, Purpose, check_sides};
pub use sources::{Source, for_model, for_viewing, read_sources, store_source};

kernel::problems! {
    /// A file is no image that can be used.
    BROKEN: "image_sources.broken", 422, "Failed to load image", "spec §8";
    /// The sides of an image are too short, or too different. `min`: pixels; `max_ratio`: how many times as long.
    SIZE: "image_sources.size", 422, "The image of this size cannot be parsed.", "spec §8";
}
