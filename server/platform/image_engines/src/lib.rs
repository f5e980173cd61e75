//! The engines of image tools. They run in a process of their own ([`run`]), which drops all privileges before it sees a
//! picture. Only the program links this crate: areas depend on `image_tools` alone.
//!
//! Start at `make.rs`, which gives each tool its engine. `decode.rs` and `encode.rs` are the only ways in and out:
//! upright sRGB without metadata. `plane.rs` and `blur.rs` are what filters are made of; `networks.rs` has networks, whose
//! data files, and fonts, `assets.rs` reads before the privileges are dropped. `drawing.rs` draws templates.

mod animate;
mod assets;
mod background;
mod blur;
mod cutout;
mod decode;
mod drawing;
mod encode;
mod erase;
mod filters;
mod fonts;
mod geometry;
mod make;
mod networks;
mod palette;
mod plane;
mod portrait;
#[cfg(test)]
mod quality;
mod raster;
mod resize;
mod templates;
mod trace;
mod worker;

pub use assets::Assets;
pub use make::make;
pub use worker::run;
