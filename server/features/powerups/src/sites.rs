//! The pages that a PowerUP runs on (decision 1081). No I/O.
//!
//! Clients match in the same way: `contract/fixtures/powerup-sites.json` has the cases for both.

use kernel::Problem;
use regex::{Regex, RegexBuilder};
use url::Url;

use crate::definition::{SiteScope, Sites};
use crate::limits::{PATTERN_MAX_CHARS, PATTERNS_MAX, REGEX_MAX_BYTES, URL_MAX_CHARS};
use crate::problems::{INVALID_URL, PATTERN_INVALID, REQUIRED, TOO_LONG, TOO_MANY};

/// Depth of groups in a regular expression.
const NESTING_MAX: u32 = 20;

/// Returns the sites as they are stored.
///
/// # Errors
///
/// [`REQUIRED`], [`TOO_MANY`], [`TOO_LONG`], [`INVALID_URL`], [`PATTERN_INVALID`].
pub(crate) fn check_sites(sites: Sites) -> Result<Sites, Problem> {
    let Sites { scope, patterns } = sites;
    if scope == SiteScope::All {
        return Ok(Sites { scope, patterns: Vec::new() });
    }
    if patterns.is_empty() {
        return Err(REQUIRED.with("field", "sites.patterns.0"));
    }
    if patterns.len() > PATTERNS_MAX {
        return Err(TOO_MANY.with("field", "sites.patterns").with("max", PATTERNS_MAX));
    }
    let mut checked = Vec::with_capacity(patterns.len());
    for (at, pattern) in patterns.iter().enumerate() {
        let field = format!("sites.patterns.{at}");
        let pattern = check_pattern(scope, pattern.trim());
        checked.push(pattern.map_err(|problem| problem.with("field", field))?);
    }
    Ok(Sites { scope, patterns: checked })
}

fn check_pattern(scope: SiteScope, pattern: &str) -> Result<String, Problem> {
    if pattern.is_empty() {
        return Err(REQUIRED.into());
    }
    if pattern.chars().count() > PATTERN_MAX_CHARS {
        return Err(TOO_LONG.with("max", PATTERN_MAX_CHARS));
    }
    match scope {
        SiteScope::All => Ok(String::new()),
        SiteScope::Site => check_host(pattern),
        SiteScope::Url => check_url(pattern),
        SiteScope::Wildcard => match Wildcard::parse(pattern) {
            Some(_) => Ok(pattern.to_owned()),
            None => Err(PATTERN_INVALID.into()),
        },
        SiteScope::Regex => match compile(pattern) {
            Some(_) => Ok(pattern.to_owned()),
            None => Err(PATTERN_INVALID.into()),
        },
    }
}

/// Returns the host of what a person wrote, with or without a scheme and a path.
fn check_host(text: &str) -> Result<String, Problem> {
    let url = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
    let page = parse(&url).ok_or(INVALID_URL)?;
    let host = page.host_str().unwrap_or_default();
    let host = host.strip_prefix("www.").unwrap_or(host);
    match host.contains('.') || host == "localhost" {
        true => Ok(host.to_owned()),
        false => Err(INVALID_URL.into()),
    }
}

/// Returns a page's URL without its fragment.
///
/// # Errors
///
/// [`INVALID_URL`], [`TOO_LONG`].
pub(crate) fn check_url(text: &str) -> Result<String, Problem> {
    if text.len() > URL_MAX_CHARS {
        return Err(TOO_LONG.with("max", URL_MAX_CHARS));
    }
    Ok(parse(text).ok_or(INVALID_URL)?.into())
}

/// Parses the URL of a page of the web, without its fragment and credentials.
fn parse(text: &str) -> Option<Url> {
    let mut url = Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    url.host_str().filter(|host| !host.is_empty())?;
    if !url.username().is_empty() || url.password().is_some() {
        return None;
    }
    url.set_fragment(None);
    Some(url)
}

/// Compiles a regular expression that takes little memory and matches in linear time.
fn compile(pattern: &str) -> Option<Regex> {
    let mut builder = RegexBuilder::new(pattern);
    builder.size_limit(REGEX_MAX_BYTES).dfa_size_limit(REGEX_MAX_BYTES).nest_limit(NESTING_MAX);
    builder.build().ok()
}

/// Returns true if a PowerUP runs on the page.
pub(crate) fn matches(sites: &Sites, url: &str) -> bool {
    let Some(page) = Some(url).filter(|url| url.len() <= URL_MAX_CHARS).and_then(parse) else {
        return false;
    };
    let host = page.host_str().unwrap_or_default();
    let mut patterns = sites.patterns.iter();
    match sites.scope {
        SiteScope::All => true,
        SiteScope::Site => patterns.any(|site| {
            host.strip_suffix(site.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        }),
        SiteScope::Url => patterns.any(|pattern| page.as_str() == pattern),
        SiteScope::Wildcard => {
            patterns.any(|pattern| Wildcard::parse(pattern).is_some_and(|it| it.matches(&page)))
        }
        SiteScope::Regex => {
            patterns.any(|pattern| compile(pattern).is_some_and(|it| it.is_match(page.as_str())))
        }
    }
}

/// A pattern such as `https://*.example.com/docs/*`. A `*` of the host stays in the host: no page can put the rest of the
/// pattern into its path.
struct Wildcard<'a> {
    scheme: Option<&'a str>,
    host: &'a str,
    path: &'a str,
}

