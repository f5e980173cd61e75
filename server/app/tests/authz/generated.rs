//! Requests generated from the description of the API, some valid and some broken, from every kind of caller (security
//! PT1): none causes a server error, each refusal is a problem with a code, and each response matches the description.
//! The requests are the same in each run.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use axum::body::{Body, Bytes};
use http::header::CONTENT_TYPE;
use http::{HeaderMap, Method, Request, StatusCode};
use serde_json::{Value, json};
use testing::{Chance, Client, TestStore, for_each_store};

use crate::PER_ONE_ON_POSTGRES;
use crate::fixtures::{self, content_of};
use crate::object::{State, parameter};
use crate::schema::{Schemas, broken, hostile};
use crate::setting::Setting;

/// Callers, and the number of requests of each per operation: most of what can go wrong needs a signed-in caller.
const CALLERS: [(&str, usize); 7] = [
    ("visitor", 2),
    ("stranger", 2),
    ("extension", 1),
    ("suspended", 1),
    ("api_key", 3),
    ("operator", 5),
    ("owner", 8),
];
/// Callers on PostgreSQL: those who reach the database.
const ON_POSTGRES: [(&str, usize); 2] = [("operator", 3), ("owner", 4)];
const PARTS: usize = 2;
/// No answer takes so long, on whatever machine.
const PATIENCE: Duration = Duration::from_secs(90);

mod no_request_brings_the_server_into_trouble_and_every_answer_is_as_described {
    use super::{ask, for_each_store};

    for_each_store! {
        async fn in_the_first_part(store) {
            ask(0, store).await;
        }

        async fn in_the_second_part(store) {
            ask(1, store).await;
        }
    }
}

async fn ask(part: usize, store: TestStore) {
    let setting = Setting::new(store).await;
    let (callers, step) = match store {
        TestStore::Postgres => (&ON_POSTGRES[..], PER_ONE_ON_POSTGRES),
        TestStore::Sqlite => (&CALLERS[..], 1),
    };
    let api = setting.openapi.clone();
    let mut operations = Vec::new();
    for (path, item) in api["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            operations.push(Operation {
                method,
                path,
                operation,
                api: &api,
                codes: &setting.codes,
            });
        }
    }
    let mut wrong = BTreeMap::new();
    let mut counts = [0; 3];
    for operation in operations.into_iter().skip(part).step_by(PARTS * step) {
        let owner = setting.person().await;
        let id = match parameter(operation.path) {
            Some(name) => setting.object(name, &owner, None, State::Live).await,
            None => String::new(),
        };
        for &(caller, count) in callers {
            let client = setting.caller(caller, &owner).await;
            for number in 0..count {
                let name = format!("{} {} {caller} {number}", operation.method, operation.path);
                let asked = operation.request(&id, &mut Chance::of(&name), number % 2 == 1);
                let answered = answer(&client, &asked).await;
                if let Ok(answered) = &answered {
                    counts[usize::from(answered.status.as_u16() / 200).min(2)] += 1;
                }
                if let Some(fault) = fault_of(&operation, answered) {
                    let fault = format!("{} {}: {fault}", operation.method, operation.path);
                    wrong.entry(fault).or_insert_with(|| format!("{caller}: {asked}"));
                }
            }
        }
        setting.settle(operation.path).await;
    }
    let told: Vec<String> =
        wrong.iter().map(|(fault, asked)| format!("{fault}\n    {asked}")).collect();
    assert!(told.is_empty(), "{} faults:\n{}", told.len(), told.join("\n"));
    assert!(counts[1] > 100 && counts[2] > 100, "some are served and some refused: {counts:?}");
}

struct Operation<'a> {
    method: &'a str,
    path: &'a str,
    operation: &'a Value,
    api: &'a Value,
    /// The codes of all problems.
    codes: &'a BTreeSet<&'static str>,
}

/// A request before it is sent.
struct Asked {
    method: Method,
    address: String,
    headers: Vec<(String, String)>,
    body: Bytes,
}

impl std::fmt::Display for Asked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let body = String::from_utf8_lossy(&self.body);
        let (body, address) = (body.chars().take(300), self.address.chars().take(300));
        let (body, address) = (body.collect::<String>(), address.collect::<String>());
        write!(f, "{} {address} {:?} {body}", self.method, self.headers)
    }
}

