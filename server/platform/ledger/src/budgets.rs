//! Monthly budgets that apply whoever uses them: of a bot, or of a recurring research.

use entitlements::Window;
use kernel::{ProblemKind, Timestamp, Uuid};
use store::{Conn, StoreResult, Tx, sql};

use crate::{Ledger, ReserveError};

/// A budget that a run counts towards besides its payer. [`Ledger::set_budget`] sets the amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Id of the bot or the research.
    pub id: Uuid,
    /// The problem returned when it is used up.
    pub refusal: ProblemKind,
}

/// Use of a budget in this calendar month (UTC), in units of any meter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BudgetUse {
    /// Monthly limit; `None`: no limit.
    pub cap: Option<i64>,
    /// Amount used, with what running answers hold.
    pub used: i64,
    /// Start of the next month.
    pub resets_at: Option<Timestamp>,
}

impl BudgetUse {
    /// Returns true if `amount` more may be used this month. Free operations are always allowed.
    pub fn has_room_for(&self, amount: i64) -> bool {
        amount <= 0 || amount <= self.room()
    }

    /// Returns the amount that may still be used this month.
    fn room(&self) -> i64 {
        self.cap.map_or(i64::MAX, |cap| cap.saturating_sub(self.used))
    }
}

impl Ledger {
    /// Sets the monthly limit, or removes it. Earlier use in the month counts.
    pub async fn set_budget(&self, tx: &mut Tx, id: Uuid, cap: Option<i64>) -> StoreResult<()> {
        let Some(cap) = cap else {
            return sql!(tx, deferred, "DELETE FROM ledger_budgets WHERE id = $1", id);
        };
        sql!(
            tx,
            deferred,
            "INSERT INTO ledger_budgets (id, amount) VALUES ($1, $2)
             ON CONFLICT (id) DO UPDATE SET amount = $2",
            id,
            cap.max(1)
        )
    }

    /// Returns the use of a budget this month.
    pub async fn budget_use(&self, conn: &mut Conn, id: Uuid) -> StoreResult<BudgetUse> {
        let cap =
            sql!(conn, optional(i64,), "SELECT amount FROM ledger_budgets WHERE id = $1", id)?;
        use_of(conn, id, cap.map(|(cap,)| cap), self.clock.now()).await
    }
}

/// Returns the amount left in a budget, or refuses if there is no room for `least`. Until the transaction ends nobody
/// else can hold anything of it.
pub(crate) async fn room_in_budget(
    tx: &mut Tx,
    budget: Budget,
    least: i64,
    now: Timestamp,
) -> Result<i64, ReserveError> {
    // Concurrent holds are only seen by the next statement: this one waits for them.
    let locked = sql!(
        tx,
        optional(i64,),
        {
            sqlite: "SELECT amount FROM ledger_budgets WHERE id = $1",
            postgres: "SELECT amount FROM ledger_budgets WHERE id = $1 FOR UPDATE",
        },
        budget.id
    )?;
    let Some((cap,)) = locked else { return Ok(i64::MAX) };
    let used = use_of(tx, budget.id, Some(cap), now).await?;
    match used.has_room_for(least) {
        true => Ok(used.room()),
        false => {
            let (refusal, resets_at) = (budget.refusal, used.resets_at);
            Err(ReserveError::BudgetReached { refusal, cap, resets_at })
        }
    }
}

/// Sums what was held and charged since the month began: a settlement reduces the sum by itself, and a new month starts
/// at zero without any work.
async fn use_of(
    conn: &mut Conn,
    id: Uuid,
    cap: Option<i64>,
    now: Timestamp,
) -> StoreResult<BudgetUse> {
    let month = Window::Monthly.period(now);
    let (used,) = sql!(
        conn,
        one(i64,),
        "SELECT CAST(COALESCE(SUM(CASE WHEN state = 'open' THEN amount ELSE charged END), 0) AS BIGINT)
         FROM ledger_holds WHERE budget_id = $1 AND created_at >= $2",
        id,
        month.starts_at
    )?;
    Ok(BudgetUse { cap, used, resets_at: month.ends_at })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_used_to_its_last_unit_and_not_beyond() {
        let of = |cap, used| BudgetUse { cap, used, resets_at: None };
        assert!(of(Some(5), 4).has_room_for(1));
        assert!(!of(Some(5), 4).has_room_for(2));
        assert!(!of(Some(5), 5).has_room_for(1));
        assert!(of(None, 5_000).has_room_for(1));
        assert!(of(Some(5), 9).has_room_for(0), "a lowered limit does not stop what is free");
    }
}
