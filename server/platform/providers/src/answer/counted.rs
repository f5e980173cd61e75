//! Metrics of model calls for the operator: outcomes, usage, and time to the first word.

use std::collections::BTreeSet;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use async_trait::async_trait;
use futures::Stream;
use tokio::time::Instant;
use tracing::Span;
use tracing::field::Empty;

use crate::{ModelError, ModelEvent, ModelRequest, ModelStream, Protocol, TextModel, Usage};

/// A model of a connection. Nothing is counted for a piece of an answer, only when its call is over.
pub(crate) struct Counted {
    model: Arc<dyn TextModel>,
    protocol: Protocol,
}

impl Counted {
    pub fn over(model: Arc<dyn TextModel>, protocol: Protocol) -> Arc<dyn TextModel> {
        Arc::new(Self { model, protocol })
    }
}

#[async_trait]
impl TextModel for Counted {
    async fn stream(&self, request: ModelRequest) -> Result<ModelStream, ModelError> {
        let mut call = Call::begin(self.protocol, &request.model);
        match self.model.stream(request).await {
            Ok(stream) => Ok(Box::pin(CountedStream { stream, call })),
            Err(error) => {
                call.outcome = error.kind();
                Err(error)
            }
        }
    }
}

struct CountedStream {
    stream: ModelStream,
    call: Call,
}

impl Stream for CountedStream {
    type Item = Result<ModelEvent, ModelError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let polled = self.stream.as_mut().poll_next(context);
        if let Poll::Ready(event) = &polled {
            self.call.note(event.as_ref());
        }
        polled
    }
}

/// A call, counted when it is dropped, even if nobody waits for its end.
struct Call {
    protocol: Protocol,
    model: String,
    began: Instant,
    has_spoken: bool,
    used: Usage,
    outcome: &'static str,
    /// The call in traces.
    span: Span,
}

/// Outcome label for callers that left before the end: the run was cancelled, or the server stops.
const LEFT: &str = "left";
const FINISHED: &str = "finished";
/// The stream ended without an end.
const BROKEN: &str = "broken";

impl Call {
    fn begin(protocol: Protocol, model: &str) -> Self {
        let (began, used) = (Instant::now(), Usage::default());
        let model = MODELS.label(model);
        let span =
            tracing::info_span!("model_call", protocol = protocol.as_str(), model, outcome = Empty);
        Self { protocol, model, began, has_spoken: false, used, outcome: LEFT, span }
    }

    fn note(&mut self, event: Option<&Result<ModelEvent, ModelError>>) {
        match event {
            Some(Ok(ModelEvent::Usage(used))) => self.used = *used,
            Some(Ok(ModelEvent::Finished(_))) => self.outcome = FINISHED,
            Some(Ok(_)) if self.has_spoken => {}
            Some(Ok(_)) => {
                self.has_spoken = true;
                metrics::histogram!("provider_first_token_seconds", "protocol" => self.protocol.as_str())
                    .record(self.began.elapsed().as_secs_f64());
            }
            Some(Err(error)) => self.outcome = error.kind(),
            None if self.outcome == LEFT => self.outcome = BROKEN,
            None => {}
        }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        let protocol = self.protocol.as_str();
        self.span.record("outcome", self.outcome);
        metrics::counter!("provider_calls_total", "protocol" => protocol, "outcome" => self.outcome)
            .increment(1);
        metrics::histogram!("provider_call_seconds", "protocol" => protocol)
            .record(self.began.elapsed().as_secs_f64());
        for (direction, tokens) in
            [("in", self.used.input_tokens), ("out", self.used.output_tokens)]
        {
            metrics::counter!("provider_tokens_total", "protocol" => protocol, "direction" => direction)
                .increment(u64::from(tokens));
            if tokens > 0 {
                metrics::counter!("model_tokens_total", "model" => self.model.clone(), "direction" => direction)
                    .increment(u64::from(tokens));
            }
        }
    }
}

/// Labels of models. Each is a counter for as long as the process lives, so there are only so many.
struct ModelLabels(Mutex<BTreeSet<String>>);

static MODELS: ModelLabels = ModelLabels(Mutex::new(BTreeSet::new()));

impl ModelLabels {
    const MAX: usize = 100;
    const MAX_CHARS: usize = 80;
    /// The label of all models after the first hundred.
    const OTHER: &str = "other";

    fn label(&self, model: &str) -> String {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let model: String = model.chars().take(Self::MAX_CHARS).collect();
        if known.contains(&model) {
            return model;
        }
        if known.len() >= Self::MAX {
            return Self::OTHER.to_owned();
        }
        known.insert(model.clone());
        model
    }
}

#[cfg(test)]
mod tests {
    use futures::stream;

    use super::*;
    use crate::FinishReason;

    fn heard(events: Vec<Result<ModelEvent, ModelError>>) -> Call {
        let call = Call::begin(Protocol::Ollama, "m");
        let mut counted = CountedStream { stream: Box::pin(stream::iter(events)), call };
        let waker = futures::task::noop_waker();
        let mut context = Context::from_waker(&waker);
        while let Poll::Ready(Some(_)) = Pin::new(&mut counted).poll_next(&mut context) {}
        counted.call
    }

    #[tokio::test]
    async fn a_call_ends_as_its_stream_says() {
        let word = || Ok(ModelEvent::Text("word".into()));
        let finished = heard(vec![word(), Ok(ModelEvent::Finished(FinishReason::Stop))]);
        assert_eq!((finished.outcome, finished.has_spoken), ("finished", true));
        assert_eq!(heard(vec![word(), Err(ModelError::TimedOut)]).outcome, "timed_out");
        assert_eq!(heard(vec![word()]).outcome, "broken");
        assert_eq!(Call::begin(Protocol::Ollama, "m").outcome, "left");
    }

    #[test]
    fn models_after_the_first_hundred_are_counted_as_one() {
        let labels = ModelLabels(Mutex::default());
        for n in 0..ModelLabels::MAX {
            assert_eq!(labels.label(&format!("model-{n}")), format!("model-{n}"));
        }
        assert_eq!(labels.label("another"), "other");
        assert_eq!(labels.label("model-7"), "model-7");
        assert_eq!(ModelLabels(Mutex::default()).label(&"x".repeat(500)).len(), 80);
    }

    #[tokio::test]
    async fn counts_of_tokens_replace_each_other() {
        let used = |input_tokens, output_tokens| {
            Ok(ModelEvent::Usage(Usage { input_tokens, output_tokens, ..Usage::default() }))
        };
        let call = heard(vec![used(7, 0), used(7, 3)]);
        assert_eq!((call.used.input_tokens, call.used.output_tokens), (7, 3));
        assert!(!call.has_spoken, "a count is no word");
    }
}
