//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use kernel::Uuid;
use serde_json::json;
use testing::TestPerson;

use crate::fixtures::{Content, Fixtures, RawRoute, Reason, Request, Wanted};
use crate::setting::Setting;

const THEIR_SHAPE: &str = "another service's shape: programs send what other services know";

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn open(&self) -> &[&'static str] {
        &["/api/version", "/.well-known/oauth-", "/oauth/"]
    }

    fn read_by_posting(&self) -> &[&'static str] {
        &["/v1/messages/count_tokens", "/api/show"]
    }

    fn alike(&self) -> &[Reason] {
        &[
            ("/v1/models/", "the models of the installation, for whoever has a key"),
            ("/v1/responses/", "only keys open it: `gateway` tests that only its owner's find it"),
            ("/v1/videos/", "only keys open it: `gateway` tests that only its person's find it"),
        ]
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
            ("post", "/v1/completions") => json!({ "model": "builtin/assistant", "prompt": "1+1" }),
            ("post", "/v1/messages" | "/v1/messages/count_tokens") => json!({
                "model": "builtin/assistant", "max_tokens": 100,
                "messages": [{ "role": "user", "content": "1+1" }],
            }),
            ("post", "/api/chat") => json!({
                "model": "builtin/assistant", "messages": [{ "role": "user", "content": "1+1" }],
            }),
            ("post", "/api/generate") => json!({ "model": "builtin/assistant", "prompt": "1+1" }),
            ("post", "/api/show") => json!({ "model": "builtin/assistant" }),
            ("post", "/v1/responses") => json!({ "model": "builtin/assistant", "input": "1+1" }),
            // No model here makes vectors: that is said to whom the key lets so far.
            ("post", "/v1/embeddings") => json!({ "model": "builtin/assistant", "input": "a" }),
            ("post", "/v1/videos/{program_video_id}/remix") => json!({ "prompt": "At night" }),
            ("post", "/mcp") => json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" }),
            _ => return None,
        };
        Some(json.into())
    }

    async fn object(&self, setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        match wanted.name {
            "response_id" => {
                let new = json!({ "name": "n", "scopes": ["chat"] });
                let key = wanted.owner.post("/api/gateway/keys", new).await.created();
                let bearer = format!("Bearer {}", key["secret"].as_str()?);
                let program = setting
                    .server
                    .visitor()
                    .with_header("origin", "")
                    .with_header("sec-fetch-site", "")
                    .with_header("authorization", &bearer);
                let request = json!({ "model": "builtin/assistant", "input": "1+1" });
                let response = program.post("/v1/responses", request).await.ok();
                Some(response["id"].as_str()?.to_owned())
            }
            "program_video_id" => Some(add_video(setting, wanted.owner).await),
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
            ("/api/gateway/oauth/grants", "client_id", "holds what an app registered"),
            ("/api/gateway/oauth/request", "client_id", "holds what an app registered"),
            (
                "/v1/responses",
                "previous_response_id",
                "not the id of an object: `gateway` tests that only its owner's keys find it",
            ),
        ]
    }

    fn open_requests(&self) -> &[Reason] {
        &[
            ("post /v1/chat/completions", THEIR_SHAPE),
            ("post /v1/completions", THEIR_SHAPE),
            ("post /v1/embeddings", THEIR_SHAPE),
            ("post /v1/images/generations", THEIR_SHAPE),
            ("post /v1/videos", THEIR_SHAPE),
            ("post /v1/videos/{program_video_id}/remix", THEIR_SHAPE),
            ("post /v1/messages", THEIR_SHAPE),
            ("post /v1/messages/count_tokens", THEIR_SHAPE),
            ("post /api/chat", THEIR_SHAPE),
            ("post /api/generate", THEIR_SHAPE),
            ("post /api/show", THEIR_SHAPE),
            ("post /oauth/register", THEIR_SHAPE),
            ("post /v1/responses", THEIR_SHAPE),
        ]
    }
}

/// Adds a video that a program asked for: no provider is there, so its task is a row.
async fn add_video(setting: &Setting, owner: &TestPerson) -> String {
    let (id, now) = (Uuid::now_v7(), setting.server.clock().now());
    let mut tx = setting.server.db().begin().await.unwrap();
    store::sql!(
        &mut tx,
        execute,
        "INSERT INTO tasks (id, kind, user_id, workspace_id, title, state, stage, expected_seconds, input, output,
             label, price, delivered, has_result, steps, version, created_at, begun_at, updated_at, ended_at)
         VALUES ($1, 'video', $2, $3, 'Waves', 'failed', '', 120, $4, '{}', 'null', 0, 0, FALSE, 1, 1, $5, $5, $5, $5)",
        id,
        owner.user_id,
        owner.workspace_id,
        json!({ "model": "no/model", "prompt": "Waves" }).to_string(),
        now
    )
    .unwrap();
    store::sql!(
        &mut tx,
        execute,
        "INSERT INTO gateway_videos (id, user_id, workspace_id, model, prompt, created_at)
         VALUES ($1, $2, $3, 'no/model', 'Waves', $4)",
        id,
        owner.user_id,
        owner.workspace_id,
        now
    )
    .unwrap();
    tx.commit().await.unwrap();
    format!("video_{id}")
}
