//! What people do with searches: begin, read, stop, delete.

use api::{PageBody, PageQuery};
use area::{OwnThing, Services, choose_model};
use identity::SignedIn;
use kernel::{Fallible, UserId, Uuid, truncate};
use providers::Protocol;
use store::{Cursor, Page};
use web_search::list_sources;

use crate::limits::QUERY_MAX_CHARS;
use crate::problems::{
    ID_TAKEN, NOT_FOUND, PAGE_NOT_READ, QUERY_EMPTY, QUERY_TOO_LONG, SOURCE_UNAVAILABLE,
    THING_NOT_FOUND,
};
use crate::store::{
    Search, SearchId, SearchState, Wish, cancel_search, find_own, insert_search, list_entries,
    list_pages, set_deleted,
};
use crate::today::check_today;
use crate::web_wire::{
    EntryBody, NewSearch, OwnFind, OwnFinds, OwnQuery, SearchBody, SnapshotBody, SourceBody,
};
use crate::work::{DoSearch, UNANSWERED};

/// Longest title in the history; a longer question is cut.
pub(crate) const TITLE_MAX_CHARS: usize = 120;
/// Things of each kind that are found among one's own: unless told, and at most.
const OWN_USUAL: usize = 4;
const OWN_MAX: usize = 20;

/// Begins a search. The same one sent again gives what it has by then.
///
/// Problems: [`QUERY_EMPTY`], [`QUERY_TOO_LONG`], those of [`web_search::Domains::parse`],
/// [`SOURCE_UNAVAILABLE`], [`ID_TAKEN`], those of [`choose_model`] and [`check_today`].
pub(crate) async fn begin(
    services: &Services,
    caller: &SignedIn,
    new: NewSearch,
) -> Fallible<SearchBody> {
    let query = new.query.split_whitespace().collect::<Vec<_>>().join(" ");
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
    let search = Search {
        id: new.id,
        user_id: caller.user_id,
        workspace_id: caller.workspace_id,
        title: truncate(&wish.query, TITLE_MAX_CHARS),
        locale: caller.locale.clone(),
        model: find_model(services, caller, new.model.as_deref()).await?,
        state: SearchState::Searching,
        run_id: None,
        results: Vec::new(),
        reports: Vec::new(),
        answer: None,
        cites: Vec::new(),
        problem: None,
        created_at: services.clock.now(),
        wish,
    };
    let mut tx = services.db.begin().await?;
    if !insert_search(&mut tx, &search).await? {
        let known = find_own(&mut tx, caller.user_id, new.id).await?;
        let known = known.filter(|known| known.wish == search.wish).ok_or(ID_TAKEN)?;
        return Ok(known.into());
    }
    check_today(services, &mut tx, &caller.payer()).await?;
    services.queue.enqueue(&mut tx, &DoSearch { search_id: search.id }).await?;
    tx.commit().await?;
    announce(services, caller.user_id, search.id);
    Ok(search.into())
}

/// The model that is to answer; `None` where the built-in engine would, which writes no answers.
async fn find_model(
    services: &Services,
    caller: &SignedIn,
    wanted: Option<&str>,
) -> Fallible<Option<String>> {
    let id = match wanted {
        Some(id) => id.to_owned(),
        None => {
            let list = services.providers.list_models().await?;
            let own = caller.settings.default_model.clone();
            if list.models.is_empty() {
                return Ok(None);
            }
            let is_known = |id: &String| list.models.iter().any(|model| model.id == *id);
            own.filter(is_known).unwrap_or(list.default_model)
        }
    };
    let chosen = choose_model(services, caller.workspace_id, &id).await?;
    Ok((chosen.model.info.protocol != Protocol::Builtin).then_some(id))
}

/// A search of the caller's.
pub(crate) async fn get(
    services: &Services,
    caller: &SignedIn,
    id: SearchId,
) -> Fallible<SearchBody> {
    let mut conn = services.db.read().await?;
    Ok(find_own(&mut conn, caller.user_id, id).await?.ok_or(NOT_FOUND)?.into())
}

