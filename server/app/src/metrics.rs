//! Figures for a Prometheus server at `/metrics`.

use std::time::Duration;

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::Method;
use http::header::{AUTHORIZATION, HeaderMap};
use kernel::Secret;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use subtle::ConstantTimeEq;
use tokio::time::Instant;

use crate::figures_now;
use crate::router::Front;

/// Upper bounds of the histogram of request times, in seconds.
const SECONDS: &[f64] =
    &[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
/// The same of what people wait for: a model on this machine may think for a minute before its first word.
const PATIENT_SECONDS: &[f64] =
    &[0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 40.0, 60.0, 120.0, 300.0];
/// Interval at which samples are moved into their histogram: they take memory until then.
pub const UPKEEP: Duration = Duration::from_secs(5);

/// The metrics, and the token that may read them.
#[derive(Clone)]
pub struct Figures {
    handle: PrometheusHandle,
    token: Option<Secret<String>>,
}

impl Figures {
    /// Starts counting. Once per process: the counters are global.
    pub fn start(token: Option<Secret<String>>) -> anyhow::Result<Self> {
        let recorder = PrometheusBuilder::new()
            .set_buckets_for_metric(Matcher::Suffix("_seconds".into()), SECONDS)?
            .set_buckets_for_metric(
                Matcher::Full("provider_first_token_seconds".into()),
                PATIENT_SECONDS,
            )?
            .set_buckets_for_metric(Matcher::Full("provider_call_seconds".into()), PATIENT_SECONDS)?
            .set_buckets_for_metric(Matcher::Full("mail_send_seconds".into()), PATIENT_SECONDS)?
            .build_recorder();
        let handle = recorder.handle();
        metrics::set_global_recorder(recorder)?;
        describe();
        Ok(Self { handle, token })
    }

    pub fn upkeep(&self) {
        self.handle.run_upkeep();
    }

    /// Returns true if a request may read metrics. With a token: requests that carry it. Without: requests from this
    /// machine, unless a proxy is configured, because a local proxy would make every request look local.
    fn may_read(&self, is_local: bool, headers: &HeaderMap) -> bool {
        let Some(token) = &self.token else {
            return is_local;
        };
        let sent = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let sent = sent.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
        sent.as_bytes().ct_eq(token.expose().as_bytes()).into()
    }
}

/// Serves `GET /metrics`. For requests without permission it does not exist.
pub async fn read_metrics(
    State(front): State<Front>,
    context: api::RequestContext,
    headers: HeaderMap,
) -> Response {
    if !front.figures.may_read(context.is_local, &headers) {
        return api::ApiError::from(api::NOT_FOUND).into_response();
    }
    figures_now::look(&front.services, &front.data_dir).await;
    let content_type = [(http::header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (content_type, front.figures.handle.render()).into_response()
}

/// All families, and what each is: `docs/operations/metrics.md` has the same.
pub const FAMILIES: &[(&str, &str)] = &[
    (
        "database_connections",
        "Connections to the database, by pool and by whether they are in use.",
    ),
    ("disk_free_bytes", "What may still be written where the data folder is."),
    ("disk_size_bytes", "The size of the disk that the data folder is on."),
    ("http_request_duration_seconds", "How long the first byte of an answer took, by route."),
    ("http_requests_total", "Requests, by method, route and status."),
    ("jobs_dead", "Jobs that were given up."),
    ("jobs_due", "Jobs whose time has come and that nobody does yet."),
    ("jobs_oldest_due_seconds", "How long the first job that is due waits."),
    ("jobs_running", "Jobs that a process does."),
    ("jobs_total", "Jobs that were tried, by job and outcome."),
    ("journal_write_seconds", "How long writing events of running answers took, many in one step."),
    ("ledger_refusals_total", "Charges that were not reserved, by reason."),
    ("mail_send_seconds", "How long sending a mail took, whatever came of it."),
    ("mails_failed", "Mails of the last 30 days that were given up."),
    ("mails_oldest_waiting_seconds", "How long the first mail that is to be sent waits."),
    ("mails_total", "Mails that were tried, by outcome."),
    ("mails_waiting", "Mails that are to be sent."),
    ("memory_budget_used_bytes", "Memory that heavy work has reserved."),
    ("memory_budget_waiting", "Requests that wait for that memory."),
    ("model_tokens_total", "Tokens as providers counted them, by model and direction."),
    ("process_resident_memory_bytes", "What this process has in memory."),
    ("provider_call_seconds", "How long calls of models for answers took, by protocol."),
    (
        "provider_calls_total",
        "Calls of models for answers, by protocol of their connection and outcome.",
    ),
    ("provider_first_token_seconds", "How long the first word of a model took, by protocol."),
    ("provider_tokens_total", "Tokens as providers counted them, by protocol and direction."),
    ("runs_active", "Answers that this process writes."),
    ("runs_total", "Answers that ended, by state."),
    ("runs_waiting", "Answers that wait for a place, or for a provider that is busy."),
    ("sign_ins_refused_total", "Sign-ins that were refused, by why."),
    ("traces_dropped_total", "Spans that were not sent: the collector is away or too slow."),
];

fn describe() {
    for &(name, what) in FAMILIES {
        if name.ends_with("_total") {
            metrics::describe_counter!(name, what);
        } else if name.ends_with("_seconds") && !name.contains("_oldest_") {
            metrics::describe_histogram!(name, what);
        } else {
            metrics::describe_gauge!(name, what);
        }
    }
}

/// Middleware: counts requests by route, and how long their first byte took.
pub async fn count_request(request: Request, next: Next) -> Response {
    let began = Instant::now();
    let method = word_of(request.method());
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let route = route.unwrap_or_else(|| "web".to_owned());
    let response = next.run(request).await;
    let status = response.status().as_u16().to_string();
    let span = tracing::Span::current();
    span.record("http.route", &route).record("http.status", &status);
    metrics::counter!("http_requests_total", "method" => method, "route" => route.clone(), "status" => status)
        .increment(1);
    metrics::histogram!("http_request_duration_seconds", "route" => route)
        .record(began.elapsed().as_secs_f64());
    response
}

/// Returns the label of a method in metrics. Clients may invent methods, and each label would be a counter forever.
fn word_of(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn figures(token: Option<&str>) -> Figures {
        let recorder = PrometheusBuilder::new().build_recorder();
        Figures { handle: recorder.handle(), token: token.map(|t| Secret::new(t.to_owned())) }
    }

    #[test]
    fn without_a_token_only_this_machine_reads() {
        let figures = figures(None);
        assert!(figures.may_read(true, &HeaderMap::new()));
        assert!(!figures.may_read(false, &HeaderMap::new()));
    }

    #[test]
    fn with_a_token_only_who_sends_it_reads() {
        let figures = figures(Some("right"));
        let mut headers = HeaderMap::new();
        assert!(!figures.may_read(true, &headers));
        headers.insert(AUTHORIZATION, HeaderValue::from_static("Bearer wrong"));
        assert!(!figures.may_read(true, &headers));
        headers.insert(AUTHORIZATION, HeaderValue::from_static("Bearer right"));
        assert!(figures.may_read(false, &headers));
    }

    #[test]
    fn methods_that_somebody_made_up_are_counted_as_one() {
        assert_eq!(word_of(&Method::PATCH), "PATCH");
        for made_up in ["A1", "A2"] {
            assert_eq!(word_of(&Method::from_bytes(made_up.as_bytes()).unwrap()), "other");
        }
    }
}
