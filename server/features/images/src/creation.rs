//! A step of a task in which a model makes images.

use area::Services;
use bytes::Bytes;
use image_models::{GeneratedImage, ImageRequest, ReferenceImage, ResolvedImageModel, fit};
use image_sources::{Purpose, for_model, read_sources};
use image_tools::SourceHeader;
use kernel::{Failure, Fallible, Problem, SECOND, UserId};
use ledger::{Charge, Operation, Prices};
use media_calls::{Pace, Waiting};
use tasks::{ProviderTurn, Step, provider_turn};

use crate::drafts;
use crate::keep::{NewImage, keep_all};
use crate::limits::PROVIDER_MAX_MINUTES;
use crate::problems::GENERATION_FAILED;
use crate::rules::misfit_problem;
use crate::task::{Effect, Task};
use crate::work::Creation;

const PACE: Pace = Pace { poll_min: SECOND / 2, max_minutes: PROVIDER_MAX_MINUTES };

/// Returns the price of a creation, and checks it against its model and the operator's rules.
///
/// Problems: the model is unknown, or does not have a setting; those of [`read_sources`].
pub(crate) async fn price_of(
    services: &Services,
    user_id: UserId,
    creation: &Creation,
) -> Fallible<Charge> {
    let resolved = services.image_models.resolve(&creation.model).await?;
    let request = request_of(services, user_id, creation, &resolved, String::new()).await?;
    if let Some(misfit) = fit(&request, &resolved.info.abilities).first() {
        return Err(misfit_problem(misfit).into());
    }
    services.media_policy.check(&creation.prompt).await?;
    let credits = resolved.info.credits;
    Ok(Prices::of(Operation::Images { credits, count: creation.count }))
}

// spec §8: "Failed to generate image, please retry later."
/// Asks the model for the images, or how far it is with them.
pub(crate) async fn step(
    services: &Services,
    task: &Task,
    creation: &Creation,
) -> Fallible<Step<Effect>> {
    let resolved = services.image_models.resolve(&creation.model).await?;
    let waiting = waiting(task);
    let answer = match &waiting.job {
        Some(job) => resolved.model.poll(job).await,
        None => {
            let key = waiting.idempotency_key(task.head.id);
            let user_id = task.head.user_id;
            let request = request_of(services, user_id, creation, &resolved, key).await?;
            drafts::start(services, task, &resolved, &request).await
        }
    };
    let waited = services.clock.now().since(task.head.begun_at);
    let next = waiting.next(answer, waited, &PACE);
    match provider_turn(next, GENERATION_FAILED, Effect::Waiting) {
        ProviderTurn::Keep(images) => done(services, task, creation, &resolved, images).await,
        ProviderTurn::Step(step) => Ok(step),
        ProviderTurn::Stop(job, step) => {
            if let Err(error) = resolved.model.cancel(&job).await {
                tracing::warn!(%error, "an image provider was not stopped");
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
    creation: &Creation,
    resolved: &ResolvedImageModel,
    images: Vec<GeneratedImage>,
) -> Fallible<Step<Effect>> {
    let credits = resolved.info.credits;
    let wanted = creation.count.max(1) as usize;
    let images = images.into_iter().take(wanted).map(|image| new_image(creation, resolved, image));
    let images = images.collect::<Fallible<Vec<NewImage>>>()?;
    let kept = keep_all(services, task, images).await?;
    let delivered = Prices::of(Operation::Images { credits, count: kept.len() as u32 }).amount;
    Ok(crate::keep::done(services, kept).delivering(delivered))
}

/// Returns an image as it is kept.
///
/// Problems: the provider sent something else.
fn new_image(
    creation: &Creation,
    resolved: &ResolvedImageModel,
    image: GeneratedImage,
) -> Fallible<NewImage> {
    let header = SourceHeader::read(&image.content).map_err(Problem::from)?;
    Ok(NewImage {
        content: image.content,
        media_type: image.media_type,
        sides: (header.width, header.height),
        prompt: image.revised_prompt.unwrap_or_else(|| creation.prompt.clone()),
        seed: image.seed.or(creation.seed.filter(|_| resolved.info.abilities.seed)),
        cost: resolved.info.credits,
    })
}

/// Tells the provider to stop, where it still works.
pub(crate) async fn cancel(services: &Services, task: &Task, creation: &Creation) -> Fallible<()> {
    let Some(job) = waiting(task).job else { return Ok(()) };
    let Ok(resolved) = services.image_models.resolve(&creation.model).await else {
        // Its connection is gone, and with it the way to the provider.
        return Ok(());
    };
    match resolved.model.cancel(&job).await {
        Ok(()) => Ok(()),
        Err(error) => Err(Failure::internal(error)),
    }
}

/// Returns the request of a creation, with its images as models get them.
async fn request_of(
    services: &Services,
    user_id: UserId,
    creation: &Creation,
    resolved: &ResolvedImageModel,
    idempotency_key: String,
) -> Fallible<ImageRequest> {
    let ids: Vec<_> = creation.references.iter().map(|reference| reference.file_id).collect();
    let sources = read_sources(services, user_id, &ids).await?;
    let mut references = Vec::with_capacity(sources.len());
    for (source, reference) in sources.into_iter().zip(&creation.references) {
        let source = for_model(services, source, Purpose::Reference).await?;
        references.push(ReferenceImage {
            content: source.content,
            media_type: source.media_type,
            strength: reference.strength,
        });
    }
    Ok(ImageRequest {
        model: resolved.name_at_provider.clone(),
        prompt: creation.prompt.trim().to_owned(),
        negative_prompt: creation.negative_prompt.clone().filter(|text| !text.trim().is_empty()),
        count: creation.count,
        size: creation.size,
        ratio: creation.ratio.clone(),
        quality: creation.quality.clone(),
        style: creation.style.clone(),
        seed: creation.seed,
        cfg_scale: creation.cfg_scale,
        strength: creation.strength,
        transparent: creation.transparent,
        drafts: drafts::wanted(creation, resolved),
        references,
        mask: mask_of(services, user_id, creation).await?,
        idempotency_key,
    })
}

async fn mask_of(
    services: &Services,
    user_id: UserId,
    creation: &Creation,
) -> Fallible<Option<Bytes>> {
    let Some(id) = creation.mask_file_id else { return Ok(None) };
    let source = read_sources(services, user_id, &[id]).await?.pop();
    let Some(source) = source else { return Ok(None) };
    Ok(Some(for_model(services, source, Purpose::Mask).await?.content))
}