impl Operation<'_> {
    /// Returns a request about the object with `id`: as described, or with one thing in it that is not.
    fn request(&self, id: &str, chance: &mut Chance, is_broken: bool) -> Asked {
        // Break the body if there is one, and sometimes the address or a header.
        let has_body = self.operation["requestBody"].is_object();
        let breaks_body = is_broken && has_body && !chance.one_in(4);
        let breaks_rest = is_broken && !breaks_body;
        let breaks_address = breaks_rest && chance.one_in(3);
        let mut address = self.address(id, chance, breaks_address);
        let mut headers = Vec::new();
        let mut mark = '?';
        for parameter in self.operation["parameters"].as_array().into_iter().flatten() {
            let (place, name) = (&parameter["in"], parameter["name"].as_str().unwrap());
            if place == "path" || (parameter["required"] != true && chance.one_in(3)) {
                continue;
            }
            let value = match breaks_rest && chance.one_in(2) {
                true => hostile(chance),
                false => Schemas(self.api).fitting(&parameter["schema"], chance, 0),
            };
            let value = plain(&value);
            if place == "query" {
                address.push_str(&format!("{mark}{name}={}", encoded(&value)));
                mark = '&';
            } else {
                headers.push((name.to_owned(), visible(&value)));
            }
        }
        let body =
            if has_body { self.body(id, chance, breaks_body, &mut headers) } else { Bytes::new() };
        let method = self.method.to_uppercase().parse().unwrap();
        Asked { method, address, headers, body }
    }

    fn address(&self, id: &str, chance: &mut Chance, is_broken: bool) -> String {
        let mut address = String::new();
        let mut parts = self.path.split('{');
        address.push_str(parts.next().unwrap());
        for (number, part) in parts.enumerate() {
            let (name, rest) = part.split_once('}').unwrap();
            if number == 0 && !is_broken {
                address.push_str(id);
            } else if is_broken && chance.one_in(2) {
                address.push_str(&part_of_path(&hostile(chance)));
            } else {
                let schema = self.operation["parameters"].as_array().into_iter().flatten();
                let schema = schema.into_iter().find(|it| it["name"] == name && it["in"] == "path");
                let schema = schema.map_or(&Value::Null, |it| &it["schema"]);
                address.push_str(&part_of_path(&Schemas(self.api).fitting(schema, chance, 0)));
            }
            address.push_str(rest);
        }
        address
    }

    fn body(
        &self,
        id: &str,
        chance: &mut Chance,
        is_broken: bool,
        headers: &mut Vec<(String, String)>,
    ) -> Bytes {
        let content = self.operation["requestBody"]["content"].as_object().unwrap();
        let (kind, media) = content.iter().next().unwrap();
        let kind = if is_broken && chance.one_in(20) { "text/plain" } else { kind };
        headers.push((CONTENT_TYPE.to_string(), kind.to_owned()));
        let (method, path, new_id) = (self.method, self.path, kernel::Uuid::new_v4());
        let known = content_of(&fixtures::Request { method, path, id, new_id, is_for_team: false });
        let Some(schema) = media["schema"].is_object().then_some(&media["schema"]) else {
            let known = known.map(|known| known.bytes).filter(|_| !is_broken);
            return known.unwrap_or_else(|| plain(&hostile(chance)).into_bytes()).into();
        };
        if !kind.ends_with("json") {
            return plain(&hostile(chance)).into_bytes().into();
        }
        if is_broken && chance.one_in(6) {
            return Bytes::from_static(chance.of_these::<&[u8]>(&NO_JSON));
        }
        // A request that the operation is known to accept reaches more of its code.
        let known = known.and_then(|known| serde_json::from_slice(&known.bytes).ok());
        let known = known.filter(|known| *known != json!({}) && chance.one_in(2));
        let value = known.unwrap_or_else(|| Schemas(self.api).fitting(schema, chance, 0));
        let value = if is_broken { broken(value, chance) } else { value };
        value.to_string().into()
    }
}

/// Bodies that are no JSON, or none that anybody writes.
const NO_JSON: [&[u8]; 10] = [
    b"",
    b"{",
    b"null",
    b"[]",
    b"\"x\"",
    b"{\"a\":1e999}",
    b"{\"id\":\"\\ud800\"}",
    b"\xff\xfe{}",
    b"{\"a\":1,\"a\":2}",
    &[b'['; 5_000],
];

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Encodes a text for an address, which has a maximum length.
fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => {
            char::from(byte).to_string()
        }
        other => format!("%{other:02X}"),
    };
    text.bytes().take(5_000).map(byte).collect()
}

