//! Model costs of the operator compared with revenue, and spending limits.

use crate::mails::spending::{self as spending_mails, SpendingFacts, SpendingMail};
use ::store::{StoreResult, Tx};
use area::Services;
use async_trait::async_trait;
use conversations::{ModelRatings, count_ratings};
use entitlements::{Window, months_after};
use generation::SpendingFollower;
use kernel::{Fallible, Timestamp};
use ledger::{MICROS, MONEY_MAX_MICROS, MonthCost, PeriodSpending, Price, SpendingLimits};
use ledger::{SpendingNews, WARN_AT_PERCENT, write_money};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::operator::{Takings, takings};
use crate::problems::{LIMIT_OUT_OF_RANGE, MONTH_INVALID};
use crate::store;

/// Number of months shown, including the current one.
const MONTHS_SHOWN: i32 = 12;

/// Model costs of one month, and all months compared with revenue.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Costs {
    /// Currency of all costs (ISO 4217). Amounts are in millionths of it.
    pub currency: String,
    /// `2026-11`: whose models these are.
    pub month: String,
    /// The dearest first.
    pub models: Vec<CostOfModel>,
    /// Newest first, with this month, and those of the year before it in which something was spent or came in.
    pub months: Vec<MonthBalance>,
}

/// Cost of one model in a month.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct CostOfModel {
    pub model: String,
    /// The name of its connection; null when it is gone.
    pub connection: Option<String>,
    /// Answers whose cost was booked; 0 for a model that costs nothing.
    pub runs: i64,
    pub input_tokens: i64,
    pub output_tokens: i64,
    /// Total cost of the runs whose cost is known.
    pub amount: i64,
    /// Number of runs without a known cost, because the model had no price.
    pub unpriced_runs: i64,
    /// Runs whose tokens the provider did not count: stopped, or broken off.
    pub estimated_runs: i64,
    /// Answers that people rated in this month, with thumbs up and down.
    pub rated_up: i64,
    pub rated_down: i64,
}

/// Revenue and model costs of a month.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MonthBalance {
    /// `2026-11`.
    pub month: String,
    pub income: Vec<Takings>,
    pub runs: i64,
    pub cost: i64,
    pub unpriced_runs: i64,
    /// Income less cost, in millionths; null where they are in different currencies.
    pub left: Option<i64>,
}

/// Spending and its limits.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Spending {
    /// ISO 4217. Amounts are in its millionths.
    pub currency: String,
    pub day: SpendingPeriod,
    pub month: SpendingPeriod,
    /// Share of a limit, in percent, at which operators get a mail.
    pub warn_at_percent: i64,
    /// Models that can be chosen and have no price. While there is a limit, they are refused.
    pub unpriced_models: Vec<String>,
}

/// A UTC day or month.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SpendingPeriod {
    /// Limit; null: no limit.
    pub limit: Option<i64>,
    pub spent: i64,
    /// The most that answers in progress may still cost.
    pub held: i64,
    /// True if something was refused since the limit was set.
    pub tripped: bool,
    pub ends_at: Timestamp,
}

/// Maximum spending, in millionths of the currency. Null: no limit.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSpendingLimits {
    pub daily: Option<i64>,
    pub monthly: Option<i64>,
}

