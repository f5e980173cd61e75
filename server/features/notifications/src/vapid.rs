//! Identifies this server to a push service: RFC 8292.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{HOUR, SECOND, Timestamp};
use ring::error::KeyRejected;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;
use url::Url;

/// Lifetime of a token; push services accept at most a day.
const GOOD_FOR: i64 = 12 * HOUR;

/// The signing key of this server.
pub(crate) struct Signer(EcdsaKeyPair);

impl Signer {
    /// Returns a new key, as PKCS #8.
    pub fn generate() -> Vec<u8> {
        let made =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        made.expect("the operating system has a random source").as_ref().to_vec()
    }

    pub fn from_pkcs8(pkcs8: &[u8]) -> Result<Self, KeyRejected> {
        let random = SystemRandom::new();
        EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8, &random).map(Self)
    }

    /// Returns the point that browsers subscribe with.
    pub fn public_key(&self) -> &[u8] {
        self.0.public_key().as_ref()
    }

    /// Returns the `Authorization` of a message to the push service at `endpoint`.
    pub fn authorization(&self, endpoint: &Url, contact: &str, now: Timestamp) -> String {
        let header = json!({ "typ": "JWT", "alg": "ES256" });
        let claims = json!({
            "aud": endpoint.origin().ascii_serialization(),
            "exp": now.plus(GOOD_FOR).micros() / SECOND,
            "sub": contact,
        });
        let [header, claims] = [header, claims].map(|part| encode(part.to_string()));
        let signed = format!("{header}.{claims}");
        let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes());
        let signature = encode(signature.expect("the operating system has a random source"));
        format!("vapid t={signed}.{signature}, k={}", encode(self.public_key()))
    }
}

/// Returns the contact for push services: an address that is ours, in one of the two accepted forms.
pub(crate) fn contact(base_url: &Url) -> String {
    match (base_url.scheme(), base_url.host_str()) {
        ("https", _) => base_url.origin().ascii_serialization(),
        (_, host) => format!("mailto:push@{}", host.unwrap_or("localhost")),
    }
}

/// Encodes Base64 as addresses and headers carry it.
pub(crate) fn encode(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Decodes such text, with or without padding.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}

#[cfg(test)]
mod tests {
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_word_names_service_time_and_contact_and_is_signed() {
        let signer = Signer::from_pkcs8(&Signer::generate()).unwrap();
        let endpoint = Url::parse("https://push.example/a/b?c=d").unwrap();
        let now = Timestamp::from_micros(1_000 * SECOND);

        let header = signer.authorization(&endpoint, "https://home.example", now);

        let (token, key) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let claims: Value =
            serde_json::from_slice(&decode(signed.split_once('.').unwrap().1).unwrap()).unwrap();
        assert_eq!(claims["aud"], "https://push.example");
        assert_eq!(claims["exp"], 1_000 + 12 * 3_600);
        assert_eq!(claims["sub"], "https://home.example");
        let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decode(key).unwrap());
        key.verify(signed.as_bytes(), &decode(signature).unwrap()).unwrap();
    }

    #[test]
    fn a_server_without_https_is_named_by_a_mail_address() {
        let named = |text| contact(&Url::parse(text).unwrap());
        assert_eq!(named("https://home.example/x"), "https://home.example");
        assert_eq!(named("http://10.0.0.2:7070"), "mailto:push@10.0.0.2");
    }
}
