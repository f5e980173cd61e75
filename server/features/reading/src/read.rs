//! Reads the text of a source. URLs are untrusted: each is fetched through the guarded HTTP client, and its content is
//! parsed in a separate process.

use api::ProblemBody;
use area::Services;
use bytes::Bytes;
use files::{FILE_ENCRYPTED, FILE_NOT_FOUND, NO_TEXT, PARSE_FAILED, TEXT_TOO_LONG};
use kernel::{Failure, Fallible, Problem, ProblemKind};
use parsing::{
    Extent, Format, ParseFailure, Parsed, article_of, base_of, charset_of, count_words,
    decode_text_as, in_utf8, main_part, refresh_of, text_of_html,
};
use retrieval::list_passages;
use url::Url;
use web_access::{FetchError, Fetched, Limits};

use crate::captions::read_captions;
use crate::limits::{CAPTIONS_MAX_BYTES, FETCH_MAX_BYTES, PAGE_WORDS_MAX, REFRESHES_MAX};
use crate::places::{Place, of_cues, of_pages};
use crate::problems::{NO_CAPTIONS, NOT_A_PAGE, NOTHING_TO_READ, READING_FAILED};
use crate::scans::{Pictures, read_pdf};
use crate::source::{Kind, Source};
use crate::videos::{Track, Video, choose, tracks_in};
use crate::work::Reading;

/// Text of a source, with its title.
pub(crate) struct Text {
    pub kind: Kind,
    pub title: Option<String>,
    pub places: Vec<Place>,
    /// The PDF that was fetched.
    pub pdf: Option<Bytes>,
}

/// Outcome of reading a source.
pub(crate) enum Read {
    Text(Text),
    /// Some pages are scanned; a slow job reads them.
    Scan,
}

/// Reason why nothing was read: the problem shown, and its cause.
#[derive(Debug)]
pub(crate) struct Unread {
    pub problem: Problem,
    pub cause: Option<Box<ProblemBody>>,
}

impl Unread {
    /// Returns "Reading failed" with a cause.
    fn because(why: ProblemKind) -> Self {
        let cause = Some(Box::new(ProblemBody::from(&Problem::from(why))));
        Self { problem: READING_FAILED.into(), cause }
    }
}

impl From<FetchError> for Unread {
    fn from(error: FetchError) -> Self {
        Self { problem: error.problem(), cause: None }
    }
}

/// Reads the source of a reading. An error is the server's own: the job is retried.
pub(crate) async fn read(
    services: &Services,
    reading: &Reading,
    pictures: Pictures,
) -> Fallible<Result<Read, Unread>> {
    let locale = reading.input.locale.as_deref();
    let read = match &reading.input.source {
        Source::Address { url } => match Video::of(url) {
            Some(video) => read_video(services, &video, locale).await,
            None => match read_address(services, url, reading, pictures).await? {
                Ok(Some(text)) => Ok(text),
                Ok(None) => return Ok(Ok(Read::Scan)),
                Err(unread) => Err(unread),
            },
        },
        Source::File { file_id } => {
            let mut conn = services.db.read().await?;
            let upload =
                services.files.find_upload(&mut conn, reading.head.user_id, *file_id).await?;
            let passages = list_passages(&mut conn, *file_id).await?;
            let Some(upload) = upload else { return Ok(Err(Unread::because(FILE_NOT_FOUND))) };
            let is_pdf = Format::of_name(&upload.name) == Some(Format::Pdf);
            let has_pages = is_pdf || upload.pages.unwrap_or(1) > 1;
            let pages = passages
                .iter()
                .map(|passage| (has_pages.then_some(passage.page), passage.text.as_str()));
            Ok(Text {
                kind: if is_pdf { Kind::Pdf } else { Kind::Page },
                title: Some(upload.name),
                places: of_pages(pages),
                pdf: None,
            })
        }
        // It was kept when it was sent, and is not any more.
        Source::Sent { .. } => return Ok(Err(Unread::because(NOTHING_TO_READ))),
    };
    Ok(read.and_then(|text| match text.places.is_empty() {
        true => Err(Unread::because(NOTHING_TO_READ)),
        false => Ok(Read::Text(text)),
    }))
}

/// Reads the page at a URL; `Ok(None)`: it has scanned pages, which were skipped.
async fn read_address(
    services: &Services,
    url: &str,
    reading: &Reading,
    pictures: Pictures,
) -> Fallible<Result<Option<Text>, Unread>> {
    let locale = reading.input.locale.as_deref();
    let (page, html) = match fetch_page(services, url).await {
        Ok(fetched) => fetched,
        Err(error) => return Ok(Err(error.into())),
    };
    let Some(format) = format_in(&page) else { return Ok(Err(Unread::because(NOT_A_PAGE))) };
    if format == Format::Pdf {
        return read_pages(services, reading, page, pictures).await;
    }
    if let Some(html) = &html {
        let base = base_of(html).and_then(|base| page.url.join(&base).ok());
        let tracks = tracks_in(base.as_ref().unwrap_or(&page.url), html);
        if !tracks.is_empty() {
            let places = read_tracks(services, &tracks, locale).await;
            // A page whose captions cannot be read is a page.
            if let Ok(places) = places {
                let title = title_in(html);
                return Ok(Ok(Some(Text { kind: Kind::Video, title, places, pdf: None })));
            }
        }
    }
    let body = match &html {
        Some(html) => in_utf8(main_part(html).as_bytes(), None),
        None if format.is_plain() => in_utf8(&page.body, page.content_type.as_deref()),
        None => page.body.clone(),
    };
    // A long page is cut, which is shown.
    let extent = Extent { words_max: PAGE_WORDS_MAX, ..Extent::ATTACHMENT };
    let article = html.as_deref().and_then(article_of);
    let parsed = match readable(services.parser.parse_within(format, body, extent).await)? {
        Ok(parsed) => parsed,
        Err(_) if article.is_some() => Parsed::default(),
        Err(unread) => return Ok(Err(unread)),
    };
    // A page whose text is filled in by a script may hold it for search engines.
    let parsed = match article {
        Some(article) if count_words(&article) > parsed.words() * 2 => Parsed::single(article),
        _ => parsed,
    };
    Ok(Ok(Some(Text {
        kind: Kind::Page,
        title: html.as_deref().and_then(title_in).or_else(|| name_in(&page.url)),
        places: of_pages(parsed.pages.iter().map(|page| (None, page.text.as_str()))),
        pdf: None,
    })))
}

