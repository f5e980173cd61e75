use axum::extract::{FromRequest, Request};
use bytes::Bytes;
use http::StatusCode;
use serde::de::DeserializeOwned;

use crate::error::{OpenAiError, OpenAiResult};

/// The body of a program's request, read to its end. Refused in OpenAI's shape.
///
/// Its content type does not matter: not all programs send one.
pub(crate) struct RawBody(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for RawBody {
    type Rejection = OpenAiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, OpenAiError> {
        match Bytes::from_request(request, state).await {
            Ok(bytes) => Ok(Self(bytes)),
            Err(rejection) if api::is_too_slow(&rejection) => Err(api::BODY_TOO_SLOW.into()),
            Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(api::BODY_TOO_LARGE.into())
            }
            Err(rejection) => Err(OpenAiError::invalid("body", rejection.body_text())),
        }
    }
}

impl RawBody {
    /// Parses the body. A list is no object, although a struct could be read from one.
    pub fn parse<T: DeserializeOwned>(&self) -> OpenAiResult<T> {
        if self.0.trim_ascii_start().first() != Some(&b'{') {
            return Err(OpenAiError::invalid("body", "The request is not a JSON object."));
        }
        serde_json::from_slice(&self.0).map_err(OpenAiError::malformed)
    }
}
