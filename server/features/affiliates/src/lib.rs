//! Affiliates: people who bring others by a link of theirs, and earn a part of what those pay.
//!
//! Start at `rules.rs`, what counts and how much, without I/O. `program.rs` is who is an affiliate; `clicks.rs` how
//! somebody comes by a link, and that they registered after it; `commissions.rs` what is earned of a payment, in the
//! transaction that takes it down, and what becomes of it; `payouts.rs` what the operator pays out. Where the operator
//! did not switch it on, or nothing is sold, nothing of it exists.

mod clicks;
mod commissions;
mod mails;
mod operator_routes;
mod payouts;
mod problems;
mod program;
mod routes;
mod rules;
mod store;

use area::{Area, Services};
use async_trait::async_trait;
use identity::{Eraser, Person};

/// This area's tables.
pub const MIGRATIONS: &[::store::Migration] = &[::store::Migration {
    name: "20261123_0720_affiliates",
    sql: include_str!("../migrations/20261123_0720_affiliates.sql"),
}];

/// All that affiliates register.
pub fn area(services: &Services) -> Area {
    Area::new("affiliates")
        .routes(routes::router(services.clock.clone()).merge(operator_routes::router()))
        .migrations(MIGRATIONS)
        .problems(problems::PROBLEMS)
        .limits(rules::LIMITS)
        .eraser(Records)
        .payment_follower(commissions::Earn::new(services))
        .upkeep(commissions::APPROVE)
}

/// Deletes with an account its link, whom it brought and what it earned. What was paid out stays in the books without
/// the person, and whom somebody brought stays worth what it was, without their name.
struct Records;

#[async_trait]
impl Eraser for Records {
    async fn erase(&self, tx: &mut ::store::Tx, person: Person) -> ::store::StoreResult<()> {
        store::forget(tx, person.user_id).await
    }
}
