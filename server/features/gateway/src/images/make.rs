use std::time::Duration;

use area::Services;
use identity::KeyCaller;
use image_models::{GeneratedImage, ImageRequest, Progress, ResolvedImageModel, fit};
use kernel::{Failure, Fallible, RunId, SECOND};
use ledger::{Operation, Prices};
use media_calls::{Next, Pace, Waiting};
use providers::ModelError;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};
use tokio_util::task::TaskTracker;

use super::request::{Wanted, misfit_error};
use crate::caller::{Hold, hold};
use crate::error::OpenAiResult;

/// A program waits for images on one connection.
const PACE: Pace = Pace { poll_min: SECOND / 2, max_minutes: 5 };

/// Images that a model makes for a program.
pub(super) struct Making {
    made: JoinHandle<Fallible<Result<Vec<GeneratedImage>, ModelError>>>,
    drafts: UnboundedReceiver<GeneratedImage>,
}

/// What comes of images that are being made.
pub(super) enum Piece {
    Draft(GeneratedImage),
    Made(Vec<GeneratedImage>),
}

impl Making {
    /// Waits for the images.
    pub async fn images(self) -> OpenAiResult<Vec<GeneratedImage>> {
        let made = self.made.await.map_err(Failure::internal)??;
        Ok(made.map_err(|error| Failure::from(error.problem()))?)
    }

    /// Waits for the next draft, or for the images behind the last one.
    pub async fn next(&mut self) -> OpenAiResult<Piece> {
        if let Some(draft) = self.drafts.recv().await {
            return Ok(Piece::Draft(draft));
        }
        let made = (&mut self.made).await.map_err(Failure::internal)??;
        Ok(Piece::Made(made.map_err(|error| Failure::from(error.problem()))?))
    }
}

/// Begins making images between a hold and its settlement. Images that were not made cost nothing.
pub(super) async fn begin(
    services: &Services,
    caller: &KeyCaller,
    wanted: Wanted,
) -> OpenAiResult<Making> {
    let model = services.image_models.resolve(&wanted.model).await?;
    let mut request = wanted.request(&model.name_at_provider);
    if let Some(misfit) = fit(&request, &model.info.abilities).first() {
        return Err(misfit_error(misfit));
    }
    if !model.info.abilities.partial_images || request.count > 1 {
        request.drafts = 0;
    }
    services.media_policy.check(&request.prompt).await?;
    let credits = model.info.credits;
    let charge = Prices::of(Operation::Images { credits, count: request.count });
    // Not a run, but held and settled like one.
    let id = RunId::new(services.clock.now());
    let mut tx = services.db.begin().await.map_err(Failure::from)?;
    let wanted = Hold { id, charge, feature: "image", detail: &model.info.name };
    hold(services, &mut tx, caller, &wanted).await?;
    tx.commit().await.map_err(Failure::from)?;
    // On its own, so that a program that hangs up does not leave the hold behind.
    let services = services.clone();
    let (sender, drafts) = mpsc::unbounded_channel();
    let made = TaskTracker::new().spawn(async move {
        let made = ask(&model, request, sender).await;
        let count = made.as_ref().map_or(0, Vec::len) as u32;
        let used = Prices::of(Operation::Images { credits, count }).amount.min(charge.amount);
        let mut tx = services.db.begin().await?;
        services.ledger.settle(&mut tx, id, used).await?;
        tx.commit().await?;
        Fallible::Ok(made)
    });
    Ok(Making { made, drafts })
}

/// Asks the model, and waits for it.
async fn ask(
    model: &ResolvedImageModel,
    request: ImageRequest,
    drafts: UnboundedSender<GeneratedImage>,
) -> Result<Vec<GeneratedImage>, ModelError> {
    let count = request.count as usize;
    let begun = Instant::now();
    // A program decides itself whether it asks a busy provider again.
    let mut answer = Ok(start(model, &request, drafts).await?);
    let mut waiting = Waiting::default();
    loop {
        let waited = begun.elapsed().as_micros() as i64;
        (waiting, answer) = match waiting.next(answer, waited, &PACE) {
            Next::Done(images) => return Ok(images.into_iter().take(count).collect()),
            Next::Wait { waiting, after, .. } => {
                sleep(Duration::from_micros(after as u64)).await;
                let job =
                    waiting.job.as_ref().expect("the first answer was no error: it named a job");
                let answer = model.model.poll(job).await;
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

async fn start(
    model: &ResolvedImageModel,
    request: &ImageRequest,
    drafts: UnboundedSender<GeneratedImage>,
) -> Result<Progress, ModelError> {
    if request.drafts == 0 {
        return model.model.start(request).await;
    }
    // A program that hung up sees none.
    let mut send = |draft| drop(drafts.send(draft));
    model.model.start_with_drafts(request, &mut send).await
}
