//! Providers that only make images and videos: `vendors.toml`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use kernel::{SECOND, Timestamp};
use serde::Deserialize;
use serde_json::json;
use sha2::Sha256;

use crate::Protocol;

static VENDORS: LazyLock<Vendors> = LazyLock::new(|| {
    toml::from_str(include_str!("vendors.toml")).expect("the vendors are checked by a test")
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vendors {
    vendor: Vec<Vendor>,
}

/// A row of the vendors.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Vendor {
    protocol: Protocol,
    /// The vendor's own address.
    pub home: String,
    key: KeyForm,
    /// Headers of every request.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// Other hosts that may have the key.
    #[serde(default)]
    pub key_hosts: Vec<String>,
    /// True if it runs on the operator's own machines.
    #[serde(default)]
    pub is_local: bool,
    #[serde(default)]
    pub path_ends: Vec<String>,
    /// A path whose answer tells if the key is right.
    pub probe: String,
    /// Statuses of the probe, beside success, that come only after the key was accepted.
    #[serde(default)]
    pub probe_passes: Vec<u16>,
    /// The form of the probe's answer, where it lists models.
    pub lists: Option<ListForm>,
    /// The models offered, where nothing lists them.
    #[serde(default)]
    pub models: Vec<String>,
}

/// The way in which a key is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum KeyForm {
    /// `Authorization: Bearer …`.
    Bearer,
    /// A header of this name.
    Header(HeaderName),
    /// `Authorization`, with another word before it.
    Scheme(SchemeName),
    /// `Authorization: Basic …`, of `user:password`.
    Basic,
    /// A token made of `access key:secret key` for each request (RFC 7519, HS256).
    SignedToken,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(crate) enum HeaderName {
    #[serde(rename = "x-key")]
    XKey,
    #[serde(rename = "x-goog-api-key")]
    Google,
}

impl HeaderName {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::XKey => "x-key",
            Self::Google => "x-goog-api-key",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(crate) enum SchemeName {
    Key,
}

impl SchemeName {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Key => "Key",
        }
    }
}

/// The form of a list of models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ListForm {
    /// Objects with `title` and `model_name`.
    Checkpoints,
    /// Names of files.
    FileNames,
}

/// Returns the vendor of a protocol; `None` where the protocol has models that chat.
pub(crate) fn of(protocol: Protocol) -> Option<&'static Vendor> {
    VENDORS.vendor.iter().find(|vendor| vendor.protocol == protocol)
}

/// Returns the way in which a key is sent.
pub(crate) fn key_form(protocol: Protocol) -> KeyForm {
    match (of(protocol), protocol) {
        (Some(vendor), _) => vendor.key,
        (None, Protocol::Gemini) => KeyForm::Header(HeaderName::Google),
        (None, _) => KeyForm::Bearer,
    }
}

/// Returns a token that proves the secret half of a key, for half an hour.
pub(crate) fn signed_token(key: &str, now: Timestamp) -> String {
    let (access, secret) = key.split_once(':').unwrap_or((key, ""));
    let seconds = now.micros() / SECOND;
    let header = json!({ "alg": "HS256", "typ": "JWT" });
    let claims = json!({
        "iss": access, "exp": seconds + TOKEN_SECONDS, "nbf": seconds - CLOCK_SKEW_SECONDS,
    });
    let encode = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
    let signed = format!(
        "{}.{}",
        encode(header.to_string().as_bytes()),
        encode(claims.to_string().as_bytes())
    );
    let mut mac =
        Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("a key of any length is taken");
    mac.update(signed.as_bytes());
    format!("{signed}.{}", encode(&mac.finalize().into_bytes()))
}

const TOKEN_SECONDS: i64 = 1_800;
/// Time by which the vendor's clock may be behind ours.
const CLOCK_SKEW_SECONDS: i64 = 5;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vendor_can_be_read_and_stands_once() {
        let mut seen = std::collections::HashSet::new();
        for vendor in &VENDORS.vendor {
            assert!(seen.insert(vendor.protocol), "{:?} stands twice", vendor.protocol);
            assert!(vendor.probe.starts_with('/'), "{:?}", vendor.protocol);
            assert_ne!(vendor.lists.is_some(), !vendor.models.is_empty(), "{:?}", vendor.protocol);
            assert_eq!(vendor.is_local, vendor.home.starts_with("http://127."));
        }
    }

    #[test]
    fn a_signed_token_names_the_access_key_and_not_the_secret() {
        let token = signed_token("access:secret", Timestamp::from_micros(1_700_000_000 * SECOND));
        let parts: Vec<_> = token.split('.').collect();
        let claims = URL_SAFE_NO_PAD.decode(parts[1]).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
        let wanted = json!({ "iss": "access", "exp": 1_700_001_800, "nbf": 1_699_999_995 });
        assert_eq!((parts.len(), claims), (3, wanted));
        let other = signed_token("access:other", Timestamp::from_micros(1_700_000_000 * SECOND));
        assert_ne!(token, other);
    }
}
