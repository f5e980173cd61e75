use api::{Json, sse};
use area::Services;
use axum::response::{IntoResponse, Response};
use conversations::{Message, MessageState};
use futures::StreamExt;
use generation::Run;
use http::{HeaderMap, StatusCode};
use serde::Serialize;

/// Responds to a request that started answers: with `body`, followed on the same connection by an answer's events if
/// the request accepts events and this process is writing exactly one answer. The client's next request would have
/// asked for them.
///
/// Disconnecting cancels nothing, and the run's own event stream goes on where this one breaks.
pub(crate) fn response(
    services: &Services,
    headers: &HeaderMap,
    body: &impl Serialize,
    answers: &[Message],
) -> Response {
    let written = sse::is_wanted(headers).then(|| written_here(services, answers)).flatten();
    let Some(run) = written else { return (StatusCode::ACCEPTED, Json(body)).into_response() };
    let said = serde_json::to_string(body).expect("wire types have string keys and finite numbers");
    let first = futures::stream::iter([Ok(sse::frame(None, "sent", &said))]);
    let mut response = sse::response(first.chain(services.generation.follow(run, 0)));
    *response.status_mut() = StatusCode::ACCEPTED;
    response
}

/// Returns the run of the only answer, while this process writes it.
fn written_here(services: &Services, answers: &[Message]) -> Option<Run> {
    match answers {
        [answer] if answer.state == MessageState::Running => {
            services.generation.find_live(answer.run_id?)
        }
        _ => None,
    }
}
