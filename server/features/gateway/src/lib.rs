//! The gateway: external programs use the models here, with API keys and in the format of OpenAI's API.
//!
//! Start at `ask.rs` (a call becomes a run: metered and journaled like any other) and `pieces.rs` (the parts of its
//! events that are sent). `completions.rs`, `wire.rs` and `answer.rs` are chat completions; `responses*.rs` are
//! responses; `embeddings.rs` works without a run. `repeats.rs` handles repeated requests. `error.rs` has OpenAI's
//! errors, `keys.rs` actions on API keys. `mcp.rs` and `library.rs` let programs search a person's own library.

mod answer;
mod ask;
mod caller;
mod completions;
mod content;
mod embeddings;
mod error;
mod follow;
mod keys;
mod library;
mod mcp;
mod models;
mod pieces;
mod problems;
mod repeats;
mod responses;
mod responses_answer;
mod responses_wire;
mod tools;
mod wire;

use area::{Area, Routes, routes};
use axum::extract::DefaultBodyLimit;

/// Returns everything that this area registers.
pub fn area() -> Area {
    let routes = Routes::new()
        .routes(routes!(keys::list_keys, keys::create_key))
        .routes(routes!(keys::delete_key))
        .routes(routes!(models::list_models))
        .routes(routes!(models::get_model))
        // Clients that do not encode the slash of an id.
        .route("/v1/models/{connection}/{*name}", axum::routing::get(models::get_model_by_pieces))
        .routes(routes!(mcp::answer_mcp))
        .merge(posted());
    Area::new("gateway")
        .migrations(repeats::MIGRATIONS)
        .routes(routes)
        .problems(problems::PROBLEMS)
        .limits(problems::LIMITS)
        .upkeep(repeats::FORGET_OLD)
}

/// Returns routes for requests to models. They carry images, so they may be larger than others.
fn posted() -> Routes {
    Routes::new()
        .routes(routes!(completions::create_completion))
        .routes(routes!(responses::create_response))
        .routes(routes!(embeddings::create_embeddings))
        .layer(DefaultBodyLimit::max(problems::REQUEST_MAX_BYTES))
}
