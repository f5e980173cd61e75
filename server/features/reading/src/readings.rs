//! Actions on readings: start, read, stop, summarize again, delete.

use api::PageBody;
use area::{Services, usual_model};
use files::{FILE_NOT_FOUND, FILE_NOT_READY, FILE_TYPE, UploadState};
use identity::SignedIn;
use kernel::{Fallible, collapse_whitespace, truncate};
use parsing::Format;
use tasks::{NewTask, TaskId, TaskPageQuery};
use url::Url;
use web_access::INVALID_URL;

use crate::kept_pdf::{find_pdf, forget_source, remove};
use crate::limits::TITLE_MAX_CHARS;
use crate::places::{Place, of_pages};
use crate::problems::{GOES_ON, MODEL_NOT_SUPPORTED, NOT_FOUND, NOTHING_TO_READ, SOURCE_NOT_KEPT};
use crate::prompt::is_supported;
use crate::source::{Kind, Source};
use crate::source_store::{find_places, has_places};
use crate::videos::Video;
use crate::wire::{
    Again, EntryBody, NewReading, NewSource, PlaceBody, ReadingBody, ReadingChange, SourceBody,
};
use crate::work::{Reading, ReadingTask, StepResult, Wish};

/// Starts a reading. Sending the same one again returns its current state.
///
/// Problems: the address is none; the file is not the person's, or not ready; [`NOTHING_TO_READ`],
/// [`MODEL_NOT_SUPPORTED`], those of [`usual_model`] and [`tasks::start`].
pub(crate) async fn begin(
    services: &Services,
    caller: &SignedIn,
    new: NewReading,
) -> Fallible<ReadingBody> {
    let wanted = validate(services, caller, new.source).await?;
    let wish = Wish {
        source: wanted.source,
        kind: wanted.kind,
        locale: caller.locale.clone(),
        model: find_model(services, caller, new.model.as_deref()).await?,
        length: new.length,
        keep_source: new.keep_source,
    };
    let effect = wanted.places.map(StepResult::Sent);
    let task = NewTask::new(TaskId(new.id.0), cut_title(&wanted.title), wish);
    let task = NewTask { effect, ..task };
    body(services, tasks::start::<ReadingTask>(services, caller, task).await?).await
}

async fn body(services: &Services, reading: Reading) -> Fallible<ReadingBody> {
    let mut conn = services.db.read().await?;
    let has_source = has_places(&mut conn, reading.head.id).await?;
    Ok(ReadingBody::of(reading, has_source))
}

/// Validated source.
struct ValidSource {
    source: Source,
    kind: Kind,
    title: String,
    /// Text sent by the client, if any.
    places: Option<Vec<Place>>,
}

