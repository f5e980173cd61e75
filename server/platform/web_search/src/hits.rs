//! Parsing of services' answers: pure. Malformed answers yield fewer results, never a failure.

use kernel::truncate;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use url::Url;

use crate::feeds::parse::read_feed;
use crate::limits::SNIPPET_MAX_CHARS;
use crate::page_list::items_of_page;
use crate::search_engines::{AnswerFormat, Kind};
use crate::template::{day_of, field};

/// One result of one service.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    pub title: String,
    pub url: String,
    pub snippet: Option<String>,
    pub date: Option<String>,
    pub authors: Option<String>,
    pub place: Option<String>,
}

/// The answer is not in the form that the service is known for.
#[derive(Debug, PartialEq, Eq)]
pub struct Unreadable;

/// Parses an answer into a tree, whatever its format. `asked`: the address it came from.
pub fn read(format: &AnswerFormat, asked: &str, body: &[u8]) -> Result<Value, Unreadable> {
    match format.kind {
        Kind::Json => serde_json::from_slice(body).map_err(|_| Unreadable),
        Kind::Feed => {
            let feed = read_feed(&parsing::decode_text(body)).ok_or(Unreadable)?;
            Ok(json!({ "items": feed.items }))
        }
        Kind::Page => {
            let (places, page) = (format.page.as_ref(), Url::parse(asked).ok());
            let (places, page) = places.zip(page).ok_or(Unreadable)?;
            let text = parsing::decode_text(body);
            // A text that is no page has no elements; JSON and feeds have other formats.
            if !text.contains('<') {
                return Err(Unreadable);
            }
            let items = items_of_page(&text, places, &page).ok_or(Unreadable)?;
            Ok(json!({ "items": items }))
        }
    }
}

/// Returns the entries of an answer, valid or not. `items`: their location, if it differs from the usual one.
pub fn entries<'a>(
    format: &AnswerFormat,
    items: Option<&str>,
    answer: &'a Value,
) -> Result<Vec<&'a Value>, Unreadable> {
    let pointer = items.unwrap_or(&format.items);
    let found = answer.pointer(pointer);
    match (found, &format.order) {
        (Some(Value::Array(items)), _) => Ok(items.iter().collect()),
        (Some(Value::Object(by_name)), Some(order)) => {
            let names = answer.pointer(order).and_then(Value::as_array).ok_or(Unreadable)?;
            Ok(names.iter().filter_map(|name| by_name.get(name.as_str()?)).collect())
        }
        // Nothing was found: some services leave the list out then.
        (None | Some(Value::Null), _) if answer.is_object() => Ok(Vec::new()),
        _ => Err(Unreadable),
    }
}

/// Returns the results in an answer.
pub fn hits(
    format: &AnswerFormat,
    items: Option<&str>,
    address: &str,
    answer: &Value,
) -> Result<Vec<Hit>, Unreadable> {
    let all = entries(format, items, answer)?;
    Ok(all.into_iter().filter_map(|item| hit(format, address, item)).collect())
}

fn hit(format: &AnswerFormat, address: &str, item: &Value) -> Option<Hit> {
    let of = |templates: &[String]| field(item, templates, address);
    let text = |templates: &[String], max| {
        of(templates).map(|text| readable(&text, max)).filter(|text| !text.is_empty())
    };
    let url = address_of(format, address, item)?;
    Some(Hit {
        title: text(&format.title, 300)?,
        url: url.into(),
        snippet: text(&format.snippet, SNIPPET_MAX_CHARS),
        date: of(&format.date).and_then(|date| day_of(&date)),
        authors: text(&format.authors, 200),
        place: text(&format.place, 120),
    })
}

/// Returns true, for each of title and address, if an entry has a valid one.
pub fn has(format: &AnswerFormat, address: &str, item: &Value) -> (bool, bool) {
    let has_title = field(item, &format.title, address).is_some();
    (has_title, address_of(format, address, item).is_some())
}

fn address_of(format: &AnswerFormat, address: &str, item: &Value) -> Option<Url> {
    let url = Url::parse(field(item, &format.url, address)?.trim()).ok()?;
    matches!(url.scheme(), "http" | "https").then_some(url)
}

