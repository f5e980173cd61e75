//! The offer: which plans and packs are sold, and for how much.

use std::collections::BTreeMap;

use entitlements::{AMOUNT_MAX, Entitlements, FREE, OPEN, OPERATOR, PlanGives};
use kernel::{Problem, ProblemKind};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::education::Education;
use crate::problems::{
    CURRENCY_INVALID, EDUCATION_INVALID, NOT_SOLD, PACK_INVALID, PLAN_UNKNOWN, PRICE_OUT_OF_RANGE,
    PROMOTION_INVALID, SEATS_OUT_OF_RANGE, TRIAL_INVALID,
};
use crate::promotions::{PROMOTIONS_MAX, Promotion};
use crate::rules::{CREDITS_MAX, Cycle, PACKS_MAX, PRICE_MAX, SEATS_MAX, TRIAL_MAX_DAYS, Terms};
use crate::{Settings, auto_deduction};

const COMPILED_IN: &str = include_str!("../offer.toml");

/// The offer: everything that is sold. Prices are in the currency's smallest unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Offer {
    /// ISO 4217, upper case.
    pub currency: String,
    pub trial: Trial,
    /// Prices by plan. A plan without a price is not sold.
    pub plans: BTreeMap<String, PlanPrices>,
    /// Packs by name: credits on top of the monthly ones.
    pub packs: BTreeMap<String, Pack>,
    /// Promotions by id; `fresh…` are for newcomers, `newyear…` and `homecoming…` recur every year.
    #[serde(default)]
    pub promotions: BTreeMap<String, Promotion>,
    /// Discount on each period, for people verified by a school.
    #[serde(default)]
    pub education: Education,
    /// Contents by plan, stored by `entitlements`; plans not named stay as they are.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub gives: BTreeMap<String, PlanGives>,
}

/// The price of a plan for a period; null where it is not sold so.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PlanPrices {
    pub monthly: Option<i64>,
    pub yearly: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CreditPack)]
pub struct Pack {
    pub credits: i64,
    pub price: i64,
}

/// A plan for nothing, for some days, once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TrialOffer)]
pub(crate) struct Trial {
    pub plan: String,
    /// 0: there is none.
    pub days: u16,
    /// Number of days a trial is extended by on request, once. 0: no extension.
    pub extension_days: u16,
}

/// The reason why the offer in the settings is invalid.
#[derive(Debug, thiserror::Error)]
#[error("billing: {text} ({params})")]
pub struct OfferError {
    text: &'static str,
    params: String,
}

impl Offer {
    /// Returns the offer that is compiled in, with the operator's changes.
    pub fn load(settings: &Settings, entitlements: &Entitlements) -> Result<Self, OfferError> {
        let mut offer: Self =
            toml::from_str(COMPILED_IN).expect("offer.toml is compiled in: a test reads it");
        if let Some(currency) = &settings.currency {
            offer.currency.clone_from(currency);
        }
        let Settings { trial_plan, trial_days, trial_extension_days, .. } = settings;
        let Trial { plan, days, extension_days } = offer.trial;
        offer.trial = Trial {
            plan: trial_plan.clone().unwrap_or(plan),
            days: trial_days.unwrap_or(days),
            extension_days: trial_extension_days.unwrap_or(extension_days),
        };
        for (id, changed) in &settings.plans {
            let prices = offer.plans.entry(id.clone()).or_default();
            prices.monthly = changed.monthly.or(prices.monthly);
            prices.yearly = changed.yearly.or(prices.yearly);
        }
        if let Some(packs) = &settings.packs {
            offer.packs.clone_from(packs);
        }
        if let Some(promotions) = &settings.promotions {
            offer.promotions.clone_from(promotions);
        }
        offer.education = offer.education.changed(&settings.education);
        match offer.check(entitlements) {
            Ok(()) => Ok(offer),
            Err(Problem { kind, params }) => {
                Err(OfferError { text: kind.text, params: format!("{params:?}") })
            }
        }
    }

    /// Checks that this offer can be sold. A problem's `field` names the part that cannot: `packs.small.price`.
    ///
    /// Problems: [`CURRENCY_INVALID`], [`PLAN_UNKNOWN`], [`PRICE_OUT_OF_RANGE`], [`PACK_INVALID`],
    /// [`PROMOTION_INVALID`], [`EDUCATION_INVALID`], [`TRIAL_INVALID`], [`entitlements::PLAN_INVALID`].
    pub fn check(&self, entitlements: &Entitlements) -> Result<(), Problem> {
        let is_currency =
            self.currency.len() == 3 && self.currency.bytes().all(|byte| byte.is_ascii_uppercase());
        demand(is_currency, CURRENCY_INVALID, "currency")?;
        self.check_prices(entitlements)?;
        self.check_packs()?;
        self.check_promotions()?;
        demand(self.education.is_valid(), EDUCATION_INVALID, "education")?;
        let Trial { plan, days, extension_days } = &self.trial;
        demand(*days <= TRIAL_MAX_DAYS, TRIAL_INVALID, "trial.days")?;
        demand(*extension_days <= TRIAL_MAX_DAYS, TRIAL_INVALID, "trial.extension_days")?;
        let is_sold = *days == 0 || self.plans.contains_key(plan);
        demand(is_sold, TRIAL_INVALID, "trial.plan")?;
        entitlements.check_gives(&self.gives)
    }

