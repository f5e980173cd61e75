//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use serde_json::json;

use crate::fixtures::{Content, Fixtures, Request, Wanted, made};
use crate::setting::Setting;

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn uses_workspace(&self) -> &[&'static str] {
        &["/api/translation/texts"]
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let json = match (request.method, request.path) {
            ("post", "/api/translation/texts") => {
                json!({ "texts": ["Hi"], "target_language": "de" })
            }
            ("post", "/api/translation/glossary")
            | ("put", "/api/translation/glossary/{term_id}") => {
                json!({ "original": "lamp", "translation": "Leuchte", "target_language": "de" })
            }
            ("post", "/api/translation/glossary/table") => {
                json!({ "csv": "original,translation,target_language\na,b,de\n" })
            }
            _ => return None,
        };
        Some(json.into())
    }

    async fn object(&self, _setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        if wanted.name != "term_id" {
            return None;
        }
        let new = json!({ "original": "o", "translation": "t", "target_language": "de" });
        Some(made(wanted.owner, "/api/translation/glossary", new).await)
    }
}
