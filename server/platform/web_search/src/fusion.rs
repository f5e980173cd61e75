//! One list of what several services found: the same page once, the best first.

use url::Url;

use crate::hits::Hit;

/// Weight of the first ranks of a list compared with later ones: the usual value of reciprocal rank fusion.
const K: f64 = 60.0;

/// A page that was found, and the services that found it.
#[derive(Debug, Clone, PartialEq)]
pub struct Fused {
    pub hit: Hit,
    /// Ids of services.
    pub search_engines: Vec<String>,
}

/// Merges lists. Each page scores 1 / (60 + its rank) for each list that contains it.
pub fn fuse(lists: Vec<(String, Vec<Hit>)>) -> Vec<Fused> {
    let mut pages: Vec<(String, f64, Fused)> = Vec::new();
    for (engine, hits) in lists {
        for (place, hit) in hits.into_iter().enumerate() {
            let same = same_page(&hit.url);
            let score = 1.0 / (K + place as f64 + 1.0);
            match pages.iter_mut().find(|(known, ..)| *known == same) {
                None => {
                    pages.push((same, score, Fused { hit, search_engines: vec![engine.clone()] }))
                }
                // Twice in one list is no second opinion.
                Some((_, _, known)) if known.search_engines.contains(&engine) => {}
                Some((_, sum, known)) => {
                    *sum += score;
                    known.search_engines.push(engine.clone());
                    complete(&mut known.hit, hit);
                }
            }
        }
    }
    pages.sort_by(|a, b| b.1.total_cmp(&a.1));
    pages.into_iter().map(|(_, _, fused)| fused).collect()
}

/// Fills missing fields of a result from another service's.
fn complete(known: &mut Hit, other: Hit) {
    let length = |text: &Option<String>| text.as_ref().map_or(0, String::len);
    if length(&other.snippet) > length(&known.snippet) {
        known.snippet = other.snippet;
    }
    known.date = known.date.take().or(other.date);
    known.authors = known.authors.take().or(other.authors);
    known.place = known.place.take().or(other.place);
}

/// Returns the part of an address that tells pages apart: without the scheme, `www.`, tracking parameters and the
/// fragment.
pub fn same_page(url: &str) -> String {
    let Ok(mut url) = Url::parse(url) else { return url.to_owned() };
    let is_tracking = |name: &str| {
        name.starts_with("utm_")
            || matches!(name, "fbclid" | "gclid" | "msclkid" | "ref" | "ref_src")
    };
    let mut kept: Vec<(String, String)> = url
        .query_pairs()
        .filter(|(name, _)| !is_tracking(name))
        .map(|(name, value)| (name.into(), value.into()))
        .collect();
    kept.sort();
    url.set_query(None);
    if !kept.is_empty() {
        url.query_pairs_mut().extend_pairs(kept);
    }
    let host = url.host_str().unwrap_or_default();
    let host = host.strip_prefix("www.").unwrap_or(host);
    let host = if host == "dx.doi.org" { "doi.org" } else { host };
    let path = url.path().trim_end_matches('/');
    // Two writings of one DOI differ in case only.
    let path = if host == "doi.org" { path.to_ascii_lowercase() } else { path.to_owned() };
    format!("{host}{path}?{}", url.query().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(url: &str) -> Hit {
        Hit { title: url.to_owned(), url: url.to_owned(), ..Hit::default() }
    }

    fn list(engine: &str, urls: &[&str]) -> (String, Vec<Hit>) {
        (engine.to_owned(), urls.iter().map(|url| hit(url)).collect())
    }

    fn urls(fused: &[Fused]) -> Vec<&str> {
        fused.iter().map(|one| one.hit.url.as_str()).collect()
    }

    #[test]
    fn what_several_found_comes_before_what_one_found_first() {
        let fused = fuse(vec![
            list("a", &["https://one.org/", "https://both.org/x"]),
            list("b", &["https://two.org/", "https://www.both.org/x/?utm_source=b#top"]),
        ]);
        assert_eq!(urls(&fused), ["https://both.org/x", "https://one.org/", "https://two.org/"]);
        assert_eq!(fused[0].search_engines, ["a", "b"]);
    }

    #[test]
    fn the_order_of_one_service_stays() {
        let order = ["https://c.org/", "https://a.org/", "https://b.org/"];
        assert_eq!(urls(&fuse(vec![list("a", &order)])), order);
        assert!(fuse(Vec::new()).is_empty());
    }

    #[test]
    fn naming_a_page_twice_does_not_lift_it() {
        let fused =
            fuse(vec![list("a", &["https://x.org/", "https://y.org/", "https://y.org/#2"])]);
        assert_eq!(urls(&fused), ["https://x.org/", "https://y.org/"]);
    }

    #[test]
    fn pages_are_told_apart_by_what_matters() {
        assert_eq!(
            same_page("http://www.E.org/a/?b=1&a=2&utm_medium=x"),
            same_page("https://e.org/a?a=2&b=1")
        );
        assert_eq!(same_page("https://dx.doi.org/10.1/ABC"), same_page("https://doi.org/10.1/abc"));
        assert_ne!(same_page("https://e.org/a?id=1"), same_page("https://e.org/a?id=2"));
        assert_ne!(same_page("https://e.org/A"), same_page("https://e.org/a"));
    }

    #[test]
    fn one_service_completes_what_another_said() {
        let short = Hit { snippet: Some("a".into()), ..hit("https://e.org/") };
        let long = Hit {
            snippet: Some("a longer one".into()),
            date: Some("2024".into()),
            ..hit("https://e.org/")
        };
        let fused = fuse(vec![("a".into(), vec![short]), ("b".into(), vec![long])]);
        assert_eq!(fused[0].hit.snippet.as_deref(), Some("a longer one"));
        assert_eq!(fused[0].hit.date.as_deref(), Some("2024"));
    }
}
