//! The engines of image tools. They run in a process of their own ([`run`]), which drops all privileges before it sees a
//! picture. Only the program links this crate: areas depend on `image_tools` alone.
//!
//! Start at `make.rs`, which gives each tool its engine. `decode.rs` and `encode.rs` are the only ways in and out:
//! upright sRGB without metadata. `plane.rs` and `blur.rs` are what filters are made of; `network.rs` runs networks, whose
//! data files `assets.rs` reads before the privileges are dropped.

mod assets;
mod background;
mod blur;
mod cutout;
mod decode;
mod denoise;
mod encode;
mod erase;
mod ffdnet;
mod geometry;
mod make;
mod network;
mod onnx;
mod paint;
mod palette;
mod plane;
#[cfg(test)]
mod quality;
mod raster;
mod resize;
mod strokes;
mod tiles;
mod tone;
mod upscale;
mod worker;

pub use assets::Assets;
pub use make::make;
pub use worker::run;
