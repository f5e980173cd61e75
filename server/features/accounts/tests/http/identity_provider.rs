//! A small OpenID Connect provider on loopback with scripted claims.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use axum::extract::{Form, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use http::{HeaderMap, StatusCode};
use openidconnect::core::{CoreEdDsaPrivateSigningKey, CoreJwsSigningAlgorithm};
use openidconnect::{JsonWebKeyId, PrivateSigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use url::Url;

pub const CLIENT_ID: &str = "ensemble";

/// The provider. It stops when it is dropped.
pub struct IdentityProvider {
    pub issuer: String,
    house: Arc<House>,
    _server: JoinSet<()>,
}

struct House {
    issuer: String,
    key: Mutex<Arc<CoreEdDsaPrivateSigningKey>>,
    /// Codes that were handed out: the challenge they are bound to, and what to say for them.
    codes: Mutex<HashMap<String, (String, Value)>>,
    /// The claims that the userinfo endpoint returns for everybody.
    told: Mutex<Value>,
    /// True if the userinfo endpoint signs its answer.
    signs_userinfo: AtomicBool,
    /// What it says of itself besides the usual.
    described: Mutex<Value>,
    /// The one way in which it lets clients prove themselves; empty: any.
    takes: Mutex<&'static str>,
}

impl IdentityProvider {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let house = Arc::new(House {
            issuer: issuer.clone(),
            key: Mutex::new(Arc::new(new_key("first"))),
            codes: Mutex::default(),
            told: Mutex::default(),
            signs_userinfo: AtomicBool::new(false),
            described: Mutex::new(json!({})),
            takes: Mutex::default(),
        });
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(describe))
            .route("/organizations/v2.0/.well-known/openid-configuration", get(describe))
            .route("/jwks", get(keys))
            .route("/token", post(token))
            .route("/userinfo", get(userinfo))
            .with_state(house.clone());
        let mut server = JoinSet::new();
        server.spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { issuer, house, _server: server }
    }

    /// Returns the claims of a proper answer to the sign-in at `address`.
    pub fn claims(&self, address: &Url, subject: &str, now_seconds: i64) -> Value {
        json!({
            "iss": self.issuer, "aud": CLIENT_ID, "sub": subject, "nonce": param(address, "nonce"),
            "iat": now_seconds, "exp": now_seconds + 300,
            "email": format!("{subject}@example.com"), "email_verified": true, "name": "Ana Lima",
        })
    }

    /// Signs in a person who was sent to `address`, and returns the query they go back with.
    pub fn sign_in(&self, address: &Url, claims: Value) -> String {
        assert_eq!(param(address, "code_challenge_method"), "S256");
        let code = format!("code-{}", self.house.codes.lock().unwrap().len());
        let challenge = param(address, "code_challenge");
        self.house.codes.lock().unwrap().insert(code.clone(), (challenge, claims));
        format!("code={code}&state={}", param(address, "state"))
    }

    /// Sets the claims that its userinfo endpoint returns, whoever is asked about.
    pub fn tell_on_asking(&self, told: Value) {
        *self.house.told.lock().unwrap() = told;
    }

    /// Makes its userinfo endpoint sign what it says.
    pub fn sign_userinfo(&self) {
        self.house.signs_userinfo.store(true, Ordering::Relaxed);
    }

    /// Sets what it says of itself besides the usual.
    pub fn describe_also(&self, described: Value) {
        *self.house.described.lock().unwrap() = described;
    }

    /// Makes it take one way only in which clients prove themselves: `basic`, `post`, `key` or `none`.
    pub fn take_only(&self, way: &'static str) {
        *self.house.takes.lock().unwrap() = way;
    }

    /// Returns a token with these claims, signed by its key. `kind`: its `typ`.
    pub fn sign(&self, kind: &str, claims: &Value) -> String {
        self.house.sign(kind, claims)
    }

    /// Changes its signing key.
    pub fn change_key(&self) {
        *self.house.key.lock().unwrap() = Arc::new(new_key("second"));
    }
}

