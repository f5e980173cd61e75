//! Push notifications for devices on which nobody is looking: a long answer or task is complete, or one waits for its
//! person (Web Push, RFC 8030).
//!
//! Start at `ended.rs` and `tasks_ended.rs` (recipients) and `deliver.rs` (delivery). A message is encrypted for its browser (`encrypt.rs`)
//! and signed as this server's (`vapid.rs`); the push service between them learns that there is a message, not its
//! content. A device is notified because its person asked for it there, until it signs out.

mod deliver;
mod encrypt;
mod ended;
mod keys;
mod problems;
mod routes;
mod rules;
mod store;
mod subscription;
mod tasks_ended;
mod vapid;

use std::time::Duration;

use ::store::Migration;
use area::{Area, Services, Upkeep};

const MIGRATIONS: &[Migration] = &[Migration {
    name: "20261121_2100_notifications",
    sql: include_str!("../migrations/20261121_2100_notifications.sql"),
}];

/// Deletes subscriptions of devices that signed out. From the moment they sign out they get no notifications; this
/// happens a little later.
const FORGET_SIGNED_OUT: Upkeep = Upkeep {
    name: "notifications.forget_signed_out",
    every: Duration::from_secs(600),
    run: |services| {
        Box::pin(async move {
            let mut tx = services.db.begin().await?;
            store::delete_of_ended_sessions(&mut tx).await?;
            Ok(tx.commit().await?)
        })
    },
};

/// Returns everything that this area registers. Its rows go with their person.
pub fn area(services: &Services) -> Area {
    let (clock, queue) = (services.clock.clone(), services.queue.clone());
    Area::new("notifications")
        .routes(routes::router())
        .migrations(MIGRATIONS)
        .impersonal_tables(&[("push_keys", "the installation's own")])
        .problems(problems::PROBLEMS)
        .limits(rules::LIMITS)
        .follower(ended::WhenLong { clock, queue })
        .job::<ended::TellOfEnd>()
        .job::<deliver::Deliver>()
        .job::<tasks_ended::TellOfTask>()
        .job::<tasks_ended::DeliverTask>()
        .upkeep(FORGET_SIGNED_OUT)
}
