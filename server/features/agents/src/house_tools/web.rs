//! The web: searching it, and reading a page of it.

use std::time::Duration;

use area::Services;
use async_trait::async_trait;
use conversations::{PartKind, WebSource};
use generation::{Tool, ToolError, ToolOutput, ToolScope};
use kernel::{collapse_whitespace, truncate};
use providers::{ToolSpec, escape_prompt_tags};
use serde_json::{Value, json};
use tokio::time::timeout;
use web_search::{
    Domains, SearchRequest, SearchResult, Source, excerpt, find, host_of, language_of, read_page,
};

use crate::house_tools::names::{READ_PAGE, SEARCH_WEB};

/// Results of one search.
const RESULTS: usize = 8;
const QUERY_MAX_CHARS: usize = 400;
/// What a model is given of one page.
const PAGE_CHARS: usize = 12_000;
const TITLE_CHARS: usize = 120;
/// Time that one page may take.
const READ_WITHIN: Duration = Duration::from_secs(20);

pub(crate) struct SearchWeb {
    pub services: Services,
    pub locale: Option<String>,
}

#[async_trait]
impl Tool for SearchWeb {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: SEARCH_WEB.to_owned(),
            description: "Searches the web, the news, papers or what developers write. Gives titles, URLs and \
                          excerpts; read the pages that matter."
                .to_owned(),
            parameters: json!({
                "type": "object",
                "properties": {
                    "query": { "type": "string", "description": "A few words, as for a search engine." },
                    "source": {
                        "type": "string",
                        "enum": ["web", "news", "academic", "developer"],
                        "description": "Where to look; the web unless told.",
                    },
                },
                "required": ["query"],
            }),
        }
    }

    fn title(&self) -> String {
        "Search the web".to_owned()
    }

    fn needs_approval(&self) -> bool {
        false
    }

    fn is_repeatable(&self) -> bool {
        true
    }

    async fn call(&self, arguments: Value, scope: &ToolScope) -> Result<ToolOutput, ToolError> {
        let query = text_of(&arguments, "query")?;
        let source = match &arguments["source"] {
            Value::Null => Source::Web,
            named => serde_json::from_value(named.clone())
                .ok()
                .filter(|source| *source != Source::MyMemo)
                .ok_or_else(|| ToolError("There is no such source.".to_owned()))?,
        };
        let wanted = SearchRequest {
            query: truncate(&collapse_whitespace(query), QUERY_MAX_CHARS),
            domains: Domains::default(),
            limit: RESULTS,
            language: language_of(self.locale.as_deref()),
        };
        let found = find(&self.services, scope.user_id, source, &wanted, RESULTS).await;
        let found =
            found.map_err(|error| ToolError::of(error, "The web could not be searched."))?;
        if found.results.is_empty() {
            let text = match found.reports.iter().all(|report| report.fault.is_some()) {
                true => "No search engine answered. Try again later, or work without the web.",
                false => "Nothing was found. Try other words, or another source.",
            };
            return Ok(ToolOutput { text: text.to_owned(), ..ToolOutput::default() });
        }
        let text: Vec<String> = found.results.iter().map(listed).collect();
        Ok(ToolOutput { text: text.join("\n"), ..ToolOutput::default() })
    }
}

fn listed(result: &SearchResult) -> String {
    let plain = |text: &str| escape_prompt_tags(text, &["result"]);
    let date = result.date.as_deref().unwrap_or_default();
    let snippet = result.snippet.as_deref().unwrap_or_default();
    format!(
        "<result>\n{}\n{} {date}\n{}\n</result>",
        plain(&result.title),
        plain(&result.url),
        plain(snippet)
    )
}

pub(crate) struct ReadPage {
    pub services: Services,
}

#[async_trait]
impl Tool for ReadPage {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: READ_PAGE.to_owned(),
            description: "Reads a web page or a PDF on the web.".to_owned(),
            parameters: json!({
                "type": "object",
                "properties": {
                    "url": { "type": "string" },
                    "about": {
                        "type": "string",
                        "description": "What you want to know; of a long page you get the passages about it.",
                    },
                },
                "required": ["url"],
            }),
        }
    }

    fn title(&self) -> String {
        "Read a page".to_owned()
    }

    fn needs_approval(&self) -> bool {
        false
    }

    fn is_repeatable(&self) -> bool {
        true
    }

    async fn call(&self, arguments: Value, _scope: &ToolScope) -> Result<ToolOutput, ToolError> {
        let url = text_of(&arguments, "url")?;
        if !url.starts_with("http://") && !url.starts_with("https://") {
            return Err(ToolError("\"url\" must begin with https:// or http://.".to_owned()));
        }
        let text = timeout(READ_WITHIN, read_page(&self.services, url)).await.ok().flatten();
        let text = text.ok_or_else(|| ToolError("This page could not be read.".to_owned()))?;
        let about = arguments["about"].as_str().unwrap_or_default();
        let said = excerpt(&text, about, PAGE_CHARS);
        let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or(url);
        let host = host_of(url).unwrap_or_default();
        let title = format!("{} · {host}", truncate(&collapse_whitespace(first), TITLE_CHARS));
        let part = PartKind::Citation {
            title,
            url: Some(url.to_owned()),
            quote: None,
            conversation_id: None,
            message_id: None,
            file_id: None,
            page: None,
            cites: Vec::new(),
            web: Some(WebSource { number: 0, read: true, kept_with: None }),
            given: None,
        };
        let text = format!(
            "<page url=\"{}\">\n{}\n</page>",
            url.replace('"', "%22"),
            escape_prompt_tags(&said, &["page"])
        );
        Ok(ToolOutput { text, parts: vec![part], ..ToolOutput::default() })
    }
}

/// Returns a text of the arguments that must not be empty.
pub(crate) fn text_of<'a>(arguments: &'a Value, name: &str) -> Result<&'a str, ToolError> {
    let text = arguments[name].as_str().unwrap_or_default().trim();
    match text.is_empty() {
        true => Err(ToolError(format!("{name:?} must be a text of one word or more."))),
        false => Ok(text),
    }
}
