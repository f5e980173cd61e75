use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use providers::{
    FinishReason, ModelError, ModelEvent, ModelRequest, ModelStream, TextModel, Usage,
};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::conclude::{Outcome, conclude};
use crate::generation::Inner;
use crate::writer::Writer;
use crate::{EMPTY_ANSWER, INTERRUPTED, Run};

/// Everything a run needs while it lives.
pub(crate) struct Engine {
    pub inner: Arc<Inner>,
    pub run: Run,
    pub model: Arc<dyn TextModel>,
    pub request: ModelRequest,
    /// Somebody pressed Stop.
    pub cancelled: CancellationToken,
}

/// How a model's stream ended, and what it used.
struct Ending {
    outcome: Outcome,
    usage: Option<Usage>,
}

const RETRY_FIRST: Duration = Duration::from_millis(100);
const RETRY_LONGEST: Duration = Duration::from_secs(5);

impl Engine {
    /// Lives a run from its first call to its last event. Its row, its message and its hold are stored.
    pub async fn live(mut self) {
        let inner = &self.inner;
        let mut writer =
            Writer::new(self.run.id, inner.journal.clone(), inner.clock.clone(), FIRST_SEQ);
        let request = std::mem::take(&mut self.request);
        let ending = self.generate(request, &mut writer).await;
        writer.finish().await;
        self.conclude(&writer, &ending).await;
    }

    async fn generate(&self, request: ModelRequest, writer: &mut Writer) -> Ending {
        let called = tokio::select! {
            biased;
            () = self.cancelled.cancelled() => return Ending::of(Outcome::Cancelled),
            () = self.inner.stopping.cancelled() => return Ending::of(interrupted()),
            called = self.model.stream(request) => called,
        };
        match called {
            Ok(stream) => self.read(stream, writer).await,
            Err(error) => Ending::of(failed(&error)),
        }
    }

    async fn read(&self, mut stream: ModelStream, writer: &mut Writer) -> Ending {
        let mut usage = None;
        loop {
            let event = tokio::select! {
                biased;
                () = self.cancelled.cancelled() => {
                    return Ending { outcome: Outcome::Cancelled, usage };
                }
                () = self.inner.stopping.cancelled() => {
                    return Ending { outcome: interrupted(), usage };
                }
                () = at(writer.due()) => {
                    writer.append_pending().await;
                    continue;
                }
                event = stream.next() => event,
            };
            match event {
                Some(Ok(ModelEvent::Usage(counted))) => usage = Some(counted),
                Some(Ok(ModelEvent::Finished(reason))) => {
                    return Ending { outcome: finished(reason, writer), usage };
                }
                Some(Ok(event)) => writer.take(event).await,
                Some(Err(error)) => return Ending { outcome: failed(&error), usage },
                None => {
                    let error = ModelError::broken("the stream ended without an end");
                    return Ending { outcome: failed(&error), usage };
                }
            }
        }
    }

    /// Writes the end, however long the database is away: what the run held stays held until then.
    async fn conclude(&self, writer: &Writer, ending: &Ending) {
        let inner = &self.inner;
        let mut wait = RETRY_FIRST;
        let last = loop {
            let now = inner.clock.now();
            let (db, ledger) = (&inner.db, &inner.ledger);
            let (draft, outcome) = (&writer.draft, &ending.outcome);
            match conclude(db, ledger, &self.run, draft, outcome, ending.usage, now).await {
                Ok(last) => break last,
                Err(error) if inner.aborting.is_cancelled() => {
                    tracing::error!(run.id = %self.run.id, %error, "a run was left to the next start");
                    break None;
                }
                Err(error) => {
                    tracing::warn!(run.id = %self.run.id, %error, "a run could not be concluded yet");
                    tokio::time::sleep(wait).await;
                    wait = (wait * 2).min(RETRY_LONGEST);
                }
            }
        };
        inner.announce_end(&self.run, last);
    }
}

/// The event that is stored with the run itself: `run.started`.
pub(crate) const FIRST_SEQ: i64 = 1;

impl Ending {
    fn of(outcome: Outcome) -> Self {
        Self { outcome, usage: None }
    }
}

fn failed(error: &ModelError) -> Outcome {
    Outcome::Failed(error.problem())
}

fn interrupted() -> Outcome {
    Outcome::Interrupted(INTERRUPTED.into())
}

/// An answer without a word is a failure, so that nobody pays for it.
fn finished(reason: FinishReason, writer: &Writer) -> Outcome {
    let is_empty = writer.draft.parts.is_empty() && writer.due().is_none();
    if is_empty { Outcome::Failed(EMPTY_ANSWER.into()) } else { Outcome::Completed(reason) }
}

async fn at(due: Option<Instant>) {
    match due {
        Some(due) => tokio::time::sleep_until(due).await,
        None => std::future::pending().await,
    }
}