    fn check_prices(&self, entitlements: &Entitlements) -> Result<(), Problem> {
        for (id, prices) in &self.plans {
            let is_given = [FREE, OPEN, OPERATOR].contains(&id.as_str());
            let is_plan = !is_given && entitlements.plan(id).is_some();
            demand(is_plan, PLAN_UNKNOWN, format!("plans.{id}"))?;
            for (cycle, price) in [("monthly", prices.monthly), ("yearly", prices.yearly)] {
                let is_price = price.is_none_or(|price| (0..=PRICE_MAX).contains(&price));
                demand(is_price, PRICE_OUT_OF_RANGE, format!("plans.{id}.{cycle}"))?;
            }
        }
        Ok(())
    }

    fn check_packs(&self) -> Result<(), Problem> {
        demand(self.packs.len() <= PACKS_MAX, PACK_INVALID, "packs")?;
        for (name, pack) in &self.packs {
            // Automatic orders are counted by their name, up to the month's limit.
            let is_name = !name.trim().is_empty()
                && (name.len() <= 40 && name.is_ascii() && name != auto_deduction::ITEM);
            demand(is_name, PACK_INVALID, format!("packs.{name}"))?;
            let is_amount = (1..=CREDITS_MAX.min(AMOUNT_MAX)).contains(&pack.credits);
            demand(is_amount, PACK_INVALID, format!("packs.{name}.credits"))?;
            let is_price = (1..=PRICE_MAX).contains(&pack.price);
            demand(is_price, PRICE_OUT_OF_RANGE, format!("packs.{name}.price"))?;
        }
        Ok(())
    }

    fn check_promotions(&self) -> Result<(), Problem> {
        demand(self.promotions.len() <= PROMOTIONS_MAX, PROMOTION_INVALID, "promotions")?;
        for (id, promotion) in &self.promotions {
            let is_sold = promotion.plans.iter().all(|plan| self.plans.contains_key(plan));
            demand(is_sold, PROMOTION_INVALID, format!("promotions.{id}.plans"))?;
            if let Some(field) = promotion.wrong_field(id) {
                return Err(PROMOTION_INVALID.with("field", format!("promotions.{id}{field}")));
            }
        }
        Ok(())
    }

    /// Returns the terms of a plan paid so often, of one person.
    ///
    /// Problems: [`NOT_SOLD`].
    pub fn terms(
        &self,
        entitlements: &Entitlements,
        plan: &str,
        cycle: Cycle,
    ) -> Result<Terms, Problem> {
        self.terms_for(entitlements, plan, cycle, None)
    }

    /// Returns the terms of a plan with a billing cycle; for a team's, with a number of seats. Personal plans are not
    /// sold to teams, and vice versa.
    ///
    /// Problems: [`NOT_SOLD`], [`SEATS_OUT_OF_RANGE`].
    pub fn terms_for(
        &self,
        entitlements: &Entitlements,
        plan: &str,
        cycle: Cycle,
        seats: Option<i64>,
    ) -> Result<Terms, Problem> {
        let prices = self.plans.get(plan);
        let price = prices.and_then(|prices| prices.of(cycle));
        let known = entitlements.plan(plan).filter(|plan| plan.per_seat == seats.is_some());
        let (Some(price), Some(known)) = (price, known) else {
            return Err(NOT_SOLD.with("plan", plan));
        };
        let seats = seats.unwrap_or(1);
        if !(1..=SEATS_MAX).contains(&seats) {
            return Err(SEATS_OUT_OF_RANGE.with("max", SEATS_MAX));
        }
        Ok(Terms {
            plan: plan.to_owned(),
            rank: known.rank,
            cycle,
            seats,
            price: price.saturating_mul(seats),
            currency: self.currency.clone(),
        })
    }

    /// Returns the minimum amount of an automatic order: the price of the cheapest pack.
    pub fn least_deduction(&self) -> Option<i64> {
        self.packs.values().map(|pack| pack.price).min()
    }

    /// Returns the credits that `amount` buys, at the price of the largest pack that it would pay; rounded down.
    pub fn credits_for(&self, amount: i64) -> Option<i64> {
        let payable = self.packs.values().filter(|pack| pack.price <= amount);
        let pack = payable.max_by_key(|pack| pack.price)?;
        let credits = i128::from(amount) * i128::from(pack.credits) / i128::from(pack.price);
        Some(i64::try_from(credits).unwrap_or(AMOUNT_MAX).min(AMOUNT_MAX))
    }

