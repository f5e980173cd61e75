//! How what a run wrote is kept: a job that is queued in the transaction that ends the run, and an upkeep for those
//! that nobody did. Journals of runs are dropped a day after their end.

use std::time::Duration;

use api::ProblemBody;
use area::{Services, Upkeep};
use async_trait::async_trait;
use generation::{Generation, Run, RunFollower, RunState};
use jobs::{Job, JobResult, Queue};
use kernel::{Fallible, MINUTE, Problem};
use serde::{Deserialize, Serialize};
use store::{StoreResult, Tx};

use crate::problems::CUT_OFF;
use crate::store::{Humanization, HumanizationId, conclude, find, find_by_run, list_going_on};
use crate::wire::State;

/// The end of an answer that its model could not write whole.
const LENGTH: &str = "length";

/// A rewriting with what its run has by now. One that is over has it all.
pub(crate) async fn with_run(
    generation: &Generation,
    mut one: Humanization,
) -> StoreResult<Humanization> {
    if one.state != State::Running {
        return Ok(one);
    }
    let Some(look) = generation.snapshot(one.run_id).await? else {
        // Its run is gone with all that it wrote.
        one.state = State::Interrupted;
        return Ok(one);
    };
    one.state = look.state.into();
    let is_over = one.state != State::Running;
    let written = if is_over { look.text.trim() } else { look.text.as_str() };
    one.written = (!written.trim().is_empty()).then(|| written.to_owned());
    one.problem = look.problem;
    let Some(receipt) = look.receipt else { return Ok(one) };
    one.credits = Some(receipt.charged);
    if one.state == State::Completed && receipt.finish_reason.as_deref() == Some(LENGTH) {
        one.problem = Some(ProblemBody::from(&Problem::from(CUT_OFF)));
    }
    Ok(one)
}

/// Keeps what became of a rewriting, once its run is over.
async fn keep(services: &Services, id: HumanizationId) -> Fallible<()> {
    let mut conn = services.db.read().await?;
    let found = find(&mut conn, id).await?;
    drop(conn);
    let Some(one) = found.filter(|one| one.state == State::Running) else { return Ok(()) };
    let one = with_run(&services.generation, one).await?;
    if one.state == State::Running {
        return Ok(());
    }
    let mut tx = services.db.begin().await?;
    conclude(&mut tx, &one).await?;
    Ok(tx.commit().await?)
}

/// Hears of the end of the runs that rewrite.
pub(crate) struct WhenRewritten {
    pub queue: Queue,
}

#[async_trait]
impl RunFollower for WhenRewritten {
    async fn ended(&self, tx: &mut Tx, run: &Run, _state: RunState) -> StoreResult<()> {
        // Runs of chats are by far the most, and none of ours.
        if run.message_id.is_some() {
            return Ok(());
        }
        if let Some(humanization_id) = find_by_run(tx, run.id).await? {
            self.queue.enqueue(tx, &KeepRewritten { humanization_id }).await?;
        }
        Ok(())
    }
}

/// Keeps what a run wrote.
#[derive(Serialize, Deserialize)]
pub(crate) struct KeepRewritten {
    humanization_id: HumanizationId,
}

impl Job for KeepRewritten {
    type Context = Services;

    const NAME: &'static str = "writing.keep_rewritten";

    async fn run(self, services: &Services) -> JobResult {
        keep(services, self.humanization_id).await
    }
}

/// Keeps what no job did, long before its journal is dropped.
pub(crate) const KEEP_LEFT: Upkeep = Upkeep {
    name: "writing.keep_left",
    every: Duration::from_secs(600),
    run: |services: Services| {
        Box::pin(async move {
            let before = services.clock.now().plus(-MINUTE);
            let mut conn = services.db.read().await?;
            let left = list_going_on(&mut conn, before).await?;
            drop(conn);
            for id in left {
                keep(&services, id).await?;
            }
            Ok(())
        })
    },
};
