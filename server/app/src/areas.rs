//! The list of the product.

use axum::Router;
use store::Migration;
use utoipa::openapi::{InfoBuilder, OpenApi, OpenApiBuilder};

/// All steps of the schema, of the platform and of the areas.
pub fn migrations() -> Vec<Migration> {
    Vec::new()
}

/// All routes of the areas, and the document that describes them.
pub fn routes() -> (Router, OpenApi) {
    let info = InfoBuilder::new()
        .title("Ensemble")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some("The API that Ensemble's own clients use."))
        .build();
    let document = OpenApiBuilder::new().info(info).build();
    utoipa_axum::router::OpenApiRouter::with_openapi(document).split_for_parts()
}
