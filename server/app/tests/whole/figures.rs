//! Metrics as the operator's Prometheus scrapes them after a chat: every family is present with the right values.

use std::net::SocketAddr;
use std::path::Path;

use crate::support;
use app::metrics::{FAMILIES, Figures};
use app::router::{Front, router};
use app::serve::prepare;
use area::Services;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use http::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, ORIGIN, SET_COOKIE};
use http::{HeaderValue, Method, Request, Response, StatusCode};
use kernel::{ConversationId, MessageId, Secret};
use regex::Regex;
use serde_json::{Value, json};
use testing::FakeProvider;
use tower::ServiceExt;

const ORIGIN_HERE: &str = "http://127.0.0.1:7070";
const TOKEN: &str = "the token of whoever watches";

/// The program within the test, and its operator at it.
struct House {
    router: Router,
    services: Services,
    cookie: Option<HeaderValue>,
    _folder: tempfile::TempDir,
}

impl House {
    async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let settings = support::settings(folder.path());
        let figures = Figures::start(Some(Secret::new(TOKEN.to_owned()))).unwrap();
        let (platform, areas) = prepare(&settings).await.unwrap();
        let services = platform.services;
        services.generation.begin(true).await.unwrap();
        let front = Front::new(&services, figures);
        let routes = app::areas::routes(areas, &services);
        let router = router(routes, front, &settings.server, &platform.api_origins);
        Self { router, services, cookie: None, _folder: folder }
    }

    async fn send(&self, method: Method, path: &str, body: &Value) -> Response<Body> {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(ORIGIN, ORIGIN_HERE)
            .header(CONTENT_TYPE, "application/json");
        if let Some(cookie) = &self.cookie {
            request = request.header(COOKIE, cookie);
        }
        // From this machine, which needs no set-up code.
        let request = request.extension(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 1))));
        let request = request.body(Body::from(body.to_string())).unwrap();
        self.router.clone().oneshot(request).await.unwrap()
    }

    async fn sign_up(&mut self) {
        let account = json!({
            "email": "o@example.org", "name": "O", "password": "correct horse battery staple",
        });
        let answer = self.send(Method::POST, "/api/accounts/sign-up", &account).await;
        assert_eq!(answer.status(), StatusCode::CREATED);
        let cookies = answer.headers().get_all(SET_COOKIE).into_iter();
        let pairs = cookies.map(|cookie| cookie.to_str().unwrap().split(';').next().unwrap());
        self.cookie = Some(pairs.collect::<Vec<_>>().join("; ").parse().unwrap());
    }

    async fn connect(&self, provider: &FakeProvider) {
        let connection = json!({
            "name": "Fake", "protocol": "openai_compatible", "base_url": provider.openai_url(),
            "api_key": "sk-fake",
        });
        let answer = self.send(Method::POST, "/api/models/connections", &connection).await;
        assert_eq!(answer.status(), StatusCode::CREATED);
    }

    /// Asks a model and waits for the end of its answer.
    async fn ask(&self, model: &str) -> StatusCode {
        let now = self.services.clock.now();
        let path = format!("/api/chat/conversations/{}/messages", ConversationId::new(now));
        let message = json!({
            "id": MessageId::new(now), "parent_id": null, "text": "Say something.", "model": model,
        });
        let answer = self.send(Method::POST, &path, &message).await;
        self.services.generation.wait_idle().await;
        answer.status()
    }

    async fn figures(&self) -> String {
        let request = Request::builder()
            .uri("/metrics")
            .header(AUTHORIZATION, format!("Bearer {TOKEN}"))
            .body(Body::empty())
            .unwrap();
        let answer = self.router.clone().oneshot(request).await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        let body = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        String::from_utf8(body.to_vec()).unwrap()
    }
}

/// Returns the value of one line: `name{labels}`.
fn value(figures: &str, line: &str) -> f64 {
    let found = figures.lines().find_map(|one| one.strip_prefix(line)?.strip_prefix(' '));
    found.unwrap_or_else(|| panic!("no {line} in\n{figures}")).parse().unwrap()
}