impl<'a> Wildcard<'a> {
    /// Parses a pattern; `None`: it is none.
    fn parse(pattern: &'a str) -> Option<Self> {
        let (scheme, rest) = match pattern.split_once("://") {
            Some(("*", rest)) => (None, rest),
            Some((scheme @ ("http" | "https"), rest)) => (Some(scheme), rest),
            Some(_) => return None,
            None => (None, pattern),
        };
        let (host, path) = match rest.find('/') {
            Some(at) => rest.split_at(at),
            None => (rest, "/*"),
        };
        let is_host = |letter: char| {
            letter.is_ascii_lowercase() || letter.is_ascii_digit() || "*.-:".contains(letter)
        };
        let is_path = |letter: char| !letter.is_whitespace() && !letter.is_control();
        let is_sound = !host.is_empty() && host.chars().all(is_host) && path.chars().all(is_path);
        is_sound.then_some(Self { scheme, host, path })
    }

    fn matches(&self, page: &Url) -> bool {
        let host = page.host_str().unwrap_or_default();
        let host = page.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
        let bare = self.host.strip_prefix("*.").filter(|bare| !bare.contains('*'));
        let path = match page.query() {
            Some(query) => format!("{}?{query}", page.path()),
            None => page.path().to_owned(),
        };
        self.scheme.is_none_or(|scheme| scheme == page.scheme())
            && (glob(self.host, &host) || bare == Some(host.as_str()))
            && glob(self.path, &path)
    }
}

/// Matches a whole text with a pattern in which `*` stands for any text. Takes at most the product of both lengths.
fn glob(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    let (mut at, mut place) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while place < text.len() {
        if pattern.get(at) == Some(&b'*') {
            star = Some((at, place));
            at += 1;
        } else if pattern.get(at) == Some(&text[place]) {
            at += 1;
            place += 1;
        } else if let Some((from, end)) = star {
            star = Some((from, end + 1));
            (at, place) = (from + 1, end + 1);
        } else {
            return false;
        }
    }
    pattern[at..].iter().all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use serde::Deserialize;

    use super::*;

    /// The cases that clients are checked against, too.
    const CASES: &str = include_str!("../../../../contract/fixtures/powerup-sites.json");

    #[derive(Deserialize)]
    struct Cases {
        matching: Vec<Case>,
        refused: Vec<Sites>,
        hostile: Vec<Hostile>,
    }

    #[derive(Deserialize)]
    struct Case {
        sites: Sites,
        on: Vec<String>,
        not_on: Vec<String>,
    }

    /// A pattern that takes some libraries for ever, and the text that is repeated into a long URL.
    #[derive(Deserialize)]
    struct Hostile {
        sites: Sites,
        repeated: String,
    }

    fn cases() -> Cases {
        serde_json::from_str(CASES).unwrap()
    }

    #[test]
    fn each_kind_of_pattern_matches_its_pages_and_no_others() {
        for Case { sites, on, not_on } in cases().matching {
            let stored = check_sites(sites.clone()).unwrap();
            for url in on {
                assert!(matches(&stored, &url), "{sites:?} {url}");
            }
            for url in not_on {
                assert!(!matches(&stored, &url), "{sites:?} {url}");
            }
        }
    }

    #[test]
    fn what_is_no_pattern_is_refused() {
        for sites in cases().refused {
            assert!(check_sites(sites.clone()).is_err(), "{sites:?}");
        }
        let many = Sites { scope: SiteScope::Site, patterns: vec!["example.org".to_owned(); 11] };
        assert_eq!(check_sites(many).unwrap_err().kind, TOO_MANY);
        let long = Sites { scope: SiteScope::Regex, patterns: vec!["a".repeat(501)] };
        assert_eq!(check_sites(long).unwrap_err().kind, TOO_LONG);
        let none = Sites { scope: SiteScope::Url, patterns: Vec::new() };
        assert_eq!(check_sites(none).unwrap_err().kind, REQUIRED);
    }

    #[test]
    fn hostile_patterns_take_no_time() {
        for Hostile { sites, repeated } in cases().hostile {
            let url = format!("https://example.org/{}", repeated.repeat(6_000 / repeated.len()));
            let begun = Instant::now();
            if let Ok(stored) = check_sites(sites.clone()) {
                matches(&stored, &url);
            }
            assert!(begun.elapsed() < Duration::from_secs(2), "{sites:?}");
        }
    }

    #[test]
    fn an_endless_url_matches_nothing() {
        let url = format!("https://example.org/{}", "a".repeat(URL_MAX_CHARS));
        assert!(!matches(&Sites::default(), &url));
        assert!(matches(&Sites::default(), "https://example.org/a#b"));
    }
}
