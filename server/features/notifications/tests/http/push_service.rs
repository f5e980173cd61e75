//! A push service on loopback, and browsers that decrypt its messages.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::routing::post;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use http::{HeaderMap, StatusCode};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::rand::SystemRandom;
use ring::signature::ECDSA_P256_SHA256_FIXED;
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::task::JoinSet;

/// A message as the push service got it.
#[derive(Debug, Clone)]
pub struct Pushed {
    pub device: String,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Pushed {
    pub fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }
}

pub struct PushService {
    address: SocketAddr,
    house: Arc<House>,
    _server: JoinSet<()>,
}

#[derive(Default)]
struct House {
    pushed: Mutex<Vec<Pushed>>,
    /// Statuses to return instead of 201, one after the other.
    refusals: Mutex<Vec<u16>>,
}

impl PushService {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let house = Arc::new(House::default());
        let routes = Router::new().route("/push/{device}", post(take)).with_state(house.clone());
        let mut server = JoinSet::new();
        server.spawn(async move { axum::serve(listener, routes).await.unwrap() });
        Self { address, house, _server: server }
    }

    /// Returns the host that the operator has to allow.
    pub fn host(&self) -> String {
        self.address.to_string()
    }

    pub fn endpoint(&self, device: &str) -> String {
        format!("http://{}/push/{device}", self.address)
    }

    /// Refuses the next messages, with these statuses.
    pub fn refuse(&self, statuses: &[u16]) {
        *self.house.refusals.lock().unwrap() = statuses.to_vec();
    }

    /// Returns all messages so far, refused ones too.
    pub fn pushed(&self) -> Vec<Pushed> {
        self.house.pushed.lock().unwrap().clone()
    }
}

async fn take(
    State(house): State<Arc<House>>,
    Path(device): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    house.pushed.lock().unwrap().push(Pushed { device, headers, body });
    let mut refusals = house.refusals.lock().unwrap();
    match refusals.is_empty() {
        true => StatusCode::CREATED,
        false => StatusCode::from_u16(refusals.remove(0)).unwrap(),
    }
}

/// A browser that can read one message.
pub struct Browser {
    private: EphemeralPrivateKey,
    public: Vec<u8>,
    auth: Vec<u8>,
}

impl Browser {
    pub fn new() -> Self {
        let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        let public = private.compute_public_key().unwrap().as_ref().to_vec();
        Self { private, public, auth: vec![7; 16] }
    }

    /// Returns the subscription to send to the server.
    pub fn subscription(&self, endpoint: &str, with_title: bool) -> Value {
        let keys = json!({ "p256dh": encode(&self.public), "auth": encode(&self.auth) });
        json!({ "endpoint": endpoint, "keys": keys, "with_title": with_title })
    }

    /// Decrypts a message (RFC 8291, from the receiving end).
    pub fn read(self, message: &Pushed) -> Value {
        assert_eq!(message.header("content-encoding"), "aes128gcm");
        let (salt, rest) = message.body.split_at(16);
        let (record_bytes, rest) = rest.split_at(4);
        assert!(u32::from_be_bytes(record_bytes.try_into().unwrap()) >= rest.len() as u32);
        let (server_key, record) = rest[1..].split_at(usize::from(rest[0]));
        let info = [b"WebPush: info\0", &self.public[..], server_key].concat();
        let server = UnparsedPublicKey::new(&ECDH_P256, server_key);
        let secret: [u8; 32] =
            agree_ephemeral(self.private, &server, |shared| derive(&self.auth, shared, &info))
                .unwrap();
        let key: [u8; 16] = derive(salt, &secret, b"Content-Encoding: aes128gcm\0");
        let nonce: [u8; 12] = derive(salt, &secret, b"Content-Encoding: nonce\0");
        let mut record = record.to_vec();
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).unwrap());
        let nonce = Nonce::assume_unique_for_key(nonce);
        let plain = key.open_in_place(nonce, Aad::empty(), &mut record).unwrap();
        let (mark, text) = plain.split_last().unwrap();
        assert_eq!(*mark, 2, "it is the last record");
        serde_json::from_slice(text).unwrap()
    }
}

fn derive<const N: usize>(salt: &[u8], secret: &[u8], info: &[u8]) -> [u8; N] {
    let mut derived = [0; N];
    Hkdf::<Sha256>::new(Some(salt), secret).expand(info, &mut derived).unwrap();
    derived
}

/// Returns the server's claims, after verifying its signature with `public_key`.
pub fn claims(message: &Pushed, public_key: &str) -> Value {
    let header = message.header("authorization");
    let (token, key) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(key, public_key);
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let key = decode(public_key);
    let key = ring::signature::UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, key);
    key.verify(signed.as_bytes(), &decode(signature)).unwrap();
    serde_json::from_slice(&decode(signed.split_once('.').unwrap().1)).unwrap()
}

fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn decode(text: &str) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(text).unwrap()
}
