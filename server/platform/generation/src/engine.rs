use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use fair_queue::Share;
use futures::{FutureExt, StreamExt};
use kernel::RunId;
use providers::{
    FinishReason, ModelError, ModelEvent, ModelRequest, ModelStream, TextModel, Usage,
};
use store::StoreResult;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::conclude::conclude;
use crate::costs::{self, Used};
use crate::draft::Draft;
use crate::generation::Inner;
use crate::outcome::{Ending, Outcome};
use crate::progress::Progress;
use crate::queue::concurrency_limiter::Permit;
use crate::queue::fair_queue::connection_of;
use crate::writer::Writer;
use crate::{EMPTY_ANSWER, INTERRUPTED, Run, Tool};

/// Everything a run needs while it is active.
pub(crate) struct Engine {
    pub inner: Arc<Inner>,
    pub run: Run,
    pub model: Arc<dyn TextModel>,
    pub request: ModelRequest,
    /// The tools the model may use; `steps.rs` has the steps of a run with tools.
    pub tools: Vec<Arc<dyn Tool>>,
    /// The draft and progress of the run when it was paused.
    pub resumed: Option<(Draft, Progress)>,
    /// The last event that is stored.
    pub first_seq: i64,
    /// Number of times the provider was too busy for this run.
    pub tries: i64,
    /// Cancelled when the run is to stop.
    pub cancelled: CancellationToken,
    /// Permit that others wait for, held until the run is over, but not while it waits for an answer to a question.
    pub permit: Mutex<Permit>,
}

/// Time for which a cancelled run keeps reading what its provider had already sent.
const LAST_WORDS: Duration = Duration::from_millis(20);
const RETRY_FIRST: Duration = Duration::from_millis(100);
const RETRY_LONGEST: Duration = Duration::from_secs(5);

impl Engine {
    /// Lives the run in a task of its own. One that panics ends its run as the end of the process would, and no other.
    pub fn begin(self) {
        let (inner, run) = (self.inner.clone(), self.run.clone());
        let tasks = inner.tasks.clone();
        tasks.spawn(async move {
            let live = Share::from(run.user_id).scope(self.live());
            let lived = AssertUnwindSafe(live).catch_unwind().await;
            if lived.is_err() {
                tracing::error!(run.id = %run.id, "the task of a run panicked");
                inner.end_broken(&run).await;
            }
        });
    }

    /// Lives a run from its first call to its last event. Its row, its message and its hold are stored.
    async fn live(mut self) {
        let inner = &self.inner;
        let mut writer =
            Writer::new(self.run.id, inner.journal.clone(), inner.clock.clone(), self.first_seq);
        let request = std::mem::take(&mut self.request);
        let ending = if self.tools.is_empty() && self.resumed.is_none() {
            let opened = self.open(request.clone()).await;
            if let Err(outcome) = &opened
                && let Some(seconds) = self.retry_after(outcome)
                && self.requeue(&writer, &Progress::new(request.clone()), seconds).await
            {
                return;
            }
            self.hear(opened, &request, &mut writer).await
        } else {
            let progress = match self.resumed.take() {
                Some((draft, progress)) => {
                    writer.draft = draft;
                    progress
                }
                None => Progress::new(request),
            };
            writer.keep_calls();
            match self.generate_in_steps(progress, &mut writer).await {
                Some(ending) => ending,
                None => return,
            }
        };
        writer.finish().await;
        self.conclude(&writer, &ending).await;
        // Only now may the next one begin.
        drop(self.permit);
    }

    pub async fn generate(&self, request: &ModelRequest, writer: &mut Writer) -> Ending {
        let opened = self.open(request.clone()).await;
        self.hear(opened, request, writer).await
    }

    async fn hear(
        &self,
        opened: Result<ModelStream, Outcome>,
        request: &ModelRequest,
        writer: &mut Writer,
    ) -> Ending {
        let first_part = writer.draft.parts.len();
        let ending = match opened {
            Ok(stream) => self.read(stream, writer).await,
            // It did not take the request.
            Err(outcome @ Outcome::Failed(_)) => return Ending::of(outcome),
            // It may have been at its first word.
            Err(outcome) => Ending::of(outcome),
        };
        ending.or_likely(request, writer, first_part).await
    }

    /// Gives the permit to others while the run waits for its person, or takes one again.
    pub fn set_waiting(&self, is_waiting: bool) {
        let permit = match is_waiting {
            true => Permit::none(),
            false => self.inner.limiter.acquire_over_limit(connection_of(&self.run.model)),
        };
        *self.permit.lock().unwrap_or_else(PoisonError::into_inner) = permit;
    }

    /// Opens the model's stream, or returns how the run ended before anything arrived.
    async fn open(&self, request: ModelRequest) -> Result<ModelStream, Outcome> {
        let opened = self.unless_ended(self.model.stream(request)).await?;
        opened.map_err(|error| failed(&error))
    }

    /// Reads the model's stream in intervals: the first words go out at once; afterwards everything that has arrived is
    /// taken whenever it may be journaled. A run wakes ten or twenty times a second, however fast its model writes.
    async fn read(&self, mut stream: ModelStream, writer: &mut Writer) -> Ending {
        let mut usage = None;
        loop {
            let rest = async {
                if let Some(beat) = writer.next_flush_at(self.inner.tasks.len()) {
                    tokio::time::sleep_until(beat).await;
                }
                stream.next().await
            };
            let ended = match self.unless_ended(rest).await {
                Ok(event) => take(event, writer, &mut usage).await,
                Err(outcome) => {
                    take_last_words(&mut stream, writer, &mut usage).await;
                    Some(outcome)
                }
            };
            let ended = match ended {
                // The first words do not wait for others.
                None if writer.has_appended() => {
                    self.take_ready(&mut stream, writer, &mut usage).await
                }
                ended => ended,
            };
            if let Some(outcome) = ended {
                return Ending { usage, ..Ending::of(outcome) };
            }
            writer.append_pending().await;
        }
    }

