use axum::extract::{FromRef, FromRequestParts};
use http::request::Parts;
use identity::{Identity, KeyCaller};

use crate::error::OpenAiError;

/// A program with an API key. Like [`KeyCaller`], but refused in OpenAI's shape.
pub(crate) struct Caller(pub KeyCaller);

impl<S> FromRequestParts<S> for Caller
where
    S: Send + Sync,
    Identity: FromRef<S>,
{
    type Rejection = OpenAiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, OpenAiError> {
        Ok(Self(KeyCaller::from_request_parts(parts, state).await?))
    }
}
