//! Creates objects, by the name that a path has for them.

use identity::KeyScope;
use kernel::{ConversationId, FileId, MessageId, Uuid};
use providers::{NewConnection, Protocol};
use serde_json::{Value, json};
use testing::TestPerson;

use super::Setting;
use crate::object::{State, sold};
use crate::team::Team;

impl Setting {
    /// Returns the id of a new object of the owner's, by the name of the path's parameter.
    pub async fn object(
        &self,
        name: &str,
        owner: &TestPerson,
        team: Option<&Team>,
        state: State,
    ) -> String {
        match name {
            "conversation_id" | "message_id" | "run_id" => {
                self.conversation(name, owner, state).await
            }
            "key_id" => self.key(owner, &KeyScope::ALL).await.0,
            "user_id" => owner.user_id.to_string(),
            // Its devices: this one.
            "id" => {
                let devices = owner.get("/api/accounts/devices").await.ok();
                devices["items"][0]["id"].as_str().unwrap().to_owned()
            }
            "connection_id" => {
                let new = NewConnection {
                    name: "Nobody".to_owned(),
                    protocol: Protocol::OpenaiCompatible,
                    base_url: Some("http://127.0.0.1:9/v1".to_owned()),
                    api_key: None,
                };
                let providers = &self.server.services.providers;
                providers.create_connection(new).await.unwrap().id.to_string()
            }
            "memo_id" | "thing_id" => {
                let memo = json!({ "id": Uuid::new_v4(), "title": "t" });
                made(owner, "/api/memos", memo).await
            }
            "item_id" => self.remembered(owner).await.0,
            "suggestion_id" => self.remembered(owner).await.1,
            "tag_id" => made(owner, "/api/memos/tags", json!({ "name": "n" })).await,
            "team_id" => team_of(owner, team).await,
            "code" => {
                let team = team_of(owner, team).await;
                let path = format!("/api/teams/{team}/invitation");
                let link = owner.patch(&path, json!({ "open": true })).await.ok();
                let url = link["url"].as_str().unwrap();
                url.split_once("?c=").unwrap().1.to_owned()
            }
            "affiliate_id" => {
                let said = json!({ "about": "a", "payout_to": "p" });
                owner.put("/api/affiliates/own", said).await.assert_status(200);
                owner.user_id.to_string()
            }
            "invite_code" => {
                let rewards = owner.get("/api/rewards").await.ok();
                let url = rewards["url"].as_str().unwrap().to_owned();
                url.rsplit('/').next().unwrap().to_owned()
            }
            "import_id" => {
                let body = json!({ "name": "a.json", "size_bytes": 2 });
                let made = owner.post("/api/portability/imports", body).await.created();
                made["id"].as_str().unwrap().to_owned()
            }
            "share_id" => {
                let conversation = self.conversation("conversation_id", owner, state).await;
                let body = json!({ "kind": "chat", "subject_id": conversation });
                let made = owner.post("/api/sharing/shares", body).await.created();
                made["id"].as_str().unwrap().to_owned()
            }
            "server" => self.tool_server(owner).await,
            // No such file exists: these tests store no model files.
            "name" => "a.gguf".to_owned(),
            "model_id" => "builtin%2Fassistant".to_owned(),
            "file_id" => {
                let id = FileId::new(self.server.clock().now());
                let body = json!({ "id": id, "name": "a.txt", "size_bytes": 3 });
                owner.post("/api/documents/files", body).await.created();
                id.to_string()
            }
            "collection_id" => {
                let new = json!({ "id": Uuid::new_v4(), "name": "n" });
                made(owner, "/api/documents/collections", new).await
            }
            "document_id" => self.document(owner).await,
            "url" => {
                let wish = json!({ "url": "http://127.0.0.1:9/a.png" });
                let link = owner.post("/api/img_proxy/links", wish).await.created();
                let address = link["address"].as_str().unwrap();
                address.strip_prefix("/api/img_proxy/proxy_url/").unwrap().to_owned()
            }
            "bot_id" => bot(owner, state).await,
            "term_id" => {
                let new = json!({ "original": "o", "translation": "t", "target_language": "de" });
                made(owner, "/api/translation/glossary", new).await
            }
            "prompt_id" => {
                let is_public = state == State::Public;
                let new = json!({ "name": "n", "content": "c", "public": is_public });
                made(owner, "/api/prompts", new).await
            }
            "action_id" => {
                let is_public = state == State::Public;
                let new = json!({ "name": "n", "prompt": "p", "public": is_public });
                made(owner, "/api/prompts/actions", new).await
            }
            "order_id" => {
                let id = Uuid::now_v7();
                let (item, price) = sold(team.is_some());
                let new = json!({ "id": id, "item": item, "amount": price, "currency": "USD" });
                owner.post("/api/billing/orders", new).await.created();
                id.to_string()
            }
            "search_id" => {
                let id = Uuid::new_v4();
                let new = json!({ "id": id, "query": "q", "source": "web" });
                owner.post("/api/search/searches", new).await.accepted();
                id.to_string()
            }
            "research_id" => {
                let id = Uuid::new_v4();
                let new = json!({ "id": id, "question": "q", "sources": ["web"] });
                owner.post("/api/research/researches", new).await.accepted();
                id.to_string()
            }
            "reading_id" => {
                let id = Uuid::new_v4();
                let source = json!({ "type": "text", "text": "The sea rises and falls." });
                let new = json!({ "id": id, "source": source });
                owner.post("/api/reading/readings", new).await.accepted();
                id.to_string()
            }
            "humanization_id" => self.humanization(owner).await,
            "provider" => "manual".to_owned(),
            "connection" => "builtin".to_owned(),
            // It has no address yet, so that testing it contacts nobody.
            "finder" => "searxng".to_owned(),
            "feed_id" => feed("/api/search/feeds", owner).await,
            "shared_feed_id" => {
                feed("/api/search/shared-feeds", &self.server.operator().await).await
            }
            "report_id" => self.report(owner).await,
            "grant_id" => {
                let operator = self.server.operator().await;
                let grant = json!({
                    "id": Uuid::now_v7(), "workspace_id": owner.workspace_id, "meter": "advanced_credit",
                    "amount": 1, "ends_at": null, "reason": "r",
                });
                let given = operator.post("/api/admin/grants", grant).await.created();
                given["grant_id"].as_str().unwrap().to_owned()
            }
            "summary_id" => self.summary(owner).await,
            "group_id" => made(owner, "/api/chat/groups", json!({ "name": "n" })).await,
            other => panic!("say in authz/making.rs how a {other} is made"),
        }
    }

