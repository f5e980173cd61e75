use std::time::Duration;

use area::Services;
use identity::{KEY_CAP_REACHED, KeyCaller};
use image_models::{GeneratedImage, ImageRequest, ResolvedImageModel, fit};
use kernel::{Fallible, RunId, SECOND};
use ledger::{Charge, Operation, Prices, Reservation};
use media_calls::{Next, Pace, Waiting};
use providers::ModelError;
use tokio::time::{Instant, sleep};
use tokio_util::task::TaskTracker;

use super::request::{Wanted, misfit_error};
use crate::error::OpenAiResult;

/// A program waits for images on one connection.
const PACE: Pace = Pace { poll_min: SECOND / 2, max_minutes: 5 };

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
    let begun = Instant::now();
    // A program decides itself whether it asks a busy provider again.
    let mut answer = Ok(model.model.start(&request).await?);
    let mut waiting = Waiting::default();
    loop {
        let waited = begun.elapsed().as_micros() as i64;
        (waiting, answer) = match waiting.next(answer, waited, &PACE) {
            Next::Done(images) => return Ok(images.into_iter().take(count).collect()),
            Next::Wait { waiting, after, .. } => {
                sleep(Duration::from_micros(after as u64)).await;
                let answer = match &waiting.job {
                    Some(job) => model.model.poll(job).await,
                    None => model.model.start(&request).await,
                };
                (waiting, answer)
            }
            Next::Stop(job) => {
                if let Err(error) = model.model.cancel(&job).await {
                    tracing::warn!(%error, "an image provider was not stopped");
                }
                return Err(ModelError::TimedOut);
            }
            Next::Failed(error) => return Err(error),
        };
    }
}
