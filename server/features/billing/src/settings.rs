use std::collections::BTreeMap;

use serde::Deserialize;

use crate::education::EducationChange;
use crate::offer::{Pack, PlanPrices};
use crate::promotions::Promotion;

/// The settings section `[billing]`: the operator's changes to the compiled-in offer. Absent fields stay as they are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// ISO 4217.
    pub currency: Option<String>,
    /// 0: there is no free trial.
    pub trial_days: Option<u16>,
    pub trial_extension_days: Option<u16>,
    pub trial_plan: Option<String>,
    /// Prices by plan: `[billing.plans.pro]`.
    pub plans: BTreeMap<String, PlanPrices>,
    /// Replaces the compiled-in packs.
    pub packs: Option<BTreeMap<String, Pack>>,
    /// Replaces the compiled-in promotions.
    pub promotions: Option<BTreeMap<String, Promotion>>,
    /// `[billing.education]`: off unless `on = true`.
    pub education: EducationChange,
}
