//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use serde_json::json;

use crate::fixtures::{Content, Fixtures, RawRoute, Reason, Request, Wanted};
use crate::setting::Setting;

const THEIR_SHAPE: &str = "OpenAI's shape: programs send what other services know";

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn alike(&self) -> &[Reason] {
        &[("/v1/models/", "the models of the installation, for whoever has a key")]
    }

    fn raw_routes(&self) -> &[RawRoute] {
        &[RawRoute {
            file: "src/lib.rs",
            path: "/v1/models/{connection}/{*name}",
            methods: &["get"],
            reason: "`get_model` for clients that do not encode a slash: the description knows no wildcards",
        }]
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let json = match (request.method, request.path) {
            ("post", "/api/gateway/keys") => json!({ "name": "n" }),
            ("post", "/v1/chat/completions") => json!({
                "model": "builtin/assistant", "messages": [{ "role": "user", "content": "1+1" }],
            }),
            ("post", "/v1/responses") => json!({ "model": "builtin/assistant", "input": "1+1" }),
            // No model here makes vectors: that is said to whom the key lets so far.
            ("post", "/v1/embeddings") => json!({ "model": "builtin/assistant", "input": "a" }),
            ("post", "/mcp") => json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" }),
            _ => return None,
        };
        Some(json.into())
    }

    async fn object(&self, _setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        match wanted.name {
            "model_id" => Some("builtin%2Fassistant".to_owned()),
            "connection" => Some("builtin".to_owned()),
            _ => None,
        }
    }

    fn other_ids(&self) -> &[(&'static str, &'static str, &'static str)] {
        &[
            (
                "/v1/chat/completions",
                "messages.tool_call_id",
                "the program's own word, for its own model",
            ),
            ("/v1/responses", "previous_response_id", "nothing is kept that it could name"),
        ]
    }

    fn open_requests(&self) -> &[Reason] {
        &[
            ("post /v1/chat/completions", THEIR_SHAPE),
            ("post /v1/embeddings", THEIR_SHAPE),
            ("post /v1/responses", THEIR_SHAPE),
        ]
    }
}
