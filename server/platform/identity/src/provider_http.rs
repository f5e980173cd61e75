use std::sync::{Arc, LazyLock};
use std::time::Duration;

use http::{Request, Response};
use outbound::Outbound;

/// Maximum time an identity provider may take to respond.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Largest answer of an identity provider: metadata and keys are a few kilobytes.
const ANSWER_MAX_BYTES: usize = 1024 * 1024;

/// The reason why a request to an identity provider failed.
#[derive(Debug, thiserror::Error)]
pub enum ProviderHttpError {
    #[error("the identity provider cannot be reached: {}", outbound::with_causes(.0))]
    Unreachable(#[from] reqwest::Error),
    #[error("the identity provider answered with more than a megabyte")]
    TooLarge,
    #[error("not an http request: {0}")]
    Malformed(#[from] http::Error),
}

type Made = LazyLock<reqwest::Client, Box<dyn FnOnce() -> reqwest::Client + Send>>;

/// Asks identity providers. Their addresses are the operator's, so they may be private. The client is made
/// by its first use: to read the certificates of this machine takes memory and time.
#[derive(Clone)]
pub struct ProviderHttp(Arc<Made>);

impl ProviderHttp {
    /// Creates a client that reaches identity providers as `outbound` says.
    pub fn new(outbound: &Outbound) -> Self {
        let outbound = outbound.clone();
        Self(Arc::new(LazyLock::new(Box::new(move || client(&outbound)))))
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
        Self::new(&Outbound::default())
    }
}

fn client(outbound: &Outbound) -> reqwest::Client {
    outbound
        .client()
        .timeout(TIMEOUT)
        .build()
        .expect("a client without files or environment can be built")
}
