use area::Services;
use axum::extract::{FromRequest, Request};
use bytes::Bytes;
use http::StatusCode;
use http::header::CONTENT_LENGTH;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::content::attachments;
use crate::error::{OpenAiError, OpenAiResult};
use crate::problems::REQUEST_MAX_BYTES;

/// The body of a program's request, read to its end. Refused in OpenAI's shape.
///
/// Its content type does not matter: not all programs send one.
pub(crate) struct RawBody(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for RawBody {
    type Rejection = OpenAiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, OpenAiError> {
        // Known from its head, it need not be read to be refused.
        let length =
            request.headers().get(CONTENT_LENGTH).and_then(|it| it.to_str().ok()?.parse().ok());
        if length.is_some_and(|length: usize| length > REQUEST_MAX_BYTES) {
            return Err(api::BODY_TOO_LARGE.into());
        }
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
    /// Parses the body.
    pub fn parse<T: DeserializeOwned>(&self) -> OpenAiResult<T> {
        if self.0.trim_ascii_start().first() != Some(&b'{') {
            return Err(OpenAiError::invalid("body", "The request is not a JSON object."));
        }
        api::read_json(&self.0).map_err(OpenAiError::malformed)
    }

    /// Parses the body of a request with messages, after its images and files were loaded.
    pub async fn parse_messages<T: DeserializeOwned>(
        &self,
        services: &Services,
    ) -> OpenAiResult<T> {
        if !attachments::may_be_in(&self.0) {
            return self.parse();
        }
        // Refused in the words of the plain way if it is no object.
        let mut request: Value = self.parse::<Map<String, Value>>()?.into();
        attachments::load(services, &mut request).await?;
        api::read_value(&request).map_err(OpenAiError::malformed)
    }
}
