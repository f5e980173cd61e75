//! Calls of a model beside an answer, whose text nobody follows: a name for a conversation.
//!
//! They are no runs: nothing is journaled and nothing is held. Their cost is booked with their result, and a crash loses
//! both.

use std::collections::VecDeque;
use std::future::Future;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fair_queue::Share;
use futures::StreamExt;
use futures::future::BoxFuture;
use kernel::{Fallible, Payer, RunId};
use ledger::{ModelUse, OpenCost};
use providers::{Answerer, ModelError, ModelEvent, ModelRequest, ResolvedModel, Usage};
use store::{StoreResult, Tx};
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::Generation;
use crate::costs;
use crate::costs::spending_gate::refusal;
use crate::queue::fair_queue::connection_of;

/// A call of a model beside an answer.
pub struct AsideCall<'a> {
    pub payer: Payer,
    pub model: ResolvedModel,
    pub request: ModelRequest,
    /// Maximum time for all of it.
    pub wait: Duration,
    /// Returns true for text that is more than the caller can use: the call ends there.
    pub is_enough: &'a (dyn Fn(&str) -> bool + Sync),
}

/// The text of an [`AsideCall`], and its cost, to be booked with [`Aside::book`].
#[derive(Debug)]
pub struct Aside {
    /// All of it; what there is if the call was cut short.
    pub text: String,
    /// True if the model came to its own end.
    pub is_whole: bool,
    model: String,
    is_local: bool,
    counted: Option<Usage>,
    likely: Option<Usage>,
}

impl Generation {
    /// Queues work beside the runs, on behalf of a person. It is begun by [`Generation::serve_asides`] and ends with the
    /// server.
    pub fn queue_aside(&self, share: Share, work: impl Future<Output = ()> + Send + 'static) {
        self.0.asides.push(Box::pin(share.scope(work)));
    }

    /// Begins the works that are queued, until [`Generation::stop`].
    pub async fn serve_asides(&self) {
        let inner = &self.0;
        loop {
            let work = tokio::select! {
                () = inner.stopping.cancelled() => return,
                work = inner.asides.next() => work,
            };
            let stopping = inner.stopping.clone();
            inner.tasks.spawn(async move {
                tokio::select! {
                    () = stopping.cancelled() => {}
                    () = work => {}
                }
            });
        }
    }

    /// Does the works that are queued, for tests; how many there were.
    pub async fn do_asides(&self) -> usize {
        let mut done = 0;
        while let Some(work) = self.0.asides.take() {
            work.await;
            done += 1;
        }
        done
    }

    /// Calls a model whose text nobody follows. It counts towards the concurrency limits and does not wait for them.
    ///
    /// Problems: the operator's limit of spending has no room, or the model could not be reached.
    pub async fn call_aside(&self, call: AsideCall<'_>) -> Fallible<Aside> {
        let inner = &self.0;
        let AsideCall { payer, model, mut request, wait, is_enough } = call;
        let id = model.info.id.clone();
        let is_local = model.info.protocol.is_local();
        request.model.clone_from(&model.name_at_provider);
        request.user_id = Some(payer.user_id);
        if let Some(problem) = refusal(&inner.ledger, &inner.db, (&id, is_local), &request).await? {
            return Err(problem.into());
        }
        let _permit = inner.limiter.acquire_over_limit(connection_of(&id));
        let mut heard = Heard::default();
        let until = Instant::now() + wait;
        let read = heard.read(&model, request.clone(), is_enough);
        let ended = tokio::time::timeout_at(until, read).await;
        if let Ok(Err(error)) = &ended
            && heard.is_empty()
        {
            return Err(error.problem().into());
        }
        let is_whole = matches!(ended, Ok(Ok(true)));
        let counted = heard.usage;
        let likely = match counted.is_some() && is_whole {
            true => None,
            false => costs::likely_beyond_text(counted, &request, &heard.written),
        };
        let answerer = heard.answerer.map(|answerer| answerer.id);
        let is_local = match &answerer {
            Some(id) => inner.is_local(id).await,
            None => is_local,
        };
        let model = answerer.unwrap_or(id);
        Ok(Aside { text: heard.text, is_whole, model, is_local, counted, likely })
    }

    /// Books the cost of a call with what the caller makes of its text.
    pub async fn book_aside(&self, tx: &mut Tx, aside: &Aside) -> StoreResult<()> {
        let (counted, likely) =
            (aside.counted.unwrap_or_default(), aside.likely.unwrap_or_default());
        let used = ModelUse {
            model: &aside.model,
            is_local: aside.is_local,
            input_tokens: i64::from(counted.input_tokens) + i64::from(likely.input_tokens),
            output_tokens: i64::from(counted.output_tokens) + i64::from(likely.output_tokens),
            is_estimated: aside.likely.is_some(),
        };
        let now = self.0.clock.now();
        self.0.ledger.book_cost(tx, OpenCost::unheld(RunId::new(now), now), Some(&used)).await
    }
}

/// Works that wait to be begun.
#[derive(Default)]
pub(crate) struct Asides {
    queue: Mutex<VecDeque<BoxFuture<'static, ()>>>,
    added: Notify,
}

impl Asides {
    fn push(&self, work: BoxFuture<'static, ()>) {
        self.queue().push_back(work);
        self.added.notify_one();
    }

    fn take(&self) -> Option<BoxFuture<'static, ()>> {
        self.queue().pop_front()
    }

    async fn next(&self) -> BoxFuture<'static, ()> {
        loop {
            if let Some(work) = self.take() {
                return work;
            }
            self.added.notified().await;
        }
    }

    fn queue(&self) -> MutexGuard<'_, VecDeque<BoxFuture<'static, ()>>> {
        // Nothing in here panics half-way, so a poisoned queue is whole.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Words of a model so far.
#[derive(Default)]
struct Heard {
    /// The answer, without reasoning.
    text: String,
    /// All that was written, reasoning included.
    written: String,
    usage: Option<Usage>,
    answerer: Option<Answerer>,
}

impl Heard {
    fn is_empty(&self) -> bool {
        self.written.is_empty()
    }

    /// Reads the model's stream to its end, which returns true, or until there is enough.
    async fn read(
        &mut self,
        model: &ResolvedModel,
        request: ModelRequest,
        is_enough: &(dyn Fn(&str) -> bool + Sync),
    ) -> Result<bool, ModelError> {
        let mut stream = model.model.stream(request).await?;
        while let Some(event) = stream.next().await {
            match event? {
                ModelEvent::Text(text) => {
                    self.written.push_str(&text);
                    self.text.push_str(&text);
                    if is_enough(&self.text) {
                        return Ok(false);
                    }
                }
                ModelEvent::Reasoning(text) => self.written.push_str(&text),
                ModelEvent::TextWasReasoning => self.text.clear(),
                ModelEvent::AnsweredBy(answerer) => self.answerer = Some(answerer),
                ModelEvent::Usage(usage) => self.usage = Some(usage),
                ModelEvent::Finished(_) => return Ok(true),
                ModelEvent::Citation(_) | ModelEvent::Notice(_) | ModelEvent::ToolCall(_) => {}
            }
        }
        Err(ModelError::broken("the stream ended without an end"))
    }
}
