//! Rewards: what people have for inviting others.
//!
//! Start at `rules.rs`, what is given and when, without I/O. `invitations.rs` is the code that somebody invites by and who
//! came by it; `approval.rs` gives what is due, once. That a friend subscribed is seen by the plan that `entitlements`
//! says they bought: no other area is asked.

mod approval;
mod invitations;
mod problems;
mod routes;
mod rules;
mod store;

use area::{Area, Services};
use async_trait::async_trait;
use identity::{Eraser, Person};

/// This area's tables.
pub const MIGRATIONS: &[::store::Migration] = &[::store::Migration {
    name: "20261122_2000_rewards",
    sql: include_str!("../migrations/20261122_2000_rewards.sql"),
}];

/// All that rewards register.
pub fn area(_services: &Services) -> Area {
    Area::new("rewards")
        .routes(routes::router())
        .migrations(MIGRATIONS)
        .problems(problems::PROBLEMS)
        .limits(rules::LIMITS)
        .eraser(Records)
        .upkeep(approval::APPROVE)
}

/// Deletes with an account whom it invited; who invited it keeps what it was worth.
struct Records;

#[async_trait]
impl Eraser for Records {
    async fn erase(&self, tx: &mut ::store::Tx, person: Person) -> ::store::StoreResult<()> {
        store::forget(tx, person.user_id).await
    }
}
