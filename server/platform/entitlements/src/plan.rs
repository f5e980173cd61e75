use std::collections::BTreeMap;

use kernel::{Problem, Tier, Timestamp};
use serde::Deserialize;

use crate::problems::{AMOUNT_MAX, TEAM_LOCKED, UPGRADE_TO_UNLOCK};
use crate::{DailyLimits, Meter, Period, Window};

/// The plan of a workspace that has no grant.
pub const FREE: &str = "free";
/// Id of the operator's plan.
pub const OPERATOR: &str = "operator";
/// Id of the plan of everybody where nothing is charged.
pub const OPEN: &str = "open";
/// Id of the plan of a team's workspace that nobody pays for.
pub const LOCKED: &str = "locked";

/// A plan, sold or granted: the kinds of use it includes, their amounts, and what else it unlocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    pub id: String,
    pub name: String,
    /// Rank of the plan: among several granted plans the highest counts.
    pub rank: u32,
    /// True if it is for teams: bought by seats, and each seat adds its amounts.
    pub per_seat: bool,
    /// Allowances, in the order of [`Meter::ALL`].
    pub allowances: Vec<Allowance>,
    /// True if advanced models may be used at all.
    pub advanced_models: bool,
    /// True if people may set how much of a conversation a model is given.
    pub custom_context: bool,
    /// True if searches may be answered automatically, without asking each time.
    pub automatic_search: bool,
    /// Maximum number of memory items; 0: memory is locked.
    pub memory_items: i64,
    pub documents: DocumentLimits,
    pub daily: DailyLimits,
}

/// Maximum number of PDFs that a person may keep and ask about; `None` is unlimited.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DocumentLimits {
    /// Maximum number kept at once.
    pub files: Option<i64>,
    /// Maximum number of pages of each: later ones are not kept.
    pub pages: Option<u32>,
    /// Added in one day, UTC.
    pub uploads: Option<i64>,
    /// Asked in one day, UTC.
    pub questions: Option<i64>,
}

/// Amount of one meter that a plan grants in each window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    pub meter: Meter,
    /// Amount per window; `None` is unlimited.
    pub amount: Option<i64>,
    pub window: Window,
    /// Start of the plan from which its months are counted. `None`: calendar months.
    pub since: Option<Timestamp>,
}

impl Allowance {
    /// Returns the period of its window that contains `now`.
    pub fn period(&self, now: Timestamp) -> Period {
        match (self.window, self.since) {
            (Window::Monthly, Some(since)) => Period::of_month_since(since, now),
            (window, _) => window.period(now),
        }
    }
}

impl Plan {
    /// Returns the plan for a workspace that began it at `since`.
    #[must_use]
    pub(crate) fn begun(&self, since: Timestamp) -> Self {
        let mut begun = self.clone();
        for allowance in &mut begun.allowances {
            allowance.since = Some(since);
        }
        begun
    }

    /// Returns the plan for a team of `seats`.
    #[must_use]
    pub(crate) fn of_seats(&self, seats: i64) -> Self {
        let mut all = self.clone();
        for allowance in &mut all.allowances {
            allowance.amount =
                allowance.amount.map(|one| one.saturating_mul(seats.max(0)).min(AMOUNT_MAX));
        }
        all
    }

    /// Returns true if it is the plan of a team that nobody pays for.
    pub fn is_locked(&self) -> bool {
        self.id == LOCKED
    }

    /// Checks that anything may be used in a workspace with this plan.
    ///
    /// Problems: [`TEAM_LOCKED`].
    pub fn check_not_locked(&self) -> Result<(), Problem> {
        if self.is_locked() { Err(TEAM_LOCKED.into()) } else { Ok(()) }
    }

    /// Returns true if the plan's windows are counted from its start.
    pub(crate) fn counts_from_its_beginning(&self) -> bool {
        self.allowances.iter().any(|allowance| allowance.window == Window::Monthly)
    }

    /// Returns the plan's allowance of `meter`; `None` if the meter is locked.
    pub fn allowance(&self, meter: Meter) -> Option<Allowance> {
        self.allowances.iter().copied().find(|allowance| allowance.meter == meter)
    }

    /// Checks that a model of this price class may be used.
    ///
    /// Problems: [`UPGRADE_TO_UNLOCK`] for an advanced model on a plan without them (spec §6);
    /// [`TEAM_LOCKED`] for any.
    pub fn check_tier(&self, tier: Tier) -> Result<(), Problem> {
        self.check_not_locked()?;
        match tier {
            Tier::Advanced if !self.advanced_models => {
                Err(UPGRADE_TO_UNLOCK.with("plan", &self.id))
            }
            Tier::Standard | Tier::Advanced => Ok(()),
        }
    }

    /// Checks that the person may set the limit of a conversation's context.
    ///
    /// Problems: [`UPGRADE_TO_UNLOCK`] on a plan without it (spec §6).
    pub fn check_custom_context(&self) -> Result<(), Problem> {
        if self.custom_context { Ok(()) } else { Err(UPGRADE_TO_UNLOCK.with("plan", &self.id)) }
    }

    /// Returns the maximum number of memory items, if memory is available.
    ///
    /// Problems: [`UPGRADE_TO_UNLOCK`] on a plan without memory (spec §6).
    pub fn check_memory(&self) -> Result<i64, Problem> {
        match self.memory_items {
            0 => Err(UPGRADE_TO_UNLOCK.with("plan", &self.id)),
            most => Ok(most),
        }
    }

    pub(crate) fn from_row(id: &str, row: &PlanRow) -> Self {
        let allowances = row.allowances.iter().map(|(&meter, allowance)| Allowance {
            meter,
            amount: allowance.amount,
            window: allowance.window,
            since: None,
        });
        Self {
            id: id.to_owned(),
            name: row.name.clone(),
            rank: row.rank,
            per_seat: row.per_seat,
            allowances: allowances.collect(),
            advanced_models: row.advanced_models,
            custom_context: row.custom_context,
            automatic_search: row.automatic_search,
            memory_items: row.memory_items,
            documents: row.documents,
            daily: row.daily,
        }
    }
}

/// One table of `plans.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlanRow {
    rank: u32,
    name: String,
    #[serde(default)]
    per_seat: bool,
    advanced_models: bool,
    custom_context: bool,
    automatic_search: bool,
    memory_items: i64,
    #[serde(default)]
    documents: DocumentLimits,
    #[serde(default)]
    daily: DailyLimits,
    allowances: BTreeMap<Meter, AllowanceRow>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AllowanceRow {
    #[serde(default)]
    amount: Option<i64>,
    window: Window,
}