/// The caller's history, newest first.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    page: &PageQuery,
) -> Fallible<PageBody<EntryBody>> {
    let (cursor, limit) = page.bounds()?;
    let mut conn = services.db.read().await?;
    let rows = list_entries(&mut conn, &caller.payer(), cursor, limit).await?;
    let page = Page::of(rows, limit, |entry| Cursor { at: entry.created_at, id: entry.id.0 });
    Ok(page.map(EntryBody::from).into())
}

/// Stops a search. What it found, and what was written by then, is kept.
pub(crate) async fn cancel(services: &Services, caller: &SignedIn, id: SearchId) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    find_own(&mut tx, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    let is_stopped = cancel_search(&mut tx, id).await?;
    // Looked at after that: a model may have begun to answer it just before.
    let search = find_own(&mut tx, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    tx.commit().await?;
    if is_stopped {
        announce(services, caller.user_id, id);
    } else if let Some(run_id) = search.run_id {
        services.generation.cancel(run_id).await?;
    }
    Ok(())
}

/// Deletes a search; it can be brought back for 30 days.
pub(crate) async fn delete(services: &Services, caller: &SignedIn, id: SearchId) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    if !set_deleted(&mut tx, caller.user_id, id, Some(services.clock.now())).await? {
        return Err(NOT_FOUND.into());
    }
    tx.commit().await?;
    announce(services, caller.user_id, id);
    Ok(())
}

/// Brings a deleted search back.
pub(crate) async fn restore(
    services: &Services,
    caller: &SignedIn,
    id: SearchId,
) -> Fallible<SearchBody> {
    let mut tx = services.db.begin().await?;
    if !set_deleted(&mut tx, caller.user_id, id, None).await? {
        return Err(NOT_FOUND.into());
    }
    let restored = find_own(&mut tx, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    // The job that did it found it deleted, and ended with that.
    if UNANSWERED.contains(&restored.state) {
        services.queue.enqueue(&mut tx, &DoSearch { search_id: id }).await?;
    }
    tx.commit().await?;
    announce(services, caller.user_id, id);
    get(services, caller, id).await
}

/// What stood in a page when it was read.
pub(crate) async fn snapshot(
    services: &Services,
    caller: &SignedIn,
    id: SearchId,
    number: i64,
) -> Fallible<SnapshotBody> {
    let mut conn = services.db.read().await?;
    find_own(&mut conn, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    let pages = list_pages(&mut conn, id).await?;
    let text = pages.into_iter().find(|(known, _)| *known == number).map(|(_, text)| text);
    Ok(SnapshotBody { number, text: text.ok_or(PAGE_NOT_READ)? })
}

/// What of somebody's own says the words, kind by kind.
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
    let asked = |word: &str| query.chats || word != OwnThing::CHAT;
    for source in services.own_sources.iter().filter(|source| asked(source.word())) {
        let found = source.find(user_id, &words, limit).await?;
        items.extend(found.into_iter().map(|thing| OwnFind::new(source.word(), thing)));
    }
    Ok(OwnFinds { items })
}

/// One of somebody's own things, with the beginning of what it says.
///
/// Problems: [`THING_NOT_FOUND`] also for another person's, and for kinds that there are not.
pub(crate) async fn get_own_thing(
    services: &Services,
    user_id: UserId,
    kind: &str,
    id: Uuid,
) -> Fallible<OwnFind> {
    let source = services.own_source(kind).ok_or(THING_NOT_FOUND)?;
    let thing = source.read(user_id, id).await?.ok_or(THING_NOT_FOUND)?;
    let text = truncate(&thing.text, THING_SHOWN_CHARS);
    Ok(OwnFind::new(kind, OwnThing { text, ..thing }))
}

/// Characters of what a thing says that are given with it.
const THING_SHOWN_CHARS: usize = 300;

/// Where can be searched now.
pub(crate) async fn sources(services: &Services, user_id: UserId) -> Fallible<Vec<SourceBody>> {
    let all = list_sources(services, user_id).await?;
    Ok(all.into_iter().map(|(source, engines)| SourceBody { source, engines }).collect())
}

/// Tells the person's open windows that a search changed.
pub(crate) fn announce(services: &Services, user_id: UserId, id: SearchId) {
    let hint = serde_json::json!({ "event": "search.changed", "search_id": id });
    services.bus.notify_user(user_id, &hint.to_string());
}
