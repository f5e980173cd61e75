//! A step of a task in which a tool of this server works on images.

use area::Services;
use bytes::Bytes;
use image_sources::read_sources;
use image_tools::check;
use kernel::{Failure, Fallible, Problem, SECOND, UserId};
use memory_budget::BUSY;
use tasks::Step;

use crate::keep::{NewImage, done, keep_all};
use crate::task::{Effect, Task};
use crate::work::{ToolUse, Work};

/// Time after which a tool that got no turn tries again.
const BUSY_SECONDS: i64 = 5;

/// Checks a tool's options and images before its task starts.
///
/// Problems: a data file is missing; those of [`check`] and [`read_sources`].
pub(crate) async fn check_use(services: &Services, user_id: UserId, it: &ToolUse) -> Fallible<()> {
    let contents = contents_of(services, user_id, it).await?;
    services.image_tools.check_ready(&it.tool).map_err(Problem::from)?;
    check(&it.tool, &contents).map_err(Problem::from)?;
    Ok(())
}

/// Runs the tool and keeps what it made.
pub(crate) async fn step(services: &Services, task: &Task, it: &ToolUse) -> Fallible<Step<Effect>> {
    let contents = contents_of(services, task.head.user_id, it).await?;
    let made = match services.image_tools.run(it.tool.clone(), contents).await {
        // Others have their turns first.
        Err(Failure::Problem(problem)) if problem.kind == BUSY => {
            return Ok(Step::poll(BUSY_SECONDS * SECOND).at("busy"));
        }
        made => made?.map_err(Problem::from)?,
    };
    let image = NewImage {
        content: made.content.into(),
        media_type: made.media_type,
        sides: (made.width, made.height),
        prompt: String::new(),
        seed: None,
        cost: 0,
    };
    let kept = keep_all(services, task, vec![image]).await?;
    Ok(done(services, kept))
}

/// Returns the images that the tool takes, in its order: the first, the mask, the others.
async fn contents_of(services: &Services, user_id: UserId, it: &ToolUse) -> Fallible<Vec<Bytes>> {
    let sources = read_sources(services, user_id, &Work::Tool(it.clone()).file_ids()).await?;
    Ok(sources.into_iter().map(|source| source.content).collect())
}
