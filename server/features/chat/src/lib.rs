//! Chat: conversations with a model; the list of them, their branches, finding past ones by their words.
//!
//! Start at `send.rs` (a message, its run and its charge in one transaction) and `tree.rs` (reading,
//! renaming, deleting). What was said is kept by `conversations`; what is being written, by `generation`.

mod list;
mod model;
mod pace;
mod problems;
mod routes;
mod rules;
mod send;
mod tree;
mod upkeep;
mod wire;

use std::sync::Arc;

use area::{Area, Services};
use axum::Extension;

use crate::pace::Pace;

/// All that chat registers.
pub fn area(services: &Services) -> Area {
    let pace = Extension(Arc::new(Pace::new(&services.clock)));
    Area::new("chat")
        .routes(routes::router().layer(pace))
        .problems(problems::PROBLEMS)
        .limits(rules::LIMITS)
        .eraser(upkeep::Words)
        .upkeep(upkeep::EMPTY_TRASH)
        .upkeep(upkeep::DROP_OLD_EVENTS)
}
