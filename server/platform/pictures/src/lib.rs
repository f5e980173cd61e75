//! Pictures that come from people: decoded with hard limits, and given on without what they say of their person.
//!
//! [`decode`] is for pictures that are made anew, `bare.rs` for those that stay as they are to the point. What a
//! picture is for, how large it may be and what is said when it is not taken is each area's own.

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
