//! The steps that look around: services are asked for a topic, and its pages are read.

use area::Services;
use kernel::Fallible;
use web_search::{
    Reading, Report, SearchRequest, SearchResult, find, language_of, read_first, same_page,
};

use crate::advance::Brought;
use crate::limits::PAGES_MAX;
use crate::research::Research;
use crate::steps::{Kind, Step};
use crate::store::{Kept, list_sources};

/// Results that each service is asked for.
const HITS: usize = 10;
/// Pages that are kept for one topic: some of them cannot be read.
const RESULTS_MAX: usize = PAGES_MAX + 3;

/// Looks for a topic in all sources that were chosen.
pub(crate) async fn search(
    services: &Services,
    research: &Research,
    topic: i64,
) -> Fallible<Brought> {
    let mut lists = Vec::new();
    let mut reports: Vec<Report> = Vec::new();
    let queries =
        research.output.topic(topic).map(|topic| topic.queries.clone()).unwrap_or_default();
    for query in &queries {
        for source in &research.input.wish.sources {
            let wanted = SearchRequest {
                query: query.clone(),
                domains: research.input.wish.domains.clone(),
                limit: HITS,
                language: language_of(research.input.locale.as_deref()),
            };
            let found = find(services, research.head.user_id, *source, &wanted, HITS).await?;
            lists.push(found.results);
            for report in found.reports {
                match reports.iter_mut().find(|known| known.name == report.name) {
                    // One that answered once is there.
                    Some(known) => {
                        known.found += report.found;
                        known.fault = known.fault.and(report.fault);
                    }
                    None => reports.push(report),
                }
            }
        }
    }
    Ok(Brought::Found(mixed(lists), reports))
}

/// The first of each list, then the second of each, and so on: each page once.
fn mixed(lists: Vec<Vec<SearchResult>>) -> Vec<SearchResult> {
    let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
    let mut mixed: Vec<SearchResult> = Vec::new();
    for place in 0..longest {
        for result in lists.iter().filter_map(|list| list.get(place)) {
            let is_known =
                mixed.iter().any(|known| same_page(&known.url) == same_page(&result.url));
            if !is_known && mixed.len() < RESULTS_MAX {
                mixed.push(result.clone());
            }
        }
    }
    mixed
}

/// Reads the pages of a topic, all at once, but for those that were read for another one.
pub(crate) async fn read(
    services: &Services,
    research: &Research,
    steps: &[Step],
    topic: i64,
) -> Fallible<Brought> {
    let mut conn = services.db.read().await?;
    let sources = list_sources(&mut conn, research.head.id, false).await?;
    drop(conn);
    let found = numbers_of(steps, topic);
    let of_topic = sources.into_iter().filter(|one| found.contains(&one.about.number));
    let (known, mut unread): (Vec<SearchResult>, Vec<SearchResult>) = of_topic
        .map(|one| one.about)
        .partition(|about| about.reading == Reading::Read || !about.url.starts_with("http"));
    unread.sort_by_key(|about| found.iter().position(|number| *number == about.number));
    let room = PAGES_MAX.saturating_sub(known.len());
    let mut texts = read_first(services, &mut unread, room).await;
    let mut pages: Vec<(SearchResult, Option<String>)> = Vec::new();
    for about in unread.into_iter().filter(|about| about.reading != Reading::Unread) {
        let place = texts.iter().position(|(number, _)| *number == about.number);
        let text = place.map(|place| texts.swap_remove(place).1);
        pages.push((about, text));
    }
    // What is the person's own was found with what it says.
    for about in known.into_iter().filter(|about| about.reading != Reading::Read) {
        let text = about.snippet.clone();
        pages.push((SearchResult { reading: Reading::Read, ..about }, text));
    }
    Ok(Brought::Read(pages))
}

/// The sources that were found for a topic, the best first.
pub(crate) fn numbers_of(steps: &[Step], topic: i64) -> Vec<i64> {
    let search = steps.iter().find(|step| step.kind == Kind::Search && step.topic == topic);
    search.map(|step| step.outcome.sources.clone()).unwrap_or_default()
}

/// Returns what a source is held to say: what stood in it, or else what a service says about it.
pub(crate) fn said(kept: &Kept) -> Option<&str> {
    let said = kept.text.as_deref().or(kept.about.snippet.as_deref())?;
    (!said.trim().is_empty()).then_some(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(url: &str) -> SearchResult {
        SearchResult {
            number: 1,
            title: url.into(),
            url: url.into(),
            site: String::new(),
            snippet: None,
            date: None,
            authors: None,
            place: None,
            found_by: Vec::new(),
            reading: Reading::Unread,
        }
    }

    #[test]
    fn each_search_gives_its_first_pages_and_no_page_comes_twice() {
        let list = |urls: &[&str]| urls.iter().map(|url| result(url)).collect::<Vec<_>>();
        let urls = |results: Vec<SearchResult>| -> Vec<String> {
            results.into_iter().map(|one| one.url).collect()
        };
        let found = mixed(vec![
            list(&["https://a.org", "https://b.org"]),
            list(&["http://www.a.org/", "https://c.org"]),
        ]);
        assert_eq!(urls(found), ["https://a.org", "https://b.org", "https://c.org"]);
        let many: Vec<String> = (0..40).map(|n| format!("https://p{n}.org")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(mixed(vec![list(&many)]).len(), RESULTS_MAX);
    }
}
