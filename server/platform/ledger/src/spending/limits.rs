//! The operator's limits: what runs hold of them, and the news for the operator.

use std::collections::BTreeSet;

use entitlements::{Period, Window};
use kernel::{HOUR, RunId, Timestamp};
use store::{Conn, StoreResult, Tx, sql};

use super::ModelUse;
use super::rules::{PeriodSpending, keys, refused_until, window};
use crate::{Ledger, ReserveError};

/// Maximum spending per UTC day and month, in millionths of the currency. `None`: no limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SpendingLimits {
    pub daily: Option<i64>,
    pub monthly: Option<i64>,
}

impl SpendingLimits {
    fn is_none(self) -> bool {
        self.daily.is_none() && self.monthly.is_none()
    }
}

/// News about a limit that the operator gets once per period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpendingNews {
    /// True if something was refused; otherwise most of the limit is spent.
    pub has_tripped: bool,
    pub is_month: bool,
    pub spent: i64,
    pub most: i64,
    /// Start of the next period.
    pub ends_at: Timestamp,
}

/// News for the operator, and the refusals they settle.
#[derive(Debug)]
pub struct TakenNews {
    pub news: Vec<SpendingNews>,
    refused: BTreeSet<String>,
}

/// Time before a period begins at which its row is created, so that no cost precedes its row.
const OPENED_BEFORE: i64 = HOUR;

impl Ledger {
    /// Holds the maximum cost of a run for the operator, if that is limited: in the caller's transaction, after
    /// [`Ledger::reserve`], and in the same periods. Free operations hold nothing and are never refused.
    ///
    /// # Errors
    ///
    /// There is no room in the day or the month, or the model has no price: then a limit would limit nothing.
    pub async fn hold_cost(
        &self,
        tx: &mut Tx,
        run_id: RunId,
        asked: &ModelUse<'_>,
    ) -> Result<(), ReserveError> {
        let price = self.price_of(asked.model, asked.is_local);
        let amount = price.cost(asked.input_tokens, asked.output_tokens);
        if amount == Some(0) {
            return Ok(());
        }
        // Not the current time: midnight may be in between, and the hold is released in the periods in which it began.
        let now = keys(self.clock.now());
        let (begun_at, made) = sql!(
            tx,
            one(Timestamp, i64),
            "SELECT created_at, (SELECT COUNT(*) FROM ledger_spending WHERE period IN ($2, $3))
             FROM ledger_holds WHERE run_id = $1",
            run_id,
            now.0.as_str(),
            now.1.as_str()
        )?;
        let (day, month) = keys(begun_at);
        if made < 2 || now != keys(begun_at) {
            // The watch creates them before they begin, unless this process was asleep. Booking a cost never waits for
            // a row that is locked here.
            wait_for_costs(tx).await?;
            let limits = find_limits(tx).await?;
            open_periods(tx, begun_at, limits).await?;
        }
        let periods = lock_periods(tx, &day, &month).await?;
        if periods.iter().all(|period| period.most.is_none()) {
            // The limits were removed a moment ago.
            return Ok(());
        }
        let amount = self.find_room(&periods, amount, begun_at)?;
        sql!(
            tx,
            deferred,
            "UPDATE ledger_spending SET held = held + $3 WHERE period IN ($1, $2)",
            day.as_str(),
            month.as_str(),
            amount
        )?;
        let hold = "UPDATE ledger_holds SET cost_held = $2 WHERE run_id = $1";
        Ok(sql!(tx, deferred, hold, run_id, amount)?)
    }

    /// Checks that a model may be called for which nothing is held: a fallback model, or an embedding.
    pub async fn may_spend(
        &self,
        conn: &mut Conn,
        asked: &ModelUse<'_>,
    ) -> Result<(), ReserveError> {
        let price = self.price_of(asked.model, asked.is_local);
        let amount = price.cost(asked.input_tokens, asked.output_tokens);
        if !self.limits_spending() || amount == Some(0) {
            return Ok(());
        }
        let now = self.clock.now();
        let periods = self.spending_now(conn).await?;
        if periods.iter().all(|period| period.most.is_none()) {
            return Ok(());
        }
        self.find_room(&periods, amount, now).map(|_| ())
    }

    /// Returns `amount` if the periods containing `at` have room for it. Records a refusal for the operator.
    fn find_room(
        &self,
        periods: &[PeriodSpending],
        amount: Option<i64>,
        at: Timestamp,
    ) -> Result<i64, ReserveError> {
        let amount = amount.ok_or_else(|| ReserveError::Unpriced.counted())?;
        let Some(resets_at) = refused_until(periods, amount, at) else { return Ok(amount) };
        let full = periods.iter().filter(|period| !period.has_room(amount));
        self.spending.note_refused(full.map(|period| &period.period));
        Err(ReserveError::SpendingLimit { resets_at }.counted())
    }

