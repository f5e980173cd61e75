//! A step of a task: a model is asked for a video, or how far it is with it.

use area::Services;
use image_sources::{Purpose, for_model, read_sources};
use kernel::{Failure, Fallible, FileId, SECOND, UserId};
use ledger::{Charge, Operation, Prices};
use media_calls::{Pace, ProviderJob, Waiting};
use providers::ModelError;
use tasks::{ProviderTurn, Step, failed_at_provider, provider_turn};
use video_models::{Frame, GeneratedVideo, ResolvedVideoModel, VideoModelInfo, VideoRequest, fit};

use crate::hints::announce_change;
use crate::keep::keep;
use crate::limits::PROVIDER_MAX_MINUTES;
use crate::problems::{GENERATION_FAILED, NOT_FOUND, REMIX_UNAVAILABLE};
use crate::rules::{misfit_problem, seconds_of};
use crate::store::find_video;
use crate::task::{Effect, Task};
use crate::video::Video;
use crate::work::Work;

const PACE: Pace = Pace { poll_min: SECOND, max_minutes: PROVIDER_MAX_MINUTES };

/// Returns work with what a remix has from the video that it changes: length and shape. Other work stays as it is.
///
/// Problems: [`NOT_FOUND`].
pub(crate) async fn with_parent(
    services: &Services,
    user_id: UserId,
    work: Work,
) -> Fallible<Work> {
    if !work.remix {
        return Ok(work);
    }
    let parent = parent_of(services, user_id, &work).await?;
    Ok(remix_work(work.model, work.prompt, parent))
}

/// Returns the work of a change to a video, which keeps its length and shape.
pub(crate) fn remix_work(model: String, prompt: String, parent: Video) -> Work {
    Work {
        seconds: parent.seconds.and_then(|seconds| seconds.try_into().ok()),
        ratio: parent.work.ratio,
        resolution: parent.work.resolution,
        parent_id: Some(parent.id),
        remix: true,
        ..Work::new(model, prompt)
    }
}

async fn parent_of(services: &Services, user_id: UserId, work: &Work) -> Fallible<Video> {
    let id = work.parent_id.ok_or(NOT_FOUND)?;
    let mut conn = services.db.read().await?;
    Ok(find_video(&mut conn, user_id, id).await?.ok_or(NOT_FOUND)?)
}

/// Returns the price of a video, and checks it against its model and the operator's rules.
///
/// Problems: the model is unknown, or does not have a setting; those of [`read_sources`] and [`for_model`]; for a remix
/// [`NOT_FOUND`] and [`REMIX_UNAVAILABLE`].
pub(crate) async fn price_of(
    services: &Services,
    user_id: UserId,
    work: &Work,
) -> Fallible<Charge> {
    let resolved = services.video_models.resolve(&work.model).await?;
    let request = request_of(services, user_id, work, &resolved, String::new()).await?;
    if let Some(misfit) = fit(&request, &resolved.info.abilities).first() {
        return Err(misfit_problem(misfit).into());
    }
    services.media_policy.check(&work.prompt).await?;
    Ok(charge_of(work, &resolved.info))
}

fn charge_of(work: &Work, info: &VideoModelInfo) -> Charge {
    let seconds = seconds_of(work, &info.abilities);
    Prices::of(Operation::Video { credits_per_second: info.credits_per_second, seconds })
}

// spec §8: "Failed to generate video, please retry later."
/// Asks the model for the video, or how far it is with it.
pub(crate) async fn step(services: &Services, task: &Task) -> Fallible<Step<Effect>> {
    let work = &task.input;
    let resolved = services.video_models.resolve(&work.model).await?;
    let waiting = waiting(task);
    let job = waiting.job.clone().filter(|_| resolved.info.abilities.remix);
    let answer = match &waiting.job {
        Some(job) => resolved.model.poll(job).await,
        None => {
            let key = waiting.idempotency_key(task.head.id);
            let user_id = task.head.user_id;
            let request = request_of(services, user_id, work, &resolved, key).await?;
            resolved.model.start(&request).await
        }
    };
    let waited = services.clock.now().since(task.head.begun_at);
    let next = waiting.next(answer, waited, &PACE);
    match provider_turn(next, GENERATION_FAILED, Effect::Waiting) {
        ProviderTurn::Keep(videos) => done(services, task, &resolved, videos, job).await,
        ProviderTurn::Step(step) => Ok(step),
        ProviderTurn::Stop(job, step) => {
            if let Err(error) = resolved.model.cancel(&job).await {
                tracing::warn!(%error, "a video provider was not stopped");
            }
            Ok(step)
        }
    }
}

