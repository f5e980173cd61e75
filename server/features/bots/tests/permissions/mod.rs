//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use kernel::Uuid;
use serde_json::json;
use testing::TestPerson;

use crate::fixtures::{
    Content, Filled, Fixtures, IdField, Operation, Reason, Request, Wanted, body, made, picture,
};
use crate::object::State;
use crate::setting::{Setting, answer};

const FOR_OPERATORS: &str = "only the operator may";

/// Makes a draft, or a bot that others may use.
async fn bot(owner: &TestPerson, state: State) -> String {
    let accessibility = match state {
        State::Link => "link",
        State::Public => "public",
        _ => "only_me",
    };
    let published = matches!(state, State::Link | State::Public);
    let new = json!({
        "name": "n", "prompt": "p", "accessibility": accessibility, "published": published,
    });
    made(owner, "/api/bots", new).await
}

/// Makes a report of the owner's about somebody else's bot.
async fn report(setting: &Setting, owner: &TestPerson) -> String {
    let author = setting.person().await;
    let bot = json!({ "prompt": "p", "accessibility": "public", "published": true });
    let bot = made(&author, "/api/bots", bot).await;
    let said = json!({ "reason": "spam" });
    owner.post(&format!("/api/bots/{bot}/reports"), said).await.no_content();
    let operator = setting.server.operator().await;
    let reports = operator.get("/api/bots/reports").await.ok();
    let mut reports = reports["items"].as_array().unwrap().iter();
    let report = reports.find(|report| report["bot_id"] == bot.as_str()).unwrap();
    report["id"].as_str().unwrap().to_owned()
}

/// Makes a file of the owner's that was read.
async fn file(setting: &Setting, owner: &TestPerson, id: Uuid) {
    let mut tx = setting.server.db().begin().await.unwrap();
    store::sql!(
        &mut tx,
        execute,
        "INSERT INTO uploads (id, user_id, workspace_id, name, media_type, size_bytes, received_bytes, state,
             words, created_at, updated_at)
         VALUES ($1, $2, $3, 'a.txt', 'text/plain', 3, 3, 'parsed', 1, 0, 0)",
        id,
        owner.user_id,
        owner.workspace_id
    )
    .unwrap();
    tx.commit().await.unwrap();
}

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn open_to_others(&self) -> &[Operation] {
        &[
            ("get", "/api/bots/{bot_id}"),
            ("get", "/api/bots/{bot_id}/icon"),
            ("post", "/api/bots/{bot_id}/conversations"),
            ("patch", "/api/bots/{bot_id}/marks"),
            ("post", "/api/bots/{bot_id}/reports"),
        ]
    }

    fn alike(&self) -> &[Reason] {
        &[
            ("/api/bots/reports/{report_id}", FOR_OPERATORS),
            ("/api/bots/reviews/{bot_id}", FOR_OPERATORS),
        ]
    }

    fn states(&self, parameter: &str) -> Option<&'static [State]> {
        let states = &[State::Live, State::Link, State::Public, State::Deleted, State::Unknown];
        (parameter == "bot_id").then_some(states)
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let json = match (request.method, request.path) {
            ("put", "/api/bots/{bot_id}/icon") => return Some(picture()),
            ("patch", "/api/bots/reports/{report_id}") => json!({ "outcome": "dismissed" }),
            ("patch", "/api/bots/reviews/{bot_id}") => {
                json!({ "outcome": "approved", "version": 1 })
            }
            // Its owner has a file under the id of the bot.
            ("post", "/api/bots/{bot_id}/files") => json!({ "file_id": request.id }),
            ("post", "/api/bots/{bot_id}/reports") => json!({ "reason": "spam" }),
            ("post", "/api/bots/{bot_id}/conversations") => json!({ "id": request.new_id }),
            _ => return None,
        };
        Some(json.into())
    }

    async fn object(&self, setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        match wanted.name {
            "bot_id" => Some(bot(wanted.owner, wanted.state).await),
            "report_id" => Some(report(setting, wanted.owner).await),
            _ => None,
        }
    }

    async fn delete(&self, name: &str, id: &str, owner: &TestPerson) -> bool {
        if name != "bot_id" {
            return false;
        }
        owner.delete(&format!("/api/bots/{id}")).await.no_content();
        true
    }

    async fn fill(&self, setting: &Setting, filled: &Filled<'_>) {
        let Filled { address, id, part, owner, .. } = filled;
        match filled.operation {
            ("get", "/api/bots/{bot_id}/icon") => {
                let put = answer(owner, "put", format!("{address}/icon"), Some(picture())).await;
                assert!(put.status.is_success(), "{put:?}");
            }
            ("post", "/api/bots/{bot_id}/files") => {
                file(setting, owner, id.parse().unwrap()).await;
            }
            ("delete", "/api/bots/{bot_id}/files/{file_id}") => {
                file(setting, owner, *part).await;
                owner.post(&format!("{address}/files"), json!({ "file_id": part })).await.ok();
            }
            _ => {}
        }
    }

    fn id_fields(&self) -> Vec<IdField> {
        vec![IdField {
            method: "post",
            path: "/api/bots/{bot_id}/files",
            name: "file_id",
            kind: "file_id",
            send: |id| body(json!({ "file_id": id })),
            status: 404,
        }]
    }

    fn seen_at(&self, kind: &str, id: &str) -> Option<String> {
        (kind == "bot_id").then(|| format!("/api/bots/{id}"))
    }
}
