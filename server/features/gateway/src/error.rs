use api::ApiError;
use axum::response::{IntoResponse, Response};
use http::header::{HeaderValue, RETRY_AFTER};
use http::{HeaderMap, StatusCode};
use kernel::{Failure, Problem};
use serde::Serialize;
use utoipa::ToSchema;

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
    pub fn malformed(error: serde_json::Error) -> Self {
        Self::invalid("body", format!("The request is wrong: {error}"))
    }

    pub fn from_problem_body(body: &api::ProblemBody) -> Self {
        let code = code_of(&body.code);
        let status = match code {
            MODEL_NOT_FOUND => StatusCode::NOT_FOUND,
            _ => StatusCode::from_u16(body.status).unwrap_or(StatusCode::BAD_GATEWAY),
        };
        let detail = ErrorDetail {
            message: body.message.clone(),
            r#type: kind_of(status),
            param: None,
            code: Some(code.to_owned()),
        };
        let retry_after = body.params.get("retry_after_seconds").cloned();
        Self { status, retry_after, body: ErrorBody { error: detail } }
    }

    pub fn body(self) -> ErrorBody {
        self.body
    }
}

/// OpenAI's word for a model that there is not, which it answers with 404.
const MODEL_NOT_FOUND: &str = "model_not_found";

fn kind_of(status: StatusCode) -> &'static str {
    match status.as_u16() {
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
        "providers.model_unknown" => MODEL_NOT_FOUND,
        "ledger.queries_used_up"
        | "ledger.insufficient_credits"
        | "identity.key_cap_reached"
        | "bots.cap_reached" => "insufficient_quota",
        "api.too_many_requests" => "rate_limit_exceeded",
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

impl From<ApiError> for OpenAiError {
    fn from(error: ApiError) -> Self {
        error.0.into()
    }
}

impl IntoResponse for OpenAiError {
    fn into_response(self) -> Response {
        let mut headers = HeaderMap::new();
        if let Some(Ok(value)) = self.retry_after.as_deref().map(HeaderValue::from_str) {
            headers.insert(RETRY_AFTER, value);
        }
        (self.status, headers, axum::Json(self.body)).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
