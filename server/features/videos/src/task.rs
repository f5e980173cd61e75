//! A video as a kind of task.

use area::Services;
use async_trait::async_trait;
use kernel::{Fallible, Problem, ProblemKind};
use media_calls::Waiting;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::Tx;
use tasks::{Lane, Step, TaskKind, TaskOf};

use crate::creation;
use crate::keep::{Kept, add};
use crate::limits::{OPEN_MAX, PROVIDER_MAX_MINUTES, TRASH_DAYS};
use crate::problems::{ID_TAKEN, INTERRUPTED, TASK_FAILED, TASK_NOT_FOUND};
use crate::video::VideoId;
use crate::work::Work;

/// Makes a video.
pub(crate) struct VideoTask;

/// A video task, as it is stored.
pub(crate) type Task = TaskOf<VideoTask>;

/// Result of a video task so far.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Made {
    pub videos: Vec<VideoId>,
    pub waiting: Waiting,
}

/// Result of a step.
pub(crate) enum Effect {
    Waiting(Waiting),
    Made(Box<Kept>),
}

/// List entry of a video task.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Label {
    pub videos: Vec<VideoId>,
}

#[async_trait]
impl TaskKind for VideoTask {
    type Input = Work;
    type Output = Made;
    type Effect = Effect;

    const NAME: &'static str = "video";
    const JOB: &'static str = "video.step";
    const SWEEP: &'static str = "video.sweep";
    const FEATURE: &'static str = "video";
    // A video that is done is in memory as a whole.
    const AT_ONCE: usize = 2;
    const EXPECTED_SECONDS: i64 = 120;
    const PAGE: Option<&'static str> = Some("/home/video/");
    const TRASH_DAYS: i64 = TRASH_DAYS;
    const ABANDONED_MINUTES: i64 = PROVIDER_MAX_MINUTES;
    const OPEN_MAX: Option<(i64, ProblemKind)> = Some((OPEN_MAX, TASK_FAILED));
    const NOT_FOUND: ProblemKind = TASK_NOT_FOUND;
    const ID_TAKEN: ProblemKind = ID_TAKEN;

    async fn step(services: &Services, task: &Task, _lane: Lane) -> Fallible<Step<Effect>> {
        creation::step(services, task).await
    }

    async fn write(
        services: &Services,
        tx: &mut Tx,
        task: &mut Task,
        effect: Effect,
    ) -> Fallible<()> {
        match effect {
            Effect::Waiting(waiting) => task.output.waiting = waiting,
            Effect::Made(kept) => {
                task.output.videos.push(add(services, tx, *kept).await?);
                task.output.waiting = Waiting::default();
            }
        }
        Ok(())
    }

    async fn cancel(services: &Services, task: &Task) -> Fallible<()> {
        creation::cancel(services, task).await
    }

    fn label(task: &Task) -> Value {
        let label = Label { videos: task.output.videos.clone() };
        serde_json::to_value(label).unwrap_or_default()
    }

    fn has_result(task: &Task) -> bool {
        !task.output.videos.is_empty()
    }

    fn interrupted() -> (Problem, Option<Problem>) {
        (INTERRUPTED.into(), None)
    }
}
