//! Teams: several people in one workspace, who use what it pays for.
//!
//! Start at `teams.rs` (actions on a team) and `members.rs` (membership). `rules.rs` decides without I/O when a team is
//! locked and when it is disbanded: nothing is stored for that, it follows from the plan's end and the clock. Members
//! of a workspace are stored in `identity`, its plan and seats in `entitlements`, its caps in `ledger`; payments belong
//! to `billing`.

mod avatar;
mod hints;
mod invitations;
mod mail_texts;
mod members;
mod problems;
mod routes;
mod rules;
mod store;
mod teams;
mod upkeep;
mod usage;
mod wire;

use area::{Area, Services};

/// This area's tables.
pub const MIGRATIONS: &[::store::Migration] = &[
    ::store::Migration {
        name: "20261122_0824_teams",
        sql: include_str!("../migrations/20261122_0824_teams.sql"),
    },
    ::store::Migration {
        name: "20261123_0740_teams_warned",
        sql: include_str!("../migrations/20261123_0740_teams_warned.sql"),
    },
];

/// Returns everything that teams registers.
pub fn area(services: &Services) -> Area {
    Area::new("teams")
        .routes(routes::router())
        .migrations(MIGRATIONS)
        .problems(problems::PROBLEMS)
        .mails(&[&mail_texts::TEMPLATE])
        .limits(rules::LIMITS)
        .eraser(upkeep::Successors::new(services))
        .job::<avatar::DeleteAvatar>()
        .upkeep(upkeep::DISBAND)
}
