//! Actions on searches: start, read, stop, delete.

use api::PageBody;
use area::{LibraryItem, Services, usual_model};
use identity::SignedIn;
use kernel::{Fallible, UserId, Uuid, collapse_whitespace, truncate};
use tasks::{NewTask, TaskId, TaskPageQuery};
use web_search::list_sources;

use crate::limits::QUERY_MAX_CHARS;
use crate::problems::{
    NOT_FOUND, PAGE_NOT_READ, QUERY_EMPTY, QUERY_TOO_LONG, SOURCE_UNAVAILABLE, THING_NOT_FOUND,
};
use crate::store::{Wish, list_pages};
use crate::web_wire::{
    EntryBody, NewSearch, OwnFind, OwnFinds, OwnQuery, SearchBody, SnapshotBody, SourceBody,
};
use crate::work::{SearchInput, SearchTask};

/// Longest title in the history; a longer question is cut.
pub(crate) const TITLE_MAX_CHARS: usize = 120;
/// Things of each kind that are found among one's own: unless told, and at most.
const OWN_USUAL: usize = 4;
const OWN_MAX: usize = 20;

/// Begins a search. The same one sent again gives what it has by then.
///
/// Problems: [`QUERY_EMPTY`], [`QUERY_TOO_LONG`], those of [`web_search::Domains::parse`],
/// [`SOURCE_UNAVAILABLE`], those of [`usual_model`] and [`tasks::start`].
pub(crate) async fn begin(
    services: &Services,
    caller: &SignedIn,
    new: NewSearch,
) -> Fallible<SearchBody> {
    let query = collapse_whitespace(&new.query);
    match query.chars().count() {
        0 => return Err(QUERY_EMPTY.into()),
        chars if chars > QUERY_MAX_CHARS => {
            return Err(QUERY_TOO_LONG.with("max", QUERY_MAX_CHARS).into());
        }
        _ => {}
    }
    let wish = Wish {
        source: new.source,
        effort: new.effort,
        domains: new.domains.parse()?,
        skill: new.skill,
        query,
    };
    let available = list_sources(services, caller.user_id).await?;
    if !available.iter().any(|(source, _)| *source == wish.source) {
        return Err(SOURCE_UNAVAILABLE.with("source", wish.source.as_str()).into());
    }
    let model = usual_model(services, caller, new.model.as_deref()).await?;
    let model = model.map(|chosen| chosen.model.info.id);
    let title = truncate(&wish.query, TITLE_MAX_CHARS);
    let asked = SearchInput { wish, locale: caller.locale.clone(), model };
    let new = NewTask::new(TaskId(new.id.0), title, asked);
    Ok(tasks::start::<SearchTask>(services, caller, new).await?.into())
}

/// Returns a search of the caller's.
pub(crate) async fn get(
    services: &Services,
    caller: &SignedIn,
    id: TaskId,
) -> Fallible<SearchBody> {
    let mut conn = services.db.read().await?;
    Ok(tasks::find::<SearchTask>(&mut conn, caller.user_id, id).await?.into())
}

/// Lists the caller's searches, newest first.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    query: &TaskPageQuery,
) -> Fallible<PageBody<EntryBody>> {
    let page = tasks::list_page::<SearchTask>(services, &caller.payer(), query).await?;
    Ok(page.map(EntryBody::from).into())
}

/// Stops a search. What it found, and what was written by then, is kept.
pub(crate) async fn cancel(services: &Services, caller: &SignedIn, id: TaskId) -> Fallible<()> {
    tasks::cancel(services, caller.user_id, id, NOT_FOUND).await
}

/// Deletes a search; it can be restored for 30 days.
pub(crate) async fn delete(services: &Services, caller: &SignedIn, id: TaskId) -> Fallible<()> {
    tasks::delete(services, caller.user_id, id, NOT_FOUND).await
}

/// Restores a deleted search.
pub(crate) async fn restore(
    services: &Services,
    caller: &SignedIn,
    id: TaskId,
) -> Fallible<SearchBody> {
    tasks::restore(services, caller.user_id, id, NOT_FOUND).await?;
    get(services, caller, id).await
}

/// Returns the text of a page, as it was read.
pub(crate) async fn snapshot(
    services: &Services,
    caller: &SignedIn,
    id: TaskId,
    number: i64,
) -> Fallible<SnapshotBody> {
    let mut conn = services.db.read().await?;
    tasks::find::<SearchTask>(&mut conn, caller.user_id, id).await?;
    let pages = list_pages(&mut conn, id).await?;
    let text = pages.into_iter().find(|(known, _)| *known == number).map(|(_, text)| text);
    Ok(SnapshotBody { number, text: text.ok_or(PAGE_NOT_READ)? })
}

/// Finds a person's own items that say the words, kind by kind.
pub(crate) async fn find_own_things(
    services: &Services,
    user_id: UserId,
    query: OwnQuery,
) -> Fallible<OwnFinds> {
    let words: String = query.q.chars().take(QUERY_MAX_CHARS).collect();
    let limit = query.limit.unwrap_or(OWN_USUAL).clamp(1, OWN_MAX);
    let mut items = Vec::new();
    if words.trim().is_empty() {
        return Ok(OwnFinds { items });
    }
    let asked = |word: &str| query.chats || word != LibraryItem::CHAT;
    for source in services.library_sources.iter().filter(|source| asked(source.kind())) {
        let found = source.find(user_id, &words, limit).await?;
        items.extend(found.into_iter().map(|thing| OwnFind::new(source.kind(), thing)));
    }
    Ok(OwnFinds { items })
}

/// Returns one of a person's own items, with the beginning of its text.
///
/// Problems: [`THING_NOT_FOUND`] also for another person's, and for kinds that there are not.
pub(crate) async fn get_own_thing(
    services: &Services,
    user_id: UserId,
    kind: &str,
    id: Uuid,
) -> Fallible<OwnFind> {
    let source = services.library_source(kind).ok_or(THING_NOT_FOUND)?;
    let thing = source.read(user_id, id).await?.ok_or(THING_NOT_FOUND)?;
    let text = truncate(&thing.text, THING_SHOWN_CHARS);
    Ok(OwnFind::new(kind, LibraryItem { text, ..thing }))
}

/// Characters of what a thing says that are given with it.
const THING_SHOWN_CHARS: usize = 300;

/// Lists the sources that can be searched now.
pub(crate) async fn sources(services: &Services, user_id: UserId) -> Fallible<Vec<SourceBody>> {
    let all = list_sources(services, user_id).await?;
    Ok(all.into_iter().map(|(source, engines)| SourceBody { source, engines }).collect())
}
