use std::collections::BTreeMap;

use kernel::{Problem, Tier};
use serde::Deserialize;

use crate::problems::UPGRADE_TO_UNLOCK;
use crate::{Meter, Window};

/// The plan of a workspace that has no grant.
pub const FREE: &str = "free";
/// The plan of who runs the installation.
pub const OPERATOR: &str = "operator";

/// What is sold, or given: which kinds of use, how much of each, and what else is unlocked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    pub id: String,
    pub name: String,
    /// Of several granted plans the highest rank counts.
    pub rank: u32,
    /// In the order of [`Meter::ALL`].
    pub allowances: Vec<Allowance>,
    /// Whether advanced models may be used at all.
    pub advanced_models: bool,
    /// Whether people may say themselves how much of a conversation a model is given.
    pub custom_context: bool,
    /// Whether searches may be answered without being asked to each time.
    pub automatic_search: bool,
}

/// How much of one meter a plan gives in each window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    pub meter: Meter,
    /// `None` is unlimited.
    pub amount: Option<i64>,
    pub window: Window,
}

impl Plan {
    /// What the plan gives of `meter`; `None` when it is locked.
    pub fn allowance(&self, meter: Meter) -> Option<Allowance> {
        self.allowances.iter().copied().find(|allowance| allowance.meter == meter)
    }

    /// Whether a model of this price class may be used.
    ///
    /// Problems: [`UPGRADE_TO_UNLOCK`] for an advanced model on a plan without them (spec §6).
    pub fn check_tier(&self, tier: Tier) -> Result<(), Problem> {
        match tier {
            Tier::Advanced if !self.advanced_models => {
                Err(UPGRADE_TO_UNLOCK.with("plan", &self.id))
            }
            Tier::Standard | Tier::Advanced => Ok(()),
        }
    }

    /// Whether the person may set the limit of a conversation's context.
    ///
    /// Problems: [`UPGRADE_TO_UNLOCK`] on a plan without it (spec §6).
    pub fn check_custom_context(&self) -> Result<(), Problem> {
        if self.custom_context { Ok(()) } else { Err(UPGRADE_TO_UNLOCK.with("plan", &self.id)) }
    }

    pub(crate) fn from_row(id: &str, row: &PlanRow) -> Self {
        let allowances = row.allowances.iter().map(|(&meter, allowance)| Allowance {
            meter,
            amount: allowance.amount,
            window: allowance.window,
        });
        Self {
            id: id.to_owned(),
            name: row.name.clone(),
            rank: row.rank,
            allowances: allowances.collect(),
            advanced_models: row.advanced_models,
            custom_context: row.custom_context,
            automatic_search: row.automatic_search,
        }
    }
}

/// One table of `plans.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlanRow {
    rank: u32,
    name: String,
    advanced_models: bool,
    custom_context: bool,
    automatic_search: bool,
    allowances: BTreeMap<Meter, AllowanceRow>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AllowanceRow {
    #[serde(default)]
    amount: Option<i64>,
    window: Window,
}
