//! What people do with readings: begin, read, stop, sum up again, delete.

use api::{PageBody, PageQuery};
use area::{Services, choose_model};
use files::{FILE_NOT_FOUND, FILE_NOT_READY, FILE_TYPE, UploadState};
use identity::SignedIn;
use kernel::{Fallible, UserId, truncate};
use parsing::Format;
use providers::Protocol;
use store::{Cursor, Page, Tx};
use url::Url;
use web_access::INVALID_URL;

use crate::kept_pdf::{find_pdf, forget_source, remove};
use crate::limits::{AT_ONCE_MAX, TITLE_MAX_CHARS};
use crate::places::{Place, of_pages};
use crate::problems::{
    GOES_ON, ID_TAKEN, MODEL_NOT_SUPPORTED, NOT_FOUND, NOTHING_TO_READ, SOURCE_NOT_KEPT,
    TASK_FAILED,
};
use crate::prompt::is_supported;
use crate::source::{Kind, Source};
use crate::source_store::{find_places, has_places, save_places};
use crate::state::State;
use crate::store::{
    Reading, ReadingId, cancel_reading, count_going_on, find_own, insert_reading, list_entries,
    set_deleted, set_keep_source, update_reading,
};
use crate::today::check_today;
use crate::videos::Video;
use crate::wire::{
    Again, EntryBody, NewReading, NewSource, PlaceBody, ReadingBody, ReadingChange, SourceBody,
};
use crate::work::{DoReading, UNREAD};

/// Begins a reading. The same one sent again gives what it has by then.
///
/// Problems: the address is none; the file is not the person's, or not ready; [`NOTHING_TO_READ`],
/// [`ID_TAKEN`], [`TASK_FAILED`], [`MODEL_NOT_SUPPORTED`], those of [`choose_model`] and [`check_today`].
pub(crate) async fn begin(
    services: &Services,
    caller: &SignedIn,
    new: NewReading,
) -> Fallible<ReadingBody> {
    let now = services.clock.now();
    let wanted = wanted(services, caller, new.source).await?;
    let reading = Reading {
        id: new.id,
        user_id: caller.user_id,
        workspace_id: caller.workspace_id,
        source: wanted.source,
        kind: wanted.kind,
        title: cut_title(&wanted.title),
        locale: caller.locale.clone(),
        model: find_model(services, caller, new.model.as_deref()).await?,
        length: new.length,
        keep_source: new.keep_source,
        state: State::Waiting,
        run_id: None,
        summaries: Vec::new(),
        problem: None,
        cause: None,
        created_at: now,
        begun_at: now,
    };
    let mut tx = services.db.begin().await?;
    if !insert_reading(&mut tx, &reading).await? {
        let known = find_own(&mut tx, caller.user_id, new.id).await?;
        let known = known.filter(|known| known.source == reading.source).ok_or(ID_TAKEN)?;
        let has_source = has_places(&mut tx, known.id).await?;
        return Ok(ReadingBody::of(known, has_source));
    }
    check_today(services, &mut tx, &caller.payer(), reading.kind).await?;
    check_pace(&mut tx, caller.user_id).await?;
    let has_source = wanted.places.is_some();
    if let Some(places) = wanted.places {
        save_places(&mut tx, reading.id, &places).await?;
    }
    services.queue.enqueue(&mut tx, &DoReading { reading_id: reading.id }).await?;
    tx.commit().await?;
    announce(services, caller.user_id, reading.id);
    Ok(ReadingBody::of(reading, has_source))
}

/// What is to be read, checked.
struct Wanted {
    source: Source,
    kind: Kind,
    title: String,
    /// Where the client sent the text.
    places: Option<Vec<Place>>,
}

async fn wanted(services: &Services, caller: &SignedIn, new: NewSource) -> Fallible<Wanted> {
    match new {
        NewSource::Address { url } => {
            let url = check_url(&url)?;
            let kind = if Video::of(&url).is_some() { Kind::Video } else { Kind::Page };
            Ok(Wanted { title: short(&url), source: Source::Address { url }, kind, places: None })
        }
        NewSource::Text { url, title, text } => {
            let url = url.as_deref().map(check_url).transpose()?;
            let places = of_pages([(None, text.as_str())]);
            if places.is_empty() {
                return Err(NOTHING_TO_READ.into());
            }
            let title = match title.trim() {
                "" => url.as_deref().map_or_else(|| places[0].text.clone(), short),
                title => title.to_owned(),
            };
            Ok(Wanted {
                source: Source::Sent { url },
                kind: Kind::Page,
                title,
                places: Some(places),
            })
        }
        NewSource::File { file_id } => {
            let mut conn = services.db.read().await?;
            let upload = services.files.find_upload(&mut conn, caller.user_id, file_id).await?;
            let upload = upload.ok_or(FILE_NOT_FOUND)?;
            if upload.is_image() {
                return Err(FILE_TYPE.into());
            }
            if upload.state != UploadState::Parsed {
                return Err(FILE_NOT_READY.with("name", &upload.name).into());
            }
            let is_pdf = Format::of_name(&upload.name) == Some(Format::Pdf);
            let kind = if is_pdf { Kind::Pdf } else { Kind::Page };
            Ok(Wanted { source: Source::File { file_id }, kind, title: upload.name, places: None })
        }
    }
}

