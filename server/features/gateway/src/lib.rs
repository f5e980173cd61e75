//! The gateway: external programs use the models here, with API keys and in the format of OpenAI's API.
//!
//! Start at `ask.rs` (a call becomes a run: metered and journaled like any other), `pieces.rs` (the parts of its events
//! that are sent) and `flow.rs` (how they are sent). `completions.rs`, `wire.rs` and `answer.rs` are chat completions,
//! `text_completions.rs` is their predecessor; `responses/`, `anthropic/` and `ollama/` are other formats;
//! `embeddings.rs` and `images/` work without a run, `videos/` with tasks. `repeats.rs` handles repeated requests. `error.rs` and `upstream.rs` have
//! OpenAI's errors, `keys.rs` actions on API keys. `mcp.rs` and `library.rs` let programs search a person's own library; `oauth/`
//! gives them keys for it.

mod answer;
mod anthropic;
mod ask;
mod body;
mod bots;
mod caller;
mod completions;
mod content;
mod embeddings;
mod error;
mod flow;
mod follow;
mod images;
mod in_shape;
mod keys;
mod lenient;
mod library;
mod mcp;
mod models;
mod oauth;
mod ollama;
mod pieces;
mod problems;
mod repeats;
mod responses;
mod text_completions;
mod tools;
mod upstream;
mod videos;
mod wire;

use area::{Area, Routes, routes};
use axum::extract::DefaultBodyLimit;
use store::Migration;

pub use error::{method_not_allowed, unknown_address};

const MIGRATIONS: &[Migration] = &[
    Migration {
        name: "20261124_0881_gateway_repeats",
        sql: include_str!("../migrations/20261124_0881_gateway_repeats.sql"),
    },
    Migration {
        name: "20261127_0993_gateway_responses",
        sql: include_str!("../migrations/20261127_0993_gateway_responses.sql"),
    },
    Migration {
        name: "20261127_0994_gateway_oauth_codes",
        sql: include_str!("../migrations/20261127_0994_gateway_oauth_codes.sql"),
    },
    Migration {
        name: "20261128_1048_gateway_videos",
        sql: include_str!("../migrations/20261128_1048_gateway_videos.sql"),
    },
    Migration {
        name: "20261129_1041_gateway_video_remixes",
        sql: include_str!("../migrations/20261129_1041_gateway_video_remixes.sql"),
    },
];

/// Returns everything that this area registers.
pub fn area() -> Area {
    let routes = Routes::new()
        .routes(routes!(keys::list_keys, keys::create_key))
        .routes(routes!(keys::delete_key))
        .routes(routes!(models::list_models))
        .routes(routes!(models::get_model))
        // Clients that do not encode the slash of an id.
        .route("/v1/models/{connection}/{*name}", axum::routing::get(models::get_model_by_pieces))
        .routes(routes!(responses::get_response, responses::delete_response))
        .routes(routes!(videos::get_program_video, videos::delete_program_video))
        .routes(routes!(videos::get_program_video_content))
        .routes(routes!(videos::remix_program_video))
        .routes(routes!(ollama::list_tags))
        .routes(routes!(ollama::show_model))
        .routes(routes!(ollama::get_version))
        .routes(routes!(mcp::answer_mcp))
        .routes(routes!(oauth::describe_resource))
        .routes(routes!(oauth::describe_authorization))
        .routes(routes!(oauth::register_client))
        .routes(routes!(oauth::read_request))
        .routes(routes!(oauth::allow_client))
        .routes(routes!(oauth::redeem_code))
        .merge(posted());
    Area::new("gateway")
        .migrations(MIGRATIONS)
        // Programs without a key post here.
        .webhook_paths(&["/oauth/register", "/oauth/token"])
        .routes(routes)
        .problems(problems::PROBLEMS)
        .limits(problems::LIMITS)
        .upkeep(repeats::FORGET_OLD)
        .upkeep(responses::kept::FORGET_OLD)
        .upkeep(oauth::FORGET_OLD)
}

/// Returns routes for requests to models. They carry images, so they may be larger than others.
fn posted() -> Routes {
    Routes::new()
        .routes(routes!(completions::create_completion))
        .routes(routes!(text_completions::create_text_completion))
        .routes(routes!(responses::create_response))
        .routes(routes!(anthropic::create_message))
        .routes(routes!(anthropic::count_message_tokens))
        .routes(routes!(ollama::chat))
        .routes(routes!(ollama::generate))
        .routes(routes!(embeddings::create_embeddings))
        .routes(routes!(images::create_image))
        .routes(routes!(images::edit_image))
        .routes(routes!(videos::create_video, videos::list_program_videos))
        .layer(DefaultBodyLimit::max(problems::REQUEST_MAX_BYTES))
}
