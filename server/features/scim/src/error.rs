use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_TYPE, WWW_AUTHENTICATE};
use http::{HeaderValue, StatusCode};
use kernel::Failure;
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
}

pub(crate) type ScimResult<T> = Result<T, ScimError>;

impl ScimError {
    pub fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self { status, kind: None, detail: detail.into() }
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
        match failure {
            Failure::Problem(problem) => {
                let status = StatusCode::from_u16(problem.kind.status);
                let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
                Self::new(status, problem.kind.text)
            }
            Failure::Internal(cause) => {
                tracing::error!(%cause, "a request of the provider failed");
                let status = StatusCode::INTERNAL_SERVER_ERROR;
                Self::new(status, "Something went wrong. Try again later.")
            }
        }
    }
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
        response
    }
}