    /// Creates a tool server that nobody can reach.
    async fn tool_server(&self, owner: &TestPerson) -> String {
        const TOOLS: &str = r#"[{"name":"t","title":"t","description":"","schema":{},
            "read_only":false,"destructive":false}]"#;
        let id = Uuid::now_v7();
        let mut tx = self.server.db().begin().await.unwrap();
        store::sql!(
            &mut tx,
            execute,
            "INSERT INTO tool_servers (id, user_id, name, url, state, tools, created_at)
             VALUES ($1, $2, 'n', 'https://127.0.0.1/mcp', 'connected', $3, 0)",
            id,
            owner.user_id,
            TOOLS
        )
        .unwrap();
        tx.commit().await.unwrap();
        id.to_string()
    }

    /// Creates a document that was not fetched: it counts against a plan like a fetched one.
    async fn document(&self, owner: &TestPerson) -> String {
        let id = Uuid::now_v7();
        let problem = r#"{"type":"about:blank","title":"x","status":415,"code":"documents.not_a_pdf","message":"x","params":{}}"#;
        let mut tx = self.server.db().begin().await.unwrap();
        store::sql!(
            &mut tx,
            execute,
            "INSERT INTO documents (id, user_id, workspace_id, name, url, problem, ignored, page_count, pages_kept,
                 created_at)
             VALUES ($1, $2, $3, 'n', 'https://127.0.0.1/a.pdf', $4, FALSE, 1, 1, 0)",
            id,
            owner.user_id,
            owner.workspace_id,
            problem
        )
        .unwrap();
        tx.commit().await.unwrap();
        id.to_string()
    }

    /// Returns a summary in a conversation of the owner's.
    async fn summary(&self, owner: &TestPerson) -> String {
        let message: MessageId =
            self.conversation("message_id", owner, State::Live).await.parse().unwrap();
        let id = Uuid::now_v7();
        let mut tx = self.server.db().begin().await.unwrap();
        store::sql!(
            &mut tx,
            execute,
            "INSERT INTO conversation_summaries (id, conversation_id, until_message_id, text, edited,
                 model, model_name, state, created_at, updated_at)
             SELECT $1, conversation_id, id, 'said', FALSE, 'm', 'm', 'ready', 0, 0
             FROM messages WHERE id = $2",
            id,
            message
        )
        .unwrap();
        tx.commit().await.unwrap();
        id.to_string()
    }

    /// Creates a memory item of the owner's, and a suggestion for them.
    async fn remembered(&self, owner: &TestPerson) -> (String, String) {
        let message: MessageId =
            self.conversation("message_id", owner, State::Live).await.parse().unwrap();
        let (item, suggestion) = (Uuid::now_v7(), Uuid::now_v7());
        let mut tx = self.server.db().begin().await.unwrap();
        store::sql!(
            &mut tx,
            execute,
            "INSERT INTO memory_items (id, user_id, text, text_key, scope, version, added_at, updated_at)
             VALUES ($1, $2, 'I like tea', $3, 'everywhere', 1, 0, 0)",
            item,
            owner.user_id,
            item.to_string()
        )
        .unwrap();
        store::sql!(
            &mut tx,
            execute,
            "INSERT INTO memory_suggestions (id, user_id, text, text_key, quote, conversation_id, message_id,
                 state, rewriting, created_at)
             SELECT $1, $2, 'I am vegan', $4, 'I am vegan', conversation_id, id, 'pending', FALSE, 0
             FROM messages WHERE id = $3",
            suggestion,
            owner.user_id,
            message,
            suggestion.to_string()
        )
        .unwrap();
        tx.commit().await.unwrap();
        (item.to_string(), suggestion.to_string())
    }

    /// Creates a report of the owner's about another person's bot.
    async fn report(&self, owner: &TestPerson) -> String {
        let author = self.person().await;
        let bot = json!({ "prompt": "p", "accessibility": "public", "published": true });
        let bot = made(&author, "/api/bots", bot).await;
        let said = json!({ "reason": "spam" });
        owner.post(&format!("/api/bots/{bot}/reports"), said).await.no_content();
        let operator = self.server.operator().await;
        let reports = operator.get("/api/bots/reports").await.ok();
        let mut reports = reports["items"].as_array().unwrap().iter();
        let report = reports.find(|report| report["bot_id"] == bot.as_str()).unwrap();
        report["id"].as_str().unwrap().to_owned()
    }

    async fn conversation(&self, name: &str, owner: &TestPerson, state: State) -> String {
        let now = self.server.clock().now();
        let (conversation, message) = (ConversationId::new(now), MessageId::new(now));
        let path = format!("/api/chat/conversations/{conversation}");
        let body = json!({
            "id": message, "parent_id": null, "text": "1+1", "model": "builtin/assistant",
        });
        let sent = owner.post(&format!("{path}/messages"), body).await.accepted();
        self.server.services.generation.wait_idle().await;
        match state {
            State::Deleted => owner.delete(&path).await.no_content(),
            State::Link => {
                let share = json!({ "kind": "chat", "subject_id": conversation });
                owner.post("/api/sharing/shares", share).await.created();
            }
            _ => {}
        }
        let answer = &sent["assistant_message"];
        match name {
            "message_id" => answer["id"].as_str().unwrap().to_owned(),
            "run_id" => answer["run_id"].as_str().unwrap().to_owned(),
            _ => conversation.to_string(),
        }
    }

    /// Returns a text that was rewritten: there is no model here that could.
    async fn humanization(&self, owner: &TestPerson) -> String {
        let id = Uuid::new_v4();
        let insert = r#"INSERT INTO tasks (id, kind, user_id, workspace_id, title, state, stage, expected_seconds, run_id, input,
                 output, label, price, delivered, has_result, steps, version, created_at, begun_at, updated_at)
             VALUES ($1, 'humanization', $2, $3, 't', 'succeeded', '', 1, $1,
                 '{"tone":"plain","text":"t","words":1,"model_name":"m"}', '{"written":"t"}',
                 '{"tone":"plain","interrupted":false}', 0, 0, TRUE, 1, 1, 1, 1, 1)"#;
        let mut tx = self.server.db().begin().await.unwrap();
        let (user_id, workspace_id) = (owner.user_id, owner.workspace_id);
        store::sql!(&mut tx, execute, insert, id, user_id, workspace_id).unwrap();
        tx.commit().await.unwrap();
        id.to_string()
    }
}