/// Returns the costs of `month` (`2026-11`), or of this one, and the months.
///
/// Problems: [`MONTH_INVALID`].
pub(crate) async fn costs(services: &Services, month: Option<&str>) -> Fallible<Costs> {
    let now = services.clock.now();
    let this = Window::Monthly.period(now);
    let month = month.unwrap_or(&this.key);
    let from = Timestamp::of_utc_date(&format!("{month}-01")).ok_or(MONTH_INVALID)?;
    let listed = services.providers.list_models().await?.models;
    let mut conn = services.db.read().await?;
    let connection_of = |model: &str| {
        let slug = |id: &str| id.split_once('/').map(|(slug, _)| slug.to_owned());
        let of_it = listed.iter().find(|info| slug(&info.id) == slug(model));
        of_it.map(|info| info.connection_name.clone())
    };
    let models = services.ledger.list_model_costs(&mut conn, month).await?;
    let mut models: Vec<CostOfModel> = models
        .into_iter()
        .map(|cost| CostOfModel {
            connection: connection_of(&cost.model),
            model: cost.model,
            runs: cost.runs,
            input_tokens: cost.input_tokens,
            output_tokens: cost.output_tokens,
            amount: cost.amount,
            unpriced_runs: cost.unpriced_runs,
            estimated_runs: cost.estimated_runs,
            ..CostOfModel::default()
        })
        .collect();
    for rated in count_ratings(&mut conn, from, months_after(from, 1)).await? {
        let connection = connection_of(&rated.model);
        add_ratings(&mut models, rated, connection);
    }

    let currency = services.ledger.spending_settings().currency.clone();
    let first = Window::Monthly.period(months_after(this.starts_at, 1 - MONTHS_SHOWN));
    let costs = services.ledger.list_month_costs(&mut conn, &first.key).await?;
    let mut months = Vec::new();
    for ago in 0..MONTHS_SHOWN {
        let period = Window::Monthly.period(months_after(this.starts_at, -ago));
        let until = period.ends_at.unwrap_or(now);
        let income = takings(store::sum_orders(&mut conn, period.starts_at, until).await?);
        let cost = costs.iter().find(|cost| cost.month == period.key);
        if ago == 0 || cost.is_some() || !income.is_empty() {
            months.push(balance(period.key, income, cost, &currency));
        }
    }
    Ok(Costs { currency, month: month.to_owned(), models, months })
}

/// Adds the ratings of a model. One without costs, such as a model of the operator's own, gets a row for them.
fn add_ratings(models: &mut Vec<CostOfModel>, rated: ModelRatings, connection: Option<String>) {
    let ModelRatings { model, up: rated_up, down: rated_down } = rated;
    match models.iter_mut().find(|known| known.model == model) {
        Some(known) => (known.rated_up, known.rated_down) = (rated_up, rated_down),
        None => models.push(CostOfModel {
            model,
            connection,
            rated_up,
            rated_down,
            ..CostOfModel::default()
        }),
    }
}

fn balance(
    month: String,
    income: Vec<Takings>,
    cost: Option<&MonthCost>,
    currency: &str,
) -> MonthBalance {
    let (runs, amount) = cost.map_or((0, 0), |cost| (cost.runs, cost.amount));
    let is_comparable = income.iter().all(|takings| takings.currency == currency);
    let kept = |takings: &Takings| {
        payments::parts_of_unit(takings.taken - takings.given_back, currency, MICROS)
    };
    let left = is_comparable.then(|| income.iter().map(kept).sum::<i64>() - amount);
    let unpriced_runs = cost.map_or(0, |cost| cost.unpriced_runs);
    MonthBalance { month, income, runs, cost: amount, unpriced_runs, left }
}

/// Returns spending and limits for today and this month.
pub(crate) async fn spending(services: &Services) -> Fallible<Spending> {
    let ledger = &services.ledger;
    let chats = services.providers.list_models().await?.models;
    let chats = chats.iter().map(|info| (info.id.clone(), info.protocol.is_local()));
    let mut models: Vec<(String, bool)> = chats.collect();
    for info in services.providers.list_embedding_models().await? {
        let is_local = services.providers.is_local(&info.id).await;
        models.push((info.id, is_local));
    }
    let is_unpriced =
        |(id, is_local): &(String, bool)| ledger.price_of(id, *is_local) == Price::Unknown;
    let unpriced = models.into_iter().filter(is_unpriced).map(|(id, _)| id);
    let now = services.clock.now();
    let mut conn = services.db.read().await?;
    let (day, month) = ledger.spending_today(&mut conn).await?;
    Ok(Spending {
        currency: ledger.spending_settings().currency.clone(),
        day: shown(day, Window::Daily, now),
        month: shown(month, Window::Monthly, now),
        warn_at_percent: WARN_AT_PERCENT,
        unpriced_models: unpriced.collect(),
    })
}

