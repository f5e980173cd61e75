use std::time::Duration;

use api::ProblemBody;
use area::{Services, Upkeep};
use kernel::{DAY, HOUR, MINUTE, Problem, Timestamp};
use store::{StoreResult, Tx};

use crate::again::catch_up;
use crate::limits::{STUCK_MINUTES, TRASH_DAYS};
use crate::of_teams::forget_limits;
use crate::problems::INTERRUPTED;
use crate::research::{Pause, ResearchId};
use crate::steps::StepState;
use crate::store::{
    Whose, list_overdue, list_steps, list_stuck, lock_research, purge_deleted, update_step,
};
use crate::turn::pause;

/// A research that should have come again so long ago has nobody who begins it: a job is tried for less.
const OVERDUE: i64 = 6 * HOUR;

/// Removes for good what has been deleted for 30 days, has those wait on which nobody works any more, and those come
/// again that were to come by themselves: their job was given up.
pub(crate) const SWEEP: Upkeep = Upkeep {
    name: "research.sweep",
    every: Duration::from_secs(600),
    run: |services: Services| {
        Box::pin(async move {
            let now = services.clock.now();
            let mut tx = services.db.begin().await?;
            let trash_ends = now.plus(-TRASH_DAYS * DAY);
            forget_limits(&services.ledger, &mut tx, Whose::DeletedBefore(trash_ends)).await?;
            purge_deleted(&mut tx, trash_ends).await?;
            let before = now.plus(-STUCK_MINUTES * MINUTE);
            for id in list_stuck(&mut tx, before).await? {
                have_wait(&mut tx, &services, id, before).await?;
            }
            let overdue = now.plus(-OVERDUE);
            for id in list_overdue(&mut tx, overdue).await? {
                let root = lock_research(&mut tx, id).await?;
                if let Some(mut root) = root.filter(|one| one.next_at < Some(overdue)) {
                    catch_up(&mut tx, &services, &mut root).await?;
                }
            }
            Ok(tx.commit().await?)
        })
    },
};

/// Has a research wait on which nobody works any more. What a model wrote that nobody could keep is asked for again
/// when it goes on, and paid for once.
async fn have_wait(
    tx: &mut Tx,
    services: &Services,
    id: ResearchId,
    before: Timestamp,
) -> StoreResult<()> {
    let research = lock_research(tx, id).await?;
    // It may have gone on between two looks.
    let stuck = research.filter(|one| one.state.is_working() && one.updated_at < before);
    let Some(mut research) = stuck else { return Ok(()) };
    let steps = list_steps(tx, id).await?;
    for mut step in steps.into_iter().filter(|step| step.state == StepState::Running) {
        step.state = StepState::Waiting;
        step.run_id = None;
        step.charged += std::mem::take(&mut step.held);
        update_step(tx, id, &step).await?;
    }
    let problem = ProblemBody::from(&Problem::from(INTERRUPTED));
    pause(tx, services, &mut research, Pause::Problem, Some(problem)).await
}
