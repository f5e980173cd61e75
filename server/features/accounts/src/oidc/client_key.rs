//! Statements signed by this server's private key, by which it proves itself to a provider (RFC 7523).

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, RSA_PKCS1_SHA256, RsaKeyPair,
};
use serde_json::{Value, json};

/// A private key: RSA, P-256 or Ed25519.
pub(super) enum ClientKey {
    Rsa(Box<RsaKeyPair>),
    P256(Box<EcdsaKeyPair>),
    Ed25519(Box<Ed25519KeyPair>),
}

impl ClientKey {
    /// Reads a key in PKCS 8, as PEM. The error goes on with "a key that".
    pub fn parse(pem: &str) -> Result<Self, String> {
        let begin = "-----BEGIN PRIVATE KEY-----";
        let end = "-----END PRIVATE KEY-----";
        let inner = pem.split_once(begin).and_then(|(_, rest)| rest.split_once(end));
        let Some((inner, _)) = inner else {
            return Err(format!(
                "is not in PKCS 8: it must begin with {begin} (openssl pkcs8 -topk8 -nocrypt)"
            ));
        };
        let text: String = inner.split_whitespace().collect();
        let der = STANDARD.decode(text).map_err(|_| "is not valid PEM".to_owned())?;
        if let Ok(key) = RsaKeyPair::from_pkcs8(&der) {
            return Ok(Self::Rsa(Box::new(key)));
        }
        let random = SystemRandom::new();
        if let Ok(key) = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &der, &random) {
            return Ok(Self::P256(Box::new(key)));
        }
        match Ed25519KeyPair::from_pkcs8_maybe_unchecked(&der) {
            Ok(key) => Ok(Self::Ed25519(Box::new(key))),
            Err(_) => Err("is neither RSA of 2048 bits or more, nor P-256, nor Ed25519".to_owned()),
        }
    }

    fn algorithm(&self) -> &'static str {
        match self {
            Self::Rsa(_) => "RS256",
            Self::P256(_) => "ES256",
            Self::Ed25519(_) => "EdDSA",
        }
    }

    /// Signs claims as a JSON Web Token; `None`: the system gives no random numbers.
    pub fn sign(&self, key_id: Option<&str>, claims: &Value) -> Option<String> {
        let mut header = json!({ "alg": self.algorithm(), "typ": "JWT" });
        if let Some(key_id) = key_id {
            header["kid"] = json!(key_id);
        }
        let part = |json: &Value| URL_SAFE_NO_PAD.encode(json.to_string());
        let signed = format!("{}.{}", part(&header), part(claims));
        let random = SystemRandom::new();
        let signature = match self {
            Self::Rsa(key) => {
                let mut signature = vec![0; key.public().modulus_len()];
                key.sign(&RSA_PKCS1_SHA256, &random, signed.as_bytes(), &mut signature).ok()?;
                signature
            }
            Self::P256(key) => key.sign(&random, signed.as_bytes()).ok()?.as_ref().to_vec(),
            Self::Ed25519(key) => key.sign(signed.as_bytes()).as_ref().to_vec(),
        };
        Some(format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature)))
    }
}

#[cfg(test)]
mod tests {
    use ring::signature::KeyPair;

    use super::*;

    #[test]
    fn a_key_signs_what_its_public_half_verifies() {
        let random = SystemRandom::new();
        let der = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
        let pem = format!(
            "-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n",
            STANDARD.encode(der.as_ref())
        );
        let key = ClientKey::parse(&pem).unwrap();
        let token = key.sign(Some("k1"), &json!({ "iss": "ensemble" })).unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let ClientKey::P256(pair) = key else { panic!("another kind of key") };
        let public = ring::signature::UnparsedPublicKey::new(
            &ring::signature::ECDSA_P256_SHA256_FIXED,
            pair.public_key().as_ref(),
        );
        let signature = URL_SAFE_NO_PAD.decode(signature).unwrap();
        public.verify(signed.as_bytes(), &signature).unwrap();
        let header = URL_SAFE_NO_PAD.decode(token.split('.').next().unwrap()).unwrap();
        let header: Value = serde_json::from_slice(&header).unwrap();
        assert_eq!(header, json!({ "alg": "ES256", "typ": "JWT", "kid": "k1" }));
    }

    #[test]
    fn what_is_no_private_key_is_said() {
        for (pem, said) in [
            ("", "PKCS 8"),
            ("-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----", "PKCS 8"),
            ("-----BEGIN PRIVATE KEY-----\n!\n-----END PRIVATE KEY-----", "PEM"),
            ("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----", "RSA"),
        ] {
            let error = ClientKey::parse(pem).err().unwrap();
            assert!(error.contains(said), "{error}");
        }
    }
}
