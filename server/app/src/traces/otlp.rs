//! OTLP 1.x in JSON: `ExportTraceServiceRequest`, as far as it is needed.

use kernel::{Timestamp, hex};
use serde_json::{Value, json};

use crate::areas::VERSION;

/// The ids of a span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SpanIds {
    pub trace: [u8; 16],
    pub span: [u8; 8],
}

/// A span that has ended, or will.
#[derive(Debug)]
pub(super) struct EndedSpan {
    pub ids: SpanIds,
    pub parent: Option<[u8; 8]>,
    pub name: &'static str,
    pub began_at: Timestamp,
    pub ended_at: Timestamp,
    pub attributes: Vec<(&'static str, String)>,
}

impl EndedSpan {
    /// Returns the first span of a new trace.
    pub fn root() -> Self {
        Self::with(vault::random_bytes(), None)
    }

    /// Returns a span within another one.
    pub fn below(parent: SpanIds) -> Self {
        Self::with(parent.trace, Some(parent.span))
    }

    fn with(trace: [u8; 16], parent: Option<[u8; 8]>) -> Self {
        let zero = Timestamp::from_micros(0);
        Self {
            ids: SpanIds { trace, span: vault::random_bytes() },
            parent,
            name: "",
            began_at: zero,
            ended_at: zero,
            attributes: Vec::new(),
        }
    }
}

/// Returns what is posted to a collector.
pub(super) fn document(spans: &[EndedSpan]) -> Value {
    let spans: Vec<Value> = spans.iter().map(span).collect();
    json!({ "resourceSpans": [{
        "resource": { "attributes": [
            attribute("service.name", "ensemble"), attribute("service.version", VERSION),
        ] },
        "scopeSpans": [{ "scope": { "name": "ensemble" }, "spans": spans }],
    }] })
}

/// `SPAN_KIND_INTERNAL`, `SPAN_KIND_SERVER` and `SPAN_KIND_CLIENT`.
const INTERNAL: u8 = 1;
const SERVER: u8 = 2;
const CLIENT: u8 = 3;

fn span(span: &EndedSpan) -> Value {
    let kind = match span.name {
        "request" => SERVER,
        "model_call" => CLIENT,
        _ => INTERNAL,
    };
    let attributes: Vec<Value> =
        span.attributes.iter().map(|(name, value)| attribute(name, value)).collect();
    json!({
        "traceId": hex(&span.ids.trace),
        "spanId": hex(&span.ids.span),
        "parentSpanId": span.parent.map_or_else(String::new, |id| hex(&id)),
        "name": span.name,
        "kind": kind,
        "startTimeUnixNano": nanos(span.began_at),
        "endTimeUnixNano": nanos(span.ended_at),
        "attributes": attributes,
    })
}

fn attribute(name: &str, value: &str) -> Value {
    json!({ "key": name, "value": { "stringValue": value } })
}

/// Returns nanoseconds as a text, as JSON of protocol buffers writes 64-bit numbers.
fn nanos(at: Timestamp) -> String {
    format!("{}000", at.micros().max(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_what_collectors_take() {
        let mut root = EndedSpan::root();
        root.name = "request";
        root.began_at = Timestamp::from_micros(1_500_000);
        root.ended_at = Timestamp::from_micros(2_000_000);
        root.attributes.push(("http.route", "/api".to_owned()));
        let mut call = EndedSpan::below(root.ids);
        call.name = "model_call";

        let sent = document(&[root, call]);

        let spans = &sent["resourceSpans"][0]["scopeSpans"][0]["spans"];
        assert_eq!(spans[0]["startTimeUnixNano"], "1500000000");
        assert_eq!(spans[0]["endTimeUnixNano"], "2000000000");
        assert_eq!((&spans[0]["kind"], &spans[1]["kind"]), (&json!(2), &json!(3)));
        assert_eq!(spans[0]["traceId"].as_str().unwrap().len(), 32);
        assert_eq!(spans[0]["traceId"], spans[1]["traceId"]);
        assert_eq!(spans[0]["spanId"], spans[1]["parentSpanId"]);
        assert_eq!(spans[0]["parentSpanId"], "");
        let expected = json!({ "key": "http.route", "value": { "stringValue": "/api" } });
        assert_eq!(spans[0]["attributes"][0], expected);
        let resource = &sent["resourceSpans"][0]["resource"]["attributes"][0];
        assert_eq!(resource["value"]["stringValue"], "ensemble");
    }
}
