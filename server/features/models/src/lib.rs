//! Models: the list for everybody, and for the operator the connections that provide them.
//!
//! The work is done in the platform's `providers`; this is its API.

mod connections;
mod files;
mod files_wire;
mod list;
mod wire;

use area::{Area, Routes};

/// Returns everything that models registers. Their problems and limits are the platform's.
pub fn area() -> Area {
    Area::new("models").extension_paths(&["/api/models"]).routes(router())
}

fn router() -> Routes {
    list::router().merge(connections::router()).merge(files::router())
}
