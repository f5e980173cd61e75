//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use kernel::Uuid;
use serde_json::json;
use testing::TestPerson;

use crate::fixtures::{Content, Filled, Fixtures, Request, Wanted};
use crate::object::State;
use crate::setting::Setting;

const INSERT_PAGE: &str = r#"INSERT INTO research_sources (research_id, number, page_key, about, text)
    VALUES ($1, 1, 'k', '{"number":1,"title":"t","url":"https://example.com/","site":"s","snippet":null,"date":null,
        "authors":null,"place":null,"found_by":[],"reading":"read"}', 't')"#;

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn uses_workspace(&self) -> &[&'static str] {
        &["/api/research/researches"]
    }

    fn query(&self, path: &str) -> Option<&'static str> {
        (path == "/api/research/researches/{research_id}/export").then_some("?format=markdown")
    }

    fn states(&self, parameter: &str) -> Option<&'static [State]> {
        let states = &[State::Live, State::Deleted, State::Locked, State::Unknown];
        (parameter == "research_id").then_some(states)
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let json = match (request.method, request.path) {
            ("post", "/api/research/researches") => {
                json!({ "id": request.new_id, "question": "q", "sources": ["web"] })
            }
            ("post", "/api/research/researches/{research_id}/answers") => json!({ "answers": [] }),
            ("post", "/api/research/researches/{research_id}/plan") => {
                json!({ "plan": [{ "question": "q" }], "steps_max": 5, "spend_max": 0 })
            }
            ("post", "/api/research/researches/{research_id}/again") => {
                json!({ "id": request.new_id })
            }
            ("put", "/api/research/researches/{research_id}/schedule") => json!({ "every": null }),
            _ => return None,
        };
        Some(json.into())
    }

    async fn object(&self, _setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        if wanted.name != "research_id" {
            return None;
        }
        let id = Uuid::new_v4();
        let new = json!({ "id": id, "question": "q", "sources": ["web"] });
        wanted.owner.post("/api/research/researches", new).await.accepted();
        Some(id.to_string())
    }

    async fn delete(&self, name: &str, id: &str, owner: &TestPerson) -> bool {
        if name != "research_id" {
            return false;
        }
        owner.delete(&format!("/api/research/researches/{id}")).await.no_content();
        true
    }

    async fn fill(&self, setting: &Setting, filled: &Filled<'_>) {
        let page = ("get", "/api/research/researches/{research_id}/pages/{number}");
        if filled.operation == page {
            setting.insert_page(INSERT_PAGE, filled.id).await;
        }
    }
}
