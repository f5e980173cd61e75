//! What a page says about itself: where its addresses begin, where it leads on, and which part of it is the text.

use serde_json::Value;

use super::{Piece, attribute, attribute_of, pieces, plain_of_html};

/// Longest wait, in seconds, after which a page that leads on to another one is still only a step on the way.
const REFRESH_MAX_SECONDS: f64 = 10.0;
/// Smallest main part that is taken for the text of a page, in bytes of its plain text.
const MAIN_MIN_BYTES: usize = 600;

/// Returns the address that relative ones of a page begin with, if it states one.
pub fn base_of(html: &str) -> Option<String> {
    let base = pieces(html).find_map(|piece| match piece {
        Piece::Open(name, tag) if name == "base" => attribute(tag, "href"),
        _ => None,
    });
    base.map(|base| base.trim().to_owned()).filter(|base| !base.is_empty())
}

/// Returns the address that a page leads on to by itself, within a few seconds.
pub fn refresh_of(html: &str) -> Option<String> {
    let content = pieces(html).find_map(|piece| match piece {
        Piece::Open(name, tag) if name == "meta" => attribute_of(tag, "http-equiv")
            .eq_ignore_ascii_case("refresh")
            .then(|| attribute_of(tag, "content")),
        _ => None,
    })?;
    let (seconds, address) = content.split_once([';', ','])?;
    let is_soon = seconds.trim().parse::<f64>().is_ok_and(|seconds| seconds <= REFRESH_MAX_SECONDS);
    let address = address.trim();
    let named = address.get(..3).filter(|name| name.eq_ignore_ascii_case("url"));
    let address = match named.and_then(|_| address[3..].trim_start().strip_prefix('=')) {
        Some(address) => address,
        None => address,
    };
    let address = address.trim().trim_matches(['"', '\'']);
    (is_soon && !address.is_empty()).then(|| address.to_owned())
}

/// Returns the text of an article that a page holds for search engines (schema.org, `articleBody`).
pub fn article_of(html: &str) -> Option<String> {
    let lower = html.to_ascii_lowercase();
    let scripts = lower.match_indices("<script").filter_map(|(at, _)| {
        let open = at + lower[at..].find('>')?;
        let is_data = lower[at..open].contains("application/ld+json");
        let end = open + lower[open..].find("</script")?;
        is_data.then(|| &html[open + 1..end])
    });
    scripts
        .filter_map(|json| serde_json::from_str(json.trim()).ok())
        .find_map(|data: Value| body_in(&data, 0))
}

fn body_in(data: &Value, depth: usize) -> Option<String> {
    const DEPTH_MAX: usize = 4;
    if depth > DEPTH_MAX {
        return None;
    }
    match data {
        Value::Array(items) => items.iter().find_map(|item| body_in(item, depth + 1)),
        Value::Object(fields) => match fields.get("articleBody") {
            Some(Value::String(body)) => Some(plain_of_html(body)),
            _ => fields.get("@graph").and_then(|graph| body_in(graph, depth + 1)),
        },
        _ => None,
    }
}

/// Returns the main part of a page by its markup; the whole page if there is none or it is short.
pub fn main_part(html: &str) -> &str {
    let shown = without_raw(html);
    let part = |open: &str, close: &str| {
        let start = shown.find(open)?;
        let end = shown.rfind(close).filter(|end| *end > start)?;
        Some(&html[start..end])
    };
    // One that stands on the page several times is a teaser.
    let articles = shown.matches("</article>").count();
    let found = part("<main", "</main>")
        .or_else(|| (articles == 1).then(|| part("<article", "</article>")).flatten());
    found.filter(|part| plain_of_html(part).len() >= MAIN_MIN_BYTES).unwrap_or(html)
}

/// Returns a page in lower case, with spaces instead of comments and scripts, each byte at its place.
fn without_raw(html: &str) -> String {
    let mut bytes = html.to_ascii_lowercase().into_bytes();
    for (open, close) in [("<!--", "-->"), ("<script", "</script"), ("<style", "</style")] {
        let lower = String::from_utf8_lossy(&bytes).into_owned();
        let mut at = 0;
        while let Some(start) = lower[at..].find(open).map(|start| at + start) {
            let Some(end) = lower[start..].find(close).map(|end| start + end) else { break };
            bytes[start..end].fill(b' ');
            at = end;
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_says_where_it_leads_on() {
        for (html, address) in [
            ("<meta http-equiv=refresh content='0; url=/next'>", Some("/next")),
            (
                "<META HTTP-EQUIV=\"Refresh\" CONTENT=\"3;URL='https://e.org/a?b=1&amp;c'\">",
                Some("https://e.org/a?b=1&c"),
            ),
            ("<meta http-equiv=refresh content='0, /next'>", Some("/next")),
            ("<meta http-equiv=refresh content='300; url=/next'>", None),
            ("<meta http-equiv=refresh content='5'>", None),
            ("<script>'<meta http-equiv=refresh content=\"0; url=/x\">'</script>", None),
            ("<p>none", None),
        ] {
            assert_eq!(refresh_of(html).as_deref(), address, "{html}");
        }
        assert_eq!(base_of("<head><base href=' /media/ '>").as_deref(), Some("/media/"));
    }

    #[test]
    fn an_article_for_search_engines_is_found() {
        let page = "<script type=\"application/ld+json\">{\"@graph\":[{\"@type\":\"NewsArticle\",\
                    \"articleBody\":\"About &amp; tides\"}]}</script>";
        assert_eq!(article_of(page).as_deref(), Some("About & tides"));
        assert_eq!(article_of("<script type=application/ld+json>{bad</script><script>1"), None);
    }

    #[test]
    fn of_a_page_the_main_part_is_read() {
        let long = "<p>What the page is about stands here, in words enough.</p>".repeat(20);
        let page = format!("<body><nav>Menu</nav><main>{long}</main><footer>Imprint</footer>");
        assert!(!main_part(&page).contains("Menu") && !main_part(&page).contains("Imprint"));
        let article = page.replace("main>", "article>");
        assert!(!main_part(&article).contains("Menu"));
        assert!(!main_part(&page.replace("main>", "MAIN>")).contains("Menu"));
        let in_script = format!(
            "<script>'<main>'</script><!-- <main> --><nav>Menu</nav><article>{long}</article>"
        );
        assert!(!main_part(&in_script).contains("Menu"));
        let twice = article.repeat(2);
        for whole in ["<main>short</main><p>x", twice.as_str(), "</main><main>", ""] {
            assert_eq!(main_part(whole), whole);
        }
    }
}
