//! A server with all areas, and new callers for each call; the areas' fixtures create objects.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use app::{api_document, areas};
use axum::body::Body;
use entitlements::PlanGrant;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, Method, Request, StatusCode};
use identity::{ClientType, Device, KeyScope, NewApiKey};
use kernel::{DAY, Uuid};
use serde_json::Value;
use testing::{Client, TestPerson, TestServer, TestStore};

use crate::Case;
use crate::fixtures::{self, Content, Filled, Wanted, content_of};
use crate::object::{State, parameter, query_of};
use crate::support;
use crate::team::{self, Team};

/// The callers. `extension` is the owner's, signed in as a device; the keys are the owner's too, one with all scopes
/// and one with the fewest. The last four are related to a team of the owner's, in which the object was created.
pub const CALLERS: [&str; 12] = [
    "visitor",
    "owner",
    "extension",
    "stranger",
    "operator",
    "suspended",
    "api_key",
    "api_key_narrow",
    "team_admin",
    "team_member",
    "pending",
    "removed",
];

/// Returns true for what anybody may ask: signing up and in, and whether they are signed in.
pub fn is_open(path: &str) -> bool {
    fixtures::lists_beginning(path, |fixtures| fixtures.open())
        && !fixtures::lists_beginning(path, |fixtures| fixtures.closed())
}

pub struct Setting {
    pub server: TestServer,
    pub openapi: Value,
    /// The codes of all problems.
    pub codes: BTreeSet<&'static str>,
    people: AtomicUsize,
    _folder: tempfile::TempDir,
}

/// The objects that are there before an operation is called.
pub struct Scene {
    owner: TestPerson,
    /// The team that the owner works in.
    team: Option<Team>,
    /// Id of the object's part that the operation names.
    part: Uuid,
    /// Id of the object; empty if the operation has none.
    id: String,
}

impl Scene {
    /// Returns true if a call of `caller` may follow in it: those of a team have one.
    fn has_place_for(&self, caller: &str) -> bool {
        self.team.is_some() == team::CALLERS.contains(&caller)
    }
}

/// The answer of an operation.
#[derive(Debug, PartialEq, Eq)]
pub struct Answered {
    pub status: StatusCode,
    /// Empty for streams, which may never end.
    pub body: String,
}

