use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::{Problem, Timestamp};

use crate::gives::{self, PlanGives};
use crate::plan::PlanRow;
use crate::problems::AMOUNT_MAX;
use crate::settings::{Amount, DailySettings, DocumentSettings, PlanSettings};
use crate::{
    Allowance, DailyLimits, DocumentLimits, FREE, LOCKED, Meter, OPEN, Plan, Settings, Window,
};

const COMPILED_IN: &str = include_str!("../plans.toml");

/// Errors that make the plans unusable. The texts name the setting and a valid value.
#[derive(Debug, thiserror::Error)]
pub enum PlansError {
    #[error("plans.{plan}: there is no such plan; the plans are {known}")]
    UnknownPlan { plan: String, known: String },
    #[error(
        "plans.{plan}.{meter}: {amount} must be a number from 0 to {AMOUNT_MAX}, or \"unlimited\""
    )]
    AmountOutOfRange { plan: String, meter: &'static str, amount: i64 },
    #[error(
        "plans.{plan}.advanced_models: set plans.{plan}.advanced_query too, or no question is answered"
    )]
    NoAdvancedQueries { plan: String },
}

/// All plans of this installation.
#[derive(Debug, Clone)]
pub(crate) struct Plans {
    all: BTreeMap<String, Arc<Plan>>,
    /// Earlier versions of plans, before edits that the operator made in the app, with the end of their validity; the
    /// oldest first.
    before: Vec<(Timestamp, BTreeMap<String, Arc<Plan>>)>,
}

/// A plan that a workspace was granted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Granted<'a> {
    pub plan: &'a str,
    pub since: Timestamp,
    /// Time at which it was ordered or granted: its contents at that time are guaranteed.
    pub sold_at: Timestamp,
}

impl Plans {
    pub(crate) fn load(settings: &Settings) -> Result<Self, PlansError> {
        let mut plans = compiled_in();
        for (id, changes) in &settings.plans {
            let known = || plans.keys().cloned().collect::<Vec<_>>().join(", ");
            let Some(plan) = plans.get(id) else {
                return Err(PlansError::UnknownPlan { plan: id.clone(), known: known() });
            };
            let changed = with_changes(plan, changes)?;
            plans.insert(id.clone(), changed);
        }
        let all = plans.into_iter().map(|(id, plan)| (id, Arc::new(plan))).collect();
        Ok(Self { all, before: Vec::new() })
    }

    /// Returns the plan that everybody has where nothing is charged.
    pub(crate) fn open(&self) -> Arc<Plan> {
        self.get(OPEN).cloned().expect("plans.toml has the open plan: a test holds it")
    }

    /// Applies the operator's changes at these moments, the oldest first. Contents that are no longer valid (from a
    /// version with other plans) are skipped.
    pub(crate) fn changed(&self, changes: &[(Timestamp, BTreeMap<String, PlanGives>)]) -> Self {
        let mut changed = self.clone();
        for (at, gives) in changes {
            if let Err(problem) = gives::check(&self.all, gives) {
                tracing::warn!(
                    field = problem.params["field"],
                    "a change of the plans is passed over"
                );
                continue;
            }
            let before = changed.all.clone();
            for (id, plan) in &mut changed.all {
                if let Some(gives) = gives.get(id) {
                    *plan = Arc::new(plan.giving(gives));
                }
            }
            changed.before.push((*at, before));
        }
        changed
    }

    /// Returns the contents of each plan that the operator may edit.
    pub(crate) fn gives(&self) -> BTreeMap<String, PlanGives> {
        let editable = self.all.iter().filter(|(_, plan)| gives::is_editable(plan));
        editable.map(|(id, plan)| (id.clone(), plan.gives())).collect()
    }

    /// Checks that plans can have these contents.
    ///
    /// Problems: [`crate::PLAN_INVALID`].
    pub(crate) fn check(&self, gives: &BTreeMap<String, PlanGives>) -> Result<(), Problem> {
        gives::check(&self.all, gives)
    }

    pub(crate) fn get(&self, id: &str) -> Option<&Arc<Plan>> {
        self.all.get(id)
    }

