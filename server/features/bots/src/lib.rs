//! Bots: instructions, a welcome and a model under a name and an image, for oneself or for others.
//!
//! Start at `author.rs` (create, edit, publish, delete) and `context.rs` (context that a bot adds to an answer, and
//! when it refuses). `rules.rs` decides who may use a bot, `reviews.rs` has the operator approve one before it is
//! public. A chat with a bot is a conversation like any other: its author never sees it.

mod archive;
mod as_models;
mod author;
mod context;
mod extras;
mod files;
mod hints;
mod icon;
mod mail_texts;
mod problems;
mod reading;
mod reports;
mod review_routes;
mod review_rules;
mod review_store;
mod reviews;
mod routes;
mod rules;
mod settings;
mod share;
mod store;
mod talk;
mod upkeep;
mod wire;

use area::{Area, Services};

pub use settings::Settings;

use crate::as_models::BotsAsModels;
use crate::context::BotInstructions;
use crate::share::BotShares;
use crate::upkeep::{Belongings, DeleteIcon};

/// This area's tables.
pub const MIGRATIONS: &[::store::Migration] = &[
    ::store::Migration {
        name: "20261121_0410_bots",
        sql: include_str!("../migrations/20261121_0410_bots.sql"),
    },
    ::store::Migration {
        name: "20261125_0899_bot_reviews",
        sql: include_str!("../migrations/20261125_0899_bot_reviews.sql"),
    },
    ::store::Migration {
        name: "20261128_1001_bot_extras",
        sql: include_str!("../migrations/20261128_1001_bot_extras.sql"),
    },
];

/// Returns everything that bots registers.
pub fn area(services: &Services, settings: Settings) -> Area {
    let settings = settings.section();
    Area::new("bots")
        .settings(&settings)
        .routes(routes::router(settings.clone()))
        .extension_paths(&["/api/bots/*"])
        .migrations(MIGRATIONS)
        .problems(problems::PROBLEMS)
        .mails(&[&mail_texts::TEMPLATE])
        .limits(rules::LIMITS)
        .limits(extras::LIMITS)
        .eraser(Belongings::new(services))
        .upkeep(upkeep::WIPE_DELETED)
        .job::<DeleteIcon>()
        .context(BotInstructions::new(services))
        .share(BotShares::new(services, settings.clone()))
        .archive(archive::OwnBots::new(services, settings.clone()))
        .archive(archive::FilesOfBots::new(services, settings))
        .archive(archive::MarkedBots::new(services))
        .bots(BotsAsModels::new(services))
}