/// An address of the web, as it is parsed. Whether it may be fetched is judged when it is.
fn check_url(text: &str) -> Fallible<String> {
    let text = text.trim();
    let url = Url::parse(text).map_err(|_| INVALID_URL)?;
    let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
    if !is_web || text.len() > 4_096 || text.chars().any(char::is_control) {
        return Err(INVALID_URL.into());
    }
    Ok(url.into())
}

/// An address as a title, until there is one.
fn short(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let rest = rest.split(['?', '#']).next().unwrap_or(rest);
    rest.strip_prefix("www.").unwrap_or(rest).trim_end_matches('/').to_owned()
}

pub(crate) fn cut_title(title: &str) -> String {
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    truncate(&title, TITLE_MAX_CHARS)
}

async fn check_pace(tx: &mut Tx, user_id: UserId) -> Fallible<()> {
    match count_going_on(tx, user_id).await? > AT_ONCE_MAX {
        true => Err(TASK_FAILED.with("max", AT_ONCE_MAX).into()),
        false => Ok(()),
    }
}

/// The model that is to sum up; `None` where the built-in engine would, which writes no summaries.
async fn find_model(
    services: &Services,
    caller: &SignedIn,
    wanted: Option<&str>,
) -> Fallible<Option<String>> {
    let id = match wanted {
        Some(id) => id.to_owned(),
        None => {
            let list = services.providers.list_models().await?;
            if list.models.is_empty() {
                return Ok(None);
            }
            let own = caller.settings.default_model.clone();
            let is_known = |id: &String| list.models.iter().any(|model| model.id == *id);
            own.filter(is_known).unwrap_or(list.default_model)
        }
    };
    let chosen = choose_model(services, caller.workspace_id, &id).await?;
    if chosen.model.info.protocol == Protocol::Builtin {
        return Ok(None);
    }
    if !is_supported(chosen.model.info.context_tokens) {
        return Err(MODEL_NOT_SUPPORTED.into());
    }
    Ok(Some(id))
}

