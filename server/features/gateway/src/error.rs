use api::ApiError;
use axum::response::{IntoResponse, Response};
use http::header::{HeaderValue, RETRY_AFTER};
use http::{HeaderMap, StatusCode};
use kernel::{Failure, Problem, ProblemKind};
use media_calls::MisfitReason;
use serde::Serialize;
use utoipa::ToSchema;

use crate::upstream::{MODEL_NOT_FOUND, OUT_OF_QUOTA, TOO_MANY_REQUESTS, refusal};

/// An error as OpenAI's API gives it (their "Error codes" page): clients read `error.message` and
/// `error.code`.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = OpenAiError)]
pub(crate) struct ErrorBody {
    pub error: ErrorDetail,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = OpenAiErrorDetail)]
pub(crate) struct ErrorDetail {
    pub message: String,
    pub r#type: &'static str,
    pub param: Option<String>,
    pub code: Option<String>,
}

/// An error on its way out of a handler of `/v1`.
#[derive(Debug)]
pub(crate) struct OpenAiError {
    status: StatusCode,
    retry_after: Option<String>,
    body: ErrorBody,
}

pub(crate) type OpenAiResult<T> = Result<T, OpenAiError>;

impl OpenAiError {
    /// Creates the error for an invalid request, at `param`.
    pub fn invalid(param: &str, message: impl Into<String>) -> Self {
        let detail = ErrorDetail {
            message: message.into(),
            r#type: "invalid_request_error",
            param: Some(param.to_owned()),
            code: None,
        };
        Self {
            status: StatusCode::BAD_REQUEST,
            retry_after: None,
            body: ErrorBody { error: detail },
        }
    }

    /// Returns the error for a body in the wrong format.
    pub fn malformed(error: String) -> Self {
        Self::invalid("body", format!("The request is wrong: {error}"))
    }

    /// Returns the error for a form in the wrong format.
    pub fn malformed_form(error: &str) -> Self {
        Self::invalid("body", format!("The form cannot be read: {error}"))
    }

    /// Returns the error for something that a model cannot do, at `param`.
    pub fn misfit(param: &str, reason: MisfitReason) -> Self {
        let message = match reason {
            MisfitReason::Unsupported => "This model does not support it.".to_owned(),
            MisfitReason::NotOffered => "This model has other values.".to_owned(),
            MisfitReason::TooMany { max } => format!("This model takes at most {max}."),
            MisfitReason::OutOfRange => "The value is out of range.".to_owned(),
            MisfitReason::Missing => "This model needs it.".to_owned(),
        };
        Self::invalid(param, message)
    }

    /// Returns the error for a stored response, or a message of one, that there is not.
    pub fn not_found(message: impl Into<String>) -> Self {
        let mut error = Self::invalid("", message);
        error.status = StatusCode::NOT_FOUND;
        error.body.error.param = None;
        error
    }

    /// Adds a code.
    pub fn with_code(mut self, code: &str) -> Self {
        self.body.error.code = Some(code.to_owned());
        self
    }

    /// Returns the error of a problem. A provider's refusal has the provider's own words.
    pub fn from_problem_body(body: &api::ProblemBody) -> Self {
        let words = body.params.get("message").map(String::as_str).unwrap_or_default();
        let code = code_of(&body.code);
        let own = || StatusCode::from_u16(body.status).unwrap_or(StatusCode::BAD_GATEWAY);
        let (status, code) = match (refusal(&body.code, words), code) {
            (Some((status, code)), _) => (status, code),
            (None, MODEL_NOT_FOUND) => (StatusCode::NOT_FOUND, Some(code)),
            (None, _) => (own(), Some(code)),
        };
        let detail = ErrorDetail {
            message: if words.is_empty() { body.message.clone() } else { words.to_owned() },
            r#type: kind_of(status, code),
            param: None,
            code: code.map(str::to_owned),
        };
        let retry_after = body.params.get("retry_after_seconds").cloned();
        Self { status, retry_after, body: ErrorBody { error: detail } }
    }

    pub fn body(self) -> ErrorBody {
        self.body
    }

    pub fn status(&self) -> StatusCode {
        self.status
    }

    pub fn retry_after(&self) -> Option<HeaderValue> {
        self.retry_after.as_deref().and_then(|seconds| HeaderValue::from_str(seconds).ok())
    }

    pub fn message(&self) -> &str {
        &self.body.error.message
    }