async fn validate(services: &Services, caller: &SignedIn, new: NewSource) -> Fallible<ValidSource> {
    match new {
        NewSource::Address { url } => {
            let url = check_url(&url)?;
            let kind = if Video::of(&url).is_some() { Kind::Video } else { Kind::Page };
            Ok(ValidSource {
                title: short(&url),
                source: Source::Address { url },
                kind,
                places: None,
            })
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
            Ok(ValidSource {
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
            Ok(ValidSource {
                source: Source::File { file_id },
                kind,
                title: upload.name,
                places: None,
            })
        }
    }
}

/// Parses a web address. Access is checked when it is fetched.
pub(crate) fn check_url(text: &str) -> Fallible<String> {
    let text = text.trim();
    let url = Url::parse(text).map_err(|_| INVALID_URL)?;
    let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
    if !is_web || text.len() > 4_096 || text.chars().any(char::is_control) {
        return Err(INVALID_URL.into());
    }
    Ok(url.into())
}

/// Returns a provisional title for a URL.
fn short(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let rest = rest.split(['?', '#']).next().unwrap_or(rest);
    rest.strip_prefix("www.").unwrap_or(rest).trim_end_matches('/').to_owned()
}

pub(crate) fn cut_title(title: &str) -> String {
    let title = collapse_whitespace(title);
    truncate(&title, TITLE_MAX_CHARS)
}

/// Returns the model that is to sum up; `None` where the built-in engine would, which writes no summaries.
async fn find_model(
    services: &Services,
    caller: &SignedIn,
    wanted: Option<&str>,
) -> Fallible<Option<String>> {
    match usual_model(services, caller, wanted).await? {
        Some(chosen) if !is_supported(chosen.model.info.context_tokens) => {
            Err(MODEL_NOT_SUPPORTED.into())
        }
        chosen => Ok(chosen.map(|chosen| chosen.model.info.id)),
    }
}

/// Returns a reading of the caller's.
pub(crate) async fn get(
    services: &Services,
    caller: &SignedIn,
    id: TaskId,
) -> Fallible<ReadingBody> {
    let mut conn = services.db.read().await?;
    let reading = tasks::find::<ReadingTask>(&mut conn, caller.user_id, id).await?;
    let has_source = has_places(&mut conn, id).await?;
    Ok(ReadingBody::of(reading, has_source))
}

/// Returns the text of a reading, in its places.
///
/// Problems: [`SOURCE_NOT_KEPT`].
pub(crate) async fn source(
    services: &Services,
    caller: &SignedIn,
    id: TaskId,
) -> Fallible<SourceBody> {
    let mut conn = services.db.read().await?;
    let reading = tasks::find::<ReadingTask>(&mut conn, caller.user_id, id).await?;
    let places = find_places(&mut conn, id).await?.ok_or(SOURCE_NOT_KEPT)?;
    let pdf_file_id = find_pdf(services, &mut conn, &reading).await?;
    let url = reading.input.source.url();
    let places = places.into_iter().map(|place| PlaceBody::of(place, url)).collect();
    Ok(SourceBody { places, pdf_file_id })
}

/// Lists the caller's readings, newest first.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    query: &TaskPageQuery,
) -> Fallible<PageBody<EntryBody>> {
    let page = tasks::list_page::<ReadingTask>(services, &caller.payer(), query).await?;
    Ok(page.map(EntryBody::from).into())
}

/// Summarizes a reading again: with another length or model, or after a failure. Its source is read again if the text
/// was not kept.
///
/// Problems: [`GOES_ON`]; [`SOURCE_NOT_KEPT`] where only the client could read it; those of [`begin`].
pub(crate) async fn sum_up_again(
    services: &Services,
    caller: &SignedIn,
    id: TaskId,
    again: Again,
) -> Fallible<ReadingBody> {
    let model = find_model(services, caller, again.model.as_deref()).await?;
    let known = get(services, caller, id).await?;
    if known.state.is_over() && !known.repeatable {
        return Err(SOURCE_NOT_KEPT.into());
    }
    let change = |task: &mut Reading| {
        task.input.model = model;
        task.input.length = again.length;
    };
    let task = tasks::start_again::<ReadingTask>(services, caller, id, GOES_ON, change).await?;
    body(services, task).await
}

/// Sets whether a reading's text is kept. A finished reading loses it at once.
pub(crate) async fn change(
    services: &Services,
    caller: &SignedIn,
    id: TaskId,
    change: ReadingChange,
) -> Fallible<ReadingBody> {
    let mut tx = services.db.begin().await?;
    let set = |task: &mut Reading| task.input.keep_source = change.keep_source;
    let reading = tasks::change::<ReadingTask>(services, &mut tx, caller.user_id, id, set).await?;
    let mut forgotten = None;
    if !change.keep_source && reading.head.state.is_final() {
        forgotten = forget_source(services, &mut tx, id).await?;
    }
    tx.commit().await?;
    remove(services, forgotten).await?;
    tasks::announce(services, &reading.head);
    body(services, reading).await
}

/// Stops a reading. The text written so far is kept.
pub(crate) async fn cancel(services: &Services, caller: &SignedIn, id: TaskId) -> Fallible<()> {
    tasks::cancel(services, caller.user_id, id, NOT_FOUND).await
}

/// Deletes a reading; it can be restored for 30 days.
pub(crate) async fn delete(services: &Services, caller: &SignedIn, id: TaskId) -> Fallible<()> {
    tasks::delete(services, caller.user_id, id, NOT_FOUND).await
}

/// Restores a deleted reading.
pub(crate) async fn restore(
    services: &Services,
    caller: &SignedIn,
    id: TaskId,
) -> Fallible<ReadingBody> {
    tasks::restore(services, caller.user_id, id, NOT_FOUND).await?;
    get(services, caller, id).await
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
