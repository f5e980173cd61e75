//! Models: which there are for everybody, and for the operator the connections that serve them.
//!
//! What happens is in the platform's `providers`; this is its front door.

mod connections;
mod list;
mod wire;

use area::{Area, Services};
use utoipa_axum::router::OpenApiRouter;

/// All that models register. Their problems and limits are the platform's.
pub fn area() -> Area {
    Area::new("models").routes(router())
}

fn router() -> OpenApiRouter<Services> {
    list::router().merge(connections::router())
}