    pub(crate) fn free(&self) -> Arc<Plan> {
        self.all.get(FREE).cloned().expect("plans.toml has the free plan: a test holds it")
    }

    /// Returns the plan of the highest rank among `granted`, the latest one of equals; `free` if there is none. A grant
    /// of a plan that only a newer version knows is ignored.
    pub(crate) fn best<'a>(&self, granted: impl Iterator<Item = Granted<'a>>) -> Arc<Plan> {
        self.highest(granted, false).unwrap_or_else(|| self.free())
    }

    /// Returns the plan of a team of `seats`: only plans for teams count, and without one it is locked.
    pub(crate) fn best_of_team<'a>(
        &self,
        granted: impl Iterator<Item = Granted<'a>>,
        seats: i64,
    ) -> Arc<Plan> {
        match self.highest(granted, true) {
            Some(plan) => Arc::new(plan.of_seats(seats)),
            None => {
                self.get(LOCKED).cloned().expect("plans.toml has the locked plan: a test holds it")
            }
        }
    }

    fn highest<'a>(
        &self,
        granted: impl Iterator<Item = Granted<'a>>,
        per_seat: bool,
    ) -> Option<Arc<Plan>> {
        let known = granted
            .filter_map(|granted| Some((self.get(granted.plan)?, granted)))
            .filter(|(plan, _)| plan.per_seat == per_seat);
        let (plan, granted) = known.max_by_key(|(plan, granted)| (plan.rank, granted.since))?;
        let plan = self.as_sold(plan, granted.sold_at);
        let counts = plan.counts_from_its_beginning();
        Some(if counts { Arc::new(plan.begun(granted.since)) } else { plan })
    }

    /// Returns a plan for a grant sold at `sold_at`: with no less than it included then.
    fn as_sold(&self, plan: &Arc<Plan>, sold_at: Timestamp) -> Arc<Plan> {
        let then = self.before.iter().find(|(until, _)| sold_at < *until);
        match then.and_then(|(_, plans)| plans.get(&plan.id)) {
            Some(sold) => Arc::new(plan.no_less_than(sold)),
            None => plan.clone(),
        }
    }
}

fn compiled_in() -> BTreeMap<String, Plan> {
    let rows: BTreeMap<String, PlanRow> =
        toml::from_str(COMPILED_IN).expect("plans.toml is compiled in: a test reads it");
    rows.iter().map(|(id, row)| (id.clone(), Plan::from_row(id, row))).collect()
}

fn with_changes(plan: &Plan, changes: &PlanSettings) -> Result<Plan, PlansError> {
    let mut changed = plan.clone();
    changed.advanced_models = changes.advanced_models.unwrap_or(plan.advanced_models);
    changed.custom_context = changes.custom_context.unwrap_or(plan.custom_context);
    changed.automatic_search = changes.automatic_search.unwrap_or(plan.automatic_search);
    if let Some(items) = changes.memory_items {
        check_number(&plan.id, "memory_items", items)?;
        changed.memory_items = items;
    }
    changed.documents = with_document_changes(plan, &changes.documents)?;
    changed.daily = with_daily_changes(plan, &changes.daily)?;
    changed.allowances = Vec::new();
    for meter in Meter::ALL {
        let as_it_is = plan.allowance(meter);
        let Some(amount) = changes.amount(meter).map(|amount| amount.limit()) else {
            changed.allowances.extend(as_it_is);
            continue;
        };
        check_amount(&plan.id, meter, amount)?;
        let window = as_it_is.map_or(Window::Daily, |allowance| allowance.window);
        changed.allowances.push(Allowance { meter, amount, window, since: None });
    }
    if changed.advanced_models && changed.allowance(Meter::AdvancedQuery).is_none() {
        return Err(PlansError::NoAdvancedQueries { plan: plan.id.clone() });
    }
    Ok(changed)
}