impl House {
    fn sign(&self, kind: &str, claims: &Value) -> String {
        let key = self.key.lock().unwrap().clone();
        let kid = serde_json::to_value(key.as_verification_key()).unwrap()["kid"].clone();
        let header = json!({ "alg": "EdDSA", "kid": kid, "typ": kind });
        let part = |json: &Value| URL_SAFE_NO_PAD.encode(json.to_string());
        let signed = format!("{}.{}", part(&header), part(claims));
        let signature = key.sign(&CoreJwsSigningAlgorithm::EdDsa, signed.as_bytes()).unwrap();
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
    }

    /// Returns true if a client proves itself in the way that is taken.
    fn knows(&self, headers: &HeaderMap, form: &HashMap<String, String>) -> bool {
        let has = |field: &str| form.contains_key(field);
        let way = match headers.get("authorization").map(|value| value.to_str().unwrap()) {
            Some(basic) => {
                let pair = STANDARD.decode(basic.strip_prefix("Basic ").unwrap()).unwrap();
                assert_eq!(pair, b"ensemble:a+client%27s+secret");
                "basic"
            }
            None if has("client_secret") => "post",
            None if has("client_assertion") => "key",
            None => "none",
        };
        let takes = *self.takes.lock().unwrap();
        takes.is_empty() || takes == way
    }
}

pub fn param(address: &Url, name: &str) -> String {
    let found = address.query_pairs().find(|(found, _)| found == name);
    found.unwrap_or_else(|| panic!("no {name} in {address}")).1.into_owned()
}

/// Returns an Ed25519 key in PKCS 8 (RFC 8410), made for this run.
fn new_key(id: &str) -> CoreEdDsaPrivateSigningKey {
    let mut der = vec![0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];
    der.extend(vault::random_bytes::<32>());
    let pem = format!(
        "-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n",
        STANDARD.encode(der)
    );
    CoreEdDsaPrivateSigningKey::from_ed25519_pem(&pem, Some(JsonWebKeyId::new(id.to_owned())))
        .unwrap()
}

async fn describe(State(house): State<Arc<House>>) -> Json<Value> {
    let at = |path: &str| format!("{}{path}", house.issuer);
    let mut all = json!({
        "issuer": house.issuer,
        "authorization_endpoint": at("/authorize"),
        "token_endpoint": at("/token"),
        "userinfo_endpoint": at("/userinfo"),
        "jwks_uri": at("/jwks"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["EdDSA"],
    });
    for (name, value) in house.described.lock().unwrap().as_object().unwrap() {
        all[name] = value.clone();
    }
    Json(all)
}

async fn keys(State(house): State<Arc<House>>) -> Json<Value> {
    let key = house.key.lock().unwrap().as_verification_key();
    Json(json!({ "keys": [key] }))
}

async fn userinfo(State(house): State<Arc<House>>, headers: HeaderMap) -> Response {
    assert_eq!(headers["authorization"], "Bearer a");
    let told = house.told.lock().unwrap().clone();
    match house.signs_userinfo.load(Ordering::Relaxed) {
        true => ([("content-type", "application/jwt")], house.sign("JWT", &told)).into_response(),
        false => Json(told).into_response(),
    }
}

async fn token(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    Form(form): Form<HashMap<String, String>>,
) -> (StatusCode, Json<Value>) {
    if !house.knows(&headers, &form) {
        return (StatusCode::UNAUTHORIZED, Json(json!({ "error": "invalid_client" })));
    }
    let refused = (StatusCode::BAD_REQUEST, Json(json!({ "error": "invalid_grant" })));
    let Some((challenge, claims)) = house.codes.lock().unwrap().remove(&form["code"]) else {
        return refused;
    };
    let verifier = form.get("code_verifier").map_or("", String::as_str);
    if URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes())) != challenge {
        return refused;
    }
    let id_token = house.sign("JWT", &claims);
    let answer = json!({ "access_token": "a", "token_type": "Bearer", "id_token": id_token });
    (StatusCode::OK, Json(answer))
}
