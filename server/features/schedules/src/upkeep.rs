use std::time::Duration;

use area::{Services, Upkeep};
use kernel::{DAY, MINUTE};

use crate::conclude::Conclude;
use crate::due::fire_all;
use crate::rules::{RUNS_KEPT_DAYS, TRASH_DAYS};
use crate::schedule::ScheduleRunState;
use crate::start::StartRuns;
use crate::store::{delete_old_runs, list_stale_runs, purge_deleted};

/// A run on which nothing happened for so long may have lost its job.
const STALE: i64 = 10 * MINUTE;

/// Finds times and runs whose job was given up.
pub(crate) const CATCH_UP: Upkeep = Upkeep {
    name: "schedules.catch_up",
    every: Duration::from_secs(600),
    run: |services: Services| {
        Box::pin(async move {
            fire_all(&services).await?;
            let before = services.clock.now().plus(-STALE);
            let mut tx = services.db.begin_low_priority().await?;
            for run in list_stale_runs(&mut tx, before).await? {
                match run.state() {
                    ScheduleRunState::Due => {
                        let job = StartRuns { ids: vec![run.id] };
                        services.queue.enqueue(&mut tx, &job).await?;
                    }
                    _ => {
                        let job = Conclude { id: run.id };
                        if !services.queue.holds(&mut tx, &job).await? {
                            services.queue.enqueue(&mut tx, &job).await?;
                        }
                    }
                }
            }
            Ok(tx.commit().await?)
        })
    },
};

/// Removes for good what was deleted 30 days ago, and runs that ended a year ago.
pub(crate) const EMPTY_TRASH: Upkeep = Upkeep {
    name: "schedules.empty_trash",
    every: Duration::from_secs(3_600),
    run: |services: Services| {
        Box::pin(async move {
            let now = services.clock.now();
            let mut tx = services.db.begin_low_priority().await?;
            for id in purge_deleted(&mut tx, now.plus(-TRASH_DAYS * DAY)).await? {
                services.ledger.set_budget(&mut tx, id.0, None).await?;
            }
            delete_old_runs(&mut tx, now.plus(-RUNS_KEPT_DAYS * DAY)).await?;
            Ok(tx.commit().await?)
        })
    },
};
