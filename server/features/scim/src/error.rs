use api::problem_of;
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderValue, StatusCode};
use kernel::{Failure, Problem};
use serde_json::json;
use store::StoreError;

/// The media type of SCIM (RFC 7644 §3.1).
pub(crate) const MEDIA_TYPE: &str = "application/scim+json";

pub(crate) const ERROR: &str = "urn:ietf:params:scim:api:messages:2.0:Error";

/// An error as SCIM writes it (RFC 7644 §3.12).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{status} {detail}")]
pub(crate) struct ScimError {
    pub status: StatusCode,
    /// The keyword of the standard: `uniqueness`.
    pub kind: Option<&'static str>,
    pub detail: String,
    /// Seconds after which the same request may succeed.
    pub retry_after: Option<String>,
}

pub(crate) type ScimResult<T> = Result<T, ScimError>;

impl ScimError {
    pub fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self { status, kind: None, detail: detail.into(), retry_after: None }
    }

    fn bad(kind: &'static str, detail: impl Into<String>) -> Self {
        Self { kind: Some(kind), ..Self::new(StatusCode::BAD_REQUEST, detail) }
    }

    pub fn invalid_value(detail: impl Into<String>) -> Self {
        Self::bad("invalidValue", detail)
    }

    pub fn invalid_syntax(detail: impl Into<String>) -> Self {
        Self::bad("invalidSyntax", detail)
    }

    pub fn invalid_filter(detail: impl Into<String>) -> Self {
        Self::bad("invalidFilter", detail)
    }

    pub fn invalid_path(detail: impl Into<String>) -> Self {
        Self::bad("invalidPath", detail)
    }

    pub fn no_target(detail: impl Into<String>) -> Self {
        Self::bad("noTarget", detail)
    }

    pub fn mutability(detail: impl Into<String>) -> Self {
        Self::bad("mutability", detail)
    }

    pub fn taken(detail: impl Into<String>) -> Self {
        let error = Self::new(StatusCode::CONFLICT, detail);
        Self { kind: Some("uniqueness"), ..error }
    }

    pub fn not_found(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, format!("{what} not found"))
    }
}

impl From<Failure> for ScimError {
    fn from(failure: Failure) -> Self {
        let cause = match failure {
            Failure::Problem(problem) => return of_problem(&problem),
            Failure::Internal(cause) => cause,
        };
        tracing::error!(%cause, "a request of the provider failed");
        match cause.downcast_ref::<StoreError>() {
            // Another request was quicker.
            Some(error) if error.is_unique_violation() => {
                Self::taken("Another resource has one of these values")
            }
            Some(error) if error.is_foreign_key_violation() => {
                Self::new(StatusCode::CONFLICT, "Something that this names is not there any more")
            }
            _ => of_problem(&problem_of(cause.as_ref())),
        }
    }
}

fn of_problem(problem: &Problem) -> ScimError {
    let status = StatusCode::from_u16(problem.kind.status);
    let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let retry_after = problem.params.get("retry_after_seconds").cloned();
    ScimError { retry_after, ..ScimError::new(status, problem.message()) }
}

impl From<StoreError> for ScimError {
    fn from(error: StoreError) -> Self {
        Failure::from(error).into()
    }
}

impl IntoResponse for ScimError {
    fn into_response(self) -> Response {
        let mut body = json!({
            "schemas": [ERROR], "status": self.status.as_u16().to_string(), "detail": self.detail,
        });
        if let Some(kind) = self.kind {
            body["scimType"] = kind.into();
        }
        let mut response = (self.status, body.to_string()).into_response();
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
        if self.status == StatusCode::UNAUTHORIZED {
            let bearer = HeaderValue::from_static("Bearer realm=\"scim\"");
            response.headers_mut().insert(WWW_AUTHENTICATE, bearer);
        }
        let seconds = self.retry_after.as_deref().map(HeaderValue::from_str);
        if let Some(Ok(seconds)) = seconds {
            response.headers_mut().insert(RETRY_AFTER, seconds);
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_failed_inside_is_said_as_the_other_apis_say_it() {
        let full = std::io::Error::from(std::io::ErrorKind::StorageFull);
        let waiting = api::TOO_MANY_REQUESTS.with("retry_after_seconds", 7);
        for (failure, status, retry_after) in [
            (Failure::from(StoreError::from(sqlx::Error::PoolTimedOut)), 503, Some("5")),
            (Failure::from(waiting), 429, Some("7")),
            (Failure::internal(full), 507, None),
            (Failure::internal("the secret is 42"), 500, None),
        ] {
            let error = ScimError::from(failure);
            assert!(!error.detail.contains("42"), "{error}");
            let response = error.into_response();
            assert_eq!(response.status().as_u16(), status);
            let header = response.headers().get(RETRY_AFTER).map(|value| value.to_str().unwrap());
            assert_eq!(header, retry_after);
            assert_eq!(response.headers()[CONTENT_TYPE], MEDIA_TYPE);
        }
    }
}
