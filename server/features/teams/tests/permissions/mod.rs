//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use serde_json::json;

use crate::fixtures::{
    Content, Filled, Fixtures, IdField, Reason, Request, Wanted, body, made, picture,
};
use crate::object::State;
use crate::setting::{Setting, answer};

/// The team that the owner works in, or one that they made.
async fn team_of(wanted: &Wanted<'_>) -> String {
    match wanted.team {
        Some(team) => team.id.to_string(),
        None => made(wanted.owner, "/api/teams", json!({ "name": "n" })).await,
    }
}

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn known_by_address(&self) -> &[&'static str] {
        &["/api/teams/invitations/"]
    }

    fn of_team(&self) -> &[&'static str] {
        &["/api/teams/"]
    }

    fn alike(&self) -> &[Reason] {
        &[("/api/teams/invitations/{code}", "open to whoever knows its address")]
    }

    fn states(&self, parameter: &str) -> Option<&'static [State]> {
        let states = &[State::Live, State::Locked, State::Unknown];
        matches!(parameter, "team_id" | "code").then_some(states)
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let json = match (request.method, request.path) {
            ("put", "/api/teams/{team_id}/avatar") => return Some(picture()),
            ("post", "/api/teams") | ("patch", "/api/teams/{team_id}") => json!({ "name": "n" }),
            ("post", "/api/teams/workspace") => json!({ "team_id": request.id }),
            (
                "put",
                "/api/teams/{team_id}/cap" | "/api/teams/{team_id}/members/{member_id}/cap",
            ) => json!({ "meter": "advanced_credit", "amount": 5 }),
            ("patch", "/api/teams/{team_id}/members/{member_id}") => json!({ "role": "admin" }),
            _ => return None,
        };
        Some(json.into())
    }

    async fn object(&self, _setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        match wanted.name {
            "team_id" => Some(team_of(wanted).await),
            "code" => {
                let path = format!("/api/teams/{}/invitation", team_of(wanted).await);
                let link = wanted.owner.patch(&path, json!({ "open": true })).await.ok();
                let url = link["url"].as_str().unwrap();
                Some(url.split_once("?c=").unwrap().1.to_owned())
            }
            _ => None,
        }
    }

    async fn fill(&self, _setting: &Setting, filled: &Filled<'_>) {
        if filled.operation == ("get", "/api/teams/{team_id}/avatar") {
            let address = format!("{}/avatar", filled.address);
            let put = answer(filled.owner, "put", address, Some(picture())).await;
            assert!(put.status.is_success(), "{put:?}");
        }
    }

    fn seen_at(&self, kind: &str, id: &str) -> Option<String> {
        (kind == "team_id").then(|| format!("/api/teams/{id}"))
    }

    fn id_fields(&self) -> Vec<IdField> {
        vec![IdField {
            method: "post",
            path: "/api/teams/workspace",
            name: "team_id",
            kind: "team_id",
            send: |id| body(json!({ "team_id": id })),
            status: 404,
        }]
    }
}
