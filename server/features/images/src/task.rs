//! Image work as a kind of task.

use area::Services;
use async_trait::async_trait;
use kernel::{Fallible, Problem, ProblemKind};
use media_calls::Waiting;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{StoreResult, Tx};
use tasks::{Lane, Step, TaskId, TaskKind, TaskOf};

use crate::boards::BoardId;
use crate::drafts::{Draft, key_of};
use crate::image::ImageId;
use crate::keep::{Kept, add_all};
use crate::limits::{OPEN_MAX, TRASH_DAYS};
use crate::problems::{ID_TAKEN, INTERRUPTED, TASK_FAILED, TASK_NOT_FOUND};
use crate::work::Work;
use crate::{creation, tool_use};

/// Makes images by a model or by a tool of this server.
pub(crate) struct ImageTask;

/// An image task, as it is stored.
pub(crate) type Task = TaskOf<ImageTask>;

/// Input of an image task.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Wish {
    pub work: Work,
    /// The board that gets the images.
    pub board_id: Option<BoardId>,
}

/// Result of an image task so far.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Made {
    pub images: Vec<ImageId>,
    pub waiting: Waiting,
    /// What is seen while the image is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draft: Option<Draft>,
}

/// Result of a step.
pub(crate) enum Effect {
    Waiting(Waiting),
    Made(Vec<Kept>),
}

/// Number of images that lists show of a task.
const LABEL_IMAGES_MAX: usize = 4;

/// List entry of an image task.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Label {
    pub tool: Option<String>,
    pub images: Vec<ImageId>,
}

#[async_trait]
impl TaskKind for ImageTask {
    type Input = Wish;
    type Output = Made;
    type Effect = Effect;

    const NAME: &'static str = "image";
    const JOB: &'static str = "image.step";
    const SWEEP: &'static str = "image.sweep";
    const FEATURE: &'static str = "image";
    // Most wait for a provider; tools take turns of their own.
    const AT_ONCE: usize = 16;
    const PAGE: Option<&'static str> = Some("/home/image/");
    const TRASH_DAYS: i64 = TRASH_DAYS;
    const OPEN_MAX: Option<(i64, ProblemKind)> = Some((OPEN_MAX, TASK_FAILED));
    const NOT_FOUND: ProblemKind = TASK_NOT_FOUND;
    const ID_TAKEN: ProblemKind = ID_TAKEN;

    async fn step(services: &Services, task: &Task, _lane: Lane) -> Fallible<Step<Effect>> {
        match &task.input.work {
            Work::Create(it) => creation::step(services, task, it).await,
            Work::Tool(it) => tool_use::step(services, task, it).await,
        }
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
                task.output.images.extend(add_all(services, tx, kept).await?);
                task.output.waiting = Waiting::default();
                task.output.draft = None;
            }
        }
        Ok(())
    }

    async fn cancel(services: &Services, task: &Task) -> Fallible<()> {
        match &task.input.work {
            Work::Create(it) => creation::cancel(services, task, it).await,
            Work::Tool(_) => Ok(()),
        }
    }

    async fn erase(services: &Services, tx: &mut Tx, ids: &[TaskId]) -> StoreResult<()> {
        for id in ids {
            let task = tasks::find_any::<Self>(tx, *id).await?;
            // Left by a process that died while a model worked.
            let Some(task) = task.filter(|task| task.output.draft.is_some()) else { continue };
            if let Err(fault) = services.files.delete(&key_of(&task.head)).await {
                tracing::warn!(%fault, "a draft of an image was not deleted");
            }
        }
        Ok(())
    }

    fn label(task: &Task) -> Value {
        let label = Label {
            tool: task.input.work.tool().map(str::to_owned),
            images: task.output.images.iter().copied().take(LABEL_IMAGES_MAX).collect(),
        };
        serde_json::to_value(label).unwrap_or_default()
    }

    fn has_result(task: &Task) -> bool {
        !task.output.images.is_empty()
    }

    fn interrupted() -> (Problem, Option<Problem>) {
        (INTERRUPTED.into(), None)
    }
}
