//! What schedules hear of tasks that they started.

use area::{ScheduledWork, Services, WorkOutcome, WorkReport};
use kernel::{Fallible, Payer};

use crate::state::State;
use crate::{TaskId, costs_of_children, find_head, problem_body};

/// Returns how far a task is that a schedule started. Its result is the text of the library item of its kind.
pub async fn report_of(
    services: &Services,
    payer: &Payer,
    work: &ScheduledWork,
) -> Fallible<WorkReport> {
    let mut conn = services.db.read().await?;
    let found = find_head(&mut conn, payer.user_id, TaskId(work.id)).await?;
    let children = costs_of_children(&mut conn, TaskId(work.id)).await?;
    drop(conn);
    let Some(head) = found.filter(|head| head.deleted_at.is_none()) else {
        return Ok(WorkReport { outcome: WorkOutcome::Stopped, charged: 0 });
    };
    let outcome = match head.state {
        State::Queued | State::Running => WorkOutcome::Working,
        State::Paused => WorkOutcome::Waiting,
        State::Cancelled => WorkOutcome::Stopped,
        State::Failed => {
            let interrupted = || problem_body(crate::TASK_INTERRUPTED);
            WorkOutcome::Failed(head.problem.unwrap_or_else(interrupted))
        }
        State::Succeeded => {
            let item = match services.library_source(&head.kind) {
                Some(source) => source.read(payer.user_id, work.id).await?,
                None => None,
            };
            WorkOutcome::Complete { text: Some(item.map(|item| item.text).unwrap_or_default()) }
        }
    };
    let of_children: i64 = children.iter().map(|cost| cost.charged).sum();
    Ok(WorkReport { outcome, charged: head.charged.unwrap_or_default() + of_children })
}
