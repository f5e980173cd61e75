use std::time::Duration;

use area::{Area, Services, Upkeep};

use crate::TaskKind;
use crate::upkeep::{TaskEraser, sweep};
use crate::work::{StepJob, WhenRunEnds};

/// Registers kinds of tasks with an area.
pub trait AreaTasks {
    /// Registers what does, keeps, sweeps and erases the tasks of the kind `K`.
    #[must_use]
    fn task_kind<K: TaskKind>(self, services: &Services) -> Self;
}

impl AreaTasks for Area {
    fn task_kind<K: TaskKind>(self, services: &Services) -> Self {
        assert_eq!(K::JOB, format!("{}.step", K::NAME), "jobs are found by this name");
        let area = self
            .job::<StepJob<K, false>>()
            .follower(WhenRunEnds::<K>::new(services.queue.clone()))
            .eraser(TaskEraser::<K>::new(services))
            .upkeep(Upkeep {
                name: K::SWEEP,
                every: Duration::from_secs(600),
                run: |services| Box::pin(sweep::<K>(services)),
            });
        if K::SLOW_JOB.is_empty() { area } else { area.job::<StepJob<K, true>>() }
    }
}
