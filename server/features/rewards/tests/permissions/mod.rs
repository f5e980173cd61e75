//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use serde_json::json;

use crate::fixtures::{Content, Fixtures, Reason, Request, Wanted};
use crate::setting::Setting;

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn open(&self) -> &[&'static str] {
        &["/api/rewards/invitations/"]
    }

    fn known_by_address(&self) -> &[&'static str] {
        &["/api/rewards/invitations/"]
    }

    fn alike(&self) -> &[Reason] {
        &[("/api/rewards/invitations/{invite_code}", "open to whoever knows its address")]
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let is_claim = (request.method, request.path) == ("post", "/api/rewards/claims");
        is_claim.then(|| json!({ "code": "abcdefghjk" }).into())
    }

    async fn object(&self, _setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        if wanted.name != "invite_code" {
            return None;
        }
        let rewards = wanted.owner.get("/api/rewards").await.ok();
        let url = rewards["url"].as_str().unwrap().to_owned();
        Some(url.rsplit('/').next().unwrap().to_owned())
    }
}
