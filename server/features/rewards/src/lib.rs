//! Rewards for inviting others.
//!
//! Start at `rules.rs`, the rewards and their conditions, without I/O. `invitations.rs` has the invitation code and the
//! people who used it; `approval.rs` grants due rewards, once. A friend's subscription is detected by the purchased
//! plan in `entitlements`: no other area is asked.

mod approval;
mod invitations;
mod origins;
mod problems;
mod routes;
mod rules;
mod store;

use area::{Area, Services};
use async_trait::async_trait;
use identity::{Eraser, Person};

/// This area's tables.
pub const MIGRATIONS: &[::store::Migration] = &[
    ::store::Migration {
        name: "20261122_2000_rewards",
        sql: include_str!("../migrations/20261122_2000_rewards.sql"),
    },
    ::store::Migration {
        name: "20261127_0030_rewards_origins",
        sql: include_str!("../migrations/20261127_0030_origins.sql"),
    },
];

/// Returns everything that rewards registers.
pub fn area(_services: &Services) -> Area {
    Area::new("rewards")
        .routes(routes::router())
        .migrations(MIGRATIONS)
        .problems(problems::PROBLEMS)
        .limits(rules::LIMITS)
        .eraser(Records)
        .upkeep(approval::APPROVE)
}

/// Deletes the invitations of an account; the person who invited it keeps their reward.
struct Records;

#[async_trait]
impl Eraser for Records {
    async fn erase(&self, tx: &mut ::store::Tx, person: Person) -> ::store::StoreResult<()> {
        store::forget(tx, person.user_id).await
    }
}
