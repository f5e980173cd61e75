//! Billing: meters, plans, subscriptions and orders, and the usage that people see.
//!
//! Everything is counted in `ledger` and allowed in `entitlements`; here it is shown and sold. Start at
//! `rules.rs`, where a subscription is a machine of states without I/O; `orders.rs` is what is paid, `settling.rs`
//! what a payment gives, `subscriptions.rs` what people do besides, `periods.rs` what happens by itself. What is
//! sold is data (`offer.toml`); who collects the money is `payments`.

mod auto_deduction;
mod balances;
mod collecting;
mod customers;
mod deductions;
mod education;
mod mails;
mod notices;
mod offer;
mod operator;
mod orders;
mod periods;
mod problems;
mod promotions;
mod routes;
mod rules;
mod settings;
mod settling;
mod spending;
mod store;
mod subscriptions;
mod upkeep;
mod usage_table;
mod wire;

use std::sync::Arc;

use area::{Area, Services};
use axum::Extension;
use axum::routing::post;
use entitlements::Entitlements;

pub use education::EducationChange;
pub use offer::{OfferError, Pack, PlanPrices};
pub use promotions::Promotion;
pub use rules::Cycle;
pub use settings::Settings;

use offer::Offer;

/// This area's tables.
const MIGRATIONS: &[::store::Migration] = &[
    ::store::Migration {
        name: "20261122_0600_billing",
        sql: include_str!("../migrations/20261122_0600_billing.sql"),
    },
    ::store::Migration {
        name: "20261122_0610_billing_notices",
        sql: include_str!("../migrations/20261122_0610_billing_notices.sql"),
    },
    ::store::Migration {
        name: "20261122_0823_billing_seats",
        sql: include_str!("../migrations/20261122_0823_billing_seats.sql"),
    },
    ::store::Migration {
        name: "20261122_1940_billing_promotions",
        sql: include_str!("../migrations/20261122_1940_billing_promotions.sql"),
    },
    ::store::Migration {
        name: "20261123_0700_billing_education",
        sql: include_str!("../migrations/20261123_0700_billing_education.sql"),
    },
    ::store::Migration {
        name: "20261123_0740_billing_deduction_limit",
        sql: include_str!("../migrations/20261123_0740_billing_deduction_limit.sql"),
    },
    ::store::Migration {
        name: "20261123_1410_billing_attempts",
        sql: include_str!("../migrations/20261123_1410_billing_attempts.sql"),
    },
    ::store::Migration {
        name: "20261123_1420_billing_pay_by",
        sql: include_str!("../migrations/20261123_1420_billing_pay_by.sql"),
    },
    ::store::Migration {
        name: "20261123_1430_billing_former",
        sql: include_str!("../migrations/20261123_1430_billing_former.sql"),
    },
    ::store::Migration {
        name: "20261123_1810_billing_disputed",
        sql: include_str!("../migrations/20261123_1810_billing_disputed.sql"),
    },
    ::store::Migration {
        name: "20261123_1820_billing_cancellations",
        sql: include_str!("../migrations/20261123_1820_billing_cancellations.sql"),
    },
    ::store::Migration {
        name: "20261125_0898_billing_customers",
        sql: include_str!("../migrations/20261125_0898_billing_customers.sql"),
    },
];

/// Checks that the offer in the settings can be sold. Call it before the server starts.
pub fn check(settings: &Settings, entitlements: &Entitlements) -> Result<(), OfferError> {
    Offer::load(settings, entitlements).map(|_| ())
}

/// Returns everything that this area registers.
///
/// # Panics
///
/// Where [`check`] refuses the settings.
pub fn area(services: &Services, settings: &Settings) -> Area {
    let offer = Offer::load(settings, &services.entitlements);
    let offer = offer.expect("the settings were checked at the start");
    let routes = routes::router()
        .merge(routes::plan::router())
        .merge(routes::portal::router())
        .merge(routes::operator::router())
        .merge(routes::cancellation::router())
        .merge(usage_table::router())
        .merge(routes::spending::router())
        .merge(routes::education::router(&services.rates))
        .route("/api/billing/notices/{provider}", post(notices::take_notice))
        .layer(Extension(Arc::new(offer)));
    Area::new("billing")
        .routes(routes)
        .extension_paths(&["/api/billing/usage"])
        // Payment providers sign what they post here.
        .webhook_paths(&["/api/billing/notices/"])
        .essential_paths(&["/api/billing/notices/"])
        .migrations(MIGRATIONS)
        .retained_tables(&[
            ("billing_cancellations", "why people leave is counted"),
            ("billing_orders", "what was paid stays in the books"),
        ])
        .impersonal_tables(&[
            (
                "billing_notices",
                "what payment providers said, kept for as long as they may say it again",
            ),
            ("billing_offer", "what is sold"),
        ])
        .problems(ledger::PROBLEMS)
        .mails(mails::TEMPLATES)
        .problems(problems::PROBLEMS)
        .limits(rules::LIMITS)
        .eraser(periods::BillingEraser::new(services.queue.clone()))
        .job::<periods::Advance>()
        .job::<auto_deduction::Deduct>()
        .job::<customers::DeleteCustomer>()
        .follower(auto_deduction::AfterRuns::new(services))
        .spending_follower(spending::TellOperators::new(services))
        .upkeep(upkeep::SWEEP)
        .upkeep(upkeep::DISPUTES)
        .upkeep(balances::WARN)
}
