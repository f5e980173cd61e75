//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use kernel::{ConversationId, MessageId, Uuid};
use serde_json::{Value, json};
use testing::TestPerson;

use crate::fixtures::{Content, Fixtures, IdField, Operation, Request, Wanted, body, made, query};
use crate::object::State;
use crate::setting::Setting;

/// A message, with one thing of it changed.
fn message(change: Value) -> Value {
    let mut message = json!({
        "id": Uuid::new_v4(), "parent_id": null, "text": "Hi", "model": "builtin/assistant",
    });
    let Value::Object(change) = change else { panic!("a change is an object") };
    message.as_object_mut().unwrap().extend(change);
    message
}

/// Makes a summary in a conversation of the owner's.
async fn summary(setting: &Setting, owner: &TestPerson) -> String {
    let message: MessageId =
        setting.conversation("message_id", owner, State::Live).await.parse().unwrap();
    let id = Uuid::now_v7();
    let mut tx = setting.server.db().begin().await.unwrap();
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

impl Setting {
    /// Makes a conversation with an answer; the id of what `name` names.
    pub async fn conversation(&self, name: &str, owner: &TestPerson, state: State) -> String {
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
}

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn made_by_caller(&self) -> &[Operation] {
        // Sending to a conversation that is not there makes it, under the id that the client chose.
        &[("post", "/api/chat/conversations/{conversation_id}/messages")]
    }

    fn states(&self, parameter: &str) -> Option<&'static [State]> {
        let states = &[State::Live, State::Link, State::Deleted, State::Locked, State::Unknown];
        let is_conversation = matches!(parameter, "conversation_id" | "message_id" | "run_id");
        is_conversation.then_some(states)
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let json = match (request.method, request.path) {
            ("post", "/api/chat/conversations/{conversation_id}/messages") => message(json!({})),
            (
                "post",
                "/api/chat/messages/{message_id}/regenerate"
                | "/api/chat/messages/{message_id}/ensemble",
            ) => json!({ "id": request.new_id }),
            ("patch", "/api/chat/conversations/{conversation_id}") => json!({ "title": "t" }),
            ("post", "/api/chat/conversations/batch") => {
                json!({ "action": "read", "conversation_ids": [] })
            }
            ("post", "/api/chat/groups") | ("patch", "/api/chat/groups/{group_id}") => {
                json!({ "name": "n" })
            }
            ("put", "/api/chat/messages/{message_id}/feedback") => json!({ "rating": "up" }),
            ("put", "/api/chat/summaries/{summary_id}") => json!({ "text": "t" }),
            _ => return None,
        };
        Some(json.into())
    }

    async fn object(&self, setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        let Wanted { name, owner, state, .. } = wanted;
        match *name {
            "conversation_id" | "message_id" | "run_id" => {
                Some(setting.conversation(name, owner, *state).await)
            }
            "summary_id" => Some(summary(setting, owner).await),
            "group_id" => Some(made(owner, "/api/chat/groups", json!({ "name": "n" })).await),
            _ => None,
        }
    }

    async fn delete(&self, name: &str, _id: &str, _owner: &TestPerson) -> bool {
        // It is made in the trash: the other names are of what is in it.
        matches!(name, "conversation_id" | "message_id" | "run_id")
    }

    fn seen_at(&self, kind: &str, id: &str) -> Option<String> {
        match kind {
            "conversation_id" => Some(format!("/api/chat/conversations/{id}")),
            "group_id" => Some("/api/chat/groups".to_owned()),
            "message_id" => Some("/api/chat/conversations".to_owned()),
            _ => None,
        }
    }

    fn id_fields(&self) -> Vec<IdField> {
        vec![
            IdField {
                method: "post",
                path: "/api/chat/conversations/batch",
                name: "group_id",
                kind: "group_id",
                send: |id| {
                    body(json!({ "action": "move", "conversation_ids": [], "group_id": id }))
                },
                status: 404,
            },
            IdField {
                method: "post",
                path: "/api/chat/conversations/batch",
                name: "conversation_ids",
                kind: "conversation_id",
                send: |id| body(json!({ "action": "delete", "conversation_ids": [id] })),
                // Those that it was done to: none.
                status: 200,
            },
            IdField {
                method: "get",
                path: "/api/chat/conversations",
                name: "bot_id",
                kind: "bot_id",
                send: |id| query(format!("?bot_id={id}")),
                // One's own conversations with it: none.
                status: 200,
            },
            IdField {
                method: "get",
                path: "/api/chat/conversations/{conversation_id}/context",
                name: "leaf_id",
                kind: "message_id",
                send: |id| query(format!("?leaf_id={id}")),
                status: 404,
            },
            IdField {
                method: "patch",
                path: "/api/chat/conversations/{conversation_id}",
                name: "group_id",
                kind: "group_id",
                send: |id| body(json!({ "group_id": id })),
                status: 404,
            },
            IdField {
                method: "patch",
                path: "/api/chat/conversations/{conversation_id}",
                name: "leaf_id",
                kind: "message_id",
                send: |id| body(json!({ "leaf_id": id })),
                status: 404,
            },
            IdField {
                method: "post",
                path: "/api/chat/conversations/{conversation_id}/messages",
                name: "bot_id",
                kind: "bot_id",
                send: |id| body(message(json!({ "bot_id": id }))),
                status: 404,
            },
            IdField {
                method: "post",
                path: "/api/chat/conversations/{conversation_id}/messages",
                name: "parent_id",
                kind: "message_id",
                send: |id| body(message(json!({ "parent_id": id }))),
                status: 404,
            },
            IdField {
                method: "post",
                path: "/api/chat/conversations/{conversation_id}/messages",
                name: "attachments",
                kind: "file_id",
                send: |id| body(message(json!({ "attachments": [id] }))),
                status: 404,
            },
            IdField {
                method: "post",
                path: "/api/chat/conversations/{conversation_id}/messages",
                name: "references.id",
                kind: "memo_id",
                send: |id| body(message(json!({ "references": [{ "kind": "memo", "id": id }] }))),
                status: 422,
            },
        ]
    }

    fn variants(&self) -> Vec<(&'static str, &'static str, Vec<Value>)> {
        let chats = |mut action: Value| {
            action["conversation_ids"] = json!([]);
            action
        };
        vec![(
            "post /api/chat/conversations/batch",
            "",
            vec![
                chats(json!({ "action": "delete" })),
                chats(json!({ "action": "restore" })),
                chats(json!({ "action": "move", "group_id": null })),
                chats(json!({ "action": "favorite", "favorited": true })),
                chats(json!({ "action": "read" })),
            ],
        )]
    }
}
