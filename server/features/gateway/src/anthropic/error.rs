use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::RETRY_AFTER;
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::OpenAiError;
use crate::upstream::CONTEXT_TOO_LONG;

/// An error as Anthropic's API gives it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = AnthropicError)]
pub(crate) struct AnthropicErrorBody {
    r#type: &'static str,
    error: AnthropicErrorDetail,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub(crate) struct AnthropicErrorDetail {
    r#type: &'static str,
    message: String,
}

/// An error on its way out of a handler of `/v1/messages`.
#[derive(Debug)]
pub(crate) struct AnthropicError(OpenAiError);

impl From<OpenAiError> for AnthropicError {
    fn from(error: OpenAiError) -> Self {
        Self(error)
    }
}

impl AnthropicErrorBody {
    pub fn of(error: &OpenAiError) -> Self {
        let message = match error.code() {
            // The words by which clients know that they must shorten the conversation.
            Some(CONTEXT_TOO_LONG) if !error.message().contains("prompt is too long") => {
                format!("prompt is too long: {}", error.message())
            }
            _ => error.message().to_owned(),
        };
        let detail = AnthropicErrorDetail { r#type: kind_of(error.status()), message };
        Self { r#type: "error", error: detail }
    }
}

fn kind_of(status: StatusCode) -> &'static str {
    match status.as_u16() {
        401 => "authentication_error",
        402 => "billing_error",
        403 => "permission_error",
        404 => "not_found_error",
        413 => "request_too_large",
        429 => "rate_limit_error",
        400..=499 => "invalid_request_error",
        503 => "overloaded_error",
        504 => "timeout_error",
        _ => "api_error",
    }
}

impl IntoResponse for AnthropicError {
    fn into_response(self) -> Response {
        let body = AnthropicErrorBody::of(&self.0);
        let mut response = (self.0.status(), axum::Json(body)).into_response();
        if let Some(seconds) = self.0.retry_after() {
            response.headers_mut().insert(RETRY_AFTER, seconds);
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use kernel::Problem;
    use providers::ModelError;

    use super::*;

    #[test]
    fn errors_have_the_types_and_words_that_clients_know() {
        let too_long = ModelError::Refused { message: "maximum context length is 9".to_owned() };
        for (problem, status, kind, message) in [
            (Problem::from(identity::KEY_UNKNOWN), 401, "authentication_error", ""),
            (Problem::from(providers::MODEL_UNKNOWN), 404, "not_found_error", ""),
            (Problem::from(ledger::QUERIES_USED_UP), 402, "billing_error", ""),
            (
                ModelError::Busy { retry_after_seconds: None, message: None }.problem(),
                429,
                "rate_limit_error",
                "",
            ),
            (ModelError::Overloaded { message: None }.problem(), 503, "overloaded_error", ""),
            (
                too_long.problem(),
                400,
                "invalid_request_error",
                "prompt is too long: maximum context",
            ),
        ] {
            let error = OpenAiError::from(problem);
            let body = AnthropicErrorBody::of(&error);
            assert_eq!((error.status().as_u16(), body.error.r#type), (status, kind));
            assert!(body.error.message.starts_with(message), "{}", body.error.message);
        }
    }
}
