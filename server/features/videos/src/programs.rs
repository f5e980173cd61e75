//! Videos that programs ask for: tasks like any other, whose videos are among those of their person.

use api::ProblemBody;
use area::{NewVideoJob, Services, VideoJob, VideoJobState, VideoJobs};
use async_trait::async_trait;
use identity::KeyCaller;
use image_sources::store_source;
use kernel::{Fallible, FileId, UserId, Uuid};
use store::Conn;
use tasks::{NewTask, State, TaskId};

use crate::creation::{price_of, remix_work};
use crate::hints::announce_change;
use crate::problems::{CANCELLED, INTERRUPTED, NOT_FOUND, TASK_NOT_FOUND};
use crate::rules::{check_work, seconds_of, title_of};
use crate::store::{list_of_task, update_video};
use crate::task::{Task, VideoTask};
use crate::work::Work;

/// Makes videos for programs.
pub(crate) struct VideosForPrograms {
    services: Services,
}

impl VideosForPrograms {
    pub fn new(services: &Services) -> Self {
        Self { services: services.clone() }
    }
}

#[async_trait]
impl VideoJobs for VideosForPrograms {
    async fn start(&self, caller: &KeyCaller, new: NewVideoJob) -> Fallible<VideoJob> {
        let services = &self.services;
        let now = services.clock.now();
        let mut conn = services.db.read().await?;
        let plan = services.entitlements.plan_of(&mut conn, caller.workspace_id, now).await?;
        drop(conn);
        plan.check_not_locked()?;
        let payer = caller.payer();
        let id = new.id;
        // The file has the task's id, so that it is the same one when the request is sent again.
        let frame_id = new.first_frame.as_ref().map(|_| FileId(id));
        let frame = new.first_frame.clone();
        let work = match new.remix_of {
            Some(source) => remix_of(services, caller.user_id, new, TaskId(source)).await?,
            None => work_of(services, new, frame_id).await?,
        };
        check_work(&work)?;
        if let Some(frame) = frame {
            store_source(services, &payer, FileId(id), &frame).await?;
        }
        let price = price_of(services, caller.user_id, &work).await?;
        let task = NewTask::<VideoTask>::new(TaskId(id), title_of(&work), work);
        let task = NewTask { price, key_id: Some(caller.key_id), ..task };
        let task = tasks::start_for::<VideoTask>(services, payer, task).await?;
        let mut conn = services.db.read().await?;
        job_of(&mut conn, task).await
    }

    async fn find(&self, user_id: UserId, ids: &[Uuid]) -> Fallible<Vec<VideoJob>> {
        let mut conn = self.services.db.read().await?;
        let mut jobs = Vec::with_capacity(ids.len());
        for id in ids {
            if let Some(task) =
                tasks::find_own::<VideoTask>(&mut conn, user_id, TaskId(*id)).await?
            {
                jobs.push(job_of(&mut conn, task).await?);
            }
        }
        Ok(jobs)
    }

    async fn delete(&self, user_id: UserId, id: Uuid) -> Fallible<()> {
        let (services, id) = (&self.services, TaskId(id));
        tasks::cancel(services, user_id, id, TASK_NOT_FOUND).await?;
        let mut tx = services.db.begin().await?;
        for mut video in list_of_task(&mut tx, id).await? {
            video.deleted_at = Some(services.clock.now());
            update_video(&mut tx, &video).await?;
        }
        tx.commit().await?;
        tasks::delete(services, user_id, id, TASK_NOT_FOUND).await?;
        announce_change(services, user_id);
        Ok(())
    }
}

/// Returns the work that a program asks for. Its length is said, so that the program is told what it pays for.
async fn work_of(
    services: &Services,
    new: NewVideoJob,
    first_frame_file_id: Option<FileId>,
) -> Fallible<Work> {
    let resolved = services.video_models.resolve(&new.model).await?;
    let mut work = Work {
        negative_prompt: new.negative_prompt,
        seed: new.seed,
        seconds: new.seconds,
        ratio: new.ratio,
        resolution: new.resolution,
        first_frame_file_id,
        ..Work::new(new.model, new.prompt)
    };
    work.seconds = Some(seconds_of(&work, &resolved.info.abilities));
    Ok(work)
}

/// Returns the work of a change to the video that the task `source` made.
///
/// Problems: [`NOT_FOUND`]: it made none that is still there.
async fn remix_of(
    services: &Services,
    user_id: UserId,
    new: NewVideoJob,
    source: TaskId,
) -> Fallible<Work> {
    let mut conn = services.db.read().await?;
    let videos = list_of_task(&mut conn, source).await?;
    drop(conn);
    let parent = videos.into_iter().find(|video| video.user_id == user_id).ok_or(NOT_FOUND)?;
    Ok(remix_work(new.model, new.prompt, parent))
}

async fn job_of(conn: &mut Conn, task: Task) -> Fallible<VideoJob> {
    let Task { head, input: work, .. } = task;
    let state = match head.state {
        State::Queued => VideoJobState::Queued,
        State::Running | State::Paused => VideoJobState::Working,
        State::Succeeded => {
            let videos = list_of_task(conn, head.id).await?;
            VideoJobState::Done { file_id: videos.first().map(|video| video.file_id) }
        }
        State::Cancelled => VideoJobState::Failed(Box::new(tasks::problem_body(CANCELLED))),
        State::Failed => {
            let gone = || -> ProblemBody { tasks::problem_body(INTERRUPTED) };
            // The cause has the words of the provider.
            let why = head.cause.or(head.problem).unwrap_or_else(gone);
            VideoJobState::Failed(Box::new(why))
        }
    };
    let percent = match state {
        VideoJobState::Done { .. } => 100,
        _ => head.percent.unwrap_or(0),
    };
    Ok(VideoJob {
        id: head.id.0,
        state,
        percent,
        seconds: work.seconds,
        created_at: head.created_at,
        ended_at: head.ended_at,
    })
}
