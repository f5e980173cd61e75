//! What models cost the operator: booked where runs are settled, and bounded where the operator says so.
//!
//! Prices are settings (`prices.rs`). A run's cost is a row of the transaction that settles it (`costs.rs`). With a limit,
//! a run holds what it may cost before its provider is called (`limits.rs`); without one, nothing is asked and nothing
//! written before an answer. What must always hold, for each period there is a row of:
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
use std::sync::{Mutex, PoisonError};

use crate::Ledger;
use prices::{Price, SpendingSettings};

/// What this process knows of spending, without asking the database.
#[derive(Debug, Default)]
pub(crate) struct Spending {
    pub settings: SpendingSettings,
    is_limited: AtomicBool,
    /// Periods for which something was refused since that was last noted.
    refused: Mutex<BTreeSet<String>>,
}

impl Spending {
    pub fn new(settings: SpendingSettings) -> Self {
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
    /// It is on a machine of the operator's own: free, unless the settings say else.
    pub is_local: bool,
    pub input_tokens: i64,
    pub output_tokens: i64,
    /// Nobody counted: it is likely.
    pub is_estimated: bool,
}

impl Ledger {
    /// Whether the operator limits what is spent, as far as this process knows. Asks nobody.
    pub fn limits_spending(&self) -> bool {
        self.spending.is_limited.load(Ordering::Relaxed)
    }

    /// What prices are in, and how long an answer is taken to be.
    pub fn spending_settings(&self) -> &SpendingSettings {
        &self.spending.settings
    }

    /// What a model costs the operator.
    pub fn price_of(&self, model: &str, is_local: bool) -> Price {
        self.spending.settings.price_of(model, is_local)
    }
}
