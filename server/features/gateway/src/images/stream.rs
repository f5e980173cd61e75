//! Images as OpenAI streams them: drafts, and then each image.

use std::convert::Infallible;
use std::time::Duration;

use api::sse;
use axum::response::Response;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use futures::Stream;
use image_models::GeneratedImage;
use pictures::DigitalSource;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::make::{Making, Piece};
use super::request::Said;
use super::{format_of, marked};
use crate::error::{OpenAiError, OpenAiResult};
use crate::flow::json as json_of;

/// Time for which the status is held back, so that a call that fails at once fails with its own status.
const HOLD_STATUS: Duration = Duration::from_secs(20);

/// Sends what is made as events.
pub(super) async fn stream(
    mut making: Making,
    said: Said,
    source: DigitalSource,
    created: i64,
) -> OpenAiResult<Response> {
    let first = match timeout(HOLD_STATUS, making.next()).await {
        Ok(piece) => Some(piece?),
        Err(_) => None,
    };
    Ok(sse::response(frames(making, first, Events { said, source, created, drafts: 0 })))
}

fn frames(
    mut making: Making,
    first: Option<Piece>,
    mut events: Events,
) -> impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static {
    async_stream::stream! {
        let mut next = first.map(Ok);
        loop {
            match next.take() {
                None => {}
                Some(Ok(Piece::Draft(draft))) => yield Ok(events.draft(&draft)),
                Some(Ok(Piece::Made(images))) => {
                    for image in images {
                        yield Ok(events.completed(image));
                    }
                    return;
                }
                Some(Err(error)) => {
                    yield Ok(failed(error));
                    return;
                }
            }
            match timeout(sse::HEARTBEAT, making.next()).await {
                Ok(piece) => next = Some(piece),
                Err(_) => yield Ok(sse::HEARTBEAT_FRAME),
            }
        }
    }
}

/// Writes the events of one request.
struct Events {
    said: Said,
    source: DigitalSource,
    created: i64,
    drafts: u32,
}

impl Events {
    fn draft(&mut self, draft: &GeneratedImage) -> Bytes {
        let mut event = self.event("partial_image", draft);
        event["partial_image_index"] = json!(self.drafts);
        self.drafts += 1;
        frame(&event)
    }

    fn completed(&self, image: GeneratedImage) -> Bytes {
        let image = marked(image, self.source);
        let mut event = self.event("completed", &image);
        if let Some(revised) = &image.revised_prompt {
            event["revised_prompt"] = json!(revised);
        }
        frame(&event)
    }

    fn event(&self, name: &str, image: &GeneratedImage) -> Value {
        let of = if self.said.is_edit { "image_edit" } else { "image_generation" };
        json!({
            "type": format!("{of}.{name}"),
            "b64_json": STANDARD.encode(&image.content),
            "created_at": self.created,
            "size": self.said.size,
            "quality": self.said.quality,
            "background": self.said.background,
            "output_format": format_of(&image.media_type),
        })
    }
}

fn failed(error: OpenAiError) -> Bytes {
    let mut event = json!({ "type": "error" });
    event["error"] = serde_json::to_value(error.body().error).unwrap_or_default();
    frame(&event)
}

/// Returns an event by the name of its type.
fn frame(event: &Value) -> Bytes {
    let name = event["type"].as_str().unwrap_or_default();
    Bytes::from(format!("event: {name}\ndata: {}\n\n", json_of(event)))
}