/// Encodes a value as a path segment, which must not be empty: that would be another address.
fn part_of_path(value: &Value) -> String {
    let text = plain(value);
    encoded(if text.is_empty() { "-" } else { &text })
}

/// Returns the visible characters of a text, as allowed in a header.
fn visible(text: &str) -> String {
    text.chars()
        .filter(|letter| matches!(letter, ' '..='~'))
        .take(2_000)
        .collect::<String>()
        .trim()
        .to_owned()
}

struct Answered {
    status: StatusCode,
    headers: HeaderMap,
    /// Empty for streams, which may never end.
    body: Bytes,
}

impl Answered {
    fn kind(&self) -> &str {
        let kind = self.headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        kind.unwrap_or_default().split(';').next().unwrap_or_default()
    }
}

/// Sends a request; returns the answer, or the reason for getting none.
#[expect(
    clippy::disallowed_methods,
    reason = "a handler that panics is a fault, and not the test's"
)]
async fn answer(client: &Client, asked: &Asked) -> Result<Answered, String> {
    let mut request = Request::builder().method(asked.method.clone()).uri(&asked.address);
    for (name, value) in &asked.headers {
        request = request.header(name, value);
    }
    let request = request.body(Body::from(asked.body.clone())).unwrap();
    let client = client.clone();
    let answering = tokio::spawn(async move {
        let (parts, body) = client.start(request).await.into_parts();
        let mut answered =
            Answered { status: parts.status, headers: parts.headers, body: Bytes::new() };
        if answered.kind() != "text/event-stream" {
            answered.body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        }
        answered
    });
    match tokio::time::timeout(PATIENCE, answering).await {
        Ok(Ok(answered)) => Ok(answered),
        Ok(Err(panic)) => Err(format!("panics: {panic}")),
        Err(_) => Err("does not answer".to_owned()),
    }
}

/// Returns the fault of an answer, if there is one.
fn fault_of(operation: &Operation<'_>, answered: Result<Answered, String>) -> Option<String> {
    let answered = match answered {
        Ok(answered) => answered,
        Err(fault) => return Some(fault),
    };
    let status = answered.status.as_u16();
    let body: Result<Value, _> = serde_json::from_slice(&answered.body);
    let described = &operation.operation["responses"][status.to_string()];
    if status >= 400 {
        let code = body.ok().and_then(|body| code_of(operation, &body));
        let Some(code) = code else {
            return Some(format!("{status} without a code, as {}", answered.kind()));
        };
        // A third-party service may be unavailable if the description says so; and the operator may close the server.
        let is_unknown = described.is_null() && code != api::MAINTENANCE.code;
        let is_trouble = status >= 500
            && (is_unknown || [api::SERVER_ERROR.code, api::OVERLOADED.code].contains(&&*code));
        return is_trouble.then(|| format!("{status} {code}"));
    }
    if described.is_null() {
        return Some(format!("{status} is not described"));
    }
    let schema = &described["content"]["application/json"]["schema"];
    match (answered.kind(), schema) {
        ("application/json", Value::Object(_)) => match body {
            Ok(body) => {
                let misfit = Schemas(operation.api).misfit(schema, &body);
                misfit.map(|misfit| format!("{status} does not fit: {misfit}"))
            }
            Err(error) => Some(format!("{status} is no JSON: {error}")),
        },
        ("application/json", _) => Some(format!("{status} is JSON that is not described")),
        _ => None,
    }
}

/// Returns the code of a refusal.
fn code_of(operation: &Operation<'_>, body: &Value) -> Option<String> {
    let path = operation.path;
    if path.starts_with("/v1/") {
        // OpenAI's shape.
        return body["error"]["message"]
            .as_str()
            .and(body["error"]["type"].as_str())
            .map(str::to_owned);
    }
    const OLLAMA: [&str; 4] = ["/api/chat", "/api/generate", "/api/show", "/api/tags"];
    if (OLLAMA.contains(&path) || path.starts_with("/oauth/")) && body["error"].is_string() {
        return body["error"].as_str().map(str::to_owned);
    }
    if path == "/mcp" && body["error"]["code"].is_i64() {
        return Some(body["error"]["code"].to_string());
    }
    let code = body["code"].as_str()?;
    let is_whole =
        body["message"].is_string() && body["status"].is_u64() && body["params"].is_object();
    (is_whole && operation.codes.contains(code)).then(|| code.to_owned())
}
