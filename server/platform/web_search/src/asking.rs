//! Asking one service, behind the guarded way out.

use std::time::Duration;

use bytes::Bytes;
use http::Method;
use http::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use kernel::Problem;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::time::timeout;
use utoipa::ToSchema;
use web_access::{Call, FetchError, WebAccess};

use crate::domains::{Domains, is_plain};
use crate::hits::{Hit, hits, read};
use crate::limits::ENGINE_ANSWER_MAX_BYTES;
use crate::looking::Trace;
use crate::search_engines::{ActiveEngine, Ask};
use crate::source::Source;
use crate::template::{fill, fill_known};

/// A query, with its filters.
#[derive(Debug, Clone)]
pub struct SearchRequest {
    pub query: String,
    pub domains: Domains,
    pub limit: usize,
    /// Language code of two or three letters.
    pub language: String,
}

/// The reason why a service returned nothing. Other services are not affected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SearchEngineFault)]
pub enum Fault {
    /// It was not reached, or its address is forbidden.
    Unreachable,
    TimedOut,
    /// It rejects the key, or requires one.
    KeyRefused,
    /// It asks for fewer requests.
    Busy,
    /// It reports an error.
    Refused,
    /// The answer is not in the service's known format.
    Unreadable,
    /// This installation asked it as often as it may in a minute.
    Paused,
}

/// Asks one service for one source.
pub async fn ask(
    web: &WebAccess,
    active: &ActiveEngine,
    source: Source,
    wanted: &SearchRequest,
) -> Result<Vec<Hit>, Fault> {
    ask_traced(web, active, source, wanted, &mut Trace::default()).await
}

/// Asks a service, recording a trace.
pub async fn ask_traced(
    web: &WebAccess,
    active: &ActiveEngine,
    source: Source,
    wanted: &SearchRequest,
    trace: &mut Trace,
) -> Result<Vec<Hit>, Fault> {
    let Some(ask) = active.engine.ask.get(&source) else { return Ok(Vec::new()) };
    let limit = Duration::from_secs(active.engine.timeout_seconds);
    let asked = timeout(limit, ask_in_time(web, active, ask, wanted, trace)).await;
    let mut hits = asked.map_err(|_| Fault::TimedOut)??;
    hits.retain(|hit| wanted.domains.take(&hit.url));
    hits.truncate(wanted.limit);
    Ok(hits)
}

async fn ask_in_time(
    web: &WebAccess,
    active: &ActiveEngine,
    ask: &Ask,
    wanted: &SearchRequest,
    trace: &mut Trace,
) -> Result<Vec<Hit>, Fault> {
    let format = &active.engine.answer;
    let blanks = Blanks::new(active, wanted);
    let body = ask.body.as_ref().map(|body| blanks.in_body(body));
    let url = blanks.in_url(&ask.url, None)?;
    let mut answer = fetch(web, active, &url, body.as_ref(), trace).await?;
    if let Some(then) = &format.then {
        let ids = ids_of(answer.pointer(&then.ids).ok_or(Fault::Unreadable)?);
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let url = blanks.in_url(&then.url, Some(&ids))?;
        answer = fetch(web, active, &url, None, trace).await?;
    }
    trace.look(format, ask.items.as_deref(), &blanks.address, &answer);
    hits(format, ask.items.as_deref(), &blanks.address, &answer).map_err(|_| Fault::Unreadable)
}

/// Returns comma-separated ids for the second request: only letters and digits, nothing else.
fn ids_of(value: &Value) -> String {
    let is_plain = |id: &&str| !id.is_empty() && id.chars().all(|ch| ch.is_ascii_alphanumeric());
    let ids = value.as_array().into_iter().flatten().filter_map(Value::as_str).filter(is_plain);
    ids.collect::<Vec<_>>().join(",")
}

async fn fetch(
    web: &WebAccess,
    active: &ActiveEngine,
    url: &str,
    body: Option<&Value>,
    trace: &mut Trace,
) -> Result<Value, Fault> {
    let mut headers = HeaderMap::new();
    for (name, value) in &active.engine.headers {
        let value = fill(value, |name| active.key.clone().filter(|_| name == "key"));
        let value =
            value.and_then(|value| HeaderValue::from_str(&value).ok()).ok_or(Fault::KeyRefused)?;
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| Fault::Refused)?;
        headers.insert(name, value);
    }
    if body.is_some() {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    }
    let call = Call {
        method: if body.is_some() { Method::POST } else { Method::GET },
        url,
        headers,
        body: body.map(|body| Bytes::from(body.to_string())).unwrap_or_default(),
        first_byte: Duration::from_secs(active.engine.timeout_seconds),
    };
    let answer = web.call(call).await.map_err(|error| fault_of(active, &error))?;
    trace.status = Some(answer.status);
    match answer.status {
        200..=299 => {}
        401 | 403 => return Err(Fault::KeyRefused),
        429 => return Err(Fault::Busy),
        status => {
            tracing::info!(engine = active.id, status, "a search engine refused");
            return Err(Fault::Refused);
        }
    }
    let content =
        answer.read(ENGINE_ANSWER_MAX_BYTES).await.map_err(|error| fault_of(active, &error))?;
    trace.begin(&content);
    read(&active.engine.answer, url, &content).map_err(|_| Fault::Unreadable)
}

fn fault_of(active: &ActiveEngine, error: &FetchError) -> Fault {
    tracing::info!(engine = active.id, reason = ?error, "a search engine was not reached");
    match error {
        FetchError::TooLarge => Fault::Unreadable,
        FetchError::InvalidUrl | FetchError::Unreachable(_) | FetchError::NotWanted => {
            Fault::Unreachable
        }
    }
}

