//! Services that the operator describes: the same data as of built-in ones, validated before it is stored, since nobody
//! here tested it.

use std::collections::{BTreeMap, BTreeSet};

use http::header::{HeaderName, HeaderValue};
use kernel::Problem;
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use crate::domains::is_plain;
use crate::limits::{
    ENGINE_BODY_MAX_CHARS, ENGINE_HEADERS_MAX, ENGINE_NAME_MAX_CHARS, ENGINE_PER_MINUTE_MAX,
    ENGINE_PLACE_MAX_CHARS, ENGINE_SECONDS_MAX, ENGINE_URL_MAX_CHARS,
};
use crate::page_list::PagePlaces;
use crate::problems::SEARCH_ENGINE_INVALID;
use crate::search_engines::{
    AnswerFormat, Ask, Kind, Needs, SearchEngine, usual_rate, usual_timeout,
};
use crate::source::Source;
use crate::template::blanks;

/// A service as the operator describes it. Its key is stored separately.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CustomSearchEngine)]
pub struct CustomSearchEngine {
    pub name: String,
    /// Sources it is asked for; never memos.
    pub sources: Vec<Source>,
    /// Its address, with `{query}`, `{limit}`, `{language}` and `{key}` as placeholders.
    pub url: String,
    /// JSON that it is sent, with the same blanks in its texts: then it is a POST.
    #[serde(default)]
    pub body: Option<String>,
    /// Headers; `{key}` stands for the key.
    #[serde(default)]
    pub headers: Vec<SearchEngineHeader>,
    #[serde(default)]
    pub answer: Kind,
    /// The location of results: a JSON pointer, or a selector in a page. A feed needs none.
    #[serde(default)]
    pub items: String,
    /// The location of a result's title: a JSON pointer, or a template with several; in a page a selector, or
    /// `selector@attribute`. Feeds use the usual element if this is empty.
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub link: String,
    #[serde(default)]
    pub snippet: String,
    #[serde(default)]
    pub date: String,
    #[serde(default = "usual_timeout")]
    pub timeout_seconds: u64,
    /// Maximum number of requests per minute from this installation.
    #[serde(default = "usual_rate")]
    pub per_minute: u32,
    /// True if it supports `site:example.com` in a query.
    #[serde(default)]
    pub understands_sites: bool,
}

/// A header that a service is sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SearchEngineHeader)]
pub struct SearchEngineHeader {
    pub name: String,
    pub value: String,
}

