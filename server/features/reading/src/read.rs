//! Reads the text of a source. URLs are untrusted: each is fetched through the guarded HTTP client, and its content is
//! parsed in a separate process.

use api::ProblemBody;
use area::Services;
use bytes::Bytes;
use files::{FILE_ENCRYPTED, FILE_NOT_FOUND, NO_TEXT, PARSE_FAILED, TEXT_TOO_LONG};
use kernel::{Failure, Fallible, Problem, ProblemKind};
use parsing::{Format, ParseFailure, decode_text, plain_of_html, text_of_html};
use retrieval::list_passages;
use url::Url;
use web_access::{FetchError, Fetched, Limits};

use crate::captions::read_captions;
use crate::limits::{CAPTIONS_MAX_BYTES, FETCH_MAX_BYTES};
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
    let limits = Limits { max_bytes: FETCH_MAX_BYTES, ..Limits::PAGE };
    let page = match services.web.get(url, limits).await {
        Ok(page) => page,
        Err(error) => return Ok(Err(error.into())),
    };
    let Some(format) = format_of(page.content_type.as_deref(), page.url.path(), &page.body) else {
        return Ok(Err(Unread::because(NOT_A_PAGE)));
    };
    if format == Format::Pdf {
        return read_pages(services, reading, page, pictures).await;
    }
    let html = (format == Format::Html).then(|| text_in(&page));
    if let Some(html) = &html {
        let tracks = tracks_in(&page.url, html);
        if !tracks.is_empty() {
            let places = read_tracks(services, &tracks, locale).await;
            // A page whose captions cannot be read is a page.
            if let Ok(places) = places {
                let title = title_in(html);
                return Ok(Ok(Some(Text { kind: Kind::Video, title, places, pdf: None })));
            }
        }
    }
    let body = html.as_deref().map_or(page.body.clone(), |html| main_part(html).to_owned().into());
    let parsed = match readable(services.parser.parse(format, body).await)? {
        Ok(parsed) => parsed,
        Err(unread) => return Ok(Err(unread)),
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

fn text_in(page: &Fetched) -> String {
    decode_text(&page.body)
}

/// Returns the main part of a page by its markup; the whole page if there is none or it is short.
fn main_part(html: &str) -> &str {
    const LEAST_BYTES: usize = 600;
    let part = |open: &str, close: &str| {
        let start = html.find(open)?;
        let end = html.rfind(close).filter(|end| *end > start)?;
        Some(&html[start..end])
    };
    // One that stands on the page several times is a teaser.
    let articles = html.matches("</article>").count();
    let found = part("<main", "</main>")
        .or_else(|| (articles == 1).then(|| part("<article", "</article>")).flatten());
    found.filter(|part| plain_of_html(part).len() >= LEAST_BYTES).unwrap_or(html)
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

/// Detects the format of a page: by its content type, its name, and finally its first bytes.
fn format_of(content_type: Option<&str>, path: &str, content: &[u8]) -> Option<Format> {
    let kind = content_type.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    let format = match kind.to_ascii_lowercase().as_str() {
        "text/html" | "application/xhtml+xml" => Some(Format::Html),
        "application/pdf" | "application/x-pdf" => Some(Format::Pdf),
        "text/plain" | "text/markdown" => Some(Format::Text),
        "" | "application/octet-stream" | "binary/octet-stream" => Format::of_name(path),
        _ => None,
    };
    format.filter(|format| !format.is_image() && format.begins_with(content))
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

    #[test]
    fn a_page_is_read_as_what_it_is() {
        let of = |kind: &str, path: &str, content: &[u8]| format_of(Some(kind), path, content);
        assert_eq!(of("text/html; charset=utf-8", "/", b"<p>x"), Some(Format::Html));
        assert_eq!(of("application/pdf", "/", b"%PDF-1.7"), Some(Format::Pdf));
        assert_eq!(of("application/pdf", "/", b"<html>"), None, "it is not what it says");
        for strange in ["image/png", "video/mp4", "application/zip", "application/json"] {
            assert_eq!(of(strange, "/a.html", b"x"), None, "{strange}");
        }
    }

    #[test]
    fn of_a_page_the_main_part_is_read() {
        let long = "<p>What the page is about stands here, in words enough.</p>".repeat(20);
        let page = format!("<body><nav>Menu</nav><main>{long}</main><footer>Imprint</footer>");
        assert!(!main_part(&page).contains("Menu") && !main_part(&page).contains("Imprint"));
        let article = page.replace("main>", "article>");
        assert!(!main_part(&article).contains("Menu"));
        let twice = article.repeat(2);
        for whole in ["<main>short</main><p>x", twice.as_str(), "</main><main>", ""] {
            assert_eq!(main_part(whole), whole);
        }
    }

    // spec §8: "Reading failed"
    #[test]
    fn what_cannot_be_read_says_so_and_why() {
        let unread = Unread::because(problem_of(ParseFailure::Encrypted));
        assert_eq!(unread.problem.kind.text, "Reading failed");
        assert_eq!(unread.cause.unwrap().code, "files.encrypted");
    }
}
