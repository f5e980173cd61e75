//! The gateway: other programs use the models here, with API keys and in the shape of OpenAI's API.
//!
//! Start at `completions.rs` (a call becomes a run: metered and journaled like any other) and
//! `answer.rs` (its events become OpenAI's). `wire.rs` holds that API's types, `error.rs` its errors,
//! `keys.rs` what a person does with their keys.

mod answer;
mod caller;
mod completions;
mod error;
mod follow;
mod keys;
mod models;
mod problems;
mod wire;

use area::Area;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// All that this area registers.
pub fn area() -> Area {
    let routes = OpenApiRouter::new()
        .routes(routes!(keys::list_keys, keys::create_key))
        .routes(routes!(keys::delete_key))
        .routes(routes!(models::list_models))
        .routes(routes!(models::get_model))
        // Clients that do not encode the slash of an id.
        .route("/v1/models/{connection}/{*name}", axum::routing::get(models::get_model_by_pieces))
        .routes(routes!(completions::create_completion));
    Area::new("gateway").routes(routes).problems(problems::PROBLEMS).limits(problems::LIMITS)
}
