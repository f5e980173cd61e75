//! Signed tokens of a provider (JSON Web Tokens): their signature, and for whom and when they are.
//!
//! How claims are written differs from provider to provider (`claims.rs`). Here everything counts to the letter.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use openidconnect::core::{CoreJsonWebKey, CoreJwsSigningAlgorithm};
use openidconnect::{JsonWebKey, JsonWebKeyAlgorithm, JsonWebKeyUse, JwsSigningAlgorithm};
use serde_json::{Value, json};

use super::issuer;
use super::metadata::Metadata;
use super::settings::OidcSettings;

/// Difference between the clocks of the provider and of this server that is forgiven, in seconds.
const CLOCKS_APART: f64 = 60.0;

/// Longest subject.
const SUBJECT_MAX_CHARS: usize = 255;

/// The reason why a token is not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum TokenError {
    #[error("the token is no signed JSON Web Token")]
    Malformed,
    #[error("the token is signed by the method {0:?}, which is not taken")]
    Method(String),
    #[error("the token is signed by a key that the provider does not name")]
    UnknownKey,
    #[error("the token's signature is wrong")]
    Signature,
    #[error("the token's issuer is {0}")]
    Issuer(Value),
    #[error("the token is for {0}, not for this server's client_id")]
    Audience(Value),
    #[error("the token is over, or has no end: exp is {0}; compare the clocks")]
    Expired(Value),
    #[error("the token is for later: nbf is {0}; compare the clocks")]
    TooEarly(Value),
    #[error("the token was not asked for by this sign-in")]
    Nonce,
    #[error("the token names no person")]
    Subject,
}

/// Checks the signature of a token, and returns its header and claims.
pub(super) fn open(
    metadata: &Metadata,
    settings: &OidcSettings,
    token: &str,
) -> Result<(Value, Value), TokenError> {
    let (signed, signature) = token.trim().rsplit_once('.').ok_or(TokenError::Malformed)?;
    let (header, claims) = signed.split_once('.').ok_or(TokenError::Malformed)?;
    let (header, claims) = (read(header)?, read(claims)?);
    let signature = URL_SAFE_NO_PAD
        .decode(signature.trim_end_matches('='))
        .map_err(|_| TokenError::Malformed)?;
    // Extensions that must be understood: there are none of which we know.
    if header.get("crit").is_some() {
        return Err(TokenError::Malformed);
    }
    check_signature(metadata, settings, &header, signed.as_bytes(), &signature)?;
    Ok((header, claims))
}

/// Returns what a token claims, without a look at its signature: only to find whose keys to check it by.
pub(super) fn claimed(token: &str) -> Option<Value> {
    read(token.trim().split('.').nth(1)?).ok()
}

fn read(part: &str) -> Result<Value, TokenError> {
    let json =
        URL_SAFE_NO_PAD.decode(part.trim_end_matches('=')).map_err(|_| TokenError::Malformed)?;
    let value: Value = serde_json::from_slice(&json).map_err(|_| TokenError::Malformed)?;
    if value.is_object() { Ok(value) } else { Err(TokenError::Malformed) }
}

fn check_signature(
    metadata: &Metadata,
    settings: &OidcSettings,
    header: &Value,
    signed: &[u8],
    signature: &[u8],
) -> Result<(), TokenError> {
    let named = header["alg"].as_str().unwrap_or_default().to_owned();
    let method: CoreJwsSigningAlgorithm = serde_json::from_value(json!(named))
        .ok()
        .filter(|method| *method != CoreJwsSigningAlgorithm::None)
        .ok_or_else(|| TokenError::Method(named.clone()))?;
    let is_right = |key: &CoreJsonWebKey| key.verify_signature(&method, signed, signature).is_ok();
    if method.uses_shared_secret() {
        // Only where the provider says so: the secret is what it shares with us, and never one of its public keys.
        let secret = settings.secret().filter(|_| metadata.signing_methods.contains(&named));
        let secret = secret.ok_or(TokenError::Method(named))?;
        let key = CoreJsonWebKey::new_symmetric(secret.as_bytes().to_vec());
        return if is_right(&key) { Ok(()) } else { Err(TokenError::Signature) };
    }
    let key_id = header["kid"].as_str();
    let mut keys = metadata.keys.iter().filter(|key| may_sign(key, &method, key_id)).peekable();
    if keys.peek().is_none() {
        return Err(TokenError::UnknownKey);
    }
    if keys.any(is_right) { Ok(()) } else { Err(TokenError::Signature) }
}

