use std::time::Duration;

use area::Services;
use identity::{KEY_CAP_REACHED, KeyCaller};
use image_models::{GeneratedImage, ImageModel, ImageRequest, Progress, ResolvedImageModel, fit};
use kernel::{Fallible, RunId, SECOND};
use ledger::{Charge, Operation, Prices, Reservation};
use media_calls::retry_after_seconds;
use providers::ModelError;
use tokio::time::{Instant, sleep};
use tokio_util::task::TaskTracker;

use super::request::{Wanted, misfit_error};
use crate::error::OpenAiResult;

/// Longest time that a program waits for images.
const LONGEST: Duration = Duration::from_secs(300);
/// Shortest and longest time between two questions to a provider.
const POLL_MIN: Duration = Duration::from_millis(500);
const POLL_MAX: Duration = Duration::from_secs(10);
/// Most questions to a provider that fail one after the other.
const ATTEMPTS_MAX: u32 = 5;

/// Makes images between a hold and its settlement. Images that were not made cost nothing.
pub(super) async fn make(
    services: &Services,
    caller: &KeyCaller,
    wanted: Wanted,
) -> OpenAiResult<Vec<GeneratedImage>> {
    let model = services.image_models.resolve(&wanted.model).await?;
    let request = wanted.request(&model.name_at_provider);
    if let Some(misfit) = fit(&request, &model.info.abilities).first() {
        return Err(misfit_error(misfit));
    }
    let credits = model.info.credits;
    let charge = Prices::of(Operation::Images { credits, count: request.count });
    // Not a run, but held and settled like one.
    let hold = RunId::new(services.clock.now());
    reserve(services, caller, (hold, charge), &model.info.name).await?;
    // On its own, so that a program that hangs up does not leave the hold behind.
    let services = services.clone();
    let made = TaskTracker::new().spawn(async move {
        let made = ask(&model, request).await;
        let count = made.as_ref().map_or(0, Vec::len) as u32;
        let used = Prices::of(Operation::Images { credits, count }).amount.min(charge.amount);
        let mut tx = services.db.begin().await?;
        services.ledger.settle(&mut tx, hold, used).await?;
        tx.commit().await?;
        Fallible::Ok(made)
    });
    let made = made.await.map_err(kernel::Failure::internal)??;
    Ok(made.map_err(|error| kernel::Failure::from(error.problem()))?)
}

async fn reserve(
    services: &Services,
    caller: &KeyCaller,
    (hold, charge): (RunId, Charge),
    detail: &str,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    if !services.identity.spend_key(&mut tx, caller.key_id, charge.amount).await? {
        return Err(KEY_CAP_REACHED.into());
    }
    let payer = &caller.payer();
    let wanted = Reservation {
        run_id: hold,
        payer,
        charge,
        plan: None,
        budget: None,
        feature: "image",
        detail,
    };
    services.ledger.reserve(&mut tx, &wanted).await?;
    services.ledger.count_to_key(&mut tx, hold, caller.key_id.0, charge.amount).await?;
    Ok(tx.commit().await?)
}

/// Asks the model, and waits for it.
async fn ask(
    model: &ResolvedImageModel,
    request: ImageRequest,
) -> Result<Vec<GeneratedImage>, ModelError> {
    let count = request.count as usize;
    let deadline = Instant::now() + LONGEST;
    let mut attempts = 0;
    let mut progress = model.model.start(&request).await?;
    loop {
        let (job, poll_after) = match progress {
            Progress::Done(images) if images.is_empty() => {
                return Err(ModelError::NoAnswer { message: "no image came".to_owned() });
            }
            Progress::Done(images) => return Ok(images.into_iter().take(count).collect()),
            Progress::Working { job, poll_after_micros, .. } => {
                (job, Duration::from_micros(poll_after_micros.max(0) as u64))
            }
        };
        if Instant::now() >= deadline {
            stop(model.model.as_ref(), &job).await;
            return Err(ModelError::TimedOut);
        }
        sleep(poll_after.clamp(POLL_MIN, POLL_MAX)).await;
        progress = match model.model.poll(&job).await {
            Ok(progress) => {
                attempts = 0;
                progress
            }
            Err(error) => {
                attempts += 1;
                let after = retry_after_seconds(&error, true, attempts);
                let seconds = after.filter(|_| attempts < ATTEMPTS_MAX).ok_or(error)?;
                let poll_after_micros = seconds * SECOND;
                Progress::Working { job, percent: None, queue_position: None, poll_after_micros }
            }
        };
    }
}

/// Tells a provider that is too slow to stop; that it does not hear changes nothing.
async fn stop(model: &dyn ImageModel, job: &image_models::ProviderJob) {
    if let Err(error) = model.cancel(job).await {
        tracing::warn!(%error, "an image provider was not stopped");
    }
}
