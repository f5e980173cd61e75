use std::sync::Arc;

use conversations::{FinishedMessage, Receipt, finish_message, set_answer_model};
use ledger::ModelUse;
use store::StoreResult;

use crate::costs::{Used, model_use};
use crate::draft::{Draft, with_calls_ended};
use crate::event::Sequenced;
use crate::generation::Inner;
use crate::journal::Row;
use crate::outcome::Outcome;
use crate::store::{finish_run, insert_event};
use crate::{Run, RunFollower};

/// Makes a run final, in one transaction: its message, its search index, its charge, its last event.
///
/// Returns the last event, or `None` when the run was final already (another process took it).
pub(crate) async fn conclude(
    inner: &Inner,
    run: &Run,
    draft: &Draft,
    outcome: &Outcome,
    used_up: &Used<'_>,
) -> StoreResult<Option<Row>> {
    let Used { usage, answerer, .. } = *used_up;
    // Asked outside of the transaction.
    let cost = cost_of(inner, run, used_up).await;
    let followers = concerned(inner, run).await?;
    // Never closed, so that there is always a turn.
    let turn = inner.concluding.clone().acquire_owned().await.ok();
    let now = inner.clock.now();
    // Sending a message waits for the writer, too; nobody notices if a run's end comes a little later.
    let mut tx = inner.db.begin_low_priority().await?;
    // The next one writes while the disk turns for this one.
    tx.after_write(move || drop(turn));
    let Some(finished) = finish_run(&mut tx, run, outcome.state(), now).await? else {
        return Ok(None);
    };
    let is_completed = matches!(outcome, Outcome::Completed(_));
    let used = run.charge_used(draft, is_completed, used_up);
    let (settled, open) = inner.ledger.settle_open(&mut tx, run.id, used).await?;
    let noted = inner.followers_by(&finished.checks);
    let by_text = inner.followers_by_text(&draft.parts);
    for follower in followers.into_iter().chain(noted).chain(by_text) {
        follower.ended(&mut tx, run, outcome.state()).await?;
    }
    let receipt = Receipt {
        meter: settled.meter.map(|meter| meter.as_str().to_owned()),
        charged: settled.charged,
        input_tokens: usage.map(|usage| i64::from(usage.input_tokens)),
        output_tokens: usage.map(|usage| i64::from(usage.output_tokens)),
        duration_ms: Some((now.since(run.created_at) - finished.waited) / 1_000),
        finish_reason: outcome.finish_reason(),
        answered_by: answerer.map(|answerer| answerer.id.clone()),
        memories: (run.memories > 0).then_some(run.memories),
    };
    if let (Some(message_id), Some(conversation_id)) = (run.message_id, run.conversation_id) {
        let (state, problem) = (outcome.state().message_state(), outcome.problem());
        let parts = with_calls_ended(&draft.parts);
        let message = FinishedMessage {
            id: message_id,
            conversation_id,
            user_id: run.user_id,
            state,
            parts: &parts,
            problem: problem.as_ref(),
            receipt: &receipt,
        };
        finish_message(&mut tx, &message, now).await?;
        if let Some(answerer) = answerer {
            set_answer_model(&mut tx, message_id, &answerer.id, &answerer.name).await?;
        }
    }
    let event = Sequenced { seq: draft.seq + 1, event: outcome.event(usage, receipt) };
    let row = Row::new(run.id, &event);
    insert_event(&mut tx, &row).await?;
    if let Some(open) = open {
        inner.ledger.book_cost(&mut tx, open, cost.as_ref()).await?;
    }
    tx.commit().await?;
    metrics::counter!("runs_total", "state" => outcome.state().as_str()).increment(1);
    Ok(Some(row))
}

/// Returns the usage to book; `None` if the model was not reached, or if its usage is unknown.
async fn cost_of<'a>(inner: &Inner, run: &'a Run, used: &'a Used<'_>) -> Option<ModelUse<'a>> {
    if used.usage.is_none() && used.likely.is_none() {
        return None;
    }
    let model = used.answerer.map_or(run.model.as_str(), |answerer| answerer.id.as_str());
    Some(model_use(model, inner.is_local(model).await, used.usage, used.likely))
}

/// Returns the followers that need to know that `run` ends.
async fn concerned<'a>(inner: &'a Inner, run: &Run) -> StoreResult<Vec<&'a Arc<dyn RunFollower>>> {
    let mut concerned = Vec::new();
    for follower in inner.followers_of(run) {
        if follower.is_concerned(&inner.db, run).await? {
            concerned.push(follower);
        }
    }
    Ok(concerned)
}