fn shown(period: PeriodSpending, window: Window, now: Timestamp) -> SpendingPeriod {
    SpendingPeriod {
        limit: period.most,
        spent: period.spent,
        held: period.held,
        tripped: period.most.is_some() && period.tripped_at.is_some(),
        ends_at: window.period(now).ends_at.unwrap_or(now),
    }
}

/// Sets the limits, for everybody and at once.
///
/// Problems: [`LIMIT_OUT_OF_RANGE`].
pub(crate) async fn set_limits(services: &Services, new: &NewSpendingLimits) -> Fallible<()> {
    let is_wrong =
        |limit: &Option<i64>| limit.is_some_and(|it| !(0..=MONEY_MAX_MICROS).contains(&it));
    let limits = SpendingLimits { daily: new.daily, monthly: new.monthly };
    if is_wrong(&limits.daily) || is_wrong(&limits.monthly) {
        return Err(LIMIT_OUT_OF_RANGE.into());
    }
    let mut tx = services.db.begin().await?;
    services.ledger.set_spending_limits(&mut tx, limits).await?;
    tx.commit().await?;
    Ok(services.generation.announce_limits().await?)
}

/// Writes to the operators when most of a limit is spent, and when something was refused.
pub(crate) struct TellOperators {
    services: Services,
}

impl TellOperators {
    pub fn new(services: &Services) -> Self {
        Self { services: services.clone() }
    }
}

#[async_trait]
impl SpendingFollower for TellOperators {
    async fn spending(&self, tx: &mut Tx, news: &SpendingNews) -> StoreResult<()> {
        let Services { identity, mail, ledger, .. } = &self.services;
        let settings = ledger.spending_settings();
        let currency = &settings.currency;
        let page = self.services.page("/settings/spending");
        let amount = |micros: i64| format!("{} {currency}", write_money(micros));
        let facts = SpendingFacts {
            spent: &amount(news.spent),
            limit: &amount(news.most),
            date: news.ends_at,
            page: page.as_str(),
        };
        let kind = match (news.has_tripped, news.is_month) {
            (false, false) => SpendingMail::DayMostlySpent,
            (false, true) => SpendingMail::MonthMostlySpent,
            (true, false) => SpendingMail::DayRefuses,
            (true, true) => SpendingMail::MonthRefuses,
        };
        for operator in identity.list_operators(tx).await? {
            let locale = operator.settings.locale.as_deref();
            let message = spending_mails::message(&operator.email, kind, &facts, locale);
            mail.enqueue(tx, &message).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total_of(currency: &str, taken: i64, given_back: i64) -> Takings {
        Takings { currency: currency.to_owned(), payments: 1, taken, given_back }
    }

    fn cost(amount: i64) -> MonthCost {
        MonthCost { month: "2026-11".into(), runs: 2, amount, unpriced_runs: 1 }
    }

    #[test]
    fn what_is_left_of_a_month_is_what_came_in_and_stayed_less_what_models_cost() {
        let month = || "2026-11".to_owned();
        let income = vec![total_of("USD", 1_980, 990)];
        let it = balance(month(), income, Some(&cost(1_250_000)), "USD");
        assert_eq!(
            (it.left, it.cost, it.unpriced_runs),
            (Some(9_900_000 - 1_250_000), 1_250_000, 1)
        );
        assert_eq!(balance(month(), vec![], Some(&cost(5)), "USD").left, Some(-5));
    }

    #[test]
    fn amounts_of_different_currencies_are_not_compared() {
        let income = vec![total_of("USD", 990, 0), total_of("EUR", 990, 0)];
        assert_eq!(balance("2026-11".into(), income, Some(&cost(5)), "USD").left, None);
    }
}
