//! Images from people: decoded with hard limits, and passed on without personal metadata.
//!
//! [`decode`] is for images that are re-encoded, `bare.rs` for those that stay unchanged to the pixel. The purpose of
//! an image, its maximum size and the problem on refusal belong to each area.

mod bare;
mod decode;
mod drawing;
mod kind;
mod square;

pub use bare::without_metadata;
pub use decode::{decode, upright};
pub use drawing::drawing;
pub use kind::PictureKind;
pub use square::{NotSquare, Square, square_jpeg};
