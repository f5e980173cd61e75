//! Fixtures of this area's operations for the permission matrix.

use async_trait::async_trait;
use kernel::Uuid;
use serde_json::json;

use crate::fixtures::{Content, Fixtures, Request, Wanted, made};
use crate::setting::Setting;

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let is_new = (request.method, request.path) == ("post", "/api/agents");
        is_new.then(|| json!({ "id": request.new_id, "title": "t" }).into())
    }

    async fn object(&self, _setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        if wanted.name != "agents_id" {
            return None;
        }
        let new = json!({ "id": Uuid::now_v7(), "title": "t" });
        Some(made(wanted.owner, "/api/agents", new).await)
    }
}
