//! Follows a run to its end for a program that may hang up.

use area::Services;
use futures::StreamExt;
use generation::{Run, RunEvent, event_of};
use identity::ApiKeyId;
use ledger::Charge;
use store::StoreResult;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio_util::task::TaskTracker;

/// Events that a slow program may lie behind before its run's reader waits for it.
const EVENTS_WAITING: usize = 64;

/// The events of `run`. When the receiver is dropped the run is stopped; in the end the key gets back
/// what was not charged.
pub(crate) fn start_following(
    services: &Services,
    run: Run,
    key_id: ApiKeyId,
    charge: Charge,
) -> Receiver<RunEvent> {
    let (sender, receiver) = channel(EVENTS_WAITING);
    let services = services.clone();
    // Not tracked: it ends with the run, which shutdown waits for.
    TaskTracker::new().spawn(async move {
        let charged = follow(&services, run, sender).await;
        let unused = charge.amount - charged.unwrap_or(charge.amount);
        if unused > 0
            && let Err(error) = give_back(&services, key_id, unused).await
        {
            tracing::warn!(%error, "a key did not get back what was not charged");
        }
    });
    receiver
}

/// Hands on events until the last one. Returns what was charged, once that is known.
async fn follow(services: &Services, run: Run, sender: Sender<RunEvent>) -> Option<i64> {
    let run_id = run.id;
    let mut frames = std::pin::pin!(services.generation.follow(run, 0));
    let mut is_heard = true;
    loop {
        let frame = tokio::select! {
            frame = frames.next() => frame,
            () = sender.closed(), if is_heard => {
                is_heard = false;
                if let Err(error) = services.generation.cancel(run_id).await {
                    tracing::warn!(run.id = %run_id, %error, "a run could not be stopped");
                }
                continue;
            }
        };
        let Some(Ok(frame)) = frame else { return None };
        let Some(event) = event_of(&frame) else { continue };
        let event = event.event;
        let charged = charged_by(&event);
        // A program that hung up is seen above.
        sender.send(event).await.ok();
        if charged.is_some() {
            return charged;
        }
    }
}

fn charged_by(event: &RunEvent) -> Option<i64> {
    match event {
        RunEvent::RunCompleted { receipt, .. }
        | RunEvent::RunFailed { receipt, .. }
        | RunEvent::RunCancelled { receipt }
        | RunEvent::RunInterrupted { receipt, .. } => Some(receipt.charged),
        _ => None,
    }
}

async fn give_back(services: &Services, key_id: ApiKeyId, unused: i64) -> StoreResult<()> {
    let mut tx = services.db.begin().await?;
    services.identity.spend_key(&mut tx, key_id, -unused).await?;
    tx.commit().await
}