/// Headers that control how a request is sent, which a description may not set.
const OURS: &[&str] = &[
    "accept-encoding",
    "connection",
    "content-length",
    "cookie",
    "expect",
    "host",
    "keep-alive",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

impl CustomSearchEngine {
    /// Trims the white space around all fields.
    pub fn tidy(mut self) -> Self {
        let texts = [
            &mut self.name,
            &mut self.url,
            &mut self.items,
            &mut self.title,
            &mut self.link,
            &mut self.snippet,
            &mut self.date,
        ];
        for text in texts {
            *text = text.trim().to_owned();
        }
        for header in &mut self.headers {
            header.name = header.name.trim().to_ascii_lowercase();
            header.value = header.value.trim().to_owned();
        }
        self.body = self.body.map(|body| body.trim().to_owned()).filter(|body| !body.is_empty());
        self
    }

    /// Returns the service as it is asked.
    ///
    /// Problems: `SEARCH_ENGINE_INVALID`, with the field that it is about.
    pub fn engine(&self) -> Result<SearchEngine, Problem> {
        let wrong = |field: &str| SEARCH_ENGINE_INVALID.with("field", field);
        let check = |is_right: bool, field: &str| if is_right { Ok(()) } else { Err(wrong(field)) };
        let is_name = (1..=ENGINE_NAME_MAX_CHARS).contains(&self.name.chars().count())
            && !self.name.chars().any(char::is_control);
        check(is_name, "name")?;
        let sources: BTreeSet<Source> = self.sources.iter().copied().collect();
        let is_asked_for = !sources.is_empty() && !sources.contains(&Source::MyMemo);
        check(is_asked_for, "sources")?;
        check(self.origin().is_some() && fits(&self.url, ENGINE_URL_MAX_CHARS, false), "url")?;
        let body = match &self.body {
            None => None,
            Some(text) => {
                let body = serde_json::from_str(text).ok().filter(serde_json::Value::is_object);
                let is_short = text.chars().count() <= ENGINE_BODY_MAX_CHARS;
                Some(body.filter(|_| is_short).ok_or_else(|| wrong("body"))?)
            }
        };
        let said = format!("{}{}", self.url, self.body.as_deref().unwrap_or_default());
        check(said.contains("{query}"), if body.is_some() { "body" } else { "url" })?;
        let headers = self.checked_headers().ok_or_else(|| wrong("headers"))?;
        check((1..=ENGINE_SECONDS_MAX).contains(&self.timeout_seconds), "timeout_seconds")?;
        check((1..=ENGINE_PER_MINUTE_MAX).contains(&self.per_minute), "per_minute")?;
        // A page's links are resolved against its address without the query: no key may be in the part before that.
        let path = self.url.split('?').next().unwrap_or_default();
        check(self.answer != Kind::Page || !path.contains("{key}"), "url")?;
        let answer = self.answer_format().map_err(wrong)?;
        let has_key =
            said.contains("{key}") || headers.values().any(|value| value.contains("{key}"));
        let ask = Ask { url: self.url.clone(), body, items: None };
        Ok(SearchEngine {
            name: self.name.clone(),
            needs: if has_key { Needs::Key } else { Needs::Nothing },
            about: String::new(),
            address: None,
            understands_sites: self.understands_sites,
            timeout_seconds: self.timeout_seconds,
            per_minute: self.per_minute,
            headers,
            ask: sources.into_iter().map(|source| (source, ask.clone())).collect(),
            answer,
        })
    }

    /// Returns scheme, host and port of its address, which may contain no placeholder: the query must not decide which
    /// server is asked, and a key must go nowhere else.
    pub fn origin(&self) -> Option<String> {
        let fixed = self.url.split('{').next().unwrap_or_default();
        let (_, behind) = fixed.split_once("://")?;
        if !behind.contains(['/', '?']) {
            return None;
        }
        let url = Url::parse(fixed).ok()?;
        is_plain(&url).then(|| url.origin().ascii_serialization())
    }

    fn checked_headers(&self) -> Option<BTreeMap<String, String>> {
        if self.headers.len() > ENGINE_HEADERS_MAX {
            return None;
        }
        let mut headers = BTreeMap::new();
        for SearchEngineHeader { name, value } in &self.headers {
            let name = name.to_ascii_lowercase();
            let is_right = HeaderName::from_bytes(name.as_bytes()).is_ok()
                && !OURS.contains(&name.as_str())
                && HeaderValue::from_str(value).is_ok()
                && value.chars().count() <= ENGINE_PLACE_MAX_CHARS
                && blanks(value).is_some_and(|blanks| blanks.iter().all(|name| *name == "key"));
            if !is_right || headers.insert(name, value.clone()).is_some() {
                return None;
            }
        }
        Some(headers)
    }

    fn answer_format(&self) -> Result<AnswerFormat, &'static str> {
        let mut format = AnswerFormat { kind: self.answer, ..AnswerFormat::of_feed() };
        let places = [
            ("title", &self.title),
            ("link", &self.link),
            ("snippet", &self.snippet),
            ("date", &self.date),
        ];
        match self.answer {
            Kind::Page => {
                let page = PagePlaces {
                    item: self.items.clone(),
                    title: self.title.clone(),
                    link: self.link.clone(),
                    summary: self.snippet.clone(),
                    published: self.date.clone(),
                };
                if let Some(field) = page.wrong() {
                    return Err(field);
                }
                format.page = Some(page);
                return Ok(format);
            }
            Kind::Json => {
                if !is_pointer(&self.items) {
                    return Err("items");
                }
                format.items = self.items.clone();
                (format.snippet, format.date) = (Vec::new(), Vec::new());
                (format.authors, format.place) = (Vec::new(), Vec::new());
                if self.title.is_empty() {
                    return Err("title");
                }
                if self.link.is_empty() {
                    return Err("link");
                }
            }
            Kind::Feed => {}
        }
        for (field, text) in places.into_iter().filter(|(_, text)| !text.is_empty()) {
            let templates = vec![template(text).ok_or(field)?];
            match field {
                "title" => format.title = templates,
                "link" => format.url = templates,
                "snippet" => format.snippet = templates,
                _ => format.date = templates,
            }
        }
        Ok(format)
    }
}

/// Returns true for a pointer: `/a/0/b`, or an empty one for the answer itself.
fn is_pointer(text: &str) -> bool {
    (text.is_empty() || text.starts_with('/')) && fits(text, ENGINE_PLACE_MAX_CHARS, true)
}

/// Returns a pointer as the equivalent template; a template as it is.
fn template(text: &str) -> Option<String> {
    const OPERATIONS: &[&str] = &["epoch", "parts", "inverted", "list"];
    if text.chars().count() > ENGINE_PLACE_MAX_CHARS {
        return None;
    }
    if text.starts_with('/') && !text.contains(['{', '}']) {
        return Some(format!("{{{text}}}"));
    }
    let blanks = blanks(text).filter(|blanks| !blanks.is_empty())?;
    let is_place = |name: &&str| match name.split_once(':') {
        None => name.starts_with('/'),
        Some((operation, pointer)) => OPERATIONS.contains(&operation) && pointer.starts_with('/'),
    };
    blanks.iter().all(is_place).then(|| text.to_owned())
}

