use std::collections::BTreeMap;
use std::error::Error;
use std::io;
use std::iter::successors;

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use kernel::{Failure, Problem};
use serde::{Deserialize, Serialize};
use store::StoreError;
use utoipa::ToSchema;

use crate::{NO_ROOM, OVERLOADED, SERVER_ERROR};

/// The result of handlers.
pub type ApiResult<T> = Result<T, ApiError>;

/// A [`Failure`] on its way out of a handler.
#[derive(Debug)]
pub struct ApiError(pub Failure);

impl<E: Into<Failure>> From<E> for ApiError {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

/// A problem on the wire: RFC 9457, with `message` because clients read that first (spec §7).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = Problem)]
pub struct ProblemBody {
    pub r#type: String,
    pub title: String,
    pub status: u16,
    /// `<area>.<what>`; clients translate by it.
    pub code: String,
    pub params: BTreeMap<String, String>,
    pub message: String,
}

impl From<&Problem> for ProblemBody {
    fn from(problem: &Problem) -> Self {
        let kind = &problem.kind;
        Self {
            r#type: format!("/problems/{}", kind.code),
            title: kind.text.to_owned(),
            status: kind.status,
            code: kind.code.to_owned(),
            params: problem.params.iter().map(|(k, v)| ((*k).to_owned(), v.clone())).collect(),
            message: said(problem),
        }
    }
}

/// Returns the text of a problem with its parameters in place of `{their names}`.
fn said(problem: &Problem) -> String {
    let text = problem.kind.text.to_owned();
    problem.params.iter().fold(text, |text, (name, value)| {
        let place = format!("{{{name}}}");
        if text.contains(&place) { text.replace(&place, value) } else { text }
    })
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let problem = match self.0 {
            Failure::Problem(problem) => problem,
            Failure::Internal(cause) => {
                tracing::error!(error = %cause, "request failed");
                problem_of(cause.as_ref())
            }
        };
        respond(&problem)
    }
}

/// Returns the public problem of an internal error: it only tells if the error is temporary, or if the disk is full.
pub fn problem_of(cause: &(dyn Error + Send + Sync + 'static)) -> Problem {
    let first: &(dyn Error + 'static) = cause;
    let all = || successors(Some(first), |error: &&(dyn Error + 'static)| (*error).source());
    let is_full = |error: &(dyn Error + 'static)| {
        let io = error.downcast_ref::<io::Error>();
        io.is_some_and(|error| error.kind() == io::ErrorKind::StorageFull)
            || error.downcast_ref::<StoreError>().is_some_and(StoreError::is_full)
    };
    if all().any(is_full) {
        return NO_ROOM.into();
    }
    if all().filter_map(|error| error.downcast_ref::<StoreError>()).any(StoreError::is_unavailable)
    {
        return overloaded();
    }
    SERVER_ERROR.into()
}

/// Returns the problem of a database that is unreachable or overloaded; retrying soon makes sense.
pub fn overloaded() -> Problem {
    OVERLOADED.with("retry_after_seconds", AGAIN_SECONDS)
}

const AGAIN_SECONDS: u64 = 5;

fn respond(problem: &Problem) -> Response {
    let body = ProblemBody::from(problem);
    let status = StatusCode::from_u16(body.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = (status, axum::Json(body)).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    if let Some(seconds) = problem.params.get("retry_after_seconds")
        && let Ok(value) = HeaderValue::from_str(seconds)
    {
        headers.insert(RETRY_AFTER, value);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TOO_MANY_REQUESTS;

    #[test]
    fn a_problem_that_says_when_to_retry_says_it_in_the_header_too() {
        let problem = TOO_MANY_REQUESTS.with("retry_after_seconds", 7);
        let response = ApiError::from(problem).into_response();
        assert_eq!(response.status(), 429);
        assert_eq!(response.headers()[RETRY_AFTER], "7");
        assert_eq!(response.headers()[CONTENT_TYPE], "application/problem+json");
    }

    #[test]
    fn a_database_that_cannot_be_asked_is_said_to_come_back() {
        let away = StoreError::from(sqlx::Error::PoolTimedOut);
        let response = ApiError::from(away).into_response();
        assert_eq!(
            (response.status().as_u16(), &response.headers()[RETRY_AFTER]),
            (503, &"5".parse().unwrap())
        );
        assert_eq!(OVERLOADED.text, "Service under maintenance");
    }

    #[test]
    fn a_disk_that_is_full_is_said_to_be_whatever_was_to_be_kept() {
        let full = || io::Error::from(io::ErrorKind::StorageFull);
        let row = StoreError::from(sqlx::Error::Io(full()));
        for failure in [Failure::internal(row), Failure::internal(full())] {
            assert_eq!(ApiError::from(failure).into_response().status(), 507);
        }
    }

    #[test]
    fn a_fault_of_ours_never_shows_its_cause() {
        let response = ApiError::from(Failure::internal("the secret is 42")).into_response();
        assert_eq!(response.status(), 500);
    }

    #[test]
    fn a_message_has_its_parameters_in_place_of_their_names() {
        const TOO_LONG: kernel::ProblemKind = kernel::ProblemKind {
            code: "test.too_long",
            status: 422,
            text: "Use at most {max} characters",
            source: "ours",
        };
        let body = ProblemBody::from(&TOO_LONG.with("max", 7).with("name", "{max}"));
        assert_eq!(body.message, "Use at most 7 characters");
    }
}
