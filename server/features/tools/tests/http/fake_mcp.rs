//! A server of tools on loopback, with real HTTP; when asked to, with an authorization server that signs
//! people in to it.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use http::{HeaderMap, HeaderValue, StatusCode};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;

pub struct FakeMcp {
    address: SocketAddr,
    house: Arc<House>,
    asking: Arc<crate::fake_asking::House>,
    _server: JoinSet<()>,
}

struct House {
    address: SocketAddr,
    state: Mutex<Changing>,
    /// Number of calls of `wait` that arrived, and signals to stop them.
    waiting: watch::Sender<usize>,
    cancelled: watch::Sender<usize>,
    /// Renewals of tokens that are never answered.
    hanging: watch::Sender<usize>,
}

impl House {
    /// Returns true once after [`FakeMcp::hang_next_renewal`].
    fn hangs_now(&self) -> bool {
        std::mem::take(&mut self.state.lock().unwrap().hangs_next)
    }
}

#[derive(Default)]
struct Changing {
    needs_sign_in: bool,
    /// True if `look` needs a wider scope than the first sign-in grants.
    guards_look: bool,
    /// The scopes that the last sign-in asked for.
    scopes: String,
    /// True if clients are identified by their documents, and cannot register.
    reads_documents: bool,
    /// True if it identifies itself at each return.
    names_itself: bool,
    /// A false value for one of its addresses: the name, and the value.
    named: Option<(String, String)>,
    description: String,
    /// Sessions that are known; a forgotten one is answered with 404.
    sessions: Vec<String>,
    greetings: usize,
    calls: Vec<Value>,
    /// The access token that is taken, and the refresh token for the next.
    token: Option<String>,
    granted: usize,
    /// True if the next renewal of a token is never answered.
    hangs_next: bool,
    challenge: String,
}

impl Changing {
    fn named_instead(&self, name: &str) -> Option<String> {
        self.named.as_ref().filter(|named| named.0 == name).map(|named| named.1.clone())
    }
}

impl FakeMcp {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let state = Changing { description: "Says it again".to_owned(), ..Changing::default() };
        let house = Arc::new(House {
            address,
            state: Mutex::new(state),
            waiting: watch::Sender::new(0),
            cancelled: watch::Sender::new(0),
            hanging: watch::Sender::new(0),
        });
        let (asking_routes, asking) = crate::fake_asking::routes();
        let routes = Router::new()
            .route("/mcp", post(answer))
            .route("/.well-known/oauth-protected-resource/mcp", get(describe_resource))
            .route("/.well-known/oauth-authorization-server/id", get(describe_issuer))
            .route("/id/register", post(register))
            .route("/id/authorize", get(authorize))
            .route("/id/token", post(grant))
            .with_state(house.clone())
            .merge(crate::fake_ways::routes())
            .merge(asking_routes);
        let mut server = JoinSet::new();
        server.spawn(async move { axum::serve(listener, routes).await.unwrap() });
        Self { address, house, asking, _server: server }
    }

    /// Returns the host that the operator has to allow.
    pub fn host(&self) -> String {
        self.address.to_string()
    }

    pub fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    /// Returns what the servers that ask people have seen.
    pub fn asking(&self) -> &crate::fake_asking::House {
        &self.asking
    }

    /// Rejects requests without a sign-in from now on.
    pub fn require_sign_in(&self) {
        self.house.state.lock().unwrap().needs_sign_in = true;
    }

    /// Requires from now on a sign-in with the scope of `look` for using it.
    pub fn guard_look(&self) {
        self.house.state.lock().unwrap().guards_look = true;
    }

    /// Rejects registrations from now on: clients are identified by their documents.
    pub fn know_programs_by_documents(&self) {
        self.house.state.lock().unwrap().reads_documents = true;
    }

    /// Announces that it identifies itself at each return.
    pub fn promise_to_name_itself(&self) {
        self.house.state.lock().unwrap().names_itself = true;
    }

    /// Uses a false value from now on for one of its sign-in addresses.
    pub fn names(&self, name: &str, address: &str) {
        let named = Some((name.to_owned(), address.to_owned()));
        self.house.state.lock().unwrap().named = named;
    }

    /// Expires all access tokens granted so far.
    pub fn expire_token(&self) {
        self.house.state.lock().unwrap().token = None;
    }

    /// Never answers the next renewal of a token.
    pub fn hang_next_renewal(&self) {
        self.house.state.lock().unwrap().hangs_next = true;
    }

    pub async fn wait_until_renewal_hangs(&self) {
        self.house.hanging.subscribe().wait_for(|count| *count > 0).await.unwrap();
    }

    /// Grants nothing any more.
    pub fn forget_sign_ins(&self) {
        let mut state = self.house.state.lock().unwrap();
        state.token = None;
        state.granted = 1_000;
    }

    pub fn describe_echo(&self, description: &str) {
        self.house.state.lock().unwrap().description = description.to_owned();
    }

    pub fn forget_sessions(&self) {
        self.house.state.lock().unwrap().sessions.clear();
    }

    pub fn greetings(&self) -> usize {
        self.house.state.lock().unwrap().greetings
    }

    /// Returns the calls of tools that came, with their arguments.
    pub fn calls(&self) -> Vec<Value> {
        self.house.state.lock().unwrap().calls.clone()
    }

    pub async fn wait_until_called(&self) {
        self.house.waiting.subscribe().wait_for(|count| *count > 0).await.unwrap();
    }

    pub async fn wait_until_cancelled(&self) {
        self.house.cancelled.subscribe().wait_for(|count| *count > 0).await.unwrap();
    }
}