/// A reading of the caller's.
pub(crate) async fn get(
    services: &Services,
    caller: &SignedIn,
    id: ReadingId,
) -> Fallible<ReadingBody> {
    let mut conn = services.db.read().await?;
    let reading = find_own(&mut conn, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    let has_source = has_places(&mut conn, id).await?;
    Ok(ReadingBody::of(reading, has_source))
}

/// The text of a reading, in its places.
///
/// Problems: [`SOURCE_NOT_KEPT`].
pub(crate) async fn source(
    services: &Services,
    caller: &SignedIn,
    id: ReadingId,
) -> Fallible<SourceBody> {
    let mut conn = services.db.read().await?;
    let reading = find_own(&mut conn, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    let places = find_places(&mut conn, id).await?.ok_or(SOURCE_NOT_KEPT)?;
    let pdf_file_id = find_pdf(services, &mut conn, &reading).await?;
    let url = reading.source.url();
    let places = places.into_iter().map(|place| PlaceBody::of(place, url)).collect();
    Ok(SourceBody { places, pdf_file_id })
}

/// The caller's readings, newest first.
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

/// Stops a reading. What was written by then is kept.
pub(crate) async fn cancel(services: &Services, caller: &SignedIn, id: ReadingId) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    find_own(&mut tx, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    let is_stopped = cancel_reading(&mut tx, id).await?;
    // Looked at after that: a model may have begun to sum it up just before.
    let reading = find_own(&mut tx, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    tx.commit().await?;
    if is_stopped {
        announce(services, caller.user_id, id);
    } else if let Some(run_id) = reading.run_id {
        services.generation.cancel(run_id).await?;
    }
    Ok(())
}

/// Sums a reading up again: in another length, with another model, or because it failed. Its text is read
/// again where it was not kept.
///
/// Problems: [`GOES_ON`]; [`SOURCE_NOT_KEPT`] where only the client could read it; those of [`begin`].
pub(crate) async fn sum_up_again(
    services: &Services,
    caller: &SignedIn,
    id: ReadingId,
    again: Again,
) -> Fallible<ReadingBody> {
    let model = find_model(services, caller, again.model.as_deref()).await?;
    let mut tx = services.db.begin().await?;
    let mut reading = find_own(&mut tx, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    if !reading.state.is_over() {
        return Err(GOES_ON.into());
    }
    let has_source = has_places(&mut tx, id).await?;
    if !has_source && !reading.source.can_be_read_again() {
        return Err(SOURCE_NOT_KEPT.into());
    }
    let before = reading.state;
    reading.model = model;
    reading.length = again.length;
    reading.state = State::Waiting;
    reading.run_id = None;
    (reading.problem, reading.cause) = (None, None);
    reading.begun_at = services.clock.now();
    if !update_reading(&mut tx, &reading, &[before]).await? {
        return Err(GOES_ON.into());
    }
    check_today(services, &mut tx, &reading.payer(), reading.kind).await?;
    check_pace(&mut tx, caller.user_id).await?;
    services.queue.enqueue(&mut tx, &DoReading { reading_id: id }).await?;
    tx.commit().await?;
    announce(services, caller.user_id, id);
    Ok(ReadingBody::of(reading, has_source))
}

/// Says whether a reading's text stays. One that is over loses it at once.
pub(crate) async fn change(
    services: &Services,
    caller: &SignedIn,
    id: ReadingId,
    change: ReadingChange,
) -> Fallible<ReadingBody> {
    let mut tx = services.db.begin().await?;
    let mut reading = find_own(&mut tx, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    reading.keep_source = change.keep_source;
    set_keep_source(&mut tx, id, change.keep_source).await?;
    let mut forgotten = None;
    if !change.keep_source && reading.state.is_over() {
        forgotten = forget_source(services, &mut tx, id).await?;
    }
    let has_source = has_places(&mut tx, id).await?;
    tx.commit().await?;
    remove(services, forgotten).await?;
    announce(services, caller.user_id, id);
    Ok(ReadingBody::of(reading, has_source))
}

/// Deletes a reading; it can be brought back for 30 days.
pub(crate) async fn delete(services: &Services, caller: &SignedIn, id: ReadingId) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    if !set_deleted(&mut tx, caller.user_id, id, Some(services.clock.now())).await? {
        return Err(NOT_FOUND.into());
    }
    tx.commit().await?;
    announce(services, caller.user_id, id);
    Ok(())
}

/// Brings a deleted reading back.
pub(crate) async fn restore(
    services: &Services,
    caller: &SignedIn,
    id: ReadingId,
) -> Fallible<ReadingBody> {
    let mut tx = services.db.begin().await?;
    if !set_deleted(&mut tx, caller.user_id, id, None).await? {
        return Err(NOT_FOUND.into());
    }
    let restored = find_own(&mut tx, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    // The job that did it found it deleted, and ended with that.
    if UNREAD.contains(&restored.state) {
        services.queue.enqueue(&mut tx, &DoReading { reading_id: id }).await?;
    }
    tx.commit().await?;
    announce(services, caller.user_id, id);
    get(services, caller, id).await
}

/// Tells the person's open windows that a reading changed.
pub(crate) fn announce(services: &Services, user_id: UserId, id: ReadingId) {
    let hint = serde_json::json!({ "event": "reading.changed", "reading_id": id });
    services.bus.notify_user(user_id, &hint.to_string());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_web_are_read() {
        assert!(
            check_url(" https://example.org/a ").is_ok_and(|url| url == "https://example.org/a")
        );
        for wrong in [
            "",
            "example.org",
            "javascript:alert(1)",
            "file:///etc/passwd",
            "ftp://a.b/",
            "data:x,y",
        ] {
            assert!(check_url(wrong).is_err(), "{wrong}");
        }
        assert!(check_url(&format!("https://example.org/{}", "a".repeat(5_000))).is_err());
    }

    #[test]
    fn an_address_is_a_title_until_there_is_one() {
        assert_eq!(short("https://www.example.org/a/b/?x=1#y"), "example.org/a/b");
        assert_eq!(cut_title(" a\n b "), "a b");
        assert_eq!(cut_title(&"x".repeat(300)).chars().count(), 201);
    }
}
