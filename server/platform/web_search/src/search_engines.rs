//! The services that searches ask, as data. They come with the program, in `search-engines.toml`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::page_list::PagePlaces;
use crate::source::Source;

/// A service that searches ask.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchEngine {
    /// The name that people see.
    pub name: String,
    pub needs: Needs,
    /// Address of the service's own description.
    pub about: String,
    /// Its address; the operator may set another.
    #[serde(default)]
    pub address: Option<String>,
    /// True if it supports `site:example.com` in a query.
    #[serde(default)]
    pub understands_sites: bool,
    #[serde(default = "usual_timeout")]
    pub timeout_seconds: u64,
    /// Maximum number of requests per minute from this installation.
    #[serde(default = "usual_rate")]
    pub per_minute: u32,
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    pub ask: BTreeMap<Source, Ask>,
    pub answer: AnswerFormat,
}

/// Requirements that must be met before it can be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SearchEngineNeeds)]
pub enum Needs {
    Nothing,
    Key,
    Address,
}

/// The request for one source. With a body it is a POST.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    pub url: String,
    #[serde(default)]
    pub body: Option<serde_json::Value>,
    /// The location of results, if it differs from the usual one.
    #[serde(default)]
    pub items: Option<String>,
}

/// Describes how an answer is read.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerFormat {
    #[serde(default)]
    pub kind: Kind,
    /// The location of results: an array, or an object of them.
    pub items: String,
    /// For an object: the location of its results' names in order.
    #[serde(default)]
    pub order: Option<String>,
    /// A second request, for the ids from the first one.
    #[serde(default)]
    pub then: Option<Then>,
    pub title: Vec<String>,
    pub url: Vec<String>,
    #[serde(default)]
    pub snippet: Vec<String>,
    #[serde(default)]
    pub date: Vec<String>,
    #[serde(default)]
    pub authors: Vec<String>,
    /// Journal, newspaper.
    #[serde(default)]
    pub place: Vec<String>,
    /// For a page: the locations of results in it. Their fields are then read like those of a feed.
    #[serde(default)]
    pub page: Option<PagePlaces>,
}

impl AnswerFormat {
    /// Returns the default format, which reads results like those of feeds.
    pub fn of_feed() -> Self {
        let first = |place: &str| vec![place.to_owned()];
        Self {
            kind: Kind::Feed,
            items: "/items".to_owned(),
            order: None,
            then: None,
            title: first("{/title}"),
            url: first("{/link}"),
            snippet: first("{/summary}"),
            date: vec!["{/published}".to_owned(), "{/updated}".to_owned()],
            authors: first("{/author}"),
            place: first("{/source}"),
            page: None,
        }
    }
}

/// The format of an answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SearchAnswerKind)]
pub enum Kind {
    #[default]
    Json,
    /// RSS or Atom.
    Feed,
    /// A page, in HTML.
    Page,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Then {
    pub ids: String,
    pub url: String,
}

pub(crate) fn usual_timeout() -> u64 {
    8
}

pub(crate) fn usual_rate() -> u32 {
    60
}

/// Returns all services, by their names in settings.
pub fn catalogue() -> &'static BTreeMap<String, SearchEngine> {
    static CATALOGUE: LazyLock<BTreeMap<String, SearchEngine>> = LazyLock::new(|| {
        toml::from_str(include_str!("../search-engines.toml"))
            .expect("it is compiled in: a test reads it")
    });
    &CATALOGUE
}

/// A service as this installation asks it. It is not printed: it holds a key.
#[derive(Clone)]
pub struct ActiveEngine {
    pub id: String,
    pub engine: SearchEngine,
    pub address: Option<String>,
    pub key: Option<String>,
}

impl ActiveEngine {
    /// Returns true if its requirements are met.
    pub fn is_ready(&self) -> bool {
        match self.engine.needs {
            Needs::Nothing => true,
            Needs::Key => self.key.is_some(),
            Needs::Address => self.address.is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_service_that_is_compiled_in_can_be_asked_and_read() {
        for (id, engine) in catalogue() {
            assert!(!engine.ask.is_empty(), "{id}");
            assert!(!engine.ask.contains_key(&Source::MyMemo), "{id}: memos are nobody else's");
            let answer = &engine.answer;
            assert!(!answer.title.is_empty() && !answer.url.is_empty(), "{id}");
            assert!(answer.items.starts_with('/'), "{id}");
            for ask in engine.ask.values() {
                let place = engine.address.as_deref().unwrap_or("https://own.example");
                let url = ask.url.replace("{address}", place).replace("{language}", "en");
                let url = url::Url::parse(&url).unwrap();
                assert_eq!(url.scheme(), "https", "{id}");
            }
        }
    }

    #[test]
    fn each_source_has_a_service_that_needs_nothing() {
        for source in [Source::Web, Source::News, Source::Academic, Source::Developer] {
            let keyless = |engine: &&SearchEngine| {
                engine.needs == Needs::Nothing && engine.ask.contains_key(&source)
            };
            assert!(catalogue().values().any(|engine| keyless(&engine)), "{source:?}");
        }
        let ids: Vec<&str> = catalogue().keys().map(String::as_str).collect();
        for id in [
            "searxng",
            "brave",
            "tavily",
            "openalex",
            "crossref",
            "arxiv",
            "pubmed",
            "wikipedia",
            "stack_exchange",
            "github",
            "hacker_news",
            "news_feeds",
        ] {
            assert!(ids.contains(&id), "{id}");
        }
    }
}