async fn answer(State(house): State<Arc<House>>, headers: HeaderMap, body: Bytes) -> Response {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("");
    let message: Value = serde_json::from_slice(&body).unwrap();
    let (id, method) = (message["id"].clone(), message["method"].as_str().unwrap_or("").to_owned());
    {
        let state = house.state.lock().unwrap();
        let token = text("authorization").strip_prefix("Bearer ").unwrap_or("").to_owned();
        if state.needs_sign_in && state.token.as_deref() != Some(&token) {
            let own = format!("http://{}/.well-known/oauth-protected-resource/mcp", house.address);
            let document = state.named_instead("resource_metadata").unwrap_or(own);
            let asked = format!("Bearer resource_metadata=\"{document}\"");
            // Values that no header can carry are left out.
            let asked = HeaderValue::from_bytes(asked.as_bytes());
            let asked = asked.unwrap_or(HeaderValue::from_static("Bearer"));
            return (StatusCode::UNAUTHORIZED, [("www-authenticate", asked)]).into_response();
        }
        let looks = message["params"]["name"] == "look";
        if looks && state.guards_look && !state.scopes.contains("looking") {
            let asked = "Bearer error=\"insufficient_scope\", scope=\"looking\"";
            return (StatusCode::FORBIDDEN, [("www-authenticate", asked)]).into_response();
        }
        let session = text("mcp-session-id").to_owned();
        if method != "initialize" && !state.sessions.contains(&session) {
            return StatusCode::NOT_FOUND.into_response();
        }
    }
    let result = match method.as_str() {
        "initialize" => {
            let mut state = house.state.lock().unwrap();
            state.greetings += 1;
            let session = format!("session-{}", state.greetings);
            state.sessions.push(session.clone());
            let greeted = json!({
                "protocolVersion": "2025-11-25", "capabilities": { "tools": {} },
                "serverInfo": { "name": "fake", "version": "1" },
            });
            let body = json!({ "jsonrpc": "2.0", "id": id, "result": greeted });
            return ([("mcp-session-id", session)], axum::Json(body)).into_response();
        }
        "tools/list" => list(&house, &message["params"]["cursor"]),
        "tools/call" => call(&house, &message["params"]).await,
        "notifications/cancelled" => {
            house.cancelled.send_modify(|count| *count += 1);
            return StatusCode::ACCEPTED.into_response();
        }
        _ => return StatusCode::ACCEPTED.into_response(),
    };
    let body = json!({ "jsonrpc": "2.0", "id": id, "result": result });
    // Tools respond as a stream, preceded by an unsolicited notification.
    let told = json!({ "jsonrpc": "2.0", "method": "notifications/message", "params": {} });
    let stream = format!("data: {told}\n\nevent: message\ndata: {body}\n\n");
    ([("content-type", "text/event-stream")], stream).into_response()
}

/// Lists the tools in two pages.
fn list(house: &House, cursor: &Value) -> Value {
    let object = json!({ "type": "object", "properties": { "text": { "type": "string" } } });
    if cursor == "2" {
        return json!({ "tools": [
            { "name": "look", "inputSchema": object, "annotations": { "readOnlyHint": true } },
            { "name": "wait", "inputSchema": object },
            { "name": "draw", "inputSchema": object },
        ]});
    }
    let description = house.state.lock().unwrap().description.clone();
    json!({ "nextCursor": "2", "tools": [
        { "name": "echo", "title": "Echo", "description": description, "inputSchema": object },
        { "name": "fail", "inputSchema": object, "annotations": { "destructiveHint": true } },
        { "name": "big", "inputSchema": object },
    ]})
}

async fn call(house: &House, params: &Value) -> Value {
    house.state.lock().unwrap().calls.push(params.clone());
    let text = params["arguments"]["text"].as_str().unwrap_or("nothing").to_owned();
    let said = |text: String, is_error: bool| json!({ "content": [{ "type": "text", "text": text }], "isError": is_error });
    match params["name"].as_str().unwrap() {
        "fail" => said("It is broken".to_owned(), true),
        "big" => said("x".repeat(50_000), false),
        "draw" => draw(&text),
        "wait" => {
            house.waiting.send_modify(|count| *count += 1);
            std::future::pending().await
        }
        name => said(format!("{name}: {text}"), false),
    }
}

