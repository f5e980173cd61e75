//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use serde_json::json;

use crate::fixtures::{Content, Fixtures, Reason, Request, Wanted};
use crate::setting::Setting;

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn open(&self) -> &[&'static str] {
        &["/api/affiliates/clicks"]
    }

    fn alike(&self) -> &[Reason] {
        &[("/api/affiliates/all/{affiliate_id}/", "only the operator may")]
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let json = match (request.method, request.path) {
            ("put", "/api/affiliates/own") => json!({ "about": "a", "payout_to": "p" }),
            ("post", "/api/affiliates/clicks") => json!({ "code": "abcdefghjk" }),
            ("post", "/api/affiliates/all/{affiliate_id}/payouts") => {
                json!({ "amount": 1, "currency": "USD" })
            }
            _ => return None,
        };
        Some(json.into())
    }

    async fn object(&self, _setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        if wanted.name != "affiliate_id" {
            return None;
        }
        let said = json!({ "about": "a", "payout_to": "p" });
        wanted.owner.put("/api/affiliates/own", said).await.assert_status(200);
        Some(wanted.owner.user_id.to_string())
    }
}
