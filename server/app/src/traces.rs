//! Traces for a collector of OpenTelemetry: spans of requests, jobs and model calls, sent as OTLP in JSON over HTTP.
//!
//! [`layer`] notes spans as they end, [`send_until`] sends them in batches. What cannot be sent is dropped and counted: no
//! request ever waits for the collector. `otlp.rs` is the format.

mod otlp;

use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use kernel::Clock;
use outbound::{Client, Outbound, with_causes};
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::time::{Instant, timeout};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Level, Subscriber};
use tracing_subscriber::layer::{Context, Layer};
use tracing_subscriber::registry::LookupSpan;

use crate::settings::Traces;
use otlp::{EndedSpan, document};

/// Spans that wait to be sent; more are dropped.
const WAITING_MAX: usize = 4_096;
const BATCH_MAX: usize = 512;
/// Longest that a span waits for others.
const BATCH_TIME: Duration = Duration::from_secs(5);
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// Least time between two notes in the log that the collector is away.
const NOTE_EVERY: Duration = Duration::from_secs(600);

/// Fields that do not leave this server: paths may hold tokens of shared pages.
const KEPT_BACK: [&str; 1] = ["http.path"];

/// The spans that [`layer`] noted, until [`send_until`] takes them.
static NOTED: OnceLock<Mutex<Option<Receiver<EndedSpan>>>> = OnceLock::new();

/// Returns the layer that notes spans; `None` if nothing is traced. Once per process.
pub fn layer<S>(settings: &Traces) -> anyhow::Result<Option<impl Layer<S> + use<S>>>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let Some(endpoint) = &settings.endpoint else { return Ok(None) };
    address(endpoint)?;
    anyhow::ensure!(settings.percent <= 100, "traces.percent is not a share: write 0 to 100");
    let (sender, receiver) = mpsc::channel(WAITING_MAX);
    // A second layer of this process would be a test's.
    NOTED.set(Mutex::new(Some(receiver))).ok();
    let noting = Noting { sender, percent: settings.percent, clock: Clock::system() };
    Ok(Some(noting.with_filter(tracing_subscriber::filter::filter_fn(|about| {
        about.is_span() && *about.level() <= Level::INFO
    }))))
}

/// Sends spans to the collector until `stop`, and then what is left.
pub async fn send_until(settings: &Traces, outbound: &Outbound, stop: impl Future<Output = ()>) {
    let taken =
        NOTED.get().and_then(|noted| noted.lock().unwrap_or_else(PoisonError::into_inner).take());
    let (Some(spans), Some(endpoint)) = (taken, &settings.endpoint) else { return };
    let client = outbound.client().timeout(SEND_TIMEOUT).build();
    match (address(endpoint), client) {
        (Ok(address), Ok(client)) => {
            let token = settings.token.as_ref().map(|token| token.expose().clone());
            Collector { client, address, token, told_at: None }.follow(spans, stop).await;
        }
        (Err(error), _) => tracing::error!(%error, "traces cannot be sent"),
        (_, Err(error)) => tracing::error!(%error, "traces cannot be sent"),
    }
}

fn address(endpoint: &str) -> anyhow::Result<url::Url> {
    let whole = format!("{}/v1/traces", endpoint.trim_end_matches('/'));
    let url = url::Url::parse(&whole).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    url.ok_or_else(|| {
        anyhow::anyhow!("traces.endpoint is not an http address: write http://127.0.0.1:4318")
    })
}

/// The collector's end of the line.
struct Collector {
    client: Client,
    address: url::Url,
    token: Option<String>,
    told_at: Option<Instant>,
}

impl Collector {
    async fn follow(mut self, mut spans: Receiver<EndedSpan>, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        let mut is_stopping = false;
        while !is_stopping {
            let mut batch = Vec::new();
            tokio::select! {
                _ = spans.recv_many(&mut batch, BATCH_MAX) => {}
                () = &mut stop => is_stopping = true,
            }
            if !is_stopping && batch.len() < BATCH_MAX {
                let more = fill(&mut spans, &mut batch);
                tokio::select! {
                    () = more => {}
                    () = &mut stop => is_stopping = true,
                }
            }
            if is_stopping {
                spans.close();
                while let Ok(span) = spans.try_recv() {
                    batch.push(span);
                }
            }
            if !batch.is_empty() {
                self.send(&batch).await;
            }
        }
    }

    async fn send(&mut self, batch: &[EndedSpan]) {
        let mut request = self.client.post(self.address.clone()).json(&document(batch));
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        let problem = match request.send().await {
            Ok(answer) if answer.status().is_success() => return,
            Ok(answer) => answer.status().to_string(),
            Err(error) => with_causes(&error.without_url()),
        };
        metrics::counter!("traces_dropped_total").increment(batch.len() as u64);
        if self.told_at.is_none_or(|told_at| told_at.elapsed() > NOTE_EVERY) {
            self.told_at = Some(Instant::now());
            // Its address may hold a password.
            let host = self.address.host_str().unwrap_or_default();
            tracing::warn!(%problem, host, "the collector takes no traces");
        }
    }
}

