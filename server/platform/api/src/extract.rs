use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::response::{IntoResponse, Response};
use http::request::Parts;
use http::{HeaderMap, StatusCode, header};
use kernel::Problem;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{
    ApiError, BAD_PARAMETER, BODY_TOO_LARGE, BODY_TOO_SLOW, MALFORMED_JSON, NOT_JSON, read_json,
};

/// A JSON body, in and out. A body that cannot be parsed yields a problem response, not plain text.
///
/// U+0000 is removed from its texts: people paste it without knowing, and PostgreSQL cannot store it.
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        if !is_json(request.headers()) {
            return Err(NOT_JSON.into());
        }
        let json =
            Bytes::from_request(request, state).await.map_err(|error| body_problem(&error))?;
        let json = without_nul(json);
        let value = read_json(&json);
        Ok(Self(value.map_err(|detail| MALFORMED_JSON.with("detail", detail))?))
    }
}

/// Returns true for `application/json`, and for types with that suffix (RFC 6839, section 3.1).
fn is_json(headers: &HeaderMap) -> bool {
    let named = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = named.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    let essence = essence.to_ascii_lowercase();
    essence
        .strip_prefix("application/")
        .is_some_and(|kind| kind == "json" || kind.ends_with("+json"))
}

/// The client sent the body of a request too slowly. The server's connections fail with it.
#[derive(Debug, thiserror::Error)]
#[error("the body of the request came too slowly")]
pub struct SlowBody;

/// Returns true if reading a body failed with [`SlowBody`].
pub fn is_too_slow(error: &(dyn std::error::Error + 'static)) -> bool {
    std::iter::successors(Some(error), |error| error.source()).any(|error| error.is::<SlowBody>())
}

fn body_problem(rejection: &BytesRejection) -> Problem {
    match rejection.status() {
        _ if is_too_slow(rejection) => BODY_TOO_SLOW.into(),
        StatusCode::PAYLOAD_TOO_LARGE => BODY_TOO_LARGE.into(),
        _ => MALFORMED_JSON.with("detail", rejection.body_text()),
    }
}

/// Removes the escapes of U+0000 from strings in JSON. A zero byte that is not escaped is no JSON (RFC 8259, section
/// 7).
fn without_nul(json: Bytes) -> Bytes {
    const ESCAPE: &[u8] = b"\\u0000";
    if !json.windows(ESCAPE.len()).any(|part| part == ESCAPE) {
        return json;
    }
    let mut kept = Vec::with_capacity(json.len());
    let mut rest: &[u8] = &json;
    while let [first, others @ ..] = rest {
        if rest.starts_with(ESCAPE) {
            rest = &rest[ESCAPE.len()..];
            continue;
        }
        // A backslash that is itself escaped begins no escape.
        let length = if *first == b'\\' && !others.is_empty() { 2 } else { 1 };
        kept.extend_from_slice(&rest[..length]);
        rest = &rest[length..];
    }
    kept.into()
}

/// Refuses a U+0000 in an address, which nobody typed.
fn check_no_nul(text: &str) -> Result<(), Problem> {
    match text.contains("%00") {
        true => Err(BAD_PARAMETER.with("detail", "U+0000 stands in it")),
        false => Ok(()),
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

/// The ids in the path. One that is no id is [`BAD_PARAMETER`].
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        check_no_nul(parts.uri.path())?;
        match axum::extract::Path::<T>::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => Ok(Self(value)),
            Err(PathRejection::FailedToDeserializePathParams(error)) => {
                Err(BAD_PARAMETER.with("detail", error.body_text()).into())
            }
            Err(other) => Err(BAD_PARAMETER.with("detail", other.body_text()).into()),
        }
    }
}

/// The query string.
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        check_no_nul(parts.uri.query().unwrap_or_default())?;
        axum::extract::Query::<T>::from_request_parts(parts, state)
            .await
            .map(|axum::extract::Query(value)| Self(value))
            .map_err(|error: QueryRejection| BAD_PARAMETER.with("detail", error.body_text()).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stripped(json: &'static str) -> String {
        String::from_utf8(without_nul(Bytes::from_static(json.as_bytes())).to_vec()).unwrap()
    }

    #[test]
    fn a_zero_character_is_left_out_of_texts_and_nothing_else_is() {
        assert_eq!(stripped(r#"{"a":"b\u0000c\u0000"}"#), r#"{"a":"bc"}"#);
        assert_eq!(stripped(r#"{"a":"\\u0000 \n \u0001"}"#), r#"{"a":"\\u0000 \n \u0001"}"#);
        assert_eq!(stripped(r#"{"a":"\\\u0000\""}"#), r#"{"a":"\\\""}"#);
        assert_eq!(stripped("{\"a\":\"\\"), "{\"a\":\"\\");
    }

    #[test]
    fn a_body_is_json_when_it_says_so() {
        let says = |kind: &'static str| {
            is_json(&HeaderMap::from_iter([(header::CONTENT_TYPE, kind.parse().unwrap())]))
        };
        for kind in
            ["application/json", "Application/JSON; charset=utf-8", "application/problem+json"]
        {
            assert!(says(kind), "{kind}");
        }
        for kind in ["text/plain", "application/jsonl", "text/json", "json", ""] {
            assert!(!says(kind), "{kind}");
        }
        assert!(!is_json(&HeaderMap::new()));
    }

    #[test]
    fn an_address_with_a_zero_character_is_refused() {
        assert!(check_no_nul("q=a%00b").is_err());
        assert!(check_no_nul("q=a%20b").is_ok());
    }
}