/// Returns true if a key may have signed. A token without the id of a key may be signed by any.
fn may_sign(key: &CoreJsonWebKey, method: &CoreJwsSigningAlgorithm, key_id: Option<&str>) -> bool {
    let is_for_method = match key.signing_alg() {
        JsonWebKeyAlgorithm::Algorithm(own) => own == method,
        JsonWebKeyAlgorithm::Unspecified => true,
        JsonWebKeyAlgorithm::Unsupported => false,
    };
    let is_named = match (key_id, key.key_id()) {
        (Some(wanted), Some(own)) => own.as_str() == wanted,
        _ => true,
    };
    is_for_method && is_named && key.key_use().is_none_or(JsonWebKeyUse::allows_signature)
}

/// Checks who made a token, for whom, and when. Returns the issuer.
pub(super) fn check(
    metadata: &Metadata,
    settings: &OidcSettings,
    claims: &Value,
    now_seconds: i64,
) -> Result<String, TokenError> {
    let issuer = issuer::of_token(&metadata.issuer, &settings.tenants, claims);
    let issuer = issuer.ok_or_else(|| TokenError::Issuer(claims["iss"].clone()))?;
    if !is_for(&settings.client_id, claims) {
        return Err(TokenError::Audience(claims["aud"].clone()));
    }
    let now = now_seconds as f64;
    let (end, begin) = (claims["exp"].as_f64(), claims["nbf"].as_f64());
    if end.is_none_or(|end| end + CLOCKS_APART <= now) {
        return Err(TokenError::Expired(claims["exp"].clone()));
    }
    if begin.is_some_and(|begin| begin - CLOCKS_APART > now) {
        return Err(TokenError::TooEarly(claims["nbf"].clone()));
    }
    Ok(issuer)
}

/// Returns true if a token is for us: for us alone, or, where it is for others too, asked for by us (`azp`).
fn is_for(client_id: &str, claims: &Value) -> bool {
    let party = claims["azp"].as_str();
    if party.is_some_and(|party| party != client_id) {
        return false;
    }
    match &claims["aud"] {
        Value::String(one) => one == client_id,
        Value::Array(all) => {
            let is_ours = |one: &Value| one.as_str() == Some(client_id);
            all.iter().any(is_ours) && (all.iter().all(is_ours) || party.is_some())
        }
        _ => false,
    }
}