    pub fn code(&self) -> Option<&str> {
        self.body.error.code.as_deref()
    }
}

/// Answers a request for an address under `/v1` that there is not.
pub fn unknown_address(method: &http::Method, path: &str) -> Response {
    OpenAiError::not_found(format!("Invalid URL ({method} {path})")).into_response()
}

/// Answers a request with a method that an address under `/v1` does not have.
pub fn method_not_allowed(method: &http::Method, path: &str) -> Response {
    let message = format!("Not allowed to {method} on {path} (HINT: use another method)");
    let mut error = OpenAiError::not_found(message).with_code("method_not_supported");
    error.status = StatusCode::METHOD_NOT_ALLOWED;
    error.into_response()
}

fn kind_of(status: StatusCode, code: Option<&str>) -> &'static str {
    match status.as_u16() {
        _ if code == Some(OUT_OF_QUOTA) => OUT_OF_QUOTA,
        401 => "authentication_error",
        402 => "insufficient_quota",
        403 => "permission_error",
        429 => "rate_limit_error",
        400..=499 => "invalid_request_error",
        _ => "server_error",
    }
}

/// Returns OpenAI's code if it has one, otherwise ours.
fn code_of(ours: &str) -> &str {
    match ours {
        "identity.key_unknown" => "invalid_api_key",
        "providers.model_unknown" | "image_models.model_unknown" | "video_models.model_unknown" => {
            MODEL_NOT_FOUND
        }
        "ledger.queries_used_up"
        | "ledger.insufficient_credits"
        | "identity.key_cap_reached"
        | "bots.cap_reached" => OUT_OF_QUOTA,
        "api.too_many_requests" => TOO_MANY_REQUESTS,
        other => other,
    }
}

impl From<Problem> for OpenAiError {
    fn from(problem: Problem) -> Self {
        Self::from_problem_body(&api::ProblemBody::from(&problem))
    }
}

impl From<Failure> for OpenAiError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Problem(problem) => problem.into(),
            Failure::Internal(cause) => {
                tracing::error!(error = %cause, "request failed");
                api::problem_of(cause.as_ref()).into()
            }
        }
    }
}

impl From<ProblemKind> for OpenAiError {
    fn from(kind: ProblemKind) -> Self {
        Problem::from(kind).into()
    }
}

impl From<ApiError> for OpenAiError {
    fn from(error: ApiError) -> Self {
        error.0.into()
    }
}

impl IntoResponse for OpenAiError {
    fn into_response(self) -> Response {
        let mut headers = HeaderMap::new();
        if let Some(value) = self.retry_after() {
            headers.insert(RETRY_AFTER, value);
        }
        (self.status, headers, axum::Json(self.body)).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_providers_refusal_has_its_words_and_its_waiting_time() {
        let busy =
            providers::ModelError::Busy { retry_after_seconds: Some(7), message: None }.problem();
        let busy = OpenAiError::from(busy);
        assert_eq!((busy.status.as_u16(), busy.code()), (429, Some("rate_limit_exceeded")));
        assert_eq!(busy.into_response().headers()[RETRY_AFTER], "7");

        let message = "maximum context length is 8192 tokens".to_owned();
        let refused = providers::ModelError::Refused { message }.problem();
        let refused = OpenAiError::from(refused);
        assert_eq!(refused.message(), "maximum context length is 8192 tokens");
        assert_eq!(
            (refused.status.as_u16(), refused.code()),
            (400, Some("context_length_exceeded"))
        );
        assert_eq!(refused.body.error.r#type, "invalid_request_error");
    }

    #[test]
    fn an_address_without_the_method_says_so_in_openais_shape() {
        let response = method_not_allowed(&http::Method::PUT, "/v1/models");
        assert_eq!(response.status(), 405);
        assert_eq!(response.headers()["content-type"], "application/json");
    }

    #[test]
    fn clients_find_the_codes_they_know() {
        let error = OpenAiError::from(Problem::from(identity::KEY_UNKNOWN));
        assert_eq!(error.status, 401);
        assert_eq!(error.body.error.code.as_deref(), Some("invalid_api_key"));

        let error = OpenAiError::from(Problem::from(ledger::QUERIES_USED_UP));
        assert_eq!(error.status, 402);
        assert_eq!(error.body.error.code.as_deref(), Some("insufficient_quota"));
        assert_eq!(error.body.error.message, "Your queries have been used up");
    }
}
