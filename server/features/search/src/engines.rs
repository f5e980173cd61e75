//! Layouts of the results pages of search engines. Clients fetch the list, so a changed page needs a new list but no
//! new release.

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::rules::{ENGINES_MAX, FILE_MAX_BYTES, SELECTOR_MAX_CHARS};

const COMPILED_IN: &str = include_str!("../../../../contract/search-engines.json");

/// Layouts of results pages, by search engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ResultsPageLayouts)]
pub(crate) struct EngineList {
    pub version: u32,
    pub engines: Vec<Engine>,
}

/// Layout of the results pages of a search engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ResultsPageLayout)]
pub(crate) struct Engine {
    pub id: String,
    pub name: String,
    /// Hosts, each with those below it. A last label `*` stands for any country's ending.
    pub hosts: Vec<String>,
    /// Paths at which results are.
    pub paths: Vec<String>,
    /// Parameters of the address that hold what was searched for: the first that is there.
    pub query: Vec<String>,
    /// The field that holds it where the address does not.
    pub field: String,
    /// Parameters of which one says that these are pictures, places or the like, unless its value is one of
    /// `web`.
    pub other: Vec<String>,
    pub web: Vec<String>,
    /// Where the assistant goes: the first that is there.
    pub places: Vec<Place>,
    pub results: Results,
}

/// A place in the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SearchPlace)]
pub(crate) struct Place {
    pub selector: String,
    pub at: At,
}

/// Where, by an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SearchPlaceAt)]
pub(crate) enum At {
    Before,
    Start,
    End,
    After,
}

/// Which elements results are, and what in each says what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SearchResults)]
pub(crate) struct Results {
    pub item: String,
    pub title: String,
    pub link: String,
    pub snippet: String,
}

/// Why a list cannot be used.
#[derive(Debug, thiserror::Error)]
enum Unusable {
    #[error("it cannot be read: {0}")]
    Unread(#[from] std::io::Error),
    #[error("it has more than {FILE_MAX_BYTES} bytes")]
    TooLarge,
    #[error("it is no list of engines: {0}")]
    NoList(#[from] serde_json::Error),
    #[error("{engine}: {field} cannot be {value:?}")]
    Field { engine: String, field: &'static str, value: String },
}

/// The operator's list; where there is none, or none that can be used, the one that is compiled in.
pub(crate) async fn read(file: Option<&Path>) -> EngineList {
    if let Some(path) = file {
        match read_file(path).await {
            Ok(list) => return list,
            Err(error) => tracing::warn!(
                path = %path.display(),
                "search.engines_file is not used: {error}"
            ),
        }
    }
    parse(COMPILED_IN).expect("the list is compiled in: a test reads it")
}

async fn read_file(path: &Path) -> Result<EngineList, Unusable> {
    if tokio::fs::metadata(path).await?.len() > FILE_MAX_BYTES {
        return Err(Unusable::TooLarge);
    }
    parse(&tokio::fs::read_to_string(path).await?)
}

fn parse(text: &str) -> Result<EngineList, Unusable> {
    let list: EngineList = serde_json::from_str(text)?;
    let wrong = |engine: &str, field, value: &str| {
        Err(Unusable::Field { engine: engine.to_owned(), field, value: value.to_owned() })
    };
    if list.engines.len() > ENGINES_MAX {
        return wrong("list", "engines", &list.engines.len().to_string());
    }
    let mut ids = BTreeSet::new();
    for engine in &list.engines {
        if !ids.insert(&engine.id) {
            return wrong(&engine.id, "id", &engine.id);
        }
        if let Some((field, value)) = fields(engine).find(|(field, value)| !fits(field, value)) {
            return wrong(&engine.id, field, value);
        }
    }
    Ok(list)
}

fn named<'a>(
    name: &'static str,
    values: &'a [String],
) -> impl Iterator<Item = (&'static str, &'a str)> {
    values.iter().map(move |value| (name, value.as_str()))
}

/// Every text of an engine, with what it is.
fn fields(engine: &Engine) -> impl Iterator<Item = (&'static str, &str)> {
    let Results { item, title, link, snippet } = &engine.results;
    let places = engine.places.iter().map(|place| &place.selector);
    let selectors = places.chain([&engine.field, item, title, link, snippet]);
    [("id", engine.id.as_str()), ("name", &engine.name)]
        .into_iter()
        .chain(named("hosts", &engine.hosts))
        .chain(named("query", &engine.query))
        .chain(named("paths", &engine.paths))
        .chain(named("other", &engine.other))
        .chain(named("web", &engine.web))
        .chain(selectors.map(|selector| ("selector", selector.as_str())))
}

fn fits(field: &str, value: &str) -> bool {
    let is = |most: usize, allowed: fn(char) -> bool| {
        (1..=most).contains(&value.chars().count()) && value.chars().all(allowed)
    };
    match field {
        "id" => is(30, |c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'),
        "name" => is(40, |c| !c.is_control()),
        "hosts" => is_host_pattern(value),
        "paths" => value.starts_with('/') && is(80, |c| c.is_ascii_graphic()),
        "query" | "other" => is(30, |c| c.is_ascii_alphanumeric() || "_-".contains(c)),
        "web" => is(30, |c| c.is_ascii_graphic()),
        _ => is(SELECTOR_MAX_CHARS, |c| !c.is_control() && !"{}<;".contains(c)),
    }
}

/// `example.com`, or `example.*`.
fn is_host_pattern(value: &str) -> bool {
    let name = value.strip_suffix(".*").unwrap_or(value);
    let is_label = |label: &str| {
        !label.is_empty()
            && label.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    let is_short = value.len() <= 100;
    is_short && name.split('.').all(is_label) && (name != value || name.contains('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_that_is_compiled_in_can_be_used() {
        let list = parse(COMPILED_IN).unwrap();
        assert!(list.engines.len() >= 11);
        for engine in &list.engines {
            assert!(!engine.places.is_empty() && !engine.hosts.is_empty(), "{}", engine.id);
        }
    }

    #[test]
    fn hosts_are_names_and_never_everything() {
        for pattern in ["bing.com", "google.*", "www.search.example.org"] {
            assert!(is_host_pattern(pattern), "{pattern}");
        }
        for pattern in
            ["*", ".*", "com", "*.com", "a.*.com", "", "Bing.com", "a/b.com", "google.**"]
        {
            assert!(!is_host_pattern(pattern), "{pattern}");
        }
    }

    #[test]
    fn a_list_with_anything_strange_in_it_is_refused() {
        let change = |from: &str, to: &str| {
            assert!(COMPILED_IN.contains(from), "{from}");
            parse(&COMPILED_IN.replacen(from, to, 1)).map_err(|error| error.to_string())
        };
        assert!(change("\"google.*\"", "\"*\"").unwrap_err().contains("hosts cannot be"));
        assert!(change("\"query\": [\"q\"]", "\"query\": [\"q=\"]").is_err());
        assert!(change("\"version\":", "\"script\": \"alert(1)\", \"version\":").is_err());
        assert!(change("\"id\": \"bing\"", "\"id\": \"google\"").is_err());
    }
}
