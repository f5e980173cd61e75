//! The Model Context Protocol over streamable HTTP: external programs search a person's own library.
//!
//! No state is kept between two requests, so both protocol versions work: with a handshake (up to 2025-11-25) and
//! without one (2026-07-28). The tools are in `library.rs`.

use api::ApiError;
use area::Services;
use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::response::{IntoResponse, Response};
use http::header::WWW_AUTHENTICATE;
use http::request::Parts;
use http::{HeaderMap, HeaderValue, StatusCode};
use identity::{KeyCaller, KeyScope};
use kernel::Fallible;
use serde_json::{Value, json};

use crate::body::RawBody;
use crate::library::{Refusal, call_tool, tools};
use crate::oauth;

const STATELESS: &str = "2026-07-28";
/// Supported versions, the newest first: it is offered to clients that ask for an unsupported one.
const WITH_HANDSHAKE: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

const PARSE_ERROR: i64 = -32_700;
const INVALID_REQUEST: i64 = -32_600;
const METHOD_NOT_FOUND: i64 = -32_601;
const INVALID_PARAMS: i64 = -32_602;
const UNSUPPORTED_VERSION: i64 = -32_022;

/// Maximum number of messages that are sent at once.
const BATCH_MAX: usize = 50;

/// Time for which a client may cache the list of tools.
const LIST_TTL_MS: i64 = 3_600_000;

const INSTRUCTIONS: &str = "Searches what this person wrote and read here: their conversations and \
     files. Search first, then read the conversation a result stands in.";

/// Answers a program that speaks the Model Context Protocol, with a key that opens `mcp`.
#[utoipa::path(post, path = "/mcp", tag = "gateway", request_body = Object,
    responses((status = 200, body = Object), (status = 202), (status = 401), (status = 403)))]
pub(crate) async fn answer_mcp(
    State(services): State<Services>,
    KnownCaller(caller): KnownCaller,
    headers: HeaderMap,
    body: RawBody,
) -> api::ApiResult<Response> {
    caller.check(KeyScope::Mcp)?;
    let refused = |code, text| Reply::error(&Value::Null, code, text, Value::Null).into_response();
    match serde_json::from_slice::<Value>(&body.0) {
        Err(_) => Ok(refused(PARSE_ERROR, "This is not JSON")),
        // Clients of 2025-03-26 may send several at once.
        Ok(Value::Array(messages)) if (1..=BATCH_MAX).contains(&messages.len()) => {
            let mut replies = Vec::new();
            for message in &messages {
                let reply = answer(&services, &caller, &headers, message).await?;
                replies.extend(reply.map(|reply| reply.body));
            }
            Ok(match replies.is_empty() {
                true => StatusCode::ACCEPTED.into_response(),
                false => Json(replies).into_response(),
            })
        }
        Ok(Value::Array(_)) => Ok(refused(INVALID_REQUEST, "The batch is empty or too large")),
        Ok(message) => Ok(match answer(&services, &caller, &headers, &message).await? {
            None => StatusCode::ACCEPTED.into_response(),
            Some(reply) => reply.into_response(),
        }),
    }
}

/// A program with a key. Without one it is told where keys are, before its message is read.
pub(crate) struct KnownCaller(KeyCaller);

impl FromRequestParts<Services> for KnownCaller {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &Services) -> Result<Self, Response> {
        match KeyCaller::from_request_parts(parts, state).await {
            Ok(caller) => Ok(Self(caller)),
            Err(error) => Err(without_key(state, error)),
        }
    }
}

/// Returns the refusal of a program without a key, which says what would open.
fn without_key(services: &Services, error: ApiError) -> Response {
    let mut response = error.into_response();
    if response.status() == StatusCode::UNAUTHORIZED
        && let Ok(wanted) = HeaderValue::from_str(&oauth::www_authenticate(services))
    {
        response.headers_mut().insert(WWW_AUTHENTICATE, wanted);
    }
    response
}

