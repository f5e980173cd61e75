//! Follows a run to its end for a program that may hang up.

use area::Services;
use futures::StreamExt;
use generation::{Run, RunEvent, event_of};
use kernel::RunId;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio_util::task::TaskTracker;

/// Events that a slow program may lie behind before its run's reader waits for it.
const EVENTS_WAITING: usize = 64;

/// The follower of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Follower {
    /// The only client, which began the run: when it disconnects the run is cancelled.
    Only,
    /// The first client, which may repeat its request: the run goes on without it.
    First,
    /// A repeated request: the first one takes care of the run.
    Again,
}

/// Returns the events of `run`.
pub(crate) fn start_following(
    services: &Services,
    run: Run,
    follower: Follower,
) -> Receiver<RunEvent> {
    let (sender, receiver) = channel(EVENTS_WAITING);
    let services = services.clone();
    // Not tracked: it ends with the run, which shutdown waits for.
    TaskTracker::new().spawn(async move { follow(&services, run, sender, follower).await });
    receiver
}

/// Forwards events up to the last one.
async fn follow(services: &Services, run: Run, sender: Sender<RunEvent>, follower: Follower) {
    let run_id = run.id;
    let mut frames = std::pin::pin!(services.generation.follow(run, 0));
    let mut is_heard = true;
    loop {
        let frame = tokio::select! {
            frame = frames.next() => frame,
            () = sender.closed(), if is_heard => {
                is_heard = false;
                match follower {
                    Follower::Only => stop(services, run_id).await,
                    Follower::First => {}
                    Follower::Again => return,
                }
                continue;
            }
        };
        let Some(Ok(frame)) = frame else { return };
        let Some(event) = event_of(&frame) else { continue };
        let event = event.event;
        let is_last = charged_by(&event).is_some();
        // A program that hung up is seen above.
        sender.send(event).await.ok();
        if is_last {
            return;
        }
    }
}

async fn stop(services: &Services, run_id: RunId) {
    if let Err(error) = services.generation.cancel(run_id).await {
        tracing::warn!(run.id = %run_id, %error, "a run could not be stopped");
    }
}

/// Returns the charge of a finished run according to its journal; `None` if the journal is gone.
pub(crate) async fn charged_for(services: &Services, run: &Run) -> Option<i64> {
    let mut frames = std::pin::pin!(services.generation.follow(run.clone(), 0));
    while let Some(Ok(frame)) = frames.next().await {
        if let Some(charged) = event_of(&frame).and_then(|event| charged_by(&event.event)) {
            return Some(charged);
        }
    }
    None
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
