//! Server-sent events (WHATWG HTML, "Server-sent events"), written as bytes that were made once for all
//! readers.

use std::fmt::Write;
use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use futures::Stream;
use http::HeaderMap;
use http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE};

/// Interval of heartbeats in an idle stream: proxies disconnect after 60 s.
pub const HEARTBEAT: Duration = Duration::from_secs(15);

/// A comment line, which keeps the connection open and carries no data.
pub const HEARTBEAT_FRAME: Bytes = Bytes::from_static(b": \n\n");

/// Returns true if a request asks for a stream of events: it names the type, `*/*` is not enough.
pub fn is_wanted(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|kind| {
        kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("text/event-stream")
    })
}

/// Formats one event. `data` must hold no line break (JSON has none).
pub fn frame(id: Option<i64>, event: &str, data: &str) -> Bytes {
    let mut text = String::with_capacity(data.len() + event.len() + 32);
    if let Some(id) = id {
        writeln!(text, "id: {id}").expect("a String takes everything");
    }
    text.push_str("event: ");
    text.push_str(event);
    text.push_str("\ndata: ");
    text.push_str(data);
    text.push_str("\n\n");
    Bytes::from(text)
}

/// Returns a response that sends what `frames` yields, unbuffered by proxies and never compressed.
pub fn response(
    frames: impl Stream<Item = Result<Bytes, std::convert::Infallible>> + Send + 'static,
) -> Response {
    let mut response = Response::new(Body::from_stream(frames));
    let headers = response.headers_mut();
    let set = http::HeaderValue::from_static;
    headers.insert(CONTENT_TYPE, set("text/event-stream"));
    headers.insert(CACHE_CONTROL, set("no-cache, no-transform"));
    headers.insert("x-accel-buffering", set("no"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_id_event_and_data() {
        assert_eq!(
            frame(Some(3), "part.delta", "{}"),
            Bytes::from("id: 3\nevent: part.delta\ndata: {}\n\n")
        );
        assert_eq!(frame(None, "done", "{}"), Bytes::from("event: done\ndata: {}\n\n"));
    }

    #[test]
    fn events_are_wanted_by_who_names_their_type() {
        let wanted = |accept: &'static str| {
            is_wanted(&HeaderMap::from_iter([(ACCEPT, http::HeaderValue::from_static(accept))]))
        };
        assert!(wanted("text/event-stream"));
        assert!(wanted("application/json, Text/Event-Stream;q=0.9"));
        assert!(!wanted("*/*"));
        assert!(!wanted("application/json"));
        assert!(!is_wanted(&HeaderMap::new()));
    }
}
