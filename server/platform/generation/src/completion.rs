//! Calls of a model beside an answer, whose text nobody follows: a name for a conversation.
//!
//! They are no runs: nothing is journaled and nothing is held. Their cost is booked with their result, and a crash loses
//! both.

pub(crate) mod follow_ups;

use std::time::Duration;

use futures::StreamExt;
use kernel::{Fallible, Payer, RunId};
use ledger::OpenCost;
use providers::{Answerer, ModelError, ModelEvent, ModelRequest, ResolvedModel, Usage};
use store::{StoreResult, Tx};
use tokens::count_by_length;
use tokio::time::timeout;

use crate::Generation;
use crate::costs;
use crate::costs::spending_gate::refusal;
use crate::queue::fair_queue::connection_of;

/// A call of a model beside an answer.
pub struct CompletionCall<'a> {
    pub payer: Payer,
    pub model: ResolvedModel,
    pub request: ModelRequest,
    /// Maximum time for all of it.
    pub wait: Duration,
    /// Returns true for text that is more than the caller can use: the call ends there.
    pub is_enough: &'a (dyn Fn(&str) -> bool + Sync),
}

/// The text of a [`CompletionCall`], and its cost, to be booked with [`Generation::book_completion`].
#[derive(Debug)]
pub struct Completion {
    /// All of it; what there is if the call was cut short.
    pub text: String,
    model: String,
    is_local: bool,
    counted: Option<Usage>,
    likely: Option<Usage>,
}

impl Generation {
    /// Calls a model whose text nobody follows. It counts towards the concurrency limits and does not wait for them.
    ///
    /// Problems: the operator's limit of spending has no room, or the model could not be reached.
    pub async fn complete(&self, call: CompletionCall<'_>) -> Fallible<Completion> {
        let inner = &self.0;
        let CompletionCall { payer, model, mut request, wait, is_enough } = call;
        let id = model.info.id.clone();
        let asked = (id.as_str(), model.info.protocol.is_local());
        request.model.clone_from(&model.name_at_provider);
        request.user_id = Some(payer.user_id);
        if let Some(problem) = refusal(&inner.ledger, &inner.db, asked, &request).await? {
            return Err(problem.into());
        }
        let _permit = inner.limiter.acquire_over_limit(connection_of(&id));
        let mut heard = Heard::default();
        let read = heard.read(&model, request.clone(), is_enough);
        let ended = timeout(wait, read).await;
        if let Ok(Err(error)) = &ended
            && heard.is_empty()
        {
            return Err(error.problem().into());
        }
        let is_whole = matches!(ended, Ok(Ok(true)));
        let counted = heard.usage;
        let likely = match counted.is_some() && is_whole {
            true => None,
            false => costs::likely_beyond(counted, &request, count_by_length(&heard.written)),
        };
        let model = heard.answerer.map_or(id, |answerer| answerer.id);
        let is_local = inner.is_local(&model).await;
        Ok(Completion { text: heard.text, model, is_local, counted, likely })
    }

    /// Books the cost of a call with what the caller makes of its text.
    pub async fn book_completion(&self, tx: &mut Tx, completion: &Completion) -> StoreResult<()> {
        let Completion { model, is_local, counted, likely, .. } = completion;
        let used = costs::model_use(model, *is_local, *counted, *likely);
        let now = self.0.clock.now();
        self.0.ledger.book_cost(tx, OpenCost::unheld(RunId::new(now), now), Some(&used)).await
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
