//! Images from people: decoded with hard limits, and passed on without personal metadata.
//!
//! [`decode`] is for images that are re-encoded, `bare.rs` for those that stay unchanged to the pixel. The purpose of
//! an image, its maximum size and the problem on refusal belong to each area.

mod decode;
mod grayscale;
mod kind;
mod square;
mod strip_metadata;

pub use decode::{apply_orientation, decode};
pub use grayscale::grayscale_pgm;
pub use kind::PictureKind;
pub use square::{CropError, Square, crop_square_jpeg};
pub use strip_metadata::strip_metadata;
