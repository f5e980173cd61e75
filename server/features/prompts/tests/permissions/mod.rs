//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use serde_json::json;
use testing::TestPerson;

use crate::fixtures::{Content, Fixtures, Operation, Request, Wanted, made};
use crate::object::State;
use crate::setting::Setting;

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn open_to_others(&self) -> &[Operation] {
        &[("get", "/api/prompts/{prompt_id}"), ("patch", "/api/prompts/{prompt_id}/marks")]
    }

    fn states(&self, parameter: &str) -> Option<&'static [State]> {
        match parameter {
            "prompt_id" => Some(&[State::Live, State::Public, State::Deleted, State::Unknown]),
            "action_id" => Some(&[State::Live, State::Public, State::Unknown]),
            _ => None,
        }
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let json = match (request.method, request.path) {
            ("patch", "/api/prompts/{prompt_id}/marks") => json!({ "favorited": true }),
            ("post", "/api/prompts") => json!({ "name": "n", "content": "c" }),
            ("post", "/api/prompts/actions") => json!({ "name": "n", "prompt": "p" }),
            _ => return None,
        };
        Some(json.into())
    }

    async fn object(&self, _setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        let is_public = wanted.state == State::Public;
        match wanted.name {
            "prompt_id" => {
                let new = json!({ "name": "n", "content": "c", "public": is_public });
                Some(made(wanted.owner, "/api/prompts", new).await)
            }
            "action_id" => {
                let new = json!({ "name": "n", "prompt": "p", "public": is_public });
                Some(made(wanted.owner, "/api/prompts/actions", new).await)
            }
            _ => None,
        }
    }

    async fn delete(&self, name: &str, id: &str, owner: &TestPerson) -> bool {
        if name != "prompt_id" {
            return false;
        }
        owner.delete(&format!("/api/prompts/{id}")).await.no_content();
        true
    }
}
