//! Costs of runs as rows, and their totals.

use kernel::{RunId, Timestamp};
use store::{Conn, StoreResult, Tx, sql};

use super::ModelUse;
use super::prices::Price;
use super::rules::keys;
use crate::Ledger;
use crate::settle::Settlement;

/// The part of a settlement that others wait for until its transaction ends: the balances, and the operator's day and
/// month. Book it in the same transaction, as late as possible.
#[derive(Debug, PartialEq, Eq)]
#[must_use = "nothing is charged, and what it holds is held, until it is booked"]
pub struct OpenCost {
    pub(crate) run_id: RunId,
    pub(crate) begun_at: Timestamp,
    /// Amount it holds of the operator's limits.
    pub(crate) held: i64,
    pub(crate) settlement: Option<Settlement>,
}

impl OpenCost {
    /// Creates the cost of a call that held nothing.
    pub fn unheld(run_id: RunId, now: Timestamp) -> Self {
        Self::held(run_id, now, 0)
    }

    /// Creates the cost of a run whose balances are gone.
    pub(crate) fn held(run_id: RunId, begun_at: Timestamp, held: i64) -> Self {
        Self { run_id, begun_at, held, settlement: None }
    }
}

/// Cost of a model in a month.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub struct ModelCost {
    pub model: String,
    pub runs: i64,
    pub input_tokens: i64,
    pub output_tokens: i64,
    /// Millionths of the currency, of the runs that have a price.
    pub amount: i64,
    /// Number of runs without a known cost.
    pub unpriced_runs: i64,
    /// Number of runs whose tokens were not counted.
    pub estimated_runs: i64,
}

/// Total cost of a month.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub struct MonthCost {
    /// `2026-11`.
    pub month: String,
    pub runs: i64,
    pub amount: i64,
    pub unpriced_runs: i64,
}

impl Ledger {
    /// Changes the balances of a settled run, books its cost and releases its hold, in the periods in which it began, once.
    /// `None`: its model was not reached, or its usage is unknown. Errors in the books never keep a run from ending.
    pub async fn book_cost(
        &self,
        tx: &mut Tx,
        open: OpenCost,
        used: Option<&ModelUse<'_>>,
    ) -> StoreResult<()> {
        let OpenCost { run_id, begun_at, held, settlement } = open;
        // Rows that others wait for come last: the balances, or after them the operator's limits.
        let is_limited = held > 0 || self.limits_spending();
        if is_limited && let Some(settlement) = &settlement {
            self.post(tx, run_id, settlement).await?;
        }
        self.book_use(tx, run_id, begun_at, held, used).await?;
        if !is_limited && let Some(settlement) = &settlement {
            self.post(tx, run_id, settlement).await?;
        }
        Ok(())
    }

    async fn book_use(
        &self,
        tx: &mut Tx,
        run_id: RunId,
        begun_at: Timestamp,
        held: i64,
        used: Option<&ModelUse<'_>>,
    ) -> StoreResult<()> {
        let price = used.map(|used| (used, self.price_of(used.model, used.is_local)));
        // Free calls are not booked.
        let booked = price.filter(|(_, price)| *price != Price::Free);
        let (day, month) = keys(begun_at);
        let Some((used, price)) = booked else {
            return if held == 0 { Ok(()) } else { free_held(tx, &day, &month, held).await };
        };
        let (input, output) = (used.input_tokens.max(0), used.output_tokens.max(0));
        sql!(
            tx,
            deferred,
            {
                sqlite: "UPDATE ledger_spending SET spent = spent + COALESCE($8, 0),
                             held = CASE WHEN held > $9 THEN held - $9 ELSE 0 END
                         WHERE period IN ($2, $10) AND NOT EXISTS (SELECT 1 FROM ledger_costs WHERE run_id = $1);
                         INSERT INTO ledger_costs (run_id, month, begun_at, model, input_tokens, output_tokens,
                             is_estimated, amount)
                         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (run_id) DO NOTHING",
                postgres: "WITH cost AS (
                               INSERT INTO ledger_costs (run_id, month, begun_at, model, input_tokens, output_tokens,
                                   is_estimated, amount)
                               VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (run_id) DO NOTHING
                               RETURNING amount
                           ), locked AS (
                               SELECT period FROM ledger_spending WHERE period IN ($2, $10) ORDER BY period FOR UPDATE
                           )
                           UPDATE ledger_spending s SET spent = s.spent + COALESCE(cost.amount, 0),
                               held = CASE WHEN s.held > $9 THEN s.held - $9 ELSE 0 END
                           FROM locked, cost WHERE s.period = locked.period",
            },
            run_id,
            month.as_str(),
            begun_at,
            used.model,
            input,
            output,
            used.is_estimated,
            price.cost(input, output),
            held,
            day.as_str()
        )
    }

    /// Releases the holds of runs whose workspace is deleted; the last step of the deletion.
    pub async fn free_costs(&self, tx: &mut Tx, held: Vec<OpenCost>) -> StoreResult<()> {
        for open in held {
            self.book_cost(tx, open, None).await?;
        }
        Ok(())
    }

    /// Lists the costs of models in a month (`2026-11`), the most expensive first.
    pub async fn list_model_costs(
        &self,
        conn: &mut Conn,
        month: &str,
    ) -> StoreResult<Vec<ModelCost>> {
        sql!(
            conn,
            all ModelCost,
            "SELECT model, COUNT(*) AS runs, CAST(SUM(input_tokens) AS BIGINT) AS input_tokens,
                 CAST(SUM(output_tokens) AS BIGINT) AS output_tokens,
                 CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS amount,
                 COUNT(*) - COUNT(amount) AS unpriced_runs,
                 CAST(SUM(CASE WHEN is_estimated THEN 1 ELSE 0 END) AS BIGINT) AS estimated_runs
             FROM ledger_costs WHERE month = $1 GROUP BY model
             ORDER BY COALESCE(SUM(amount), 0) DESC, COUNT(*) DESC, model",
            month
        )
    }

    /// Lists the total cost of each month from `since` (`2026-01`) on, newest first.
    pub async fn list_month_costs(
        &self,
        conn: &mut Conn,
        since: &str,
    ) -> StoreResult<Vec<MonthCost>> {
        sql!(
            conn,
            all MonthCost,
            "SELECT month, COUNT(*) AS runs, CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS amount,
                 COUNT(*) - COUNT(amount) AS unpriced_runs
             FROM ledger_costs WHERE month >= $1 GROUP BY month ORDER BY month DESC",
            since
        )
    }
}

async fn free_held(tx: &mut Tx, day: &str, month: &str, held: i64) -> StoreResult<()> {
    sql!(
        tx,
        deferred,
        {
            sqlite: "UPDATE ledger_spending SET held = CASE WHEN held > $3 THEN held - $3 ELSE 0 END
                     WHERE period IN ($1, $2)",
            postgres: "WITH locked AS (
                           SELECT period FROM ledger_spending WHERE period IN ($1, $2) ORDER BY period FOR UPDATE
                       )
                       UPDATE ledger_spending s SET held = CASE WHEN s.held > $3 THEN s.held - $3 ELSE 0 END
                       FROM locked WHERE s.period = locked.period",
        },
        day,
        month,
        held
    )
}