    /// Takes everything the model has sent so far; returns how the run ended, if that was the last.
    ///
    /// The connection's task hands over one piece per request, so that task gets some turns before the model counts as
    /// silent. Without them an answer would advance one piece per interval, however fast its model writes.
    async fn take_ready(
        &self,
        stream: &mut ModelStream,
        writer: &mut Writer,
        usage: &mut Option<Usage>,
    ) -> Option<Outcome> {
        let mut turns = 0;
        while turns < TURNS && !self.is_to_end() {
            let Some(event) = stream.next().now_or_never() else {
                turns += 1;
                tokio::task::yield_now().await;
                continue;
            };
            turns = 0;
            let ended = take(event, writer, usage).await;
            if ended.is_some() {
                return ended;
            }
        }
        None
    }

    fn is_to_end(&self) -> bool {
        self.cancelled.is_cancelled() || self.inner.stopping.is_cancelled()
    }

    /// Runs `work` to its end unless the run is cancelled or the server stops first.
    pub async fn unless_ended<T>(&self, work: impl Future<Output = T>) -> Result<T, Outcome> {
        tokio::select! {
            biased;
            () = self.cancelled.cancelled() => Err(Outcome::Cancelled),
            () = self.inner.stopping.cancelled() => Err(interrupted()),
            done = work => Ok(done),
        }
    }

    /// Writes the end of the run, however long the database is down: the run's hold stays until then.
    async fn conclude(&self, writer: &Writer, ending: &Ending) {
        let inner = &self.inner;
        let (draft, outcome) = (&writer.draft, &ending.outcome);
        let used =
            Used { usage: ending.usage, likely: ending.likely, answerer: writer.answerer.as_ref() };
        let end = || conclude(inner, &self.run, draft, outcome, &used);
        let last = inner.until_done(self.run.id, end).await.flatten();
        inner.announce_end(&self.run, last);
    }
}

impl Inner {
    /// Does `work` until the database takes it; `None` when the server had to stop before it did, and the
    /// run is left to the next start.
    pub async fn until_done<T, Work>(&self, run_id: RunId, work: impl Fn() -> Work) -> Option<T>
    where
        Work: Future<Output = StoreResult<T>>,
    {
        let mut wait = RETRY_FIRST;
        loop {
            match work().await {
                Ok(done) => return Some(done),
                Err(error) if self.aborting.is_cancelled() => {
                    tracing::error!(run.id = %run_id, %error, "a run was left to the next start");
                    return None;
                }
                Err(error) => {
                    tracing::warn!(run.id = %run_id, %error, "a run could not be written yet");
                    tokio::time::sleep(wait).await;
                    wait = (wait * 2).min(RETRY_LONGEST);
                }
            }
        }
    }
}

/// Number of turns other tasks get before a model that sends nothing counts as silent for now.
const TURNS: usize = 3;

/// The event that is stored with the run itself: `run.started`.
pub(crate) const FIRST_SEQ: i64 = 1;

impl Ending {
    fn of(outcome: Outcome) -> Self {
        Self { outcome, usage: None, likely: None }
    }

    /// Adds an estimate of what `request` and its answer used if the provider did not report it, or not completely.
    async fn or_likely(
        self,
        request: &ModelRequest,
        writer: &mut Writer,
        first_part: usize,
    ) -> Self {
        if self.usage.is_some() && matches!(self.outcome, Outcome::Completed(_)) {
            return self;
        }
        writer.append_pending().await;
        let written = costs::said_in_all(&writer.draft.parts[first_part..]);
        Self { likely: costs::likely_beyond(self.usage, request, written), ..self }
    }
}

fn failed(error: &ModelError) -> Outcome {
    Outcome::Failed(error.problem())
}

fn interrupted() -> Outcome {
    Outcome::Interrupted(INTERRUPTED.into())
}

/// Takes what arrived between two intervals when the run was cancelled, so that no word is lost.
async fn take_last_words(stream: &mut ModelStream, writer: &mut Writer, usage: &mut Option<Usage>) {
    let until = Instant::now() + LAST_WORDS;
    while let Ok(event) = tokio::time::timeout_at(until, stream.next()).await {
        if take(event, writer, usage).await.is_some() {
            return;
        }
    }
}

/// Takes one event of the model; returns how the run ended, if it was the last.
async fn take(
    event: Option<Result<ModelEvent, ModelError>>,
    writer: &mut Writer,
    usage: &mut Option<Usage>,
) -> Option<Outcome> {
    match event {
        Some(Ok(ModelEvent::Usage(counted))) => *usage = Some(counted),
        Some(Ok(ModelEvent::Finished(reason))) => return Some(finished(reason, writer)),
        Some(Ok(event)) => writer.take(event).await,
        Some(Err(error)) => return Some(failed(&error)),
        None => return Some(failed(&ModelError::broken("the stream ended without an end"))),
    }
    None
}

/// Returns the outcome of a finished answer. One without any text is a failure, so that nobody pays for it.
fn finished(reason: FinishReason, writer: &Writer) -> Outcome {
    if writer.is_empty() {
        Outcome::Failed(EMPTY_ANSWER.into())
    } else {
        Outcome::Completed(reason)
    }
}
