//! Layers that decide about requests before their areas see them; `router.rs` puts them in order.

pub mod base_path;
pub(crate) mod body_memory;
pub(crate) mod cors;
pub mod hosts;
pub mod pace;
pub mod room;
pub mod security_headers;
