//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use kernel::Uuid;
use serde_json::{Value, json};
use testing::TestPerson;

use crate::fixtures::{Content, Fixtures, IdField, Request, Wanted, body};
use crate::object::State;
use crate::setting::Setting;

fn reading(id: Uuid) -> Value {
    json!({ "id": id, "source": { "type": "text", "text": "The sea rises and falls." } })
}

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn uses_workspace(&self) -> &[&'static str] {
        &["/api/reading/readings"]
    }

    fn states(&self, parameter: &str) -> Option<&'static [State]> {
        let states = &[State::Live, State::Deleted, State::Locked, State::Unknown];
        (parameter == "reading_id").then_some(states)
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let json = match (request.method, request.path) {
            ("post", "/api/reading/readings") => reading(request.new_id),
            ("patch", "/api/reading/readings/{reading_id}") => json!({ "keep_source": true }),
            _ => return None,
        };
        Some(json.into())
    }

    async fn object(&self, _setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        if wanted.name != "reading_id" {
            return None;
        }
        let id = Uuid::new_v4();
        wanted.owner.post("/api/reading/readings", reading(id)).await.accepted();
        Some(id.to_string())
    }

    async fn delete(&self, name: &str, id: &str, owner: &TestPerson) -> bool {
        if name != "reading_id" {
            return false;
        }
        owner.delete(&format!("/api/reading/readings/{id}")).await.no_content();
        true
    }

    fn id_fields(&self) -> Vec<IdField> {
        vec![IdField {
            method: "post",
            path: "/api/reading/readings",
            name: "source.file_id",
            kind: "file_id",
            send: |id| {
                body(json!({ "id": Uuid::new_v4(), "source": { "type": "file", "file_id": id } }))
            },
            status: 404,
        }]
    }

    fn variants(&self) -> Vec<(&'static str, &'static str, Vec<Value>)> {
        let id = Uuid::nil();
        let sourced = |source: Value| json!({ "id": id, "source": source });
        vec![(
            "post /api/reading/readings",
            "/source",
            vec![
                sourced(json!({ "type": "address", "url": "https://127.0.0.1/" })),
                sourced(json!({ "type": "text", "text": "t" })),
                sourced(json!({ "type": "file", "file_id": id })),
            ],
        )]
    }
}
