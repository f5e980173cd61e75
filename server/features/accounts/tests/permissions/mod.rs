//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use identity::KeyScope;
use serde_json::json;

use crate::fixtures::{Content, Fixtures, Request, Wanted};
use crate::setting::Setting;

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn open(&self) -> &[&'static str] {
        &["/api/accounts/session", "/api/accounts/sign-", "/api/accounts/password/", "/api/user/"]
    }

    fn closed(&self) -> &[&'static str] {
        &["/api/accounts/password/change"]
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let json = match (request.method, request.path) {
            ("patch", "/api/accounts/me") => json!({ "name": "n" }),
            ("patch", "/api/accounts/settings") => json!({ "theme": "dark" }),
            _ => return None,
        };
        Some(json.into())
    }

    async fn object(&self, setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        match wanted.name {
            "key_id" => Some(setting.key(wanted.owner, &KeyScope::ALL).await.0),
            "user_id" => Some(wanted.owner.user_id.to_string()),
            // A device of theirs: this one.
            "id" => {
                let devices = wanted.owner.get("/api/accounts/devices").await.ok();
                Some(devices["items"][0]["id"].as_str().unwrap().to_owned())
            }
            _ => None,
        }
    }
}