/// Answers a message; `None` if it wants no answer.
async fn answer(
    services: &Services,
    caller: &KeyCaller,
    headers: &HeaderMap,
    message: &Value,
) -> Fallible<Option<Reply>> {
    let id = message.get("id").cloned().unwrap_or_default();
    let Some(method) = message["method"].as_str().filter(|_| message["jsonrpc"] == "2.0") else {
        // What this server asks, it does not ask here: such a message is an answer to nothing.
        let is_answer = message.get("result").is_some() || message.get("error").is_some();
        let refused = || Reply::error(&id, INVALID_REQUEST, "This is no request", Value::Null);
        return Ok((!is_answer).then(refused));
    };
    if id.is_null() {
        // A notification: there is nothing here that it could change.
        return Ok(None);
    }
    let params = &message["params"];
    let is_stateless = match version_of(params, headers) {
        Ok(is_stateless) => is_stateless,
        Err(asked) => {
            let supported = supported_versions();
            let data = json!({ "supported": supported, "requested": asked });
            let text = "Unsupported protocol version";
            return Ok(Some(Reply::error(&id, UNSUPPORTED_VERSION, text, data)));
        }
    };
    let answered = match method {
        "initialize" => Ok(greet(params)),
        "server/discover" => Ok(discover()),
        "ping" => Ok(json!({})),
        "tools/list" => {
            Ok(json!({ "tools": tools(), "ttlMs": LIST_TTL_MS, "cacheScope": "public" }))
        }
        "tools/call" => call(services, caller, params).await?,
        _ => Err((METHOD_NOT_FOUND, format!("There is no method {method:?}"))),
    };
    Ok(Some(match answered {
        Ok(mut result) => {
            if is_stateless {
                result["resultType"] = json!("complete");
                result["_meta"] = json!({ "io.modelcontextprotocol/serverInfo": server_info() });
            }
            let body = json!({ "jsonrpc": "2.0", "id": id, "result": result });
            Reply { status: StatusCode::OK, body }
        }
        Err((code, text)) => Reply::error(&id, code, &text, Value::Null),
    }))
}

type Answered = Result<Value, (i64, String)>;

/// Calls a tool. Errors in the arguments are returned to the model; internal errors are not.
async fn call(services: &Services, caller: &KeyCaller, params: &Value) -> Fallible<Answered> {
    let name = params["name"].as_str().unwrap_or_default();
    let arguments = &params["arguments"];
    Ok(match call_tool(services, caller.user_id, name, arguments).await {
        Ok(found) => Ok(json!({
            "content": [{ "type": "text", "text": found.text }],
            "structuredContent": found.structured,
            "isError": false,
        })),
        Err(Refusal::UnknownTool) => Err((INVALID_PARAMS, format!("There is no tool {name:?}"))),
        Err(Refusal::Said(text)) => Ok(json!({
            "content": [{ "type": "text", "text": text }], "isError": true,
        })),
        Err(Refusal::Fault(fault)) => return Err(fault),
    })
}

/// Returns true if the request works without a handshake; an error if it asks for an unsupported version.
fn version_of(params: &Value, headers: &HeaderMap) -> Result<bool, String> {
    let in_message = params["_meta"]["io.modelcontextprotocol/protocolVersion"].as_str();
    let in_header = headers.get("mcp-protocol-version").and_then(|value| value.to_str().ok());
    match in_message.or(in_header) {
        Some(STATELESS) => Ok(true),
        Some(asked) if !WITH_HANDSHAKE.contains(&asked) => Err(asked.to_owned()),
        _ => Ok(false),
    }
}

fn greet(params: &Value) -> Value {
    let asked = params["protocolVersion"].as_str();
    let version = asked.filter(|asked| WITH_HANDSHAKE.contains(asked)).unwrap_or(WITH_HANDSHAKE[0]);
    json!({
        "protocolVersion": version, "capabilities": { "tools": {} },
        "serverInfo": server_info(), "instructions": INSTRUCTIONS,
    })
}

fn discover() -> Value {
    json!({
        "supportedVersions": supported_versions(), "capabilities": { "tools": {} },
        "serverInfo": server_info(), "instructions": INSTRUCTIONS,
        "ttlMs": LIST_TTL_MS, "cacheScope": "public",
    })
}

fn supported_versions() -> Vec<&'static str> {
    std::iter::once(STATELESS).chain(WITH_HANDSHAKE).collect()
}

fn server_info() -> Value {
    json!({ "name": "ensemble", "title": "Ensemble", "version": env!("CARGO_PKG_VERSION") })
}

/// The answer to a message.
struct Reply {
    status: StatusCode,
    body: Value,
}

impl Reply {
    fn error(id: &Value, code: i64, text: &str, data: Value) -> Self {
        let mut error = json!({ "code": code, "message": text });
        if !data.is_null() {
            error["data"] = data;
        }
        let status = match code {
            PARSE_ERROR | INVALID_REQUEST | UNSUPPORTED_VERSION => StatusCode::BAD_REQUEST,
            _ => StatusCode::OK,
        };
        Self { status, body: json!({ "jsonrpc": "2.0", "id": id, "error": error }) }
    }

    fn into_response(self) -> Response {
        (self.status, Json(self.body)).into_response()
    }
}