/// A picture of one pixel.
pub const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5\
     ErkJggg==";

/// Returns an image and a sound; `huge`: an image that is too large.
fn draw(wish: &str) -> Value {
    use base64::Engine as _;
    let encoded = |bytes: &[u8]| base64::engine::general_purpose::STANDARD.encode(bytes);
    let picture = match wish {
        "huge" => encoded(&[b"\x89PNG\r\n\x1a\n", [0; 4_000_001].as_slice()].concat()),
        _ => PNG.to_owned(),
    };
    json!({ "content": [
        { "type": "text", "text": "Drawn" },
        { "type": "image", "mimeType": "image/png", "data": picture },
        { "type": "audio", "mimeType": "audio/wav", "data": encoded(b"RIFF\0\0\0\0WAVEfmt ") },
    ]})
}

async fn describe_resource(State(house): State<Arc<House>>) -> axum::Json<Value> {
    let at = house.address;
    let other = house.state.lock().unwrap().named_instead("authorization_servers");
    axum::Json(json!({
        "resource": format!("http://{at}/mcp"),
        "authorization_servers": [other.unwrap_or(format!("http://{at}/id"))],
        "scopes_supported": ["tools"],
    }))
}

async fn describe_issuer(State(house): State<Arc<House>>) -> axum::Json<Value> {
    let issuer = format!("http://{}/id", house.address);
    let state = house.state.lock().unwrap();
    let mut document = json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": state.names_itself,
    });
    if state.reads_documents {
        document["client_id_metadata_document_supported"] = json!(true);
    } else {
        document["registration_endpoint"] = json!(format!("{issuer}/register"));
    }
    if let Some((name, address)) = &state.named
        && name.ends_with("_endpoint")
    {
        document[name] = json!(address);
    }
    axum::Json(document)
}

async fn register(body: axum::Json<Value>) -> Response {
    assert_eq!(body["application_type"], "native", "it comes back to http:");
    let registered = json!({ "client_id": "client-1", "redirect_uris": body["redirect_uris"] });
    (StatusCode::CREATED, axum::Json(registered)).into_response()
}

/// The client id of this program where documents are read.
pub const DOCUMENT: &str = "https://ai.example.com/api/tools/oauth-client";

/// Consents on behalf of the person at once.
async fn authorize(
    State(house): State<Arc<House>>,
    Query(asked): Query<HashMap<String, String>>,
) -> Redirect {
    let mut state = house.state.lock().unwrap();
    let client = if state.reads_documents { DOCUMENT } else { "client-1" };
    assert_eq!(asked["client_id"], client);
    assert_eq!(asked["code_challenge_method"], "S256");
    assert_eq!(asked["resource"], format!("http://{}/mcp", house.address));
    assert!(asked["scope"].split(' ').any(|scope| scope == "tools"));
    asked["scope"].clone_into(&mut state.scopes);
    asked["code_challenge"].clone_into(&mut state.challenge);
    let issuer = format!("http://{}/id", house.address);
    Redirect::to(&format!(
        "{}?code=code-1&state={}&iss={issuer}",
        asked["redirect_uri"], asked["state"]
    ))
}

async fn grant(State(house): State<Arc<House>>, body: String) -> Response {
    let form: HashMap<_, _> = url::form_urlencoded::parse(body.as_bytes()).into_owned().collect();
    if form["grant_type"] == "refresh_token" && house.hangs_now() {
        house.hanging.send_modify(|count| *count += 1);
        std::future::pending::<()>().await;
    }
    let mut state = house.state.lock().unwrap();
    let is_right = match form["grant_type"].as_str() {
        "authorization_code" => {
            use base64::Engine as _;
            use sha2::Digest as _;
            let hash: [u8; 32] = sha2::Sha256::digest(form["code_verifier"].as_bytes()).into();
            let challenge = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(hash);
            form["code"] == "code-1" && challenge == state.challenge
        }
        _ => form["refresh_token"] == format!("refresh-{}", state.granted),
    };
    if !is_right || form["resource"] != format!("http://{}/mcp", house.address) {
        let refused = json!({ "error": "invalid_grant" });
        return (StatusCode::BAD_REQUEST, axum::Json(refused)).into_response();
    }
    state.granted += 1;
    let token = format!("token-{}", state.granted);
    state.token = Some(token.clone());
    axum::Json(json!({
        "access_token": token, "token_type": "Bearer", "expires_in": 3600,
        "refresh_token": format!("refresh-{}", state.granted),
    }))
    .into_response()
}
