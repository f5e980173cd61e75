use std::convert::Infallible;

use api::sse;
use area::Services;
use futures::Stream;
use identity::SignedIn;
use serde::Deserialize;
use tokio::time::timeout;

/// A hint as it travels on the bus.
#[derive(Deserialize)]
struct Hint {
    event: String,
    /// Names the one device that a `session.ended` is for.
    session_id: Option<kernel::SessionId>,
}

/// Events that make a reader reload everything, sent when hints may have been lost.
const RESYNC: [(&str, &str); 3] = [
    ("conversations.changed", r#"{"event":"conversations.changed"}"#),
    ("bots.changed", r#"{"event":"bots.changed"}"#),
    ("prompts.changed", r#"{"event":"prompts.changed"}"#),
];
const MODELS_CHANGED: &str = r#"{"event":"models.changed"}"#;
const NOTICE_CHANGED: &str = r#"{"event":"notice.changed"}"#;

/// Returns the hints for one window of the caller's. Ends when its session does.
pub(crate) fn follow_hints(
    services: Services,
    caller: SignedIn,
) -> impl Stream<Item = Result<bytes::Bytes, Infallible>> + Send {
    let mut own = services.bus.subscribe_to_user(caller.user_id);
    let mut models = services.bus.subscribe(providers::MODELS_TOPIC);
    let mut notices = services.bus.subscribe(bus::NOTICE_TOPIC);
    async_stream::stream! {
        // The reader learns at once that it is connected, and up to date.
        yield Ok(sse::HEARTBEAT_FRAME);
        loop {
            let next = async {
                tokio::select! {
                    hint = own.next() => hint,
                    _ = models.next() => Some(MODELS_CHANGED.to_owned()),
                    _ = notices.next() => Some(NOTICE_CHANGED.to_owned()),
                }
            };
            let payload = match timeout(sse::HEARTBEAT, next).await {
                Err(_) => {
                    yield Ok(sse::HEARTBEAT_FRAME);
                    continue;
                }
                Ok(None) => return,
                Ok(Some(payload)) if payload.is_empty() => {
                    for (event, payload) in RESYNC {
                        yield Ok(sse::frame(None, event, payload));
                    }
                    continue;
                }
                Ok(Some(payload)) => payload,
            };
            let Ok(hint) = serde_json::from_str::<Hint>(&payload) else {
                tracing::warn!("a hint could not be read");
                continue;
            };
            let is_for_another = hint.session_id.is_some_and(|id| id != caller.session_id);
            if is_for_another {
                continue;
            }
            yield Ok(sse::frame(None, &hint.event, &payload));
            if hint.session_id.is_some() {
                return;
            }
        }
    }
}
