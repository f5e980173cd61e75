//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use serde_json::json;

use crate::fixtures::{Content, Fixtures, Request, Wanted};
use crate::setting::Setting;

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn query(&self, path: &str) -> Option<&'static str> {
        (path == "/api/img_proxy/proxy_url/{url}").then_some("?e=1&s=x")
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let is_link = (request.method, request.path) == ("post", "/api/img_proxy/links");
        is_link.then(|| json!({ "url": "https://example.com/a.png" }).into())
    }

    async fn object(&self, _setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        if wanted.name != "url" {
            return None;
        }
        let wish = json!({ "url": "http://127.0.0.1:9/a.png" });
        let link = wanted.owner.post("/api/img_proxy/links", wish).await.created();
        let address = link["address"].as_str().unwrap();
        Some(address.strip_prefix("/api/img_proxy/proxy_url/").unwrap().to_owned())
    }
}