/// Values for the placeholders in a service's description.
struct Blanks<'a> {
    address: String,
    key: Option<&'a str>,
    wanted: &'a SearchRequest,
    query: String,
}

impl<'a> Blanks<'a> {
    fn new(active: &'a ActiveEngine, wanted: &'a SearchRequest) -> Self {
        let own =
            active.address.as_deref().or(active.engine.address.as_deref()).unwrap_or_default();
        let address = own.trim_end_matches('/').replace("{language}", &wanted.language);
        let query = match active.engine.understands_sites {
            true => wanted.domains.in_query(&wanted.query),
            false => wanted.query.clone(),
        };
        Self { address, key: active.key.as_deref(), wanted, query }
    }

    fn in_url(&self, template: &str, ids: Option<&str>) -> Result<String, Fault> {
        let encoded =
            |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
        let filled = fill(template, |name| match name {
            "address" => Some(self.address.clone()),
            "query" => Some(encoded(&self.query)),
            "limit" => Some(self.wanted.limit.to_string()),
            "language" => Some(self.wanted.language.clone()),
            "ids" => ids.map(str::to_owned),
            "key" => self.key.map(encoded),
            _ => None,
        });
        filled.ok_or(Fault::Refused)
    }

    fn in_body(&self, template: &Value) -> Value {
        match template {
            Value::String(text) => match text.as_str() {
                "{query}" => Value::from(self.query.as_str()),
                "{limit}" => Value::from(self.wanted.limit),
                "{only}" => Value::from(self.wanted.domains.only.clone()),
                "{never}" => Value::from(self.wanted.domains.never.clone()),
                text => Value::from(fill_known(text, |name| match name {
                    "query" => Some(self.query.clone()),
                    "limit" => Some(self.wanted.limit.to_string()),
                    "language" => Some(self.wanted.language.clone()),
                    "key" => self.key.map(str::to_owned),
                    _ => None,
                })),
            },
            Value::Object(fields) => {
                fields.iter().map(|(name, value)| (name.clone(), self.in_body(value))).collect()
            }
            Value::Array(items) => items.iter().map(|item| self.in_body(item)).collect(),
            plain => plain.clone(),
        }
    }
}

/// Returns the language of a locale as services know it: `zh-CN` is `zh`.
pub fn language_of(locale: Option<&str>) -> String {
    let language =
        locale.and_then(|locale| locale.split('-').next()).unwrap_or_default().to_ascii_lowercase();
    let is_plain =
        (2..=3).contains(&language.len()) && language.bytes().all(|byte| byte.is_ascii_lowercase());
    if is_plain { language } else { "en".to_owned() }
}

/// Checks an address set by the operator: a page of a host, without a query.
pub fn check_address(text: &str) -> Result<String, Problem> {
    let text = text.trim().trim_end_matches('/');
    let url = url::Url::parse(text)
        .ok()
        .filter(|url| is_plain(url) && url.query().is_none() && url.fragment().is_none());
    match url {
        Some(_) if text.len() <= 500 && !text.contains(['{', '}']) => Ok(text.to_owned()),
        _ => Err(crate::problems::ADDRESS_INVALID.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search_engines::catalogue;

    fn active(id: &str) -> ActiveEngine {
        ActiveEngine {
            id: id.into(),
            engine: catalogue()[id].clone(),
            address: None,
            key: Some("k".into()),
        }
    }

    fn wanted() -> SearchRequest {
        let domains = Domains { only: vec!["a.org".into()], never: vec!["b.org".into()] };
        SearchRequest { query: "high tide & low".into(), domains, limit: 10, language: "de".into() }
    }

    fn url(id: &str, source: Source) -> String {
        let (active, wanted) = (active(id), wanted());
        Blanks::new(&active, &wanted).in_url(&active.engine.ask[&source].url, None).unwrap()
    }

    #[test]
    fn what_is_searched_for_cannot_become_another_question() {
        assert_eq!(
            url("wikipedia", Source::Web),
            "https://de.wikipedia.org/w/api.php?action=query&list=search&srsearch=high+tide+%26+low&srlimit=10&format=json"
        );
        assert!(
            url("brave", Source::Web).contains("q=high+tide+%26+low+site%3Aa.org+-site%3Ab.org&")
        );
    }

    #[test]
    fn a_body_is_filled_with_values_not_with_text() {
        let (active, wanted) = (active("tavily"), wanted());
        let body = active.engine.ask[&Source::News].body.as_ref().unwrap();
        let filled = Blanks::new(&active, &wanted).in_body(body);
        assert_eq!(filled["query"], "high tide & low");
        assert_eq!(filled["max_results"], 10);
        assert_eq!(filled["include_domains"], serde_json::json!(["a.org"]));
        assert_eq!(filled["topic"], "news");
    }

    #[test]
    fn ids_are_plain_words() {
        assert_eq!(ids_of(&serde_json::json!(["11", "2&x=1", "", 3, "22"])), "11,22");
    }

    #[test]
    fn a_locale_gives_a_language_and_nothing_else() {
        for (locale, language) in
            [("zh-CN", "zh"), ("ar", "ar"), ("../x", "en"), ("", "en"), ("DE", "de")]
        {
            assert_eq!(language_of(Some(locale)), language);
        }
        assert_eq!(language_of(None), "en");
    }

    #[test]
    fn an_address_of_the_operators_is_a_plain_one() {
        assert_eq!(
            check_address(" https://search.example.org/ ").unwrap(),
            "https://search.example.org"
        );
        assert!(check_address("http://10.0.0.5:8080/searx").is_ok());
        for wrong in [
            "",
            "search.example.org",
            "ftp://x.org",
            "https://a@x.org",
            "https://x.org/?q=1",
            "https://x.org/{query}",
        ] {
            assert!(check_address(wrong).is_err(), "{wrong}");
        }
    }
}
