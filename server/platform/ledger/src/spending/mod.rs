//! Model costs of the operator: booked when runs are settled, and limited where the operator sets a limit.
//!
//! Prices are settings (`prices.rs`). A run's cost is a row in the transaction that settles it (`costs.rs`). With a
//! limit, a run holds its maximum cost before its provider is called (`limits.rs`); without one, nothing is read or
//! written before an answer. Invariants, for each period that has a row:
//!
//! - S1 spent is the sum of the costs that began in it;
//! - S2 held is the sum of what its open holds hold;
//! - S3 when a hold is made, spent and held together are at most the limit.

pub(crate) mod costs;
pub(crate) mod limits;
pub(crate) mod prices;
pub(crate) mod rules;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use live_settings::Section;

use crate::Ledger;
use prices::{Price, SpendingSettings};

/// State about spending that this process knows without asking the database.
#[derive(Debug, Default)]
pub(crate) struct Spending {
    pub settings: Section<SpendingSettings>,
    is_limited: AtomicBool,
    /// Periods for which something was refused since that was last noted.
    refused: Mutex<BTreeSet<String>>,
}

impl Spending {
    pub fn new(settings: Section<SpendingSettings>) -> Self {
        Self { settings, ..Self::default() }
    }

    pub fn set_limited(&self, is_limited: bool) {
        self.is_limited.store(is_limited, Ordering::Relaxed);
    }

    pub fn note_refused<'a>(&self, periods: impl Iterator<Item = &'a String>) {
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        refused.extend(periods.cloned());
    }

    pub fn refused(&self) -> BTreeSet<String> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn forget_refused(&self, periods: &BTreeSet<String>) {
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        refused.retain(|period| !periods.contains(period));
    }
}

/// A call of a model, in tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModelUse<'a> {
    /// `<connection>/<model>`.
    pub model: &'a str,
    /// True if it runs on the operator's own machine: free, unless the settings say otherwise.
    pub is_local: bool,
    pub input_tokens: i64,
    pub output_tokens: i64,
    /// True if the usage is an estimate.
    pub is_estimated: bool,
}

impl Ledger {
    /// Returns true if the operator limits spending, as far as this process knows. Reads no database.
    pub fn limits_spending(&self) -> bool {
        self.spending.is_limited.load(Ordering::Relaxed)
    }

    /// Returns the currency of prices and the assumed length of an answer.
    pub fn spending_settings(&self) -> Arc<SpendingSettings> {
        self.spending.settings.get()
    }

    /// Returns the price of a model for the operator.
    pub fn price_of(&self, model: &str, is_local: bool) -> Price {
        self.spending.settings.get().price_of(model, is_local)
    }
}
