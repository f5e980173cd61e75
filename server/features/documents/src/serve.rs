use std::ops::Range;

use api::Disposition;
use area::Services;
use axum::body::Body;
use axum::response::Response;
use files::{FILE_NOT_FOUND, Upload};
use http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_RANGE,
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, RANGE, X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderMap, StatusCode};
use identity::SignedIn;
use kernel::{Failure, Fallible, FileId};

use crate::upload::find;

/// Returns a file's bytes for its owner, or the range of them that was asked for: pictures to be shown, everything else
/// to be saved. The type is ours, and nothing in it may run.
pub(crate) async fn content(
    services: &Services,
    caller: &SignedIn,
    id: FileId,
    asked: &HeaderMap,
) -> Fallible<Response> {
    let upload = find(services, caller, id).await?;
    let size = u64::try_from(upload.size_bytes).unwrap_or(0);
    let range = asked.get(RANGE).and_then(|value| value.to_str().ok());
    let mut response = match range.and_then(|text| parse_range(text, size)) {
        // As it is read: a large file is never in memory as a whole.
        None => {
            let content = services.files.read(&upload.key()).await?;
            Response::new(Body::from_stream(content.ok_or(FILE_NOT_FOUND)?))
        }
        Some(Wanted::Part(range)) => {
            let content = services.files.read_range(&upload.key(), range.clone()).await?;
            let mut part = Response::new(Body::from_stream(content.ok_or(FILE_NOT_FOUND)?));
            *part.status_mut() = StatusCode::PARTIAL_CONTENT;
            let place = format!("bytes {}-{}/{size}", range.start, range.end - 1);
            let length = HeaderValue::from(range.end - range.start);
            part.headers_mut().insert(CONTENT_LENGTH, length);
            let place = HeaderValue::from_str(&place).map_err(Failure::internal)?;
            part.headers_mut().insert(CONTENT_RANGE, place);
            part
        }
        Some(Wanted::Nothing) => {
            let mut none = Response::new(Body::empty());
            *none.status_mut() = StatusCode::RANGE_NOT_SATISFIABLE;
            let place = HeaderValue::from_str(&format!("bytes */{size}"));
            none.headers_mut().insert(CONTENT_RANGE, place.map_err(Failure::internal)?);
            return Ok(none);
        }
    };
    let headers = response.headers_mut();
    headers.insert(ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    let text = |value: &str| HeaderValue::from_str(value).map_err(Failure::internal);
    headers.insert(CONTENT_TYPE, text(&content_type(&upload))?);
    let how = if upload.is_image() { Disposition::Show } else { Disposition::Save };
    headers.insert(CONTENT_DISPOSITION, how.named(&upload.name));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let nothing_runs = HeaderValue::from_static("sandbox; default-src 'none'");
    headers.insert(CONTENT_SECURITY_POLICY, nothing_runs);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    Ok(response)
}

/// The bytes of a file that a request wants.
#[derive(Debug, PartialEq, Eq)]
enum Wanted {
    Part(Range<u64>),
    /// The range begins behind the end.
    Nothing,
}

/// Parses the header `Range` for a file of `size` bytes. `None`: the whole file, also where several ranges are wanted,
/// or none that can be read (RFC 9110, section 14.2).
fn parse_range(text: &str, size: u64) -> Option<Wanted> {
    let (first, last) = text.strip_prefix("bytes=")?.split_once('-')?;
    let range = match (first.trim(), last.trim()) {
        ("", last) => size.saturating_sub(last.parse().ok()?)..size,
        (first, "") => first.parse().ok()?..size,
        (first, last) => {
            let (first, last) = (first.parse().ok()?, last.parse::<u64>().ok()?);
            (first <= last).then_some(())?;
            first..last.saturating_add(1).min(size)
        }
    };
    Some(if range.is_empty() { Wanted::Nothing } else { Wanted::Part(range) })
}

fn content_type(upload: &Upload) -> String {
    if upload.media_type.starts_with("text/") {
        return "text/plain; charset=utf-8".to_owned();
    }
    upload.media_type.clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_range_of_a_file_can_be_asked_for() {
        let part = |range| Some(Wanted::Part(range));
        for (text, size, expected) in [
            ("bytes=0-3", 10, part(0..4)),
            ("bytes=4-", 10, part(4..10)),
            ("bytes=-3", 10, part(7..10)),
            ("bytes=-30", 10, part(0..10)),
            ("bytes=8-99", 10, part(8..10)),
            ("bytes=0-18446744073709551615", 10, part(0..10)),
            ("bytes=10-", 10, Some(Wanted::Nothing)),
            ("bytes=-0", 10, Some(Wanted::Nothing)),
            ("bytes=0-", 0, Some(Wanted::Nothing)),
            ("bytes=5-4", 10, None),
            ("bytes=0-1,4-5", 10, None),
            ("bytes=a-b", 10, None),
            ("items=0-3", 10, None),
            ("", 10, None),
        ] {
            assert_eq!(parse_range(text, size), expected, "{text}");
        }
    }
}
