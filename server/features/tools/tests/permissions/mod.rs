//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use kernel::Uuid;
use serde_json::json;

use crate::fixtures::{Content, Fixtures, Operation, Request, Wanted};
use crate::setting::Setting;

const TOOLS: &str = r#"[{"name":"t","title":"t","description":"","schema":{},
    "read_only":false,"destructive":false}]"#;

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn open(&self) -> &[&'static str] {
        &["/api/tools/oauth-client"]
    }

    fn made_by_caller(&self) -> &[Operation] {
        // The tools of a conversation may be chosen before it is there.
        &[
            ("get", "/api/tools/chats/{conversation_id}"),
            ("patch", "/api/tools/chats/{conversation_id}"),
        ]
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let json = match (request.method, request.path) {
            ("patch", "/api/tools/servers/{server}") => json!({ "enabled": false }),
            ("patch", "/api/tools/servers/{server}/rule") => {
                json!({ "tool": "t", "rule": "always" })
            }
            ("patch", "/api/tools/chats/{conversation_id}") => json!({ "off": [] }),
            ("post", "/api/tools/servers") => {
                json!({ "name": "n", "url": "https://127.0.0.1/mcp", "token": null })
            }
            _ => return None,
        };
        Some(json.into())
    }

    /// Makes a server of tools that nobody can reach.
    async fn object(&self, setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        if wanted.name != "server" {
            return None;
        }
        let id = Uuid::now_v7();
        let mut tx = setting.server.db().begin().await.unwrap();
        store::sql!(
            &mut tx,
            execute,
            "INSERT INTO tool_servers (id, user_id, name, url, state, tools, created_at)
             VALUES ($1, $2, 'n', 'https://127.0.0.1/mcp', 'connected', $3, 0)",
            id,
            wanted.owner.user_id,
            TOOLS
        )
        .unwrap();
        tx.commit().await.unwrap();
        Some(id.to_string())
    }
}
