//! Events about texts that a client gets.

use std::convert::Infallible;

use api::{ProblemBody, sse};
use bytes::Bytes;
use futures::Stream;
use kernel::{Failure, Problem};
use serde::Serialize;
use tokio::sync::mpsc::Receiver;
use tokio::time::timeout;
use utoipa::ToSchema;

use crate::problems::{FAILED, OUT_OF_QUERIES};

/// One text is done, or will not be.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = TranslationEvent)]
pub(crate) enum ProgressEvent {
    Translated {
        /// The text's place in the request, counted from 0.
        index: usize,
        /// The translation, with every mark of the text.
        text: String,
        /// True if it was translated before, and cost nothing now.
        remembered: bool,
    },
    Failed {
        index: usize,
        problem: ProblemBody,
    },
}

impl ProgressEvent {
    fn name(&self) -> &'static str {
        match self {
            Self::Translated { .. } => "translated",
            Self::Failed { .. } => "failed",
        }
    }
}

/// Returns the events of a request, then `done`.
pub(crate) fn frames(
    mut progress: Receiver<ProgressEvent>,
) -> impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static {
    async_stream::stream! {
        loop {
            match timeout(sse::HEARTBEAT, progress.recv()).await {
                Ok(Some(event)) => {
                    let data = serde_json::to_string(&event).expect("events are plain data");
                    yield Ok(sse::frame(None, event.name(), &data));
                }
                Ok(None) => break,
                Err(_) => yield Ok(sse::HEARTBEAT_FRAME),
            }
        }
        yield Ok(sse::frame(None, "done", "{}"));
    }
}

/// Returns the problem shown to people for a text that was not translated.
pub(crate) fn problem_of(failure: Failure) -> Problem {
    match failure {
        Failure::Problem(problem) if problem.kind.status == OUT_OF_QUERIES.status => {
            Problem { kind: OUT_OF_QUERIES, ..problem }
        }
        Failure::Problem(problem) => problem,
        Failure::Internal(cause) => {
            tracing::error!(error = %cause, "texts were not translated");
            FAILED.into()
        }
    }
}