/// Returns the team that the owner works in, or one that they made.
async fn team_of(owner: &TestPerson, team: Option<&Team>) -> String {
    match team {
        Some(team) => team.id.to_string(),
        None => made(owner, "/api/teams", json!({ "name": "n" })).await,
    }
}

/// Creates a draft, or a bot that others may use.
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

/// Adds a feed from a list: none of it is read before a search.
async fn feed(folder: &str, owner: &TestPerson) -> String {
    let url = format!("https://feeds.example.org/{}", Uuid::new_v4());
    let opml = format!("<opml><outline xmlUrl='{url}'/></opml>");
    owner.post(&format!("{folder}/opml"), json!({ "opml": opml })).await.ok();
    let list = owner.get(folder).await.ok();
    let feeds = list["items"].as_array().unwrap();
    let feed = feeds.iter().find(|feed| feed["url"] == url).unwrap();
    feed["id"].as_str().unwrap().to_owned()
}

/// Moves an object to the trash. A conversation is there already: its other names refer to its parts.
pub async fn delete(name: &str, id: &str, owner: &TestPerson) {
    let folder = match name {
        "conversation_id" | "message_id" | "run_id" => return,
        "suggestion_id" | "item_id" => {
            let how = match name {
                "item_id" => format!("/api/memory/items/{id}/forget"),
                _ => format!("/api/memory/suggestions/{id}/reject"),
            };
            owner.post(&how, json!({})).await.assert_status(200);
            return;
        }
        "bot_id" => "/api/bots",
        "collection_id" => "/api/documents/collections",
        "document_id" => "/api/documents/library",
        "feed_id" => "/api/search/feeds",
        "memo_id" => "/api/memos",
        "prompt_id" => "/api/prompts",
        "reading_id" => "/api/reading/readings",
        "research_id" => "/api/research/researches",
        "search_id" => "/api/search/searches",
        other => panic!("say in authz/making.rs how a {other} is deleted"),
    };
    owner.delete(&format!("{folder}/{id}")).await.no_content();
}

/// Creates an object through its route; returns its id.
async fn made(owner: &TestPerson, path: &str, new: Value) -> String {
    owner.post(path, new).await.created()["id"].as_str().unwrap().to_owned()
}