/// Returns a text without tags and invisible characters, on one line, at most so long.
pub fn readable(text: &str, max: usize) -> String {
    let plain = parsing::plain_of_html(&text.replace('<', " <"));
    let words: Vec<&str> = plain
        .split(|ch: char| ch.is_whitespace() || ch.is_control())
        .filter(|word| !word.is_empty())
        .collect();
    let line = kernel::strip_hidden(&words.join(" "));
    let line = line.replace(" ,", ",").replace(" .", ".");
    truncate(&line, max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search_engines::catalogue;
    use crate::source::Source;

    /// Reads an answer in the form of a service's documentation.
    fn read_as(engine: &str, source: Source, body: &str) -> Vec<Hit> {
        let engine = &catalogue()[engine];
        let answer = read(&engine.answer, "https://e.org", body.as_bytes()).unwrap();
        let ask = &engine.ask[&source];
        let address = engine.address.as_deref().unwrap_or_default().replace("{language}", "en");
        hits(&engine.answer, ask.items.as_deref(), &address, &answer).unwrap()
    }

    macro_rules! recorded {
        ($name:literal) => {
            include_str!(concat!("../tests/answers/", $name))
        };
    }

    #[test]
    fn each_form_of_json_is_read() {
        let searxng = read_as("searxng", Source::Web, recorded!("searxng.json"));
        assert_eq!(searxng.len(), 2, "a result without an address is none");
        assert_eq!(searxng[0].title, "Tide tables & charts");
        assert_eq!(searxng[0].date.as_deref(), Some("2026-03-02"));

        let brave = read_as("brave", Source::Web, recorded!("brave.json"));
        assert_eq!(brave[0].url, "https://example.com/tides");
        assert_eq!(brave[0].snippet.as_deref(), Some("When the tide turns"));

        let tavily = read_as("tavily", Source::News, recorded!("tavily.json"));
        assert_eq!(tavily[0].date.as_deref(), Some("2026-05-01"));

        let wikipedia = read_as("wikipedia", Source::Web, recorded!("wikipedia.json"));
        assert_eq!(wikipedia[0].url, "https://en.wikipedia.org/?curid=30718");
        assert_eq!(
            wikipedia[0].snippet.as_deref(),
            Some("A tide table tells when the tide is high")
        );

        let news = read_as("gdelt", Source::News, recorded!("gdelt.json"));
        assert_eq!(news[0].date.as_deref(), Some("2026-05-01"));
        assert_eq!(news[0].place.as_deref(), Some("example.com"));
    }

    #[test]
    fn papers_come_with_who_wrote_them_and_where() {
        let openalex = read_as("openalex", Source::Academic, recorded!("openalex.json"));
        assert_eq!(openalex[0].url, "https://doi.org/10.1000/tides");
        assert_eq!(openalex[0].snippet.as_deref(), Some("Tides rise twice a day"));
        assert_eq!(openalex[0].authors.as_deref(), Some("Ada Moon, Bo Sun, Cy Sea et al."));
        assert_eq!(openalex[1].url, "https://openalex.org/W2", "one without a DOI");

        let crossref = read_as("crossref", Source::Academic, recorded!("crossref.json"));
        assert_eq!(crossref[0].title, "On tides");
        assert_eq!(crossref[0].date.as_deref(), Some("2024-05"));
        assert_eq!(crossref[0].snippet.as_deref(), Some("Abstract We looked at tides."));

        let pubmed = read_as("pubmed", Source::Academic, recorded!("pubmed.json"));
        let urls: Vec<&str> = pubmed.iter().map(|hit| hit.url.as_str()).collect();
        assert_eq!(
            urls,
            ["https://pubmed.ncbi.nlm.nih.gov/22/", "https://pubmed.ncbi.nlm.nih.gov/11/"]
        );
        assert_eq!(pubmed[0].authors.as_deref(), Some("Moon A, Sun B"));
        assert_eq!(pubmed[0].date.as_deref(), Some("2024-05-03"));

        let arxiv = read_as("arxiv", Source::Academic, recorded!("arxiv.xml"));
        assert_eq!(arxiv[0].title, "A model of tides");
        assert_eq!(arxiv[0].url, "http://arxiv.org/abs/2401.00001v1");
        assert_eq!(arxiv[0].authors.as_deref(), Some("Ada Moon, Bo Sun"));
        assert_eq!(arxiv[0].date.as_deref(), Some("2024-01-01"));
    }

    #[test]
    fn what_developers_wrote_is_read() {
        let questions =
            read_as("stack_exchange", Source::Developer, recorded!("stack_exchange.json"));
        assert_eq!(questions[0].title, "How do I parse \"tides\"?");
        assert_eq!(questions[0].url, "https://stackoverflow.com/q/77");
        assert_eq!(questions[0].date.as_deref(), Some("2024-05-01"));

        let github = read_as("github", Source::Developer, recorded!("github.json"));
        assert_eq!(github[0].title, "moon/tides");
        assert_eq!(github[1].snippet, None, "a repository without a description");

        let news = read_as("hacker_news", Source::Developer, recorded!("hacker_news.json"));
        assert_eq!(news[0].url, "https://example.com/tides");
        assert_eq!(news[1].url, "https://news.ycombinator.com/item?id=2", "a question has no page");
    }

    #[test]
    fn news_feeds_are_read() {
        let news = read_as("news_feeds", Source::News, recorded!("news.xml"));
        assert_eq!(news.len(), 2);
        assert_eq!(news[0].title, "Tides & storms");
        assert_eq!(news[0].date.as_deref(), Some("2026-05-01"));
        assert_eq!(news[0].place.as_deref(), Some("The Coast"));
        assert_eq!(news[0].snippet.as_deref(), Some("Storms raise tides"));
    }

    #[test]
    fn a_service_that_finds_nothing_is_no_failure_and_one_that_answers_something_else_is() {
        let engine = &catalogue()["openalex"];
        let of = |body: &str| {
            let answer = read(&engine.answer, "https://e.org", body.as_bytes())?;
            hits(&engine.answer, None, "", &answer)
        };
        assert_eq!(of(r#"{"results":[]}"#), Ok(Vec::new()));
        assert_eq!(of("{}"), Ok(Vec::new()));
        assert_eq!(of("<html>"), Err(Unreadable));
        assert_eq!(of("[]"), Err(Unreadable));
        assert_eq!(of(r#"{"results":"none"}"#), Err(Unreadable));
        assert_eq!(of(r#"{"results":[null, 3, {"display_name": 4}]}"#), Ok(Vec::new()));
    }

    #[test]
    fn only_pages_of_the_web_are_results() {
        let engine = &catalogue()["searxng"];
        for url in ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//x.org", ""]
        {
            let answer = serde_json::json!({ "results": [{ "title": "x", "url": url }] });
            assert_eq!(hits(&engine.answer, None, "", &answer), Ok(Vec::new()), "{url}");
        }
    }

    #[test]
    fn nothing_hides_in_what_a_service_says() {
        assert_eq!(readable("a\u{202e}b\u{2066} <b>c</b>&amp;\u{1}d", 20), "ab c & d");
        assert_eq!(readable("می\u{200c}خواهم", 20), "می\u{200c}خواهم");
        assert_eq!(readable("abcd", 3), "abc…");
    }
}
