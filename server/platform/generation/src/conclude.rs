use std::sync::Arc;

use api::ProblemBody;
use conversations::{Receipt, finish_message, index_message, set_answer_model};
use kernel::Problem;
use providers::{FinishReason, Usage};
use store::StoreResult;

use crate::costs::Used;
use crate::draft::{Draft, with_calls_ended};
use crate::event::{RunEvent, Sequenced, UsageBody};
use crate::generation::Inner;
use crate::journal::Row;
use crate::store::{finish_run, insert_event};
use crate::{Run, RunFollower, RunState};

/// The outcome of a run.
#[derive(Debug, Clone)]
pub(crate) enum Outcome {
    Completed(FinishReason),
    Failed(Problem),
    Cancelled,
    Interrupted(Problem),
}

impl Outcome {
    pub fn state(&self) -> RunState {
        match self {
            Self::Completed(_) => RunState::Completed,
            Self::Failed(_) => RunState::Failed,
            Self::Cancelled => RunState::Cancelled,
            Self::Interrupted(_) => RunState::Interrupted,
        }
    }

    fn finish_reason(&self) -> Option<String> {
        match self {
            Self::Completed(reason) => Some(reason.as_str().to_owned()),
            Self::Failed(_) | Self::Cancelled | Self::Interrupted(_) => None,
        }
    }

    fn problem(&self) -> Option<ProblemBody> {
        match self {
            Self::Failed(problem) | Self::Interrupted(problem) => Some(ProblemBody::from(problem)),
            Self::Completed(_) | Self::Cancelled => None,
        }
    }

    fn event(&self, usage: Option<Usage>, receipt: Receipt) -> RunEvent {
        match self {
            Self::Completed(reason) => RunEvent::RunCompleted {
                finish_reason: reason.as_str().to_owned(),
                usage: UsageBody {
                    input_tokens: usage.map(|usage| i64::from(usage.input_tokens)),
                    output_tokens: usage.map(|usage| i64::from(usage.output_tokens)),
                },
                receipt,
            },
            Self::Cancelled => RunEvent::RunCancelled { receipt },
            Self::Failed(problem) => {
                RunEvent::RunFailed { problem: ProblemBody::from(problem), receipt }
            }
            Self::Interrupted(problem) => {
                RunEvent::RunInterrupted { problem: ProblemBody::from(problem), receipt }
            }
        }
    }
}

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
    let cost = used_up.cost(inner, run).await;
    let followers = concerned(inner, run).await?;
    // Never closed, so that there is always a turn.
    let turn = inner.concluding.clone().acquire_owned().await.ok();
    let now = inner.clock.now();
    // Sending a message waits for the writer, too; nobody notices if a run's end comes a little later.
    let mut tx = inner.db.begin_low_priority().await?;
    // The next one writes while the disk turns for this one.
    tx.after_write(move || drop(turn));
    if !finish_run(&mut tx, run, outcome.state(), now).await? {
        return Ok(None);
    }
    let is_completed = matches!(outcome, Outcome::Completed(_));
    let used = run.charge_used(draft, is_completed, used_up);
    let (settled, open) = inner.ledger.settle_open(&mut tx, run.id, used).await?;
    for follower in followers {
        follower.ended(&mut tx, run, outcome.state()).await?;
    }
    let receipt = Receipt {
        meter: settled.meter.map(|meter| meter.as_str().to_owned()),
        charged: settled.charged,
        input_tokens: usage.map(|usage| i64::from(usage.input_tokens)),
        output_tokens: usage.map(|usage| i64::from(usage.output_tokens)),
        duration_ms: Some((now.since(run.created_at) - run.waited) / 1_000),
        finish_reason: outcome.finish_reason(),
        answered_by: answerer.map(|answerer| answerer.id.clone()),
        memories: (run.memories > 0).then_some(run.memories),
    };
    if let (Some(message_id), Some(conversation_id)) = (run.message_id, run.conversation_id) {
        let (state, problem) = (outcome.state().message_state(), outcome.problem());
        let parts = with_calls_ended(&draft.parts);
        finish_message(&mut tx, message_id, state, &parts, problem.as_ref(), &receipt, now).await?;
        if let Some(answerer) = answerer {
            set_answer_model(&mut tx, message_id, &answerer.id, &answerer.name).await?;
        }
        index_message(&mut tx, run.user_id, conversation_id, message_id, &draft.parts).await?;
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

/// Returns the followers that need to know that `run` ends.
async fn concerned<'a>(inner: &'a Inner, run: &Run) -> StoreResult<Vec<&'a Arc<dyn RunFollower>>> {
    let mut conn = inner.db.read().await?;
    let mut concerned = Vec::new();
    for follower in inner.followers.get().into_iter().flatten() {
        if follower.is_concerned(&mut conn, run).await? {
            concerned.push(follower);
        }
    }
    Ok(concerned)
}
