//! Reading of the pages that were found. Their addresses are untrusted: web access checks each, and their content is
//! parsed in a process of its own.

use std::time::Duration;

use area::Services;
use futures::future::join_all;
use parsing::Format;
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
    let format = format_of(page.content_type.as_deref(), page.url.path(), &page.body)?;
    let parsed = services.parser.parse(format, page.body).await.ok()?;
    let texts: Vec<&str> = parsed.pages.iter().map(|page| page.text.as_str()).collect();
    let text: String = texts.join("\n\n").chars().take(SNAPSHOT_MAX_CHARS).collect();
    (!text.trim().is_empty()).then_some(text)
}

/// Returns a page's format: from its content type, then its name, and finally its first bytes.
fn format_of(content_type: Option<&str>, path: &str, content: &[u8]) -> Option<Format> {
    let kind = content_type.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    let format = match kind.to_ascii_lowercase().as_str() {
        "text/html" | "application/xhtml+xml" => Some(Format::Html),
        "application/pdf" => Some(Format::Pdf),
        "text/plain" | "text/markdown" => Some(Format::Text),
        "" | "application/octet-stream" => Format::of_name(path),
        _ => None,
    };
    format.filter(|format| !format.is_image() && format.begins_with(content))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_as_what_it_is() {
        let of = |kind: &str, path: &str, content: &[u8]| format_of(Some(kind), path, content);
        assert_eq!(of("text/html; charset=utf-8", "/", b"<p>x"), Some(Format::Html));
        assert_eq!(of("application/pdf", "/", b"%PDF-1.7"), Some(Format::Pdf));
        assert_eq!(of("application/pdf", "/", b"<html>"), None, "it is not what it says");
        assert_eq!(of("application/octet-stream", "/a.pdf", b"%PDF-1.7"), Some(Format::Pdf));
        for strange in ["image/png", "video/mp4", "application/zip", "application/json"] {
            assert_eq!(of(strange, "/a.html", b"x"), None, "{strange}");
        }
    }
}