/// Adds spans that end soon, so that they go out together.
async fn fill(spans: &mut Receiver<EndedSpan>, batch: &mut Vec<EndedSpan>) {
    let filled = async {
        while batch.len() < BATCH_MAX {
            match spans.recv().await {
                Some(span) => batch.push(span),
                None => return,
            }
        }
    };
    // Out of time: what is there goes out.
    timeout(BATCH_TIME, filled).await.ok();
}

/// Notes spans as they end.
struct Noting {
    sender: Sender<EndedSpan>,
    percent: u8,
    clock: Clock,
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Noting {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        let parent = span.parent().and_then(|parent| {
            let extensions = parent.extensions();
            extensions.get::<Noted>().map(|noted| noted.0.as_ref().map(|span| span.ids))
        });
        let noted = match parent {
            Some(None) => None,
            Some(Some(ids)) => Some(EndedSpan::below(ids)),
            None => is_chosen(self.percent).then(EndedSpan::root),
        };
        let noted = noted.map(|mut noted| {
            noted.name = span.name();
            noted.began_at = self.clock.now();
            attributes.record(&mut noted);
            noted
        });
        span.extensions_mut().insert(Noted(noted));
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        if let Some(Noted(Some(noted))) = span.extensions_mut().get_mut::<Noted>() {
            values.record(noted);
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let Some(span) = context.span(&id) else { return };
        let Some(Noted(Some(mut noted))) = span.extensions_mut().remove::<Noted>() else { return };
        noted.ended_at = self.clock.now();
        if self.sender.try_send(noted).is_err() {
            metrics::counter!("traces_dropped_total").increment(1);
        }
    }
}

/// A span that is open; without one, its trace was not chosen.
struct Noted(Option<EndedSpan>);

/// Returns true for `percent` of all traces.
fn is_chosen(percent: u8) -> bool {
    percent >= 100 || u16::from(vault::random_bytes::<1>()[0]) * 100 / 256 < u16::from(percent)
}

impl Visit for EndedSpan {
    fn record_str(&mut self, field: &Field, value: &str) {
        if !KEPT_BACK.contains(&field.name()) {
            self.attributes.push((field.name(), value.to_owned()));
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.record_str(field, &format!("{value:?}"));
    }
}

#[cfg(test)]
mod tests {
    use tracing_subscriber::layer::SubscriberExt;

    use super::*;

    fn noted(percent: u8, work: impl FnOnce()) -> Vec<EndedSpan> {
        let (sender, mut receiver) = mpsc::channel(4);
        let noting = Noting { sender, percent, clock: Clock::system() };
        let subscriber = tracing_subscriber::registry().with(noting);
        tracing::subscriber::with_default(subscriber, work);
        std::iter::from_fn(|| receiver.try_recv().ok()).collect()
    }

    #[test]
    fn a_span_within_another_is_of_the_same_trace() {
        let spans = noted(100, || {
            let outer = tracing::info_span!(
                "request",
                http.path = "/s/secret",
                http.route = tracing::field::Empty
            );
            outer.record("http.route", "/s/{token}");
            let _entered = outer.enter();
            tracing::info_span!("model_call", protocol = "ollama").in_scope(|| {});
        });
        let [inner, outer] = &spans[..] else { panic!("{spans:?}") };
        assert_eq!((inner.name, outer.name), ("model_call", "request"));
        assert_eq!(inner.ids.trace, outer.ids.trace);
        assert_eq!(inner.parent, Some(outer.ids.span));
        assert_eq!(outer.attributes, [("http.route", "/s/{token}".to_owned())], "no path leaves");
        assert!(outer.ended_at.since(outer.began_at) >= 0);
    }

    #[test]
    fn a_trace_that_is_not_chosen_has_no_spans() {
        let spans = noted(0, || {
            let outer = tracing::info_span!("request");
            let _entered = outer.enter();
            tracing::info_span!("model_call").in_scope(|| {});
        });
        assert!(spans.is_empty());
    }

    #[test]
    fn spans_beyond_those_that_may_wait_are_dropped_at_once() {
        let spans = noted(100, || (0..10).for_each(|_| drop(tracing::info_span!("job"))));
        assert_eq!(spans.len(), 4);
    }

    #[test]
    fn the_address_of_a_collector_is_an_http_address() {
        assert_eq!(address("http://c:4318/").unwrap().as_str(), "http://c:4318/v1/traces");
        assert!(address("c:4317").is_err() && address("grpc://c").is_err());
    }
}
