//! What somebody may use and has used: the meters and the usage record.
//!
//! Everything is counted in `ledger` and allowed in `entitlements`; this area only shows it. Plans to
//! buy, trials and payments will be added here.

mod routes;

use area::Area;

/// All that this area registers.
pub fn area() -> Area {
    Area::new("billing").routes(routes::router()).problems(ledger::PROBLEMS)
}