fn with_document_changes(
    plan: &Plan,
    changes: &DocumentSettings,
) -> Result<DocumentLimits, PlansError> {
    let as_they_are = plan.documents;
    let change = |name, given, now| changed_limit(&plan.id, name, given, now);
    let pages = change("documents.pages", changes.pages, as_they_are.pages.map(i64::from))?;
    Ok(DocumentLimits {
        files: change("documents.files", changes.files, as_they_are.files)?,
        // A number that was checked fits.
        pages: pages.and_then(|pages| u32::try_from(pages).ok()),
        uploads: change("documents.uploads", changes.uploads, as_they_are.uploads)?,
        questions: change("documents.questions", changes.questions, as_they_are.questions)?,
    })
}

fn with_daily_changes(plan: &Plan, changes: &DailySettings) -> Result<DailyLimits, PlansError> {
    let as_they_are = plan.daily;
    let change = |name, given, now| changed_limit(&plan.id, name, given, now);
    Ok(DailyLimits {
        readings: change("daily.readings", changes.readings, as_they_are.readings)?,
        videos: change("daily.videos", changes.videos, as_they_are.videos)?,
        searches: change("daily.searches", changes.searches, as_they_are.searches)?,
    })
}

/// Returns a limit as the operator set it in `given`; `now` if they did not.
fn changed_limit(
    plan: &str,
    name: &'static str,
    given: Option<Amount>,
    now: Option<i64>,
) -> Result<Option<i64>, PlansError> {
    match given {
        Some(Amount::Limited(number)) => {
            check_number(plan, name, number)?;
            Ok(Some(number))
        }
        Some(Amount::Unlimited(_)) => Ok(None),
        None => Ok(now),
    }
}

fn check_amount(plan: &str, meter: Meter, amount: Option<i64>) -> Result<(), PlansError> {
    amount.map_or(Ok(()), |amount| check_number(plan, meter.as_str(), amount))
}

fn check_number(plan: &str, meter: &'static str, amount: i64) -> Result<(), PlansError> {
    if (0..=AMOUNT_MAX).contains(&amount) {
        return Ok(());
    }
    Err(PlansError::AmountOutOfRange { plan: plan.to_owned(), meter, amount })
}

#[cfg(test)]
mod tests {
    use kernel::Tier;

    use super::*;
    use crate::{DailyGives, DailyUse, OPERATOR};

    fn plans() -> Plans {
        Plans::load(&Settings::default()).unwrap()
    }

    fn settings(text: &str) -> Settings {
        toml::from_str(text).unwrap()
    }

    // spec §9: "free daily 40 (reset 00:00 UTC)"
    #[test]
    fn a_free_plan_has_40_standard_queries_a_day_and_no_advanced_ones() {
        let free = plans().free();
        let standard = free.allowance(Meter::StandardQuery).unwrap();
        assert_eq!((standard.amount, standard.window), (Some(40), Window::Daily));
        assert_eq!(free.allowance(Meter::AdvancedQuery), None);
        assert_eq!(free.allowance(Meter::AdvancedCredit), None);
    }

    // spec §6: "Advanced models … are locked ("Upgrade to Unlock")"
    #[test]
    fn advanced_models_are_locked_on_the_free_plan() {
        let free = plans().free();
        assert_eq!(free.check_tier(Tier::Standard), Ok(()));
        let refused = free.check_tier(Tier::Advanced).unwrap_err();
        assert_eq!(refused.kind.code, "entitlements.upgrade_to_unlock");
        assert_eq!(refused.kind.text, "Upgrade to Unlock");
    }

    // spec §6: "Advanced models, memory, credits and some tools are locked ("Upgrade to Unlock")."
    #[test]
    fn memory_is_locked_on_the_free_plan_and_has_room_on_the_others() {
        let refused = plans().free().check_memory().unwrap_err();
        assert_eq!(refused.kind.text, "Upgrade to Unlock");
        let room = |id| plans().get(id).unwrap().check_memory();
        assert_eq!(["pro", "pro_plus", "unlimited"].map(room), [Ok(100), Ok(300), Ok(1_000)]);
        let free = Plans::load(&settings("free.memory_items = 20")).unwrap().free();
        assert_eq!(free.check_memory(), Ok(20));
        let refused = Plans::load(&settings("pro.memory_items = -1")).unwrap_err().to_string();
        assert!(refused.starts_with("plans.pro.memory_items: "), "{refused}");
    }