    /// Parses a pack.
    ///
    /// Problems: [`NOT_SOLD`].
    pub fn pack(&self, name: &str) -> Result<Pack, Problem> {
        self.packs.get(name).copied().ok_or_else(|| NOT_SOLD.with("pack", name))
    }
}

impl PlanPrices {
    pub fn of(self, cycle: Cycle) -> Option<i64> {
        match cycle {
            Cycle::Monthly => self.monthly,
            Cycle::Yearly => self.yearly,
        }
    }
}

fn demand(holds: bool, kind: ProblemKind, field: impl ToString) -> Result<(), Problem> {
    if holds { Ok(()) } else { Err(kind.with("field", field)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entitlements() -> Entitlements {
        Entitlements::new(&entitlements::Settings::default()).unwrap()
    }

    fn load(text: &str) -> Result<Offer, OfferError> {
        Offer::load(&toml::from_str(text).unwrap(), &entitlements())
    }

    #[test]
    fn three_plans_are_sold_by_the_month_and_by_the_year() {
        let offer = load("").unwrap();
        assert_eq!(
            offer.plans.keys().collect::<Vec<_>>(),
            ["pro", "pro_plus", "team", "unlimited"]
        );
        for prices in offer.plans.values() {
            let (monthly, yearly) = (prices.monthly.unwrap(), prices.yearly.unwrap());
            assert!(monthly < yearly && yearly < 12 * monthly, "a year costs less than its months");
        }
        assert_eq!(offer.trial, Trial { plan: "pro".into(), days: 7, extension_days: 7 });
    }

    #[test]
    fn the_education_discount_is_off_until_it_is_switched_on() {
        let off = load("").unwrap().education;
        assert_eq!((off.on, off.percent_off, off.days), (false, 40, 365));
        assert_eq!(off.domains, [".edu", ".edu.*", ".ac.*"]);
        let on = load("education.on = true").unwrap().education;
        assert_eq!(on, Education { on: true, ..off });
    }

    #[test]
    fn an_operator_changes_only_what_the_settings_name() {
        let offer = load("currency = \"EUR\"\nplans.pro.monthly = 1290").unwrap();
        assert_eq!(offer.currency, "EUR");
        let pro = offer.terms(&entitlements(), "pro", Cycle::Monthly).unwrap();
        assert_eq!((pro.price, pro.currency.as_str()), (1_290, "EUR"));
        assert_eq!(offer.plans["pro"].yearly, Some(9_900));
    }

    // spec §3: "Plans: monthly, yearly, team monthly, team yearly; also Pro, Pro+, Unlimited."
    #[test]
    fn a_teams_plan_is_sold_by_seats_and_to_teams_only() {
        let offer = load("").unwrap();
        let terms = |plan, seats| offer.terms_for(&entitlements(), plan, Cycle::Monthly, seats);
        assert_eq!(terms("team", Some(3)).unwrap().price, 3 * 2_490);
        assert_eq!(terms("team", None).unwrap_err().kind, NOT_SOLD);
        assert_eq!(terms("pro", Some(3)).unwrap_err().kind, NOT_SOLD);
        for seats in [0, -1, 1_001] {
            assert_eq!(terms("team", Some(seats)).unwrap_err().kind, SEATS_OUT_OF_RANGE);
        }
    }

    // spec §5: "Auto deduction has a minimum deduction amount."
    #[test]
    fn a_deduction_buys_at_the_price_of_the_largest_pack_that_it_would_pay() {
        let offer = load("").unwrap();
        assert_eq!(offer.least_deduction(), Some(490));
        assert_eq!(offer.credits_for(489), None);
        assert_eq!(offer.credits_for(980), Some(1_000));
        assert_eq!(offer.credits_for(1_490), Some(2_000));
        assert_eq!(load("packs = {}").unwrap().least_deduction(), None);
    }

    #[test]
    fn what_cannot_be_sold_is_refused() {
        for wrong in [
            "plans.gold.monthly = 1",
            "plans.free.monthly = 1",
            "plans.operator.monthly = 1",
            "plans.pro.monthly = -1",
            "currency = \"usd\"",
            "trial_plan = \"gold\"",
            "trial_days = 400",
            "packs.p = { credits = 0, price = 1 }",
            "packs.p = { credits = 1, price = 0 }",
            "packs.auto_deduction = { credits = 1, price = 1 }",
            "education = { on = true, percent_off = 0 }",
            "education = { on = true, percent_off = 91 }",
            "education = { on = true, days = 0 }",
            "education = { on = true, domains = [] }",
            "education = { on = true, domains = [\"*\"] }",
        ] {
            assert!(load(wrong).is_err(), "{wrong}");
        }
        let offer = load("packs = {}").unwrap();
        assert!(offer.pack("small").is_err());
        assert!(offer.terms(&entitlements(), "free", Cycle::Monthly).is_err());
    }
}
