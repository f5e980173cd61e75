use std::sync::{Arc, LazyLock};
use std::time::Duration;

use http::{Request, Response};

/// Maximum time an identity provider may take to respond.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Largest answer of an identity provider: metadata and keys are a few kilobytes.
const ANSWER_MAX_BYTES: usize = 1024 * 1024;

/// The reason why a request to an identity provider failed.
#[derive(Debug, thiserror::Error)]
pub enum ProviderHttpError {
    #[error("the identity provider cannot be reached: {0}")]
    Unreachable(#[from] reqwest::Error),
    #[error("the identity provider answered with more than a megabyte")]
    TooLarge,
    #[error("not an http request: {0}")]
    Malformed(#[from] http::Error),
}

/// Asks identity providers. Their addresses are the operator's, so they may be private. The client is made
/// by its first use: to read the certificates of this machine takes memory and time.
#[derive(Debug, Clone)]
pub struct ProviderHttp(Arc<LazyLock<reqwest::Client>>);

impl ProviderHttp {
    pub fn new() -> Self {
        Self(Arc::new(LazyLock::new(client)))
    }

    pub async fn call(
        &self,
        request: Request<Vec<u8>>,
    ) -> Result<Response<Vec<u8>>, ProviderHttpError> {
        let mut answer = self.0.execute(request.try_into()?).await?;
        let mut response = Response::builder().status(answer.status());
        for (name, value) in answer.headers() {
            response = response.header(name, value);
        }
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await? {
            body.extend_from_slice(&chunk);
            if body.len() > ANSWER_MAX_BYTES {
                return Err(ProviderHttpError::TooLarge);
            }
        }
        Ok(response.body(body)?)
    }
}

impl Default for ProviderHttp {
    fn default() -> Self {
        Self::new()
    }
}

#[expect(clippy::disallowed_methods, reason = "the one client of identity providers")]
fn client() -> reqwest::Client {
    // Fails only when the program has installed one already, and then that one serves.
    rustls::crypto::ring::default_provider().install_default().ok();
    reqwest::Client::builder()
        .user_agent(concat!("Ensemble/", env!("CARGO_PKG_VERSION")))
        .timeout(TIMEOUT)
        // A secret must not follow a redirect to another host.
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .expect("a client without files or environment can be built")
}
