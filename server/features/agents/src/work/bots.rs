//! Runs of bots that an agent asks: they end with the call that they are for, and what they cost is the task's
//! (decision 1015).

use std::time::Duration;

use area::{Chosen, Services};
use kernel::{Failure, Fallible, RunId};
use serde::{Deserialize, Serialize};
use store::Tx;
use tasks::{State, TaskId, lock_any, save};
use tokio::time::timeout;

use crate::work::ask::{Allowed, STOPPED, allowed};
use crate::work::children::committed;
use crate::work::progress::AgentTask;
use crate::work::task::{AgentKind, commit};

/// Time for a cancelled run to end. That of a process that died ends when its lease does.
const END_WITHIN: Duration = Duration::from_secs(60);

const TOO_DEAR: &str = "The bot would cost more than the person allows for this task.";

/// The run of a bot whose cost is not in its task's yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BotRun {
    pub run_id: RunId,
    /// The most that it costs.
    pub price: i64,
}

/// The cost of a bot's run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BotCost {
    pub run_id: RunId,
    pub charged: i64,
}

/// Notes the run of a bot in its task, in the transaction that starts it. Returns how many tokens it may write, or why it
/// must not begin.
pub(crate) async fn note_run(
    tx: &mut Tx,
    id: TaskId,
    run_id: RunId,
    chosen: &Chosen,
) -> Fallible<Result<Option<u32>, &'static str>> {
    let found = lock_any::<AgentKind>(tx, id).await?;
    let Some(mut task) = found.filter(|task| task.head.state == State::Running) else {
        return Ok(Err(STOPPED));
    };
    let charged = committed(tx, &task).await?;
    let credits = chosen.model.info.credits_per_1k;
    let Allowed::Yes { tokens } = allowed(&task.output, charged, chosen.charge, credits) else {
        return Ok(Err(TOO_DEAR));
    };
    task.output.bot_runs.push(BotRun { run_id, price: chosen.charge.amount });
    save::<AgentKind>(tx, &mut task).await?;
    Ok(Ok(tokens))
}

/// Adds to a locked task what bots cost, each once. Returns what was added.
pub(crate) fn count_costs(task: &mut AgentTask, costs: &[BotCost]) -> i64 {
    let mut added = 0;
    for cost in costs {
        let noted = task.output.bot_runs.iter().position(|noted| noted.run_id == cost.run_id);
        if let Some(at) = noted {
            task.output.bot_runs.remove(at);
            added += cost.charged;
        }
    }
    if added > 0 {
        task.head.charged = Some(task.head.charged.unwrap_or(0) + added);
    }
    added
}

/// Ends the runs of bots for which nobody waits any more, and adds what they cost to their task.
pub(crate) async fn end_bots(services: &Services, id: TaskId, runs: &[BotRun]) -> Fallible<()> {
    let mut costs = Vec::with_capacity(runs.len());
    for BotRun { run_id, .. } in runs.iter().copied() {
        services.generation.cancel(run_id).await?;
        let ended = timeout(END_WITHIN, services.generation.wait_for(run_id)).await;
        ended.map_err(Failure::internal)??;
        costs.push(cost_of(services, run_id).await?);
    }
    let mut tx = services.db.begin().await?;
    let Some(mut task) = lock_any::<AgentKind>(&mut tx, id).await? else { return Ok(()) };
    count_costs(&mut task, &costs);
    commit(services, tx, task).await
}

/// Returns what a run cost that is over.
pub(crate) async fn cost_of(services: &Services, run_id: RunId) -> Fallible<BotCost> {
    let ended = services.generation.snapshot(run_id).await?;
    let receipt = ended.and_then(|ended| ended.receipt);
    Ok(BotCost { run_id, charged: receipt.map_or(0, |receipt| receipt.charged) })
}