    // spec §6: "PDF chat limited to 20 pages per file and 1 file, 1 upload or 3 PDF queries per day."
    // spec §9: "Chat PDF: 50MB, 20 pages, free users 1 upload per day or 3 PDF queries per day."
    #[test]
    fn a_free_plan_has_one_pdf_of_20_pages_one_upload_and_3_questions_a_day() {
        let free = plans().free().documents;
        let all = (free.files, free.pages, free.uploads, free.questions);
        assert_eq!(all, (Some(1), Some(20), Some(1), Some(3)));
        for id in ["pro", "pro_plus", "unlimited", "team", "open", "operator"] {
            assert_eq!(plans().get(id).unwrap().documents, DocumentLimits::default(), "{id}");
        }
        let changed = settings("free.documents = { files = 5, questions = \"unlimited\" }");
        let changed = Plans::load(&changed).unwrap().free().documents;
        assert_eq!((changed.files, changed.pages, changed.questions), (Some(5), Some(20), None));
        let refused = Plans::load(&settings("free.documents = { pages = -1 }")).unwrap_err();
        assert!(refused.to_string().starts_with("plans.free.documents.pages: "), "{refused}");
    }

    // Figures are ours: decision 0868.
    #[test]
    fn a_free_plan_has_10_readings_5_videos_and_20_searches_a_day() {
        let free = plans().free();
        let of = |plan: &Plan| DailyUse::ALL.map(|it| plan.daily_limit(it));
        assert_eq!(of(&free), [Some(10), Some(5), Some(20), Some(1), Some(3)]);
        for id in ["pro", "pro_plus", "unlimited", "team", "open", "operator"] {
            assert_eq!(of(plans().get(id).unwrap()), [None; 5], "{id}");
        }
        let changed = settings("free.daily = { readings = 2, searches = \"unlimited\" }");
        let changed = Plans::load(&changed).unwrap().free().daily;
        let limits = (changed.readings, changed.videos, changed.searches);
        assert_eq!(limits, (Some(2), Some(5), None));
        let refused = Plans::load(&settings("free.daily = { videos = -1 }")).unwrap_err();
        assert!(refused.to_string().starts_with("plans.free.daily.videos: "), "{refused}");
    }

    #[test]
    fn the_operator_is_not_limited() {
        let operator = plans().get(OPERATOR).cloned().unwrap();
        assert_eq!(operator.check_tier(Tier::Advanced), Ok(()));
        for meter in Meter::ALL {
            assert_eq!(operator.allowance(meter).unwrap().amount, None);
        }
    }

    // spec §3: "Plans: monthly, yearly, team monthly, team yearly; also Pro, Pro+, Unlimited."
    #[test]
    fn a_team_has_the_amounts_of_its_seats_together() {
        let since = Timestamp::from_micros(0);
        let granted = |plan| std::iter::once(Granted { plan, since, sold_at: since });
        let team = plans().best_of_team(granted("team"), 3);
        assert_eq!(team.allowance(Meter::AdvancedCredit).unwrap().amount, Some(3_000));
        assert_eq!(plans().best(granted("team")).id, "free", "nobody has a team's plan alone");
        assert_eq!(plans().best_of_team(granted("pro"), 3).id, "locked");
    }

    // spec §6: "they are told to switch workspace or contact the admin"
    #[test]
    fn nothing_is_used_in_a_team_that_nobody_pays_for() {
        let locked = plans().best_of_team([].into_iter(), 3);
        let refused = locked.check_tier(Tier::Standard).unwrap_err();
        assert_eq!(refused.kind.text, "Please switch workspace or contact the admin");
        assert!(Meter::ALL.into_iter().all(|meter| locked.allowance(meter).is_none()));
    }