/// Returns true if a text is short enough and has only known placeholders.
fn fits(text: &str, max: usize, is_place: bool) -> bool {
    let known = |name: &&str| matches!(*name, "query" | "limit" | "language" | "key");
    text.chars().count() <= max
        && !text.chars().any(|ch| ch.is_control() || ch.is_whitespace())
        && blanks(text).is_some_and(|blanks| match is_place {
            true => blanks.is_empty(),
            false => blanks.iter().all(known),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own() -> CustomSearchEngine {
        serde_json::from_value(serde_json::json!({
            "name": "Intranet", "sources": ["web"], "url": "https://find.example.org/api?q={query}&n={limit}",
            "items": "/hits", "title": "/name", "link": "https://example.org/{/id}", "snippet": "/text",
        }))
        .unwrap()
    }

    fn wrong(change: impl FnOnce(&mut CustomSearchEngine)) -> Option<String> {
        let mut own = own();
        change(&mut own);
        own.tidy().engine().err().map(|problem| problem.params["field"].clone())
    }

    #[test]
    fn a_description_becomes_a_service_like_those_of_the_program() {
        let engine = own().engine().unwrap();
        assert_eq!(
            (engine.needs, engine.timeout_seconds, engine.per_minute),
            (Needs::Nothing, 8, 60)
        );
        assert_eq!(engine.answer.title, ["{/name}"]);
        assert_eq!(engine.answer.url, ["https://example.org/{/id}"]);
        assert_eq!(engine.answer.date, Vec::<String>::new());
        let with_key = CustomSearchEngine {
            headers: vec![SearchEngineHeader {
                name: "X-Key".into(),
                value: "Bearer {key}".into(),
            }],
            ..own()
        };
        let engine = with_key.tidy().engine().unwrap();
        assert_eq!((engine.needs, engine.headers["x-key"].as_str()), (Needs::Key, "Bearer {key}"));
        let feed = CustomSearchEngine { answer: Kind::Feed, items: String::new(), ..own() };
        assert_eq!(feed.engine().unwrap().answer.items, "/items");
        let posted = CustomSearchEngine {
            url: "https://e.org/q".into(),
            body: Some(r#"{ "q": "{query}" }"#.into()),
            ..own()
        };
        assert!(posted.engine().unwrap().ask[&Source::Web].body.is_some());
    }

    #[test]
    fn what_is_searched_for_does_not_decide_where_it_is_asked() {
        for url in [
            "https://{query}/",
            "https://{query}.example.org/?q={query}",
            "https://e.org{query}",
            "https://e.org:{limit}/?q={query}",
            "https://a@e.org/?q={query}",
            "{query}",
            "ftp://e.org/{query}",
            "javascript:{query}",
            "https://e.org/",
            "https://e.org/?q={query}&x={other}",
            "https://e.org/?q={query",
            "https://e.org/ ?q={query}",
        ] {
            assert_eq!(wrong(|own| own.url = url.into()).as_deref(), Some("url"), "{url}");
        }
    }

    // The links of a page are made whole with its address.
    #[test]
    fn a_key_stands_in_no_address_that_links_of_a_page_are_made_whole_with() {
        let page = |url: &str| CustomSearchEngine {
            url: url.to_owned(),
            answer: Kind::Page,
            items: "li".to_owned(),
            title: "a".to_owned(),
            link: "a".to_owned(),
            snippet: String::new(),
            ..own()
        };
        let in_path = page("https://e.org/{key}/?q={query}").engine().unwrap_err();
        assert_eq!(in_path.params["field"], "url");
        assert!(page("https://e.org/?q={query}&k={key}").engine().is_ok());
        let json = CustomSearchEngine { url: "https://e.org/{key}/?q={query}".to_owned(), ..own() };
        assert!(json.engine().is_ok());
    }

    #[test]
    fn each_field_that_cannot_be_is_named() {
        let is = |field: &str, found: Option<String>| assert_eq!(found.as_deref(), Some(field));
        is("name", wrong(|own| own.name = " ".into()));
        is("name", wrong(|own| own.name = "x".repeat(61)));
        is("sources", wrong(|own| own.sources.clear()));
        is("sources", wrong(|own| own.sources.push(Source::MyMemo)));
        is("body", wrong(|own| own.body = Some("[1]".into())));
        is("body", wrong(|own| own.body = Some("{".into())));
        is("items", wrong(|own| own.items = "hits".into()));
        is("title", wrong(|own| own.title = String::new()));
        is("title", wrong(|own| own.title = "name".into()));
        is("link", wrong(|own| own.link = "{address}/x".into()));
        is("date", wrong(|own| own.date = "{run:/x}".into()));
        is("timeout_seconds", wrong(|own| own.timeout_seconds = 21));
        is("timeout_seconds", wrong(|own| own.timeout_seconds = 0));
        is("per_minute", wrong(|own| own.per_minute = 0));
        is("items", wrong(|own| (own.answer, own.items) = (Kind::Page, "li:hover".into())));
        for (name, value) in [
            ("host", "x"),
            ("Content-Length", "1"),
            ("a b", "x"),
            ("x", "a\nb: c"),
            ("x", "{query}"),
            ("x", "{key"),
            ("", "x"),
        ] {
            let header = SearchEngineHeader { name: name.into(), value: value.into() };
            is("headers", wrong(|own| own.headers = vec![header]));
        }
        let header = SearchEngineHeader { name: "x".into(), value: "y".into() };
        is("headers", wrong(|own| own.headers = vec![header.clone(), header.clone()]));
        is("headers", wrong(|own| own.headers = vec![header.clone(); 11]));
    }
}