/// Reads a fetched PDF.
async fn read_pages(
    services: &Services,
    reading: &Reading,
    page: Fetched,
    pictures: Pictures,
) -> Fallible<Result<Option<Text>, Unread>> {
    let read = read_pdf(services, reading.head.id, &page.body, pictures).await?;
    let text = |places| Text {
        kind: Kind::Pdf,
        title: name_in(&page.url),
        places,
        pdf: Some(page.body.clone()),
    };
    Ok(readable(read)?.map(|places| places.map(text)))
}

/// Returns the outcome of reading a source; an error is the server's own.
fn readable<T>(read: Result<T, ParseFailure>) -> Fallible<Result<T, Unread>> {
    match read {
        Err(ParseFailure::Unavailable) => Err(Failure::internal(ParseFailure::Unavailable)),
        read => Ok(read.map_err(|failure| Unread::because(problem_of(failure)))),
    }
}

/// Reads the captions of a video of a known site.
async fn read_video(
    services: &Services,
    video: &Video,
    locale: Option<&str>,
) -> Result<Text, Unread> {
    let page = services.web.get(&video.page(), Limits::PAGE).await?;
    let html = text_in(&page);
    let places = read_tracks(services, &video.tracks(&page.url, &html), locale).await?;
    let title = title_in(&html).map(|title| video.title(&title).to_owned());
    Ok(Text { kind: Kind::Video, title, places, pdf: None })
}

async fn read_tracks(
    services: &Services,
    tracks: &[Track],
    locale: Option<&str>,
) -> Result<Vec<Place>, Unread> {
    let track = choose(tracks, locale).ok_or_else(|| Unread::because(NO_CAPTIONS))?;
    let limits = Limits { max_bytes: CAPTIONS_MAX_BYTES, ..Limits::PAGE };
    let captions = services.web.get(track.url.as_str(), limits).await?;
    let places = of_cues(&read_captions(&text_in(&captions)));
    if places.is_empty() { Err(Unread::because(NO_CAPTIONS)) } else { Ok(places) }
}

/// Fetches a page, and the one that it leads on to by itself; of an HTML page with its text.
async fn fetch_page(
    services: &Services,
    url: &str,
) -> Result<(Fetched, Option<String>), FetchError> {
    let limits = Limits { max_bytes: FETCH_MAX_BYTES, ..Limits::PAGE };
    let mut page = services.web.get(url, limits).await?;
    let mut html = html_in(&page);
    for _ in 0..REFRESHES_MAX {
        let next = html.as_deref().and_then(refresh_of);
        let next = next.and_then(|next| page.url.join(&next).ok());
        let Some(next) = next.filter(|next| *next != page.url) else { break };
        page = services.web.get(next.as_str(), limits).await?;
        html = html_in(&page);
    }
    Ok((page, html))
}

/// Returns the text of an HTML page; `None`: it is something else.
fn html_in(page: &Fetched) -> Option<String> {
    (format_in(page) == Some(Format::Html)).then(|| text_in(page))
}

fn format_in(page: &Fetched) -> Option<Format> {
    Format::of_page(page.content_type.as_deref(), page.url.path(), &page.body)
}

fn text_in(page: &Fetched) -> String {
    decode_text_as(&page.body, page.content_type.as_deref().and_then(charset_of))
}

/// Returns the title of an HTML page.
fn title_in(html: &str) -> Option<String> {
    // Only the head is searched.
    let head = html.split("<body").next().unwrap_or(html);
    text_of_html(head).0
}

/// Returns the last segment of a URL's path.
fn name_in(url: &Url) -> Option<String> {
    let name = url.path_segments()?.next_back()?;
    (!name.is_empty()).then(|| name.to_owned())
}

fn problem_of(failure: ParseFailure) -> ProblemKind {
    match failure {
        ParseFailure::Broken | ParseFailure::Exhausted | ParseFailure::Unavailable => PARSE_FAILED,
        ParseFailure::Encrypted => FILE_ENCRYPTED,
        ParseFailure::TooLong => TEXT_TOO_LONG,
        ParseFailure::NoText => NO_TEXT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec §8: "Reading failed"
    #[test]
    fn what_cannot_be_read_says_so_and_why() {
        let unread = Unread::because(problem_of(ParseFailure::Encrypted));
        assert_eq!(unread.problem.kind.text, "Reading failed");
        assert_eq!(unread.cause.unwrap().code, "files.encrypted");
    }
}
