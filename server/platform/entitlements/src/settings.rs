use std::collections::BTreeMap;

use serde::Deserialize;

use crate::Meter;

/// The settings section `[plans]`: the operator's changes to the compiled-in plans.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Settings {
    /// Changes by plan: `[plans.free]`.
    pub plans: BTreeMap<String, PlanSettings>,
}

/// The operator's changes to one plan. Absent fields stay as they are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlanSettings {
    /// Queries to basic models in each window: a number, or "unlimited".
    pub standard_query: Option<Amount>,
    /// Queries to advanced models in each window: a number, or "unlimited".
    pub advanced_query: Option<Amount>,
    /// Credits for images, voice and the like in each window: a number, or "unlimited".
    pub advanced_credit: Option<Amount>,
    /// True if advanced models may be used.
    pub advanced_models: Option<bool>,
    /// True if people may set the limit of a conversation's context themselves.
    pub custom_context: Option<bool>,
    /// True if searches may be answered automatically, without asking each time.
    pub automatic_search: Option<bool>,
    /// Maximum number of memory items; 0 locks memory.
    pub memory_items: Option<i64>,
    /// Limits of PDFs that may be kept and asked about.
    pub documents: DocumentSettings,
    /// Daily limits of actions.
    pub daily: DailySettings,
}

/// The operator's changes to a plan's document limits: numbers, or "unlimited".
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DocumentSettings {
    /// Maximum number kept at once.
    pub files: Option<Amount>,
    /// Maximum number of pages of each.
    pub pages: Option<Amount>,
    /// Added in one day.
    pub uploads: Option<Amount>,
    /// Asked in one day.
    pub questions: Option<Amount>,
}

/// The operator's changes to a plan's daily limits: numbers, or "unlimited".
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DailySettings {
    /// Pages and PDFs that are summed up.
    pub readings: Option<Amount>,
    /// Videos that are summed up.
    pub videos: Option<Amount>,
    /// Searches that are answered, with those of chats.
    pub searches: Option<Amount>,
}

impl PlanSettings {
    pub(crate) fn amount(&self, meter: Meter) -> Option<Amount> {
        match meter {
            Meter::StandardQuery => self.standard_query,
            Meter::AdvancedQuery => self.advanced_query,
            Meter::AdvancedCredit => self.advanced_credit,
        }
    }
}

/// Amount of a meter that a plan grants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Amount {
    Limited(i64),
    Unlimited(UnlimitedWord),
}

/// The word "unlimited" in place of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnlimitedWord {
    Unlimited,
}

impl Amount {
    pub(crate) fn limit(self) -> Option<i64> {
        match self {
            Self::Limited(amount) => Some(amount),
            Self::Unlimited(_) => None,
        }
    }
}
