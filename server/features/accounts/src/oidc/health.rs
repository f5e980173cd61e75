//! Asks the identity providers, for the operator.

use area::{Finding, HealthCheck, Services};
use async_trait::async_trait;
use http::header::ACCEPT;
use http::{Request, StatusCode};
use serde_json::Value;

use super::issuer::description_address;
use super::metadata::{Metadata, read_keys};
use super::settings::OidcSettings;
use crate::Accounts;

/// Fetches each provider's description and keys.
pub(crate) struct ProvidersCheck(pub Accounts);

#[async_trait]
impl HealthCheck for ProvidersCheck {
    fn name(&self) -> &'static str {
        "sign-in"
    }

    async fn run(&self, _: &Services) -> Vec<Finding> {
        let mut findings = Vec::new();
        for settings in &self.0.0.providers {
            let name = format!("{} {}", self.name(), settings.id);
            findings.push(match ask(&self.0, settings).await {
                Ok(detail) => Finding::ok(name, detail),
                Err(error) => Finding::failed(
                    name,
                    format!("{}: {error}", settings.issuer),
                    "Check the issuer in accounts.oidc, the proxy under `outgoing`, and the provider itself.",
                ),
            });
        }
        findings
    }
}

async fn ask(accounts: &Accounts, settings: &OidcSettings) -> Result<String, String> {
    let description = get(accounts, &description_address(&settings.issuer)).await?;
    let metadata = Metadata::read(&settings.issuer, &description)?;
    let keys = read_keys(&get(accounts, metadata.keys_address.as_str()).await?);
    match keys.len() {
        0 => Err("it has no key that is known here".to_owned()),
        count => Ok(format!("{} answers (keys: {count})", settings.issuer)),
    }
}

async fn get(accounts: &Accounts, address: &str) -> Result<Value, String> {
    let request = Request::get(address)
        .header(ACCEPT, "application/json")
        .body(Vec::new())
        .map_err(|error| error.to_string())?;
    let answer = accounts.0.oidc.http.call(request).await.map_err(|error| error.to_string())?;
    if answer.status() != StatusCode::OK {
        return Err(format!("{address} answers with {}", answer.status()));
    }
    serde_json::from_slice(answer.body())
        .map_err(|error| format!("{address} does not answer with JSON: {error}"))
}
