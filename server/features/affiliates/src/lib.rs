//! Affiliates: people who bring others by a personal link, and earn a share of what those pay.
//!
//! Start at `rules.rs`, the rules of attribution and amounts, without I/O. `program.rs` has applications and decisions;
//! `clicks.rs` clicks on links, and sign-ups after them; `commissions.rs` the commissions on payments, recorded in the
//! transaction of the payment, and their later states; `payouts.rs` the operator's payouts. If the operator did not
//! enable it, or nothing is sold, the whole area is off.

mod clicks;
mod commissions;
mod mail_texts;
mod mails;
mod operator_routes;
mod payouts;
mod problems;
mod program;
mod routes;
mod rules;
mod settings;
mod store;

use area::{Area, Services};
use async_trait::async_trait;
use axum::Extension;
use identity::{Eraser, Person};

pub use settings::{Settings, SettingsError};

/// This area's tables.
pub const MIGRATIONS: &[::store::Migration] = &[::store::Migration {
    name: "20261123_0720_affiliates",
    sql: include_str!("../migrations/20261123_0720_affiliates.sql"),
}];

/// Returns everything that affiliates registers.
pub fn area(services: &Services, settings: Settings) -> Area {
    let settings = settings.section();
    let offer = program::Offer::new(settings.clone(), services.payments.clone());
    let routes = routes::router(&services.rates).merge(operator_routes::router());
    let routes = routes.layer(Extension(offer.clone()));
    Area::new("affiliates")
        .routes(routes)
        .feature("affiliates", {
            let offer = offer.clone();
            move || offer.program().is_some()
        })
        .settings(&settings)
        .migrations(MIGRATIONS)
        .retained_tables(&[("affiliates_payouts", "what the operator paid out stays in the books")])
        .problems(problems::PROBLEMS)
        .limits(rules::LIMITS)
        .eraser(Records)
        .mails(&[&mail_texts::TEMPLATE])
        .payment_follower(commissions::Earn::new(services, offer))
        .upkeep(commissions::APPROVE)
}

/// Deletes an account's link, its referrals and its commissions. Payouts stay in the books without the person, and
/// referrals keep their value for the affiliate, without the name of the deleted person.
struct Records;

#[async_trait]
impl Eraser for Records {
    async fn erase(&self, tx: &mut ::store::Tx, person: Person) -> ::store::StoreResult<()> {
        store::forget(tx, person.user_id).await
    }
}