    #[test]
    fn the_plan_of_the_highest_rank_counts() {
        let best = |granted: &[(&'static str, i64)]| {
            let at = |&(plan, at)| {
                let since = Timestamp::from_micros(at);
                Granted { plan, since, sold_at: since }
            };
            plans().best(granted.iter().map(at))
        };
        assert_eq!(best(&[("operator", 0), ("free", 1)]).id, "operator");
        assert_eq!(best(&[("from_the_future", 0)]).id, "free");
        assert_eq!(best(&[]).id, "free");
        let latest = best(&[("pro", 5), ("pro", 9), ("free", 10)]);
        let since = latest.allowance(Meter::AdvancedQuery).unwrap().since;
        assert_eq!((latest.id.as_str(), since), ("pro", Some(Timestamp::from_micros(9))));
    }

    // spec §3: "Plans: monthly, yearly, team monthly, team yearly; also Pro, Pro+, Unlimited."
    // spec §6: "Paid subscriber (Pro, Pro+, Unlimited): monthly advanced queries and credits, advanced models"
    #[test]
    fn paid_plans_give_advanced_queries_and_credits_each_month() {
        for (id, name) in [("pro", "Pro"), ("pro_plus", "Pro+"), ("unlimited", "Unlimited")] {
            let plan = plans().get(id).cloned().unwrap();
            assert_eq!(plan.name, name);
            assert!(plan.advanced_models && plan.custom_context && plan.automatic_search);
            for meter in [Meter::AdvancedQuery, Meter::AdvancedCredit] {
                let allowance = plan.allowance(meter).unwrap();
                assert!(allowance.amount.unwrap() > 0);
                assert_eq!(allowance.window, Window::Monthly);
            }
        }
    }

    // spec §9: "standard queries unlimited up to 12,000 per month; advanced queries rate-limited after 1,600 per month"
    #[test]
    fn the_largest_plan_gives_12000_standard_and_1600_advanced_queries_a_month() {
        let unlimited = plans().get("unlimited").cloned().unwrap();
        assert_eq!(unlimited.allowance(Meter::StandardQuery).unwrap().amount, Some(12_000));
        assert_eq!(unlimited.allowance(Meter::AdvancedQuery).unwrap().amount, Some(1_600));
    }

    #[test]
    fn where_nothing_is_charged_everybody_has_everything() {
        let open = plans().open();
        assert_eq!(open.check_tier(Tier::Advanced), Ok(()));
        for meter in Meter::ALL {
            assert_eq!(open.allowance(meter).unwrap().amount, None);
        }
    }

    #[test]
    fn an_operator_changes_only_what_the_settings_name() {
        let changes = "[free]\nstandard_query = 100\nadvanced_query = 5\nadvanced_models = true";
        let free = Plans::load(&settings(changes)).unwrap().free();
        assert_eq!(free.allowance(Meter::StandardQuery).unwrap().amount, Some(100));
        assert_eq!(free.allowance(Meter::AdvancedQuery).unwrap().amount, Some(5));
        assert_eq!(free.allowance(Meter::AdvancedCredit), None);
        assert_eq!(free.check_tier(Tier::Advanced), Ok(()));
    }

    #[test]
    fn a_setting_may_lift_a_limit() {
        let free = Plans::load(&settings("free.standard_query = \"unlimited\"")).unwrap().free();
        assert_eq!(free.allowance(Meter::StandardQuery).unwrap().amount, None);
    }

    // spec §9: "Maximum integer 2147483647."
    #[test]
    fn an_amount_out_of_range_is_refused_with_the_name_of_the_setting() {
        for amount in ["-1", "2147483648"] {
            let wrong = settings(&format!("free.standard_query = {amount}"));
            let refused = Plans::load(&wrong).unwrap_err().to_string();
            assert!(refused.starts_with("plans.free.standard_query: "), "{refused}");
        }
        assert!(Plans::load(&settings("free.standard_query = 2147483647")).is_ok());
    }

    #[test]
    fn advanced_models_are_not_unlocked_without_queries_to_them() {
        let refused = Plans::load(&settings("free.advanced_models = true")).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "plans.free.advanced_models: set plans.free.advanced_query too, or no question is answered"
        );
    }

