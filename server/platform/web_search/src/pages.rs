//! Reading of the pages that were found. Their addresses are untrusted: web access checks each, and their content is
//! parsed in a process of its own.

use std::time::Duration;

use area::Services;
use futures::future::join_all;
use parsing::{Format, in_utf8};
use tokio::time::timeout;
use web_access::Limits;

use crate::limits::{PAGE_SECONDS, SNAPSHOT_MAX_CHARS};
use crate::results::{Reading, SearchResult};

/// Reads the first pages, at most `limit` of them, concurrently. Returns the text of each by its number; pages that
/// could not be read are marked.
pub async fn read_first(
    services: &Services,
    results: &mut [SearchResult],
    limit: usize,
) -> Vec<(i64, String)> {
    read_within(services, results, limit, Duration::from_secs(PAGE_SECONDS)).await
}

/// Reads the first pages, waiting for none longer than `within`.
pub async fn read_within(
    services: &Services,
    results: &mut [SearchResult],
    limit: usize,
    within: Duration,
) -> Vec<(i64, String)> {
    let pages = results.iter_mut().filter(|result| result.url.starts_with("http")).take(limit);
    let reading = pages.map(|result| async move {
        let text = timeout(within, read_page(services, &result.url)).await.ok().flatten();
        result.reading = if text.is_some() { Reading::Read } else { Reading::Failed };
        text.map(|text| (result.number, text))
    });
    join_all(reading).await.into_iter().flatten().collect()
}

/// Reads a page's text; `None` if it cannot be read.
pub async fn read_page(services: &Services, url: &str) -> Option<String> {
    let page = services.web.get(url, Limits::PAGE).await.ok()?;
    let content_type = page.content_type.as_deref();
    let format = Format::of_page(content_type, page.url.path(), &page.body)?;
    let is_text = format.is_plain() || format == Format::Html;
    let body = if is_text { in_utf8(&page.body, content_type) } else { page.body };
    let parsed = services.parser.parse(format, body).await.ok()?;
    let texts: Vec<&str> = parsed.pages.iter().map(|page| page.text.as_str()).collect();
    let text: String = texts.join("\n\n").chars().take(SNAPSHOT_MAX_CHARS).collect();
    (!text.trim().is_empty()).then_some(text)
}
