//! Changes that the operator makes to plans in the app: names, amounts, and what else is unlocked. Without I/O.

use std::collections::BTreeMap;

use kernel::Problem;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use crate::problems::{AMOUNT_MAX, PLAN_INVALID};
use crate::{Allowance, DailyLimits, DocumentLimits, LOCKED, Meter, OPEN, OPERATOR, Plan, Window};

/// Longest name of a plan, in Unicode scalar values.
const NAME_MAX_CHARS: usize = 40;

/// The contents of a plan, as the operator edits them. Amounts are per window; null is unlimited, and 0 of a meter
/// locks it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanGives {
    pub name: String,
    #[serde(deserialize_with = "said")]
    pub standard_query: Option<i64>,
    #[serde(deserialize_with = "said")]
    pub advanced_query: Option<i64>,
    #[serde(deserialize_with = "said")]
    pub advanced_credit: Option<i64>,
    /// Maximum number of memory items; 0: memory is locked.
    pub memory_items: i64,
    pub advanced_models: bool,
    /// True if people may set how much of a conversation a model is given.
    pub custom_context: bool,
    /// True if searches may be answered automatically, without asking each time.
    pub automatic_search: bool,
    pub documents: DocumentGives,
    /// Left out: as it is.
    #[serde(default)]
    pub daily: Option<DailyGives>,
}

/// Maximum number of PDFs that a person may keep and ask about; null: unlimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DocumentGives {
    /// Maximum number kept at once.
    #[serde(deserialize_with = "said")]
    pub files: Option<i64>,
    /// Maximum number of pages of each.
    #[serde(deserialize_with = "said")]
    pub pages: Option<i64>,
    /// Added in one day.
    #[serde(deserialize_with = "said")]
    pub uploads: Option<i64>,
    /// Asked in one day.
    #[serde(deserialize_with = "said")]
    pub questions: Option<i64>,
}

/// Number of times an action is allowed in one day; null: unlimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DailyGives {
    /// Pages and PDFs that are summed up.
    #[serde(deserialize_with = "said")]
    pub readings: Option<i64>,
    /// Videos that are summed up.
    #[serde(deserialize_with = "said")]
    pub videos: Option<i64>,
    /// Searches that are answered, with those of chats.
    #[serde(deserialize_with = "said")]
    pub searches: Option<i64>,
}

/// Deserializes a number or null, which must be present: an absent value would mean unlimited.
fn said<'de, D: Deserializer<'de>>(given: D) -> Result<Option<i64>, D::Error> {
    Option::deserialize(given)
}

/// Returns true if the operator may edit a plan. False for plans that only represent a state.
pub(crate) fn is_editable(plan: &Plan) -> bool {
    ![LOCKED, OPEN, OPERATOR].contains(&plan.id.as_str())
}

impl PlanGives {
    fn of_meter(&self, meter: Meter) -> Option<i64> {
        match meter {
            Meter::StandardQuery => self.standard_query,
            Meter::AdvancedQuery => self.advanced_query,
            Meter::AdvancedCredit => self.advanced_credit,
        }
    }

    /// Returns the first invalid field; `None`: all are valid.
    fn wrong_field(&self) -> Option<&'static str> {
        let DocumentGives { files, pages, uploads, questions } = self.documents;
        let daily = |of: fn(&DailyGives) -> Option<i64>| self.daily.as_ref().and_then(of);
        let amounts = [
            ("standard_query", self.standard_query),
            ("advanced_query", self.advanced_query),
            ("advanced_credit", self.advanced_credit),
            ("memory_items", Some(self.memory_items)),
            ("documents.files", files),
            ("documents.pages", pages),
            ("documents.uploads", uploads),
            ("documents.questions", questions),
            ("daily.readings", daily(|daily| daily.readings)),
            ("daily.videos", daily(|daily| daily.videos)),
            ("daily.searches", daily(|daily| daily.searches)),
        ];
        let name = self.name.trim();
        if name.is_empty() || name.chars().count() > NAME_MAX_CHARS {
            return Some("name");
        }
        let is_wrong =
            |amount: Option<i64>| amount.is_some_and(|it| !(0..=AMOUNT_MAX).contains(&it));
        if let Some((field, _)) = amounts.into_iter().find(|(_, amount)| is_wrong(*amount)) {
            return Some(field);
        }
        // Advanced models are not unlocked without queries to them.
        (self.advanced_models && self.advanced_query == Some(0)).then_some("advanced_query")
    }
}

