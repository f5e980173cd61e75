//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use serde_json::json;
use testing::TestPerson;

use crate::fixtures::{
    Content, Filled, Fixtures, Operation, Reason, Request, Wanted, made, picture,
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

    async fn fill(&self, _setting: &Setting, filled: &Filled<'_>) {
        if filled.operation == ("get", "/api/bots/{bot_id}/icon") {
            let address = format!("{}/icon", filled.address);
            let put = answer(filled.owner, "put", address, Some(picture())).await;
            assert!(put.status.is_success(), "{put:?}");
        }
    }

    fn seen_at(&self, kind: &str, id: &str) -> Option<String> {
        (kind == "bot_id").then(|| format!("/api/bots/{id}"))
    }
}
