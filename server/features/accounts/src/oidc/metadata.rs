//! What a provider says of itself, and its keys.

use std::sync::PoisonError;

use http::header::ACCEPT;
use http::{Request, StatusCode};
use kernel::{Fallible, HOUR, MINUTE};
use openidconnect::core::CoreJsonWebKey;
use serde_json::Value;
use url::Url;

use super::issuer::{description_address, may_be_called};
use super::settings::OidcSettings;
use crate::Accounts;
use crate::problems::{OIDC_MISCONFIGURED, OIDC_UNREACHABLE};

/// Time for which a provider's metadata is used without fetching it again.
pub(super) const METADATA_KEPT: i64 = HOUR;

/// Minimum time before metadata is fetched again because a signature used an unknown key.
pub(super) const METADATA_AGAIN: i64 = MINUTE;

/// A provider's description of itself. Most of it is left out.
#[derive(Debug, Clone)]
pub(crate) struct Metadata {
    /// The issuer as the provider writes it; one that all tenants share has a place for theirs.
    pub issuer: String,
    pub authorization_endpoint: Url,
    pub token_endpoint: Url,
    pub userinfo_endpoint: Option<Url>,
    pub(super) keys_address: Url,
    /// Ways of proving who we are; empty: it does not say.
    pub client_auth_methods: Vec<String>,
    pub signing_methods: Vec<String>,
    /// True if its returns name their issuer (RFC 9207).
    pub names_issuer: bool,
    pub keys: Vec<CoreJsonWebKey>,
}

impl Metadata {
    /// Reads a description of the provider whose settings say `configured`. The error is for the log.
    pub fn read(configured: &str, json: &Value) -> Result<Self, String> {
        let issuer = json["issuer"].as_str().unwrap_or_default();
        if !may_be_called(configured, issuer) {
            return Err(format!("it calls itself {issuer:?}: write that as its issuer"));
        }
        let needs_tls = issuer.starts_with("https:");
        let address = |name: &str| {
            let url = json[name].as_str().and_then(|text| Url::parse(text).ok());
            url.filter(|url| url.scheme() == "https" || (url.scheme() == "http" && !needs_tls))
        };
        let needed = |name: &str| {
            address(name).ok_or_else(|| format!("its {name} is missing or not an https address"))
        };
        let texts = |name: &str| -> Vec<String> {
            let all = json[name].as_array().into_iter().flatten();
            all.filter_map(Value::as_str).map(str::to_owned).collect()
        };
        Ok(Self {
            authorization_endpoint: needed("authorization_endpoint")?,
            token_endpoint: needed("token_endpoint")?,
            userinfo_endpoint: address("userinfo_endpoint"),
            keys_address: needed("jwks_uri")?,
            client_auth_methods: texts("token_endpoint_auth_methods_supported"),
            signing_methods: texts("id_token_signing_alg_values_supported"),
            names_issuer: json["authorization_response_iss_parameter_supported"] == true,
            keys: Vec::new(),
            issuer: issuer.to_owned(),
        })
    }
}

/// Reads a set of keys; those of kinds that we do not know are left out.
pub(super) fn read_keys(json: &Value) -> Vec<CoreJsonWebKey> {
    let all = json["keys"].as_array().into_iter().flatten();
    all.filter_map(|key| serde_json::from_value(key.clone()).ok()).collect()
}

/// Returns the provider's metadata; fetches it again if it is older than `kept`.
///
/// Problems: [`OIDC_UNREACHABLE`], [`OIDC_MISCONFIGURED`].
pub(super) async fn metadata(
    accounts: &Accounts,
    settings: &OidcSettings,
    kept: i64,
) -> Fallible<Metadata> {
    let now = accounts.clock.now();
    let oidc = &accounts.0.oidc;
    let known = {
        let all = oidc.metadata.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(&settings.issuer).cloned()
    };
    if let Some((metadata, asked_at)) = known
        && now.since(asked_at) < kept
    {
        return Ok(metadata);
    }
    let address = description_address(&settings.issuer);
    let json = get_json(accounts, settings, &address).await?;
    let mut metadata = Metadata::read(&settings.issuer, &json).map_err(|text| {
        tracing::warn!(
            issuer = settings.issuer,
            text,
            "the identity provider's description is wrong"
        );
        kernel::Failure::from(OIDC_MISCONFIGURED)
    })?;
    let keys = get_json(accounts, settings, metadata.keys_address.as_str()).await?;
    metadata.keys = read_keys(&keys);
    let mut all = oidc.metadata.lock().unwrap_or_else(PoisonError::into_inner);
    all.insert(settings.issuer.clone(), (metadata.clone(), now));
    Ok(metadata)
}

async fn get_json(accounts: &Accounts, settings: &OidcSettings, address: &str) -> Fallible<Value> {
    let failed = |error: &dyn std::fmt::Display| {
        let error = error.to_string();
        tracing::warn!(
            issuer = settings.issuer,
            address,
            error,
            "the identity provider cannot be asked"
        );
        kernel::Failure::from(OIDC_UNREACHABLE)
    };
    let request = Request::get(address)
        .header(ACCEPT, "application/json")
        .body(Vec::new())
        .map_err(kernel::Failure::internal)?;
    let answer = accounts.0.oidc.http.call(request).await.map_err(|error| failed(&error))?;
    if answer.status() != StatusCode::OK {
        return Err(failed(&answer.status()));
    }
    serde_json::from_slice(answer.body()).map_err(|error| failed(&error))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn described() -> Value {
        json!({
            "issuer": "https://id.example/", "authorization_endpoint": "https://id.example/a",
            "token_endpoint": "https://id.example/t", "jwks_uri": "https://id.example/k",
        })
    }

    #[test]
    fn a_description_needs_its_issuer_and_its_addresses_by_tls() {
        assert!(Metadata::read("https://id.example", &described()).is_ok());
        for (name, value) in [
            ("issuer", json!("https://evil.example")),
            ("issuer", Value::Null),
            ("authorization_endpoint", Value::Null),
            ("token_endpoint", json!("http://id.example/t")),
            ("jwks_uri", json!("file:///etc/passwd")),
        ] {
            let mut json = described();
            json[name] = value.clone();
            assert!(Metadata::read("https://id.example", &json).is_err(), "{name} {value}");
        }
    }

    #[test]
    fn keys_of_unknown_kinds_are_left_out() {
        let known =
            json!({ "kty": "OKP", "crv": "Ed25519", "x": "AAAA", "kid": "a", "alg": "EdDSA" });
        let keys = json!({ "keys": [{ "kty": "AKP", "alg": "ML-DSA-65", "pub": "" }, known, 1] });
        assert_eq!(read_keys(&keys).len(), 1);
        assert!(read_keys(&Value::Null).is_empty());
    }
}