/// Checks that plans can have these contents.
///
/// Problems: [`PLAN_INVALID`], which names the field: `gives.pro.advanced_query`.
pub(crate) fn check(
    plans: &BTreeMap<String, std::sync::Arc<Plan>>,
    gives: &BTreeMap<String, PlanGives>,
) -> Result<(), Problem> {
    for (id, given) in gives {
        if !plans.get(id).is_some_and(|plan| is_editable(plan)) {
            return Err(PLAN_INVALID.with("field", format!("gives.{id}")));
        }
        if let Some(field) = given.wrong_field() {
            return Err(PLAN_INVALID.with("field", format!("gives.{id}.{field}")));
        }
    }
    Ok(())
}

impl Plan {
    /// Returns its contents, as the operator edits them.
    pub fn gives(&self) -> PlanGives {
        let of = |meter| self.allowance(meter).map_or(Some(0), |allowance| allowance.amount);
        let DocumentLimits { files, pages, uploads, questions } = self.documents;
        let DailyLimits { readings, videos, searches } = self.daily;
        PlanGives {
            name: self.name.clone(),
            standard_query: of(Meter::StandardQuery),
            advanced_query: of(Meter::AdvancedQuery),
            advanced_credit: of(Meter::AdvancedCredit),
            memory_items: self.memory_items,
            advanced_models: self.advanced_models,
            custom_context: self.custom_context,
            automatic_search: self.automatic_search,
            documents: DocumentGives { files, pages: pages.map(i64::from), uploads, questions },
            daily: Some(DailyGives { readings, videos, searches }),
        }
    }

    /// Returns the plan with these contents.
    #[must_use]
    pub(crate) fn giving(&self, gives: &PlanGives) -> Self {
        // A formerly locked meter gets the window of the others.
        let window = self.allowances.first().map_or(Window::Daily, |allowance| allowance.window);
        let allowances = Meter::ALL.into_iter().filter_map(|meter| {
            let amount = gives.of_meter(meter);
            let window = self.allowance(meter).map_or(window, |allowance| allowance.window);
            (amount != Some(0)).then_some(Allowance { meter, amount, window, since: None })
        });
        let DocumentGives { files, pages, uploads, questions } = gives.documents;
        Self {
            name: gives.name.trim().to_owned(),
            allowances: allowances.collect(),
            advanced_models: gives.advanced_models,
            custom_context: gives.custom_context,
            automatic_search: gives.automatic_search,
            memory_items: gives.memory_items,
            documents: DocumentLimits {
                files,
                // A number that was checked fits.
                pages: pages.and_then(|pages| u32::try_from(pages).ok()),
                uploads,
                questions,
            },
            daily: gives.daily.map_or(self.daily, DailyLimits::from),
            ..self.clone()
        }
    }

    /// Returns the plan with at least everything that `sold` included: purchased contents stay.
    #[must_use]
    pub(crate) fn no_less_than(&self, sold: &Self) -> Self {
        let (now, then) = (self.gives(), sold.gives());
        let (today, once) = (self.daily, sold.daily);
        self.giving(&PlanGives {
            name: now.name,
            standard_query: more(now.standard_query, then.standard_query),
            advanced_query: more(now.advanced_query, then.advanced_query),
            advanced_credit: more(now.advanced_credit, then.advanced_credit),
            memory_items: now.memory_items.max(then.memory_items),
            advanced_models: now.advanced_models || then.advanced_models,
            custom_context: now.custom_context || then.custom_context,
            automatic_search: now.automatic_search || then.automatic_search,
            documents: DocumentGives {
                files: more(now.documents.files, then.documents.files),
                pages: more(now.documents.pages, then.documents.pages),
                uploads: more(now.documents.uploads, then.documents.uploads),
                questions: more(now.documents.questions, then.documents.questions),
            },
            daily: Some(DailyGives {
                readings: more(today.readings, once.readings),
                videos: more(today.videos, once.videos),
                searches: more(today.searches, once.searches),
            }),
        })
    }
}

impl From<DailyGives> for DailyLimits {
    fn from(DailyGives { readings, videos, searches }: DailyGives) -> Self {
        Self { readings, videos, searches }
    }
}

/// Returns the larger of two amounts; unlimited is the largest.
fn more(one: Option<i64>, other: Option<i64>) -> Option<i64> {
    Some(one?.max(other?))
}