    /// Returns the operator's limits.
    pub async fn spending_limits(&self, conn: &mut Conn) -> StoreResult<SpendingLimits> {
        find_limits(conn).await
    }

    /// Returns the spending of today and this month for periods that were limited since they began; the month first.
    pub async fn spending_now(&self, conn: &mut Conn) -> StoreResult<Vec<PeriodSpending>> {
        let (day, month) = keys(self.clock.now());
        list_periods(conn, &day, &month).await
    }

    /// Returns the spending of today and of this month, limited or not.
    pub async fn spending_today(
        &self,
        conn: &mut Conn,
    ) -> StoreResult<(PeriodSpending, PeriodSpending)> {
        let now = self.clock.now();
        let (_, month) = keys(now);
        let known = self.spending_now(conn).await?;
        let mut both = Vec::with_capacity(2);
        for window in [Window::Daily, Window::Monthly] {
            let Period { key, starts_at, .. } = window.period(now);
            if let Some(known) = known.iter().find(|it| it.period == key) {
                both.push(known.clone());
                continue;
            }
            let (spent,) = sql!(
                conn,
                one(i64,),
                "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_costs
                 WHERE month = $1 AND begun_at >= $2",
                month.as_str(),
                starts_at
            )?;
            both.push(PeriodSpending { period: key, spent, ..PeriodSpending::default() });
        }
        let month = both.pop().unwrap_or_default();
        Ok((both.pop().unwrap_or_default(), month))
    }

    /// Sets the limits, for current and future periods. A period whose limit changes can be reported to the operator
    /// again.
    pub async fn set_spending_limits(
        &self,
        tx: &mut Tx,
        limits: SpendingLimits,
    ) -> StoreResult<()> {
        let now = self.clock.now();
        sql!(
            tx,
            execute,
            "INSERT INTO ledger_spending_limits (id, daily, monthly, changed_at) VALUES (1, $1, $2, $3)
             ON CONFLICT (id) DO UPDATE SET daily = $1, monthly = $2, changed_at = $3",
            limits.daily,
            limits.monthly,
            now
        )?;
        wait_for_costs(tx).await?;
        open_periods(tx, now, limits).await?;
        let (day, month) = keys(now);
        // Also of those that begin soon and were made already. The month first, as everywhere.
        for (since, most) in [(month, limits.monthly), (day, limits.daily)] {
            sql!(
                tx,
                execute,
                "UPDATE ledger_spending SET most = $3, warned_at = NULL, tripped_at = NULL
                 WHERE period >= $1 AND CAST(LENGTH(period) AS BIGINT) = $2 AND COALESCE(most, -1) <> COALESCE($3, -1)",
                since.as_str(),
                i64::try_from(since.len()).unwrap_or_default(),
                most
            )?;
        }
        Ok(())
    }

    /// Refreshes this process's knowledge of the spending limits, and creates the rows of periods that begin soon. Call
    /// it at start, every few seconds, and when the limits change.
    pub async fn refresh_limits(&self, db: &store::Db) -> StoreResult<()> {
        let mut conn = db.read().await?;
        let limits = find_limits(&mut conn).await?;
        self.spending.set_limited(!limits.is_none());
        if limits.is_none() {
            return Ok(());
        }
        let now = self.clock.now();
        let mut missing = false;
        for at in [now, now.plus(OPENED_BEFORE)] {
            let (day, month) = keys(at);
            missing |= list_periods(&mut conn, &day, &month).await?.len() < 2;
        }
        drop(conn);
        if missing {
            let mut tx = db.begin().await?;
            wait_for_costs(&mut tx).await?;
            let limits = find_limits(&mut tx).await?;
            for at in [now, now.plus(OPENED_BEFORE)] {
                open_periods(&mut tx, at, limits).await?;
            }
            tx.commit().await?;
        }
        Ok(())
    }

    /// Returns true if there may be news that the operator has not been told.
    pub async fn has_spending_news(&self, conn: &mut Conn) -> StoreResult<bool> {
        if !self.limits_spending() {
            return Ok(false);
        }
        let refused = self.spending.refused();
        let periods = self.spending_now(conn).await?;
        Ok(!refused.is_empty() || periods.iter().any(|it| is_news(it, &refused).is_some()))
    }

