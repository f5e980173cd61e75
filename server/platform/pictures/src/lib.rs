//! Images from people: decoded with hard limits, and passed on without personal metadata.
//!
//! [`Edit`] is for images that are re-encoded, [`strip_metadata`] for those that stay unchanged to the pixel. The purpose of
//! an image, its maximum size and the problem on refusal belong to each area. Areas edit through `parsing::PictureEditor`,
//! which counts the memory and has large pictures edited in a process of their own.

mod decode;
mod edit;
mod grayscale;
mod header;
mod kind;
mod mask;
mod provenance;
mod size;
mod square;
mod strip_metadata;

pub use decode::decode;
pub use edit::{Edit, PictureError, Shrink};
pub use header::Header;
pub use kind::{PictureKind, is_png_or_jpeg};
pub use mask::{Area, mask_of_alpha, mask_of_area};
pub use provenance::{DigitalSource, GenerationParameters, read_parameters, write_provenance};
pub use size::{ImageSize, image_size};
pub use square::Square;
pub use strip_metadata::strip_metadata;

use decode::apply_orientation;
use grayscale::grayscale_pgm;
use square::crop_square_jpeg;
