//! Asks all services of a source concurrently. A failure of one is reported, and does not affect the others.

use area::Services;
use futures::future::{join, join_all};
use kernel::{Fallible, MINUTE, Timestamp, UserId};
use store::{StoreResult, Tx, sql};

use crate::asking::{Fault, SearchRequest, ask};
use crate::domains::host_of;
use crate::feeds::reading::{FEEDS, look_in_feeds};
use crate::feeds::records::has_feeds;
use crate::fusion::fuse;
use crate::hits::Hit;
use crate::operator::list_active;
use crate::results::{Reading, Report, SearchResult};
use crate::search_engines::ActiveEngine;
use crate::sites;
use crate::source::Source;

/// The results, and a report on each service.
#[derive(Debug, Default)]
pub struct Found {
    pub results: Vec<SearchResult>,
    pub reports: Vec<Report>,
}

/// Searches a source; returns at most `keep` results, the best first.
pub async fn find(
    services: &Services,
    user_id: UserId,
    source: Source,
    wanted: &SearchRequest,
    keep: usize,
) -> Fallible<Found> {
    if source == Source::MyMemo {
        return find_own(services, user_id, wanted, keep).await;
    }
    let mut asked = Vec::new();
    let mut reports = Vec::new();
    let now = services.clock.now();
    let ready = list_active(services, Some(source)).await?;
    let mut tx = services.db.begin().await?;
    for active in ready {
        let times = count_asked(&mut tx, &active.id, now).await?;
        if times > i64::from(active.engine.per_minute) {
            reports.push(report(&active, Err(Fault::Paused)).0);
        } else {
            asked.push(active);
        }
    }
    tx.commit().await?;
    let asking = asked.iter().map(|active| ask(&services.web, active, source, wanted));
    let feeds = async {
        match source {
            Source::News => look_in_feeds(services, user_id, wanted).await,
            _ => Ok(None),
        }
    };
    let (answers, feeds) = join(join_all(asking), feeds).await;
    let mut lists = Vec::new();
    for (active, answer) in asked.iter().zip(answers) {
        let (report, hits) = report(active, answer);
        reports.push(report);
        lists.push((active.engine.name.clone(), hits));
    }
    if let Some((of_feeds, hits)) = feeds? {
        reports.extend(of_feeds);
        lists.push((FEEDS.to_owned(), hits));
    }
    let fused = sites::get(services, user_id).await?.applied(&wanted.domains, fuse(lists));
    let fused = fused.into_iter().take(keep);
    let results =
        fused.zip(1..).map(|(one, number)| result(number, one.hit, one.search_engines)).collect();
    Ok(Found { results, reports })
}

fn report(active: &ActiveEngine, answer: Result<Vec<Hit>, Fault>) -> (Report, Vec<Hit>) {
    let name = active.engine.name.clone();
    match answer {
        Ok(hits) => (Report { name, found: hits.len() as i64, fault: None }, hits),
        Err(fault) => (Report { name, found: 0, fault: Some(fault) }, Vec::new()),
    }
}

fn result(number: i64, hit: Hit, found_by: Vec<String>) -> SearchResult {
    SearchResult {
        number,
        site: host_of(&hit.url).unwrap_or_default(),
        title: hit.title,
        url: hit.url,
        snippet: hit.snippet,
        date: hit.date,
        authors: hit.authors,
        place: hit.place,
        found_by,
        reading: Reading::Unread,
    }
}

/// Returns the person's own things that areas serve under the source's word.
async fn find_own(
    services: &Services,
    user_id: UserId,
    wanted: &SearchRequest,
    keep: usize,
) -> Fallible<Found> {
    let mut found = Found::default();
    let word = Source::MyMemo.as_str();
    for own in services.library_sources.iter().filter(|own| own.kind() == word) {
        for thing in own.find(user_id, &wanted.query, keep).await? {
            found.results.push(SearchResult {
                number: found.results.len() as i64 + 1,
                title: thing.title,
                url: thing.path,
                site: String::new(),
                snippet: Some(thing.text),
                date: Some(thing.changed_at.to_string().chars().take(10).collect()),
                authors: None,
                place: None,
                found_by: Vec::new(),
                reading: Reading::Unread,
            });
        }
    }
    found.results.truncate(keep);
    Ok(found)
}

/// Returns the sources that a person can search now, each with the names of its services.
pub async fn list_sources(
    services: &Services,
    user_id: UserId,
) -> Fallible<Vec<(Source, Vec<String>)>> {
    let active = list_active(services, None).await?;
    let mut all = Vec::new();
    for source in Source::ALL {
        if source == Source::MyMemo {
            if services.library_sources.iter().any(|own| own.kind() == source.as_str()) {
                all.push((source, Vec::new()));
            }
            continue;
        }
        let asked = active.iter().filter(|one| one.engine.ask.contains_key(&source));
        let mut names: Vec<String> = asked.map(|one| one.engine.name.clone()).collect();
        if source == Source::News && has_feeds(&services.db, user_id).await? {
            names.push(FEEDS.to_owned());
        }
        if !names.is_empty() {
            all.push((source, names));
        }
    }
    Ok(all)
}

/// Counts one question to a service; how many there were in this minute.
async fn count_asked(tx: &mut Tx, engine: &str, now: Timestamp) -> StoreResult<i64> {
    let (asked,) = sql!(
        tx,
        one(i64,),
        "INSERT INTO search_paces (finder, minute, asked) VALUES ($1, $2, 1)
         ON CONFLICT (finder) DO UPDATE SET
             asked = CASE WHEN search_paces.minute = excluded.minute THEN search_paces.asked + 1 ELSE 1 END,
             minute = excluded.minute
         RETURNING asked",
        engine,
        now.micros() / MINUTE
    )?;
    Ok(asked)
}
