//! Tools by which models change images while they answer.

use std::sync::Arc;

use async_trait::async_trait;
use conversations::{Message, Part, PartKind, Role};
use generation::{
    BotResources, ContextScope, Contribution, MemoryUse, ParentTask, Tool, ToolScope,
};
use kernel::{ConversationId, Fallible, FileId, MessageId, RunId, Uuid};
use providers::{NewConnection, Protocol};
use regions::Place;
use serde_json::{Value, json};
use store::Tx;
use testing::{FakeProvider, TestPerson, TestServer, TestStore, for_each_store};
use tokio_util::sync::CancellationToken;

use crate::setting::{REFERENCE, list, send, start};

/// A server, a person who attached an image, and what a model is given for an answer.
async fn attached(store: TestStore) -> (TestServer, TestPerson, Uuid, Contribution) {
    let server = start(store).await;
    let provider = FakeProvider::start_with(&["gpt-4o-mini-see", "gpt-image-1"]).await;
    let new = NewConnection {
        name: "Fake".to_owned(),
        protocol: Protocol::OpenaiCompatible,
        base_url: Some(provider.openai_url()),
        api_key: None,
    };
    server.services.providers.create_connection(new).await.unwrap();
    let ana = server.member("ana@example.com").await;
    let file_id = send(&ana, REFERENCE).await;
    let now = server.clock().now();
    let kind = PartKind::File {
        file_id: FileId(file_id),
        name: "beach.png".to_owned(),
        media_type: "image/png".to_owned(),
        size_bytes: 1,
    };
    let parts = vec![Part { kind, ..Part::text("p1", "") }];
    let message = Message::new(MessageId::new(now), ConversationId::new(now), Role::User, now);
    let resolved = server.services.providers.resolve("fake/gpt-4o-mini-see").await.unwrap();
    let mut scope = ContextScope {
        user_id: ana.user_id,
        workspace_id: ana.workspace_id,
        conversation_id: None,
        group_id: None,
        bot_id: None,
        model: resolved.info.clone(),
        branch: vec![Message { parts, ..message }],
        memory: MemoryUse::default(),
        bot: BotResources::default(),
    };
    let given = server.services.generation.gather(&mut scope).await.unwrap();
    (server, ana, file_id, given)
}

/// A task whose tools these are.
struct Parent;

#[async_trait]
impl ParentTask for Parent {
    fn id(&self) -> Uuid {
        Uuid::from_u128(1)
    }

    fn kind(&self) -> &'static str {
        "agent"
    }

    async fn admit(&self, _: &mut Tx, units: i64) -> Fallible<()> {
        assert_eq!(units, 0, "tools of this server are free");
        Ok(())
    }
}

/// Calls a tool, and does the work that comes of it.
async fn call(
    server: &TestServer,
    person: &TestPerson,
    tool: &Arc<dyn Tool>,
    arguments: Value,
) -> Result<String, String> {
    let scope = ToolScope {
        run_id: RunId::new(server.clock().now()),
        conversation_id: None,
        questions: None,
        parent: Some(Arc::new(Parent)),
        user_id: person.user_id,
        workspace_id: person.workspace_id,
        message_id: None,
        files: Vec::new(),
        cancelled: CancellationToken::new(),
    };
    let mut called = std::pin::pin!(tool.call(arguments, &scope));
    let answer = loop {
        tokio::select! {
            biased;
            answer = &mut called => break answer,
            _ = server.run_jobs() => tokio::task::yield_now().await,
        }
    };
    answer.map(|output| output.text).map_err(|error| error.0)
}

for_each_store! {
    async fn a_model_changes_an_image_that_a_person_attached(store) {
        let (server, ana, file_id, given) = attached(store).await;
        let told: Vec<&str> = given.messages.values().map(|message| message.text.as_str()).collect();
        assert_eq!(told, [format!("[Attached image \"beach.png\". Its id: {file_id}]\n")]);
        let tool = given.tools.iter().find(|tool| tool.spec().name == "edit_image").unwrap();
        assert!(!tool.needs_approval(), "it is free, and the image stays");
        let arguments = json!({ "image_file_id": file_id, "tool": "sketch", "factor": 2 });
        let text = call(&server, &ana, tool, arguments).await.unwrap();
        assert!(text.starts_with("[The person sees this image. Its id: "), "{text}");
        assert_eq!(list(&ana, "?uploaded=false").await.len(), 1);
        let area = json!({ "left": 10, "top": 10, "right": 50, "bottom": 50 });
        let erase = json!({ "image_file_id": file_id, "tool": "remove_text", "area": area });
        call(&server, &ana, tool, erase).await.unwrap();
        assert_eq!(list(&ana, "?uploaded=false").await.len(), 2);
        let mut conn = server.db().read().await.unwrap();
        let find = "SELECT COUNT(*) FROM tasks WHERE parent_id = $1";
        let (begun,) = store::sql!(&mut conn, one(i64,), find, Uuid::from_u128(1)).unwrap();
        assert_eq!(begun, 2, "they are the agent's");
    }

    // Issue 27: "region and plan locks"
    async fn a_model_makes_no_images_where_the_operator_closed_that(store) {
        let names = |given: &Contribution| -> Vec<String> {
            given.tools.iter().map(|tool| tool.spec().name).collect()
        };
        let (_server, _, _, open) = attached(store).await;
        assert_eq!(names(&open), ["create_image", "edit_image"]);
        let closed = Place { may_make_media: false, ..Place::OPEN };
        let (_server, _, _, given) = closed.scope(attached(store)).await;
        assert_eq!(names(&given), ["edit_image"], "its own tools make nothing new");
    }

    async fn a_model_is_told_what_is_wrong(store) {
        let (server, ana, file_id, given) = attached(store).await;
        let tool = given.tools.iter().find(|tool| tool.spec().name == "edit_image").unwrap();
        let empty = json!({ "left": 50, "top": 10, "right": 50, "bottom": 50 });
        for (arguments, wanted) in [
            (json!({ "tool": "sketch" }), "The arguments are wrong"),
            (json!({ "image_file_id": file_id, "tool": "paint" }), "The arguments are wrong"),
            (json!({ "image_file_id": file_id, "tool": "logo" }), "There is no such tool here."),
            (json!({ "image_file_id": file_id, "tool": "erase_area" }), "Say the area"),
            (json!({ "image_file_id": file_id, "tool": "erase_area", "area": empty }), "Failed to load image"),
            (json!({ "image_file_id": Uuid::now_v7(), "tool": "sketch" }), "File not found"),
        ] {
            let said = call(&server, &ana, tool, arguments.clone()).await.unwrap_err();
            assert!(said.starts_with(wanted), "{arguments}: {said}");
        }
    }
}
