//! SCIM through HTTP, on SQLite and PostgreSQL: what the two standards say, and what Entra and Okta send.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

#[path = "http/groups.rs"]
mod groups;
#[path = "http/protocol.rs"]
mod protocol;
#[path = "http/users.rs"]
mod users;

use directory::GroupRule;
use http::Method;
use identity::{Role, TeamRole};
use kernel::{Secret, Uuid, WorkspaceId};
use serde_json::{Value, json};
use testing::{Answer, Client, TestServer, TestStore};

const TOKEN: &str = "a token that nobody can guess, of course";
const USER: &str = "urn:ietf:params:scim:schemas:core:2.0:User";
const GROUP: &str = "urn:ietf:params:scim:schemas:core:2.0:Group";

/// The team that the group `sales` gives, and `leads` as admins.
const TEAM: WorkspaceId = WorkspaceId(Uuid::from_u128(7));

/// Starts a server with its operator, and rules of groups.
async fn server(store: TestStore) -> TestServer {
    let rule = |group: &str, role, team, team_role| GroupRule {
        group: group.to_owned(),
        from: None,
        role,
        team,
        team_role,
    };
    let rules = vec![
        rule("admins", Some(Role::Operator), None, None),
        rule("sales", None, Some(TEAM), None),
        rule("leads", None, Some(TEAM), Some(TeamRole::Admin)),
    ];
    let settings = scim::Settings { token: Some(Secret::new(TOKEN.to_owned())) };
    let server = TestServer::with(store, move |services| {
        vec![scim::area(services, settings.clone(), rules.clone())]
    })
    .await;
    server.operator().await;
    server
}

/// The company's provider: it has no cookies, and is no page of ours.
struct Provider(Client);

impl Provider {
    fn of(server: &TestServer) -> Self {
        Self::with(server, &format!("Bearer {TOKEN}"))
    }

    fn with(server: &TestServer, authorization: &str) -> Self {
        let client = server.visitor().with_header("origin", "").with_header("sec-fetch-site", "");
        Self(client.with_header("authorization", authorization))
    }

    async fn call(&self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let answer = self.0.call(method, &format!("/api/scim/v2{path}"), body).await;
        if !answer.text().is_empty() {
            assert_eq!(answer.header("content-type"), "application/scim+json", "{path}");
        }
        answer
    }

    async fn get(&self, path: &str) -> Answer {
        self.call(Method::GET, path, None).await
    }

    async fn post(&self, path: &str, body: Value) -> Answer {
        self.call(Method::POST, path, Some(body)).await
    }

    async fn put(&self, path: &str, body: Value) -> Answer {
        self.call(Method::PUT, path, Some(body)).await
    }

    async fn patch(&self, path: &str, operations: Value) -> Answer {
        let schemas = ["urn:ietf:params:scim:api:messages:2.0:PatchOp"];
        let body = json!({ "schemas": schemas, "Operations": operations });
        self.call(Method::PATCH, path, Some(body)).await
    }

    async fn delete(&self, path: &str) -> Answer {
        self.call(Method::DELETE, path, None).await
    }

    /// Makes a person, and returns their id.
    async fn make(&self, name: &str) -> String {
        let email = format!("{name}@example.com");
        let new =
            json!({ "schemas": [USER], "userName": email, "externalId": format!("ext-{name}") });
        let made = self.post("/Users", new).await.assert_status(201).json();
        made["id"].as_str().unwrap().to_owned()
    }

    /// Returns the ids of a list.
    async fn ids(&self, path: &str) -> Vec<String> {
        let list = self.get(path).await.assert_status(200).json();
        let all = list["Resources"].as_array().unwrap().iter();
        all.map(|item| item["id"].as_str().unwrap().to_owned()).collect()
    }
}

/// Checks that an answer is an error as the standard writes it.
fn assert_error(answer: &Answer, status: u16, kind: Option<&str>) {
    let body = answer.json();
    assert_eq!(answer.status.as_u16(), status, "{body}");
    assert_eq!(body["schemas"], json!(["urn:ietf:params:scim:api:messages:2.0:Error"]));
    assert_eq!(body["status"], status.to_string());
    assert_eq!(body["scimType"].as_str(), kind, "{body}");
    assert!(body["detail"].as_str().is_some_and(|detail| !detail.is_empty()));
}
