//! Authenticators made of software: an app that shows codes, and one that keeps a passkey.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use ring::hmac;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use testing::{BASE_URL, TestServer};

/// The domain of the server under test.
const DOMAIN: &str = "ensemble.test";

const PRESENT: u8 = 0x01;
const VERIFIED: u8 = 0x04;
const ATTESTED: u8 = 0x40;

/// Returns the code that an app shows `steps` time steps from now. `key`: as the server gave it.
pub fn code(server: &TestServer, key: &str, steps: i64) -> String {
    let step = server.clock().now().micros() / 30_000_000 + steps;
    let secret = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &from_base32(key));
    let tag = hmac::sign(&secret, &step.to_be_bytes());
    let offset = usize::from(tag.as_ref()[19] & 0xf);
    let four: [u8; 4] = tag.as_ref()[offset..offset + 4].try_into().unwrap();
    format!("{:06}", (u32::from_be_bytes(four) & 0x7fff_ffff) % 1_000_000)
}

fn from_base32(text: &str) -> Vec<u8> {
    let value = |c: char| "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".find(c).unwrap();
    let bits: String = text.chars().map(|c| format!("{:05b}", value(c))).collect();
    let byte = |at: usize| u8::from_str_radix(&bits[at..at + 8], 2).unwrap();
    (0..bits.len() / 8).map(|at| byte(at * 8)).collect()
}

/// An authenticator with one passkey. What a test changes about it is what an attacker would.
pub struct Authenticator {
    pair: EcdsaKeyPair,
    id: Vec<u8>,
    pub user_handle: Vec<u8>,
    pub count: u32,
    pub origin: &'static str,
    pub verifies_person: bool,
}

impl Authenticator {
    pub fn new() -> Self {
        let random = SystemRandom::new();
        let algorithm = &ECDSA_P256_SHA256_ASN1_SIGNING;
        let pair = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
        Self {
            pair: EcdsaKeyPair::from_pkcs8(algorithm, pair.as_ref(), &random).unwrap(),
            id: kernel::Uuid::now_v7().as_bytes().to_vec(),
            user_handle: Vec::new(),
            count: 0,
            origin: BASE_URL,
            verifies_person: true,
        }
    }

    /// Makes the passkey that `options` ask for.
    pub fn create(&mut self, options: &Value) -> Value {
        let options = &options["publicKey"];
        self.user_handle = from_base64(&options["user"]["id"]);
        let client_data = self.client_data("webauthn.create", &options["challenge"]);
        let mut data = self.data(ATTESTED);
        data.extend([0; 16]);
        data.extend((self.id.len() as u16).to_be_bytes());
        data.extend(&self.id);
        data.extend(self.cose_key());
        // {"fmt": "none", "attStmt": {}, "authData": bytes}
        let mut attestation = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x59".to_vec();
        attestation.extend((data.len() as u16).to_be_bytes());
        attestation.extend(data);
        json!({
            "id": base64(&self.id), "rawId": base64(&self.id), "type": "public-key",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": base64(&client_data), "attestationObject": base64(&attestation),
                "transports": ["internal"],
            },
        })
    }

    /// Signs the challenge of `options`.
    pub fn sign(&mut self, options: &Value) -> Value {
        let client_data = self.client_data("webauthn.get", &options["publicKey"]["challenge"]);
        self.count += 1;
        let data = self.data(0);
        let mut signed = data.clone();
        signed.extend(digest(&SHA256, &client_data).as_ref());
        let signature = self.pair.sign(&SystemRandom::new(), &signed).unwrap();
        json!({
            "id": base64(&self.id), "rawId": base64(&self.id), "type": "public-key",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": base64(&client_data), "authenticatorData": base64(&data),
                "signature": base64(signature.as_ref()), "userHandle": base64(&self.user_handle),
            },
        })
    }

    fn client_data(&self, kind: &str, challenge: &Value) -> Vec<u8> {
        json!({ "type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false })
            .to_string()
            .into_bytes()
    }

    fn data(&self, flags: u8) -> Vec<u8> {
        let mut data = digest(&SHA256, DOMAIN.as_bytes()).as_ref().to_vec();
        let verified = if self.verifies_person { VERIFIED } else { 0 };
        data.push(flags | PRESENT | verified);
        data.extend(self.count.to_be_bytes());
        data
    }

    /// Writes the public key as COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
    fn cose_key(&self) -> Vec<u8> {
        let point = self.pair.public_key().as_ref();
        let mut key = vec![0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20];
        key.extend(&point[1..33]);
        key.extend([0x22, 0x58, 0x20]);
        key.extend(&point[33..]);
        key
    }
}

fn base64(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn from_base64(text: &Value) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(text.as_str().unwrap()).unwrap()
}