    #[test]
    fn a_setting_for_an_unknown_plan_is_refused() {
        let refused = Plans::load(&settings("gold.standard_query = 1")).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "plans.gold: there is no such plan; the plans are free, locked, open, operator, pro, pro_plus, team, unlimited"
        );
    }

    fn at(micros: i64) -> Timestamp {
        Timestamp::from_micros(micros)
    }

    /// Returns a change to Pro with so many advanced queries, from a moment on.
    fn change(from: i64, amount: i64) -> (Timestamp, BTreeMap<String, PlanGives>) {
        let gives = PlanGives { advanced_query: Some(amount), ..plans().gives()["pro"].clone() };
        (at(from), BTreeMap::from([("pro".to_owned(), gives)]))
    }

    fn queries(plans: &Plans, sold_at: i64) -> Option<i64> {
        let granted = Granted { plan: "pro", since: at(sold_at), sold_at: at(sold_at) };
        plans.best([granted].into_iter()).allowance(Meter::AdvancedQuery)?.amount
    }

    #[test]
    fn what_was_sold_stays_and_what_is_more_counts_at_once() {
        let lowered = plans().changed(&[change(10, 100)]);
        assert_eq!((queries(&lowered, 9), queries(&lowered, 10)), (Some(300), Some(100)));
        let raised = plans().changed(&[change(10, 500)]);
        assert_eq!((queries(&raised, 9), queries(&raised, 10)), (Some(500), Some(500)));
        let twice = plans().changed(&[change(10, 200), change(20, 100)]);
        assert_eq!(
            [9, 10, 19, 20].map(|sold_at| queries(&twice, sold_at)),
            [300, 200, 200, 100].map(Some)
        );
    }

    #[test]
    fn what_a_plan_gives_is_what_it_is_told_to_give() {
        for (id, given) in plans().gives() {
            let plan = plans().get(&id).cloned().unwrap();
            assert_eq!(plan.giving(&given), *plan, "{id}: nothing is lost on the way");
        }
        assert_eq!(
            plans().gives().into_keys().collect::<Vec<_>>(),
            ["free", "pro", "pro_plus", "team", "unlimited"]
        );
    }

    #[test]
    fn a_change_from_before_there_were_daily_limits_leaves_them() {
        let free = plans().free();
        let before = PlanGives { daily: None, standard_query: Some(7), ..free.gives() };
        let changed = plans().changed(&[(at(10), BTreeMap::from([("free".to_owned(), before)]))]);
        let now = changed.free();
        assert_eq!(now.allowance(Meter::StandardQuery).unwrap().amount, Some(7));
        assert_eq!(now.daily, free.daily);
    }

    #[test]
    fn a_plan_that_cannot_be_given_so_names_the_field() {
        let pro = || plans().gives()["pro"].clone();
        let wrong = |id: &str, gives: PlanGives| {
            let gives = BTreeMap::from([(id.to_owned(), gives)]);
            plans().check(&gives).err().map(|problem| problem.params["field"].clone())
        };
        assert_eq!(wrong("pro", pro()), None);
        let negative = PlanGives { standard_query: Some(-1), ..pro() };
        assert_eq!(wrong("pro", negative).as_deref(), Some("gives.pro.standard_query"));
        let none = PlanGives { advanced_query: Some(0), ..pro() };
        assert_eq!(wrong("pro", none).as_deref(), Some("gives.pro.advanced_query"));
        let nameless = PlanGives { name: " ".to_owned(), ..pro() };
        assert_eq!(wrong("pro", nameless).as_deref(), Some("gives.pro.name"));
        let mut endless = pro();
        endless.documents.pages = Some(AMOUNT_MAX + 1);
        assert_eq!(wrong("pro", endless).as_deref(), Some("gives.pro.documents.pages"));
        let mut sleepless = pro();
        sleepless.daily = Some(DailyGives { readings: None, videos: Some(-1), searches: None });
        assert_eq!(wrong("pro", sleepless).as_deref(), Some("gives.pro.daily.videos"));
        for fixed in ["operator", "open", "locked", "gold"] {
            assert_eq!(wrong(fixed, pro()), Some(format!("gives.{fixed}")));
        }
    }

    #[test]
    fn a_change_that_cannot_be_given_any_more_is_passed_over() {
        let of_gold = BTreeMap::from([("gold".to_owned(), plans().gives()["pro"].clone())]);
        let changed = plans().changed(&[(at(10), of_gold), change(20, 100)]);
        assert_eq!((queries(&changed, 15), queries(&changed, 20)), (Some(300), Some(100)));
    }
}
