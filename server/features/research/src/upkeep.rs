use std::time::Duration;

use api::ProblemBody;
use area::{Services, Upkeep};
use kernel::{DAY, MINUTE, Problem};

use crate::limits::{STUCK_MINUTES, TRASH_DAYS};
use crate::of_teams::forget_limits;
use crate::problems::INTERRUPTED;
use crate::research::Pause;
use crate::store::{Whose, list_stuck, lock_research, purge_deleted};
use crate::turn::pause;

/// Removes for good what has been deleted for 30 days, and has those wait on which nobody works any more: their
/// job was given up.
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
                let research = lock_research(&mut tx, id).await?;
                // It may have gone on between two looks.
                let stuck =
                    research.filter(|one| one.state.is_working() && one.updated_at < before);
                if let Some(mut research) = stuck {
                    let problem = ProblemBody::from(&Problem::from(INTERRUPTED));
                    let why = Pause::Problem;
                    pause(&mut tx, &services, &mut research, why, Some(problem)).await?;
                }
            }
            Ok(tx.commit().await?)
        })
    },
};
