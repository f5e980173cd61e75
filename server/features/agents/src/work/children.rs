//! Tasks that an agent's tools start, such as images and researches: their costs are part of its own, and they stop with it
//! (decision 1016).

use async_trait::async_trait;
use entitlements::Meter;
use generation::ParentTask;
use kernel::{Fallible, Uuid};
use ledger::Charge;
use store::{Conn, StoreResult, Tx};
use tasks::{ChildCost, State, TaskId, TaskKind, costs_of_children, lock_any};

use crate::problems::{NOT_NOW, TOO_DEAR};
use crate::work::ask::{Allowed, allowed};
use crate::work::progress::AgentTask;
use crate::work::task::AgentKind;

/// The task of an agent, as its tools know it.
pub(crate) struct AgentParent(pub TaskId);

#[async_trait]
impl ParentTask for AgentParent {
    fn id(&self) -> Uuid {
        self.0.0
    }

    fn kind(&self) -> &'static str {
        AgentKind::NAME
    }

    /// Problems: [`NOT_NOW`], [`TOO_DEAR`].
    async fn admit(&self, tx: &mut Tx, units: i64) -> Fallible<()> {
        let found = lock_any::<AgentKind>(tx, self.0).await?;
        let task = found.filter(|task| task.head.state == State::Running).ok_or(NOT_NOW)?;
        let committed = committed(tx, &task).await?;
        let charge = Charge { meter: None, amount: units };
        match allowed(&task.output, committed, charge, None) {
            Allowed::Yes { .. } => Ok(()),
            Allowed::No => Err(TOO_DEAR.into()),
        }
    }
}

/// Returns the units that a task used, with what is held for bots and tasks that its tools started.
pub(crate) async fn committed(conn: &mut Conn, task: &AgentTask) -> StoreResult<i64> {
    let children = costs_of_children(conn, task.head.id).await?;
    let of_children: i64 = children.iter().map(|cost| cost.charged + cost.held).sum();
    let of_bots: i64 = task.output.bot_runs.iter().map(|run| run.price).sum();
    Ok(task.head.charged.unwrap_or(0) + of_children + of_bots)
}

/// Returns the units that a task used, with those of tasks that its tools started.
pub(crate) async fn charged(conn: &mut Conn, task: &AgentTask) -> StoreResult<i64> {
    let children = costs_of_children(conn, task.head.id).await?;
    Ok(total(task, &children))
}

/// The same, where the costs of these tasks are known.
pub(crate) fn total(task: &AgentTask, children: &[ChildCost]) -> i64 {
    task.head.charged.unwrap_or(0) + children.iter().map(|cost| cost.charged).sum::<i64>()
}

/// Returns what a task cost by meter, that of its own steps first. Tasks without a price of their own count in it, too.
pub(crate) fn by_meter(
    own: i64,
    meter: Option<Meter>,
    children: &[ChildCost],
) -> Vec<(Option<Meter>, i64)> {
    let mut costs = vec![(meter, own)];
    for cost in children {
        let of = cost.meter.or(meter);
        match costs.iter_mut().find(|(known, _)| *known == of) {
            Some((_, units)) => *units += cost.charged,
            None => costs.push((of, cost.charged)),
        }
    }
    costs.retain(|(_, units)| *units > 0);
    costs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(meter: Option<Meter>, charged: i64) -> ChildCost {
        ChildCost { meter, charged, held: 0 }
    }

    #[test]
    fn costs_are_told_by_meter() {
        let (queries, credits) = (Some(Meter::StandardQuery), Some(Meter::AdvancedCredit));
        let children = [cost(None, 2), cost(credits, 5), cost(Some(Meter::AdvancedQuery), 0)];
        assert_eq!(by_meter(3, queries, &children), [(queries, 5), (credits, 5)]);
        assert_eq!(by_meter(0, queries, &children[1..]), [(credits, 5)]);
        assert!(by_meter(0, None, &[]).is_empty());
    }
}