    /// Takes the news for the operator, for a caller that sends it in the same transaction. Each item goes to one
    /// process only. Call [`Ledger::forget_told`] after the commit.
    pub async fn take_spending_news(&self, tx: &mut Tx) -> StoreResult<TakenNews> {
        let now = self.clock.now();
        let refused = self.spending.refused();
        let mut periods = self.spending_now(tx).await?;
        let (day, month) = keys(now);
        // A refusal just before midnight is reported after it.
        for past in refused.iter().filter(|period| **period != day && **period != month) {
            periods.extend(list_periods(tx, past, past).await?);
        }
        let mut news = Vec::new();
        for period in periods {
            let Some(has_tripped) = is_news(&period, &refused) else { continue };
            let noted = sql!(
                tx,
                execute,
                "UPDATE ledger_spending SET warned_at = COALESCE(warned_at, $2),
                     tripped_at = CASE WHEN $3 THEN $2 ELSE tripped_at END
                 WHERE period = $1 AND ((tripped_at IS NULL AND $3) OR (warned_at IS NULL AND NOT $3))",
                period.period.as_str(),
                now,
                has_tripped
            )?;
            if noted == 1 {
                let current = window(&period).period(now);
                let is_past = period.period != current.key;
                let next = if is_past { Some(current.starts_at) } else { current.ends_at };
                news.push(SpendingNews {
                    has_tripped,
                    is_month: period.is_month(),
                    spent: period.spent,
                    most: period.most.unwrap_or_default(),
                    ends_at: next.unwrap_or(now),
                });
            }
        }
        Ok(TakenNews { news, refused })
    }

    /// Forgets the refusals that the operator was told about.
    pub fn forget_told(&self, taken: &TakenNews) {
        self.spending.forget_refused(&taken.refused);
    }
}

/// Returns `None` if there is nothing to tell about a period; otherwise whether something was refused.
fn is_news(period: &PeriodSpending, refused: &BTreeSet<String>) -> Option<bool> {
    period.most?;
    if refused.contains(&period.period) && period.tripped_at.is_none() {
        return Some(true);
    }
    (period.warned_at.is_none() && period.is_mostly_spent()).then_some(false)
}

async fn find_limits(conn: &mut Conn) -> StoreResult<SpendingLimits> {
    let row = sql!(
        conn,
        optional(Option<i64>, Option<i64>),
        "SELECT daily, monthly FROM ledger_spending_limits WHERE id = 1"
    )?;
    Ok(row.map(|(daily, monthly)| SpendingLimits { daily, monthly }).unwrap_or_default())
}

async fn list_periods(conn: &mut Conn, day: &str, month: &str) -> StoreResult<Vec<PeriodSpending>> {
    sql!(
        conn,
        all PeriodSpending,
        "SELECT period, spent, held, most, warned_at, tripped_at FROM ledger_spending
         WHERE period IN ($1, $2) ORDER BY period",
        day,
        month
    )
}

/// Reads the periods, and locks them until the transaction ends.
async fn lock_periods(tx: &mut Tx, day: &str, month: &str) -> StoreResult<Vec<PeriodSpending>> {
    sql!(
        tx,
        all PeriodSpending,
        {
            sqlite: "SELECT period, spent, held, most, warned_at, tripped_at FROM ledger_spending
                     WHERE period IN ($1, $2) ORDER BY period",
            postgres: "SELECT period, spent, held, most, warned_at, tripped_at FROM ledger_spending
                       WHERE period IN ($1, $2) ORDER BY period FOR UPDATE",
        },
        day,
        month
    )
}

/// Creates the rows of the month and the day that contain `at`, if missing, with the spending so far.
async fn open_periods(tx: &mut Tx, at: Timestamp, limits: SpendingLimits) -> StoreResult<()> {
    let (_, month) = keys(at);
    for (window, most) in [(Window::Monthly, limits.monthly), (Window::Daily, limits.daily)] {
        let period = window.period(at);
        sql!(
            tx,
            execute,
            "INSERT INTO ledger_spending (period, spent, most)
             SELECT $1, CAST(COALESCE(SUM(amount), 0) AS BIGINT), CAST($5 AS BIGINT) FROM ledger_costs
             WHERE month = $2 AND begun_at >= $3 AND begun_at < $4
             ON CONFLICT (period) DO NOTHING",
            period.key.as_str(),
            month.as_str(),
            period.starts_at,
            period.ends_at.unwrap_or(at),
            most
        )?;
    }
    Ok(())
}

/// Waits for transactions that are booking costs, and blocks new ones until this transaction ends: the sums read here
/// are then complete.
async fn wait_for_costs(tx: &mut Tx) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        {
            sqlite: "SELECT 1",
            postgres: "LOCK TABLE ledger_costs IN SHARE ROW EXCLUSIVE MODE",
        }
    )
    .map(|_| ())
}