impl Setting {
    pub async fn new(store: TestStore) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let settings = support::settings(folder.path());
        let all = move |services: &area::Services| areas::areas(services, &settings);
        let server = TestServer::with(store, all.clone()).await;
        let services = &server.services;
        let engine = builtin::text_model(services.db.clone(), builtin::Builtin::new(None));
        services.providers.register(builtin::SLUG, engine, builtin::model_infos());
        let all = all(services);
        let openapi = api_document::document(&all);
        let codes = areas::problems(&all).iter().map(|problem| problem.code).collect();
        Self { server, openapi, codes, people: AtomicUsize::new(0), _folder: folder }
    }

    /// Calls an operation as this caller. The caller is new each time. So is the scene, unless the one given has been
    /// left as it was: no call sees the effects of another.
    pub async fn call(&self, case: &Case, caller: &str, scene: &mut Option<Scene>) -> Answered {
        let Case { method, path, state } = case;
        let scene_for_caller = match scene.take().filter(|scene| scene.has_place_for(caller)) {
            Some(there) => there,
            None => self.scene(case, caller).await,
        };
        let Scene { owner, team, part, id } = &scene_for_caller;
        // Before the team is locked.
        let person = match team {
            Some(team) if team::CALLERS.contains(&caller) => {
                Some(team.take(&self.server, self.person().await, caller).await)
            }
            _ => None,
        };
        let member = match (team, &person) {
            // Nobody approves themselves.
            (Some(_), Some(person)) if path.ends_with("/approve") && caller == "pending" => {
                person.user_id
            }
            (Some(team), _) if path.ends_with("/approve") => {
                team.take(&self.server, self.person().await, "pending").await.user_id
            }
            _ => owner.user_id,
        };
        if let (Some(team), State::Locked) = (team, state) {
            team.lock(&self.server).await;
        }
        let address = match parameter(path) {
            Some(name) => path.replace(&format!("{{{name}}}"), id),
            None => path.clone(),
        };
        // Of paths with two, the first one decides.
        let address = address
            .replace("{call_id}", "call")
            .replace("{question_id}", &part.to_string())
            .replace("{number}", if path.contains("/pieces/") { "0" } else { "1" })
            .replace("{highlight_id}", &part.to_string())
            .replace("{device_id}", &part.to_string())
            .replace("{file_id}", &part.to_string())
            .replace("{schedule_run_id}", &part.to_string())
            .replace("{*name}", "assistant")
            .replace("{conversation_id}", &Uuid::new_v4().to_string())
            .replace("{member_id}", &member.to_string());
        // A link that was signed has its query.
        let query = if address.contains('?') { "" } else { query_of(path) };
        let address = format!("{address}{query}");
        let works_in =
            person.as_ref().or((caller == "owner").then_some(owner)).map(|it| it.workspace_id);
        let is_for_team = team.as_ref().is_some_and(|team| works_in == Some(team.id));
        let client = match person {
            Some(person) => person.client,
            None => self.caller(caller, owner).await,
        };
        let new_id = Uuid::new_v4();
        let request = fixtures::Request { method, path, id, new_id, is_for_team };
        let content = content_of(&request);
        let answer = answer(&client, method, address, content).await;
        // What was read or refused is as it was.
        let is_changed = method != "get" && answer.status.as_u16() < 400;
        let is_used_up = *state == State::Locked || path.ends_with("/approve");
        *scene = Some(scene_for_caller).filter(|_| !is_changed && !is_used_up);
        answer
    }

    /// Creates an owner with an object in the state of the case, in a team if the state or the caller needs one.
    async fn scene(&self, case: &Case, caller: &str) -> Scene {
        let Case { method, path, state } = case;
        let (owner, team) = self.owner(*state, caller).await;
        let part = Uuid::new_v4();
        let id = match parameter(path) {
            None => String::new(),
            Some(_) if *state == State::Unknown => Uuid::new_v4().to_string(),
            Some(name) => {
                let id = self.object(name, &owner, team.as_ref(), *state).await;
                if let Some((folder, _)) = path.split_once('{') {
                    let address = &format!("{folder}{id}");
                    let operation = (method.as_str(), path.as_str());
                    let filled = Filled { operation, address, id: &id, part, owner: &owner };
                    for (_, fixtures) in fixtures::all() {
                        fixtures.fill(self, &filled).await;
                    }
                }
                if *state == State::Deleted {
                    self.delete(name, &id, &owner).await;
                }
                id
            }
        };
        Scene { owner, team, part, id }
    }

    /// Fills an object of the owner's with what the operation needs: without it there would be nothing to refuse.
    /// `part` is the id of the part that the operation names.
    pub async fn object(
        &self,
        name: &str,
        owner: &TestPerson,
        team: Option<&Team>,
        state: State,
    ) -> String {
        let wanted = Wanted { name, owner, team, state };
        for (_, fixtures) in fixtures::all() {
            if let Some(id) = fixtures.object(self, &wanted).await {
                return id;
            }
        }
        panic!("say in an area's tests/permissions how a {name} is made")
    }

    /// Puts an object into the trash.
    async fn delete(&self, name: &str, id: &str, owner: &TestPerson) {
        for (_, fixtures) in fixtures::all() {
            if fixtures.delete(name, id, owner).await {
                return;
            }
        }
        panic!("say in an area's tests/permissions how a {name} is deleted")
    }

    /// Inserts a page of the object with this id.
    pub async fn insert_page(&self, insert: &'static str, id: &str) {
        let id: Uuid = id.parse().unwrap();
        let mut tx = self.server.db().begin().await.unwrap();
        store::sql!(&mut tx, execute, insert, id).unwrap();
        tx.commit().await.unwrap();
    }

    /// Creates the object's owner, and the team they work in if the state or the caller needs one.
    async fn owner(&self, state: State, caller: &str) -> (TestPerson, Option<Team>) {
        let person = self.person().await;
        if state != State::Locked && !team::CALLERS.contains(&caller) {
            return (person, None);
        }
        let (team, owner) = Team::found(&self.server, person).await;
        (owner, Some(team))
    }

    /// Creates a person whose plan includes everything that bodies refer to.
    pub async fn subscriber(&self) -> TestPerson {
        let person = self.person().await;
        let now = self.server.clock().now();
        let grant = PlanGrant {
            workspace_id: person.workspace_id,
            plan: "pro".to_owned(),
            source: "test".to_owned(),
            reference: "test".to_owned(),
            starts_at: now.plus(-DAY),
            ends_at: None,
        };
        let mut tx = self.server.db().begin().await.unwrap();
        let entitlements = &self.server.services.entitlements;
        assert!(entitlements.grant_plan(&mut tx, &grant, now).await.unwrap());
        tx.commit().await.unwrap();
        person
    }

    pub async fn person(&self) -> TestPerson {
        let number = self.people.fetch_add(1, Ordering::Relaxed);
        self.server.member(&format!("person{number}@example.com")).await
    }

    /// Waits for work that the operation started, and reverts changes that would affect everybody.
    pub async fn settle(&self, path: &str) {
        self.server.services.generation.wait_idle().await;
        for (_, fixtures) in fixtures::all() {
            fixtures.settle(self, path).await;
        }
    }

    pub async fn caller(&self, kind: &str, owner: &TestPerson) -> Client {
        match kind {
            "visitor" => self.server.visitor(),
            "owner" => owner.client.clone(),
            "stranger" => self.person().await.client,
            "operator" => self.server.operator().await.client,
            "suspended" => {
                let person = self.person().await;
                self.server.set_suspended(&person, true).await;
                person.client
            }
            "extension" => self.with_bearer(&self.extension(owner).await),
            "api_key" => self.with_bearer(&self.key(owner, &KeyScope::ALL).await.1),
            "api_key_narrow" => self.with_bearer(&self.key(owner, &[KeyScope::Models]).await.1),
            other => panic!("{other} is no caller"),
        }
    }

    fn with_bearer(&self, token: &str) -> Client {
        self.server.visitor().with_header("authorization", &format!("Bearer {token}"))
    }

    /// Signs the owner's browser extension in; its token.
    async fn extension(&self, owner: &TestPerson) -> String {
        let mut device = Device::of(&HeaderMap::new(), [127, 0, 0, 1].into());
        device.client_type = ClientType::Extension;
        let (user_id, workspace_id) = (owner.user_id, owner.workspace_id);
        let identity = &self.server.services.identity;
        let mut tx = self.server.db().begin().await.unwrap();
        let started = identity.start_device_session(&mut tx, user_id, workspace_id, &device).await;
        tx.commit().await.unwrap();
        started.unwrap().1.expose().to_owned()
    }

    pub async fn key(&self, owner: &TestPerson, scopes: &[KeyScope]) -> (String, String) {
        let (user_id, workspace_id) = (owner.user_id, owner.workspace_id);
        let new = NewApiKey { user_id, workspace_id, name: "key", cap: None, scopes };
        let mut tx = self.server.db().begin().await.unwrap();
        let made = self.server.services.identity.create_key(&mut tx, new).await.unwrap();
        tx.commit().await.unwrap();
        let (key, secret) = made.unwrap();
        (key.id.to_string(), secret)
    }
}

/// Sends a request and reads its answer.
pub async fn answer(
    client: &Client,
    method: &str,
    address: String,
    content: Option<Content>,
) -> Answered {
    let method: Method = method.to_uppercase().parse().unwrap();
    let mut request = Request::builder().method(method).uri(address);
    let body = match content {
        None => Body::empty(),
        Some(Content { kind, bytes }) => {
            request = request.header(CONTENT_TYPE, kind).header("upload-offset", "0");
            Body::from(bytes)
        }
    };
    let (parts, body) = client.start(request.body(body).unwrap()).await.into_parts();
    let is_stream = parts
        .headers
        .get(CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"));
    let body = if is_stream {
        String::new()
    } else {
        let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    Answered { status: parts.status, body }
}
