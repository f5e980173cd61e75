//! What the permission matrix knows of this area's operations.

use serde_json::json;

use crate::fixtures::{Content, Fixtures, Request};

pub struct Permissions;

impl Fixtures for Permissions {
    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let json = match (request.method, request.path) {
            ("post", "/api/runs/{run_id}/tool-calls/{call_id}") => json!({ "decision": "once" }),
            ("post", "/api/runs/{run_id}/questions/{question_id}") => {
                json!({ "action": "decline" })
            }
            _ => return None,
        };
        Some(json.into())
    }
}