/// Returns what is known of the provider since the task was last started.
fn waiting(task: &Task) -> Waiting {
    Waiting::since(task.head.begun_at, &task.output.waiting)
}

async fn done(
    services: &Services,
    task: &Task,
    resolved: &ResolvedVideoModel,
    videos: Vec<GeneratedVideo>,
    job: Option<ProviderJob>,
) -> Fallible<Step<Effect>> {
    let Some(video) = videos.into_iter().next() else {
        let nothing = ModelError::NoAnswer { message: "no video came".to_owned() };
        return Ok(failed_at_provider(GENERATION_FAILED, &nothing));
    };
    let seconds = seconds_of(&task.input, &resolved.info.abilities);
    let cost = charge_of(&task.input, &resolved.info).amount;
    let kept = keep(services, task, video, job, (seconds, cost)).await?;
    let (services, owner) = (services.clone(), task.head.user_id);
    let announce = async move {
        announce_change(&services, owner);
        Ok(())
    };
    Ok(Step::done().with(Effect::Made(Box::new(kept))).delivering(cost).afterwards(announce))
}

/// Tells the provider to stop, where it still works.
pub(crate) async fn cancel(services: &Services, task: &Task) -> Fallible<()> {
    let Some(job) = waiting(task).job else { return Ok(()) };
    let Ok(resolved) = services.video_models.resolve(&task.input.model).await else {
        // Its connection is gone, and with it the way to the provider.
        return Ok(());
    };
    resolved.model.cancel(&job).await.map_err(Failure::internal)
}

/// Returns the request of a video, with its images as models get them.
async fn request_of(
    services: &Services,
    user_id: UserId,
    work: &Work,
    resolved: &ResolvedVideoModel,
    idempotency_key: String,
) -> Fallible<VideoRequest> {
    let prompt = work.prompt.trim().to_owned();
    if work.remix {
        let parent = parent_of(services, user_id, work).await?;
        let job = parent.provider_job.filter(|_| parent.work.model == work.model);
        return Ok(VideoRequest {
            model: resolved.name_at_provider.clone(),
            prompt,
            remix_of: Some(job.ok_or(REMIX_UNAVAILABLE)?),
            idempotency_key,
            ..VideoRequest::default()
        });
    }
    let frames = |ids: Vec<FileId>| frames_of(services, user_id, ids);
    let seconds = seconds_of(work, &resolved.info.abilities);
    // Where no lengths are offered, the model has one of its own.
    let has_lengths = !resolved.info.abilities.seconds.is_empty();
    Ok(VideoRequest {
        model: resolved.name_at_provider.clone(),
        prompt,
        negative_prompt: work.negative_prompt.clone().filter(|text| !text.trim().is_empty()),
        first_frame: frames(work.first_frame_file_id.into_iter().collect()).await?.pop(),
        last_frame: frames(work.last_frame_file_id.into_iter().collect()).await?.pop(),
        references: frames(work.reference_file_ids.clone()).await?,
        remix_of: None,
        seconds: work.seconds.or(has_lengths.then_some(seconds)),
        ratio: work.ratio.clone(),
        resolution: work.resolution.clone(),
        audio: work.audio,
        camera: work.camera.clone(),
        motion: work.motion,
        seed: work.seed,
        cfg_scale: work.cfg_scale,
        idempotency_key,
    })
}

async fn frames_of(services: &Services, user_id: UserId, ids: Vec<FileId>) -> Fallible<Vec<Frame>> {
    let mut frames = Vec::with_capacity(ids.len());
    for source in read_sources(services, user_id, &ids).await? {
        let source = for_model(services, source, Purpose::Reference).await?;
        frames.push(Frame { content: source.content, media_type: source.media_type });
    }
    Ok(frames)
}