/// Returns the person a token names. Some servers write a number.
pub(super) fn subject(claims: &Value) -> Result<String, TokenError> {
    let subject = match &claims["sub"] {
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_u64() => number.to_string(),
        _ => return Err(TokenError::Subject),
    };
    let is_right = !subject.trim().is_empty() && subject.chars().count() <= SUBJECT_MAX_CHARS;
    if is_right { Ok(subject) } else { Err(TokenError::Subject) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> OidcSettings {
        OidcSettings {
            client_id: "ensemble".to_owned(),
            client_secret: Some(kernel::Secret::new("a secret".repeat(5))),
            ..OidcSettings::default()
        }
    }

    fn metadata(methods: &[&str]) -> Metadata {
        let json = json!({
            "issuer": "https://id.example", "authorization_endpoint": "https://id.example/a",
            "token_endpoint": "https://id.example/t", "jwks_uri": "https://id.example/k",
            "id_token_signing_alg_values_supported": methods,
        });
        Metadata::read("https://id.example", &json).unwrap()
    }

    fn verdict(change: Value) -> Result<String, TokenError> {
        let mut claims = json!({ "iss": "https://id.example", "aud": "ensemble", "exp": 1_300 });
        for (name, value) in change.as_object().unwrap() {
            claims[name] = value.clone();
        }
        check(&metadata(&[]), &settings(), &claims, 1_000)
    }

    #[test]
    fn a_token_is_for_us_and_for_now() {
        for right in [
            json!({}),
            json!({ "aud": ["ensemble"] }),
            json!({ "aud": ["account", "ensemble"], "azp": "ensemble" }),
            json!({ "azp": "ensemble" }),
            json!({ "exp": 941 }),
            json!({ "exp": 1300.5 }),
            json!({ "nbf": 1_059 }),
            json!({ "iss": "https://id.example/" }),
        ] {
            assert_eq!(verdict(right.clone()).unwrap(), "https://id.example", "{right}");
        }
        for wrong in [
            json!({ "aud": "other" }),
            json!({ "aud": [] }),
            json!({ "aud": null }),
            json!({ "aud": ["ensemble", "other"] }),
            json!({ "aud": ["ensemble", "other"], "azp": "other" }),
            json!({ "azp": "other" }),
            json!({ "exp": 940 }),
            json!({ "exp": null }),
            json!({ "exp": "1300" }),
            json!({ "nbf": 1_061 }),
            json!({ "iss": "https://id.example.evil" }),
            json!({ "iss": null }),
        ] {
            assert!(verdict(wrong.clone()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_subject_is_a_text_or_a_whole_number() {
        assert_eq!(subject(&json!({ "sub": "ana" })).unwrap(), "ana");
        assert_eq!(subject(&json!({ "sub": 583_231 })).unwrap(), "583231");
        let long = "a".repeat(256);
        for wrong in
            [json!(""), json!(" "), json!(null), json!(1.5), json!(-1), json!(["a"]), json!(long)]
        {
            assert!(subject(&json!({ "sub": wrong })).is_err(), "{wrong}");
        }
    }

    fn token(header: &Value, secret: &[u8]) -> String {
        let part = |json: &Value| URL_SAFE_NO_PAD.encode(json.to_string());
        let signed = format!("{}.{}", part(header), part(&json!({ "sub": "ana" })));
        let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, secret);
        let signature = ring::hmac::sign(&key, signed.as_bytes());
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
    }

    #[test]
    fn the_shared_secret_signs_only_where_the_provider_says_so() {
        let settings = settings();
        let secret = settings.secret().unwrap().as_bytes();
        let right = token(&json!({ "alg": "HS256" }), secret);
        assert!(open(&metadata(&["HS256"]), &settings, &right).is_ok());
        let method = TokenError::Method("HS256".to_owned());
        assert_eq!(open(&metadata(&["RS256"]), &settings, &right), Err(method.clone()));
        let public = OidcSettings { client_secret: None, ..settings.clone() };
        assert_eq!(
            open(&metadata(&["HS256"]), &public, &token(&json!({ "alg": "HS256" }), b"")),
            Err(method)
        );
        let forged = token(&json!({ "alg": "HS256" }), b"another secret");
        assert_eq!(open(&metadata(&["HS256"]), &settings, &forged), Err(TokenError::Signature));
    }

    #[test]
    fn a_token_without_a_signature_is_never_taken() {
        for header in [
            json!({ "alg": "none" }),
            json!({ "alg": "None" }),
            json!({ "alg": "" }),
            json!({}),
            json!({ "alg": "HS256", "crit": ["b64"] }),
            json!({ "alg": "RS256", "kid": "unknown" }),
        ] {
            let token = token(&header, settings().secret().unwrap().as_bytes());
            assert!(open(&metadata(&["HS256", "none"]), &settings(), &token).is_err(), "{header}");
            let (unsigned, _) = token.rsplit_once('.').unwrap();
            for text in
                [unsigned.to_owned(), format!("{unsigned}."), "a.b".to_owned(), String::new()]
            {
                assert!(open(&metadata(&["HS256", "none"]), &settings(), &text).is_err());
            }
        }
    }
}
