//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use kernel::Uuid;
use serde_json::json;

use crate::fixtures::{Content, Fixtures, Reason, Request, Wanted};
use crate::setting::Setting;

const FOR_OPERATORS: &str = "only the operator may";

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn open(&self) -> &[&'static str] {
        &["/api/admin/notice"]
    }

    fn alike(&self) -> &[Reason] {
        &[
            ("/api/admin/grants/{grant_id}/", FOR_OPERATORS),
            ("/api/admin/settings/{setting_key}", FOR_OPERATORS),
            ("/api/admin/teams/{team_id}", FOR_OPERATORS),
            ("/api/admin/users/{user_id}", FOR_OPERATORS),
        ]
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let new_id = request.new_id;
        let json = match (request.method, request.path) {
            ("patch", "/api/admin/users/{user_id}") => json!({ "suspended": false }),
            ("put", "/api/admin/users/{user_id}/caps" | "/api/admin/teams/{team_id}/caps") => {
                json!({ "meter": "advanced_credit", "amount": 1 })
            }
            ("post", "/api/admin/test-mail") => json!({ "to": "a@example.com" }),
            ("post", "/api/admin/grants") => json!({
                "id": new_id, "workspace_id": new_id, "meter": "advanced_credit", "amount": 1,
                "ends_at": null, "reason": "r",
            }),
            ("put", "/api/admin/own-notice") => json!({
                "level": "notice", "text": "t", "starts_at": null, "ends_at": null,
            }),
            ("put", "/api/admin/settings/{setting_key}") => json!({ "value": 7 }),
            _ => return None,
        };
        Some(json.into())
    }

    async fn object(&self, setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        if wanted.name == "setting_key" {
            return Some("payments.grace_days".to_owned());
        }
        if wanted.name != "grant_id" {
            return None;
        }
        let grant = json!({
            "id": Uuid::now_v7(), "workspace_id": wanted.owner.workspace_id,
            "meter": "advanced_credit", "amount": 1, "ends_at": null, "reason": "r",
        });
        let operator = setting.server.operator().await;
        let given = operator.post("/api/admin/grants", grant).await.created();
        Some(given["grant_id"].as_str().unwrap().to_owned())
    }

    async fn settle(&self, setting: &Setting, path: &str) {
        if path == "/api/admin/own-notice" {
            setting.server.operator().await.delete(path).await;
        }
    }

    fn other_ids(&self) -> &[(&'static str, &'static str, &'static str)] {
        &[("/api/admin/grants", "workspace_id", "the operator gives to whom they want")]
    }
}