// architecture: "HTTP: /healthz, /readyz, /metrics"
#[tokio::test(flavor = "multi_thread")]
async fn after_a_chat_each_family_says_what_happened() {
    let provider = FakeProvider::start_with(&["fake-t5", "fake-e429"]).await;
    let mut house = House::open().await;
    house.sign_up().await;
    house.connect(&provider).await;
    assert_eq!(house.ask("fake/fake-t5").await, StatusCode::ACCEPTED);
    assert_eq!(house.ask("fake/fake-e429").await, StatusCode::ACCEPTED);

    let figures = house.figures().await;

    let of = |line: &str| value(&figures, line);
    let protocol = r#"protocol="openai_compatible""#;
    assert_eq!(of(&format!(r#"provider_calls_total{{{protocol},outcome="finished"}}"#)), 1.0);
    assert_eq!(of(&format!(r#"provider_calls_total{{{protocol},outcome="busy"}}"#)), 1.0);
    assert_eq!(of(&format!(r#"provider_tokens_total{{{protocol},direction="out"}}"#)), 5.0);
    assert!(of(&format!(r#"provider_tokens_total{{{protocol},direction="in"}}"#)) > 0.0);
    assert_eq!(of(&format!("provider_first_token_seconds_count{{{protocol}}}")), 1.0);
    assert_eq!(of(r#"runs_total{state="completed"}"#), 1.0);
    assert_eq!(of(r#"runs_total{state="failed"}"#), 1.0);
    assert_eq!((of("runs_active"), of("runs_waiting")), (0.0, 0.0));
    assert!(of("journal_write_seconds_count") >= 1.0);
    assert_eq!((of("jobs_dead"), of("jobs_running")), (0.0, 0.0));
    assert!(of("jobs_due") >= 0.0 && of("jobs_oldest_due_seconds") >= 0.0);
    assert!(of(r#"database_connections{pool="read",state="max"}"#) >= 1.0);
    assert_eq!(of(r#"database_connections{pool="write",state="max"}"#), 1.0);
    assert!(of("process_resident_memory_bytes") > 1_000_000.0);
    assert!(of(&format!("provider_call_seconds_count{{{protocol}}}")) >= 2.0);
    assert_eq!(of(r#"model_tokens_total{model="fake-t5",direction="out"}"#), 5.0);
    assert_eq!((of("mails_waiting"), of("mails_oldest_waiting_seconds")), (0.0, 0.0));
    assert!(of("disk_free_bytes") > 0.0 && of("disk_size_bytes") >= of("disk_free_bytes"));
    assert!(figures.contains("# HELP runs_total "), "each says what it is");
    assert!(!figures.contains("example.org"), "nobody is named");
}

// spec §8: "Your queries have been used up"
#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_is_counted_by_its_reason() {
    let provider = FakeProvider::start_with(&["fake-t5"]).await;
    let mut house = House::open().await;
    house.sign_up().await;
    house.connect(&provider).await;
    let caps = json!({ "meter": "standard_query", "amount": 0 });
    let people = house.send(Method::GET, "/api/admin/users", &Value::Null).await;
    let people = to_bytes(people.into_body(), usize::MAX).await.unwrap();
    let people: Value = serde_json::from_slice(&people).unwrap();
    let id = people["items"][0]["id"].as_str().unwrap();
    let path = format!("/api/admin/users/{id}/caps");
    let capped = house.send(Method::PUT, &path, &caps).await.status();
    assert!(capped.is_success(), "{capped}");

    assert_eq!(house.ask("fake/fake-t5").await, StatusCode::PAYMENT_REQUIRED);

    let figures = house.figures().await;
    assert_eq!(value(&figures, r#"ledger_refusals_total{reason="account_cap"}"#), 1.0);
}

/// Returns the names of metrics in a query of Prometheus.
fn metrics_in(query: &str) -> Vec<String> {
    // Labels, and what results are grouped by, are no metrics.
    let labels =
        Regex::new(r#"\{[^}]*\}|\b(?:by|without)\s*\([^)]*\)|label_values\(|, instance\)"#)
            .unwrap();
    let rest = labels.replace_all(query, " ");
    let names = Regex::new(r"[a-z]+(?:_[a-z]+)+").unwrap();
    let found = names.find_iter(&rest).map(|name| name.as_str());
    let functions = ["histogram_quantile", "rate_interval"];
    let family = |name: &str| {
        let endings = ["_bucket", "_count", "_sum"];
        endings.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name).to_owned()
    };
    found.filter(|name| !functions.contains(name)).map(family).collect()
}

fn in_operations(file: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/operations");
    std::fs::read_to_string(folder.join(file)).unwrap()
}

#[test]
fn dashboard_and_alerts_ask_for_figures_that_exist() {
    let dashboard: Value = serde_json::from_str(&in_operations("grafana-dashboard.json")).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    let targets = panels.iter().flat_map(|panel| panel["targets"].as_array().into_iter().flatten());
    let shown: Vec<String> =
        targets.flat_map(|target| metrics_in(target["expr"].as_str().unwrap())).collect();
    let alerts = in_operations("prometheus-alerts.yaml");
    let queries: Vec<&str> =
        alerts.lines().filter_map(|line| line.trim().strip_prefix("expr: ")).collect();
    assert!(queries.len() > 10, "{queries:?}");
    let asked = queries.iter().flat_map(|query| metrics_in(query));

    let is_known = |name: &String| FAMILIES.iter().any(|(family, _)| family == name);
    let unknown: Vec<String> =
        shown.iter().cloned().chain(asked).filter(|name| !is_known(name)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    for (family, _) in FAMILIES {
        assert!(shown.iter().any(|name| name == family), "{family} is on no panel");
    }
}

#[test]
fn all_families_are_told_to_operators() {
    let page = in_operations("metrics.md");
    for (name, _) in FAMILIES {
        assert!(
            page.contains(&format!("| `{name}` |")),
            "{name} is not in docs/operations/metrics.md"
        );
    }
}
