//! Networks: how they are run, in tiles where the picture is large, and how those are written that are not published as ONNX.

pub(crate) mod ffdnet;
mod network;
mod onnx;
mod tiles;
pub(crate) mod upscale;

pub(crate) use network::{Network, THREADS};
