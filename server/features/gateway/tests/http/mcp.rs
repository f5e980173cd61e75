//! Programs that search a person's own library.

use async_trait::async_trait;
use kernel::{ConversationId, Fallible, MessageId, UserId};
use serde_json::{Value, json};
use testing::{Client, NOW, TestStore, for_each_store};

use crate::setting::Setting;

async fn setting(store: TestStore) -> Setting {
    Setting::with_areas(store, |services| vec![chat::area(services), runs::area()]).await
}

async fn program(setting: &Setting, scopes: &[&str]) -> Client {
    let new = json!({ "name": "p", "scopes": scopes });
    let made = setting.ana.post("/api/gateway/keys", new).await.created();
    setting.program_with(made["secret"].as_str().unwrap())
}

async fn ask(program: &Client, method: &str, params: Value) -> Value {
    let message = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
    let answer = program.post("/mcp", message).await.ok();
    assert_eq!((&answer["jsonrpc"], &answer["id"]), (&json!("2.0"), &json!(7)));
    answer
}

async fn call(program: &Client, tool: &str, arguments: Value) -> Value {
    let answer = ask(program, "tools/call", json!({ "name": tool, "arguments": arguments })).await;
    answer["result"].clone()
}

/// Sends a message as the person. Returns the conversation.
async fn say(person: &Client, text: &str) -> String {
    let conversation = ConversationId::new(NOW);
    let message = json!({
        "id": MessageId::new(NOW), "parent_id": null, "text": text, "model": "fake/say-Hi there",
    });
    let path = format!("/api/chat/conversations/{conversation}/messages");
    let sent = person.post(&path, message).await.accepted();
    let run = sent["assistant_message"]["run_id"].as_str().unwrap().to_owned();
    person.events(&format!("/api/runs/{run}/events")).await.rest().await;
    conversation.to_string()
}

/// Readings of a test.
struct Readings;

#[async_trait]
impl area::LibrarySource for Readings {
    fn kind(&self) -> &'static str {
        "reading"
    }

    async fn find(&self, _: UserId, query: &str, _: usize) -> Fallible<Vec<area::LibraryItem>> {
        assert_eq!(query, "heron");
        Ok(vec![area::LibraryItem {
            id: kernel::Uuid::nil(),
            title: "Birds".to_owned(),
            path: "/home/read/1".to_owned(),
            text: "The heron stands in the reeds.".to_owned(),
            changed_at: NOW,
        }])
    }

    async fn read(&self, _: UserId, _: kernel::Uuid) -> Fallible<Option<area::LibraryItem>> {
        Ok(None)
    }
}

for_each_store! {
    async fn a_program_greets_and_sees_the_tools(store) {
        let setting = setting(store).await;
        let program = program(&setting, &["mcp"]).await;

        let greeted = ask(&program, "initialize", json!({ "protocolVersion": "2025-06-18" })).await;
        assert_eq!(greeted["result"]["protocolVersion"], "2025-06-18");
        let newer = ask(&program, "initialize", json!({ "protocolVersion": "2030-01-01" })).await;
        assert_eq!(newer["result"]["protocolVersion"], "2025-11-25");
        let told = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        program.post("/mcp", told).await.assert_status(202);
        let tools = ask(&program, "tools/list", json!({})).await["result"]["tools"].clone();
        let names: Vec<_> = tools.as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
        assert_eq!(names, ["search_library", "read_conversation"]);
        assert!(tools.as_array().unwrap().iter().all(|tool| tool["annotations"]["readOnlyHint"] == true));
        assert_eq!(ask(&program, "ping", json!({})).await["result"], json!({}));
        assert_eq!(ask(&program, "resources/list", json!({})).await["error"]["code"], -32_601);
        program.get("/mcp").await.assert_status(405);
    }

    async fn a_program_may_speak_without_a_greeting(store) {
        let setting = setting(store).await;
        let program = program(&setting, &["mcp"]).await;
        let meta = |version: &str| json!({ "_meta": {
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientCapabilities": {},
        }});

        let found = ask(&program, "server/discover", meta("2026-07-28")).await["result"].clone();
        assert_eq!(found["supportedVersions"][0], "2026-07-28");
        assert_eq!(found["resultType"], "complete");
        let listed = ask(&program, "tools/list", meta("2026-07-28")).await["result"].clone();
        assert_eq!(listed["resultType"], "complete");
        assert!(listed["ttlMs"].is_i64());
        let message = json!({
            "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": meta("2031-01-01"),
        });
        let refused = program.post("/mcp", message).await.assert_status(400).json();
        assert_eq!(refused["error"]["code"], -32_022);
        assert_eq!(refused["error"]["data"]["requested"], "2031-01-01");
    }

    async fn a_program_finds_and_reads_what_its_person_wrote(store) {
        let setting = setting(store).await;
        let conversation = say(&setting.ana, "The heron stands in the reeds").await;
        say(&setting.ana, "Nothing of the kind").await;
        let ben = setting.server.member("ben@example.com").await;
        let of_ben = say(&ben, "My heron is my own").await;
        let program = program(&setting, &["mcp"]).await;

        let found = call(&program, "search_library", json!({ "query": "heron" })).await;
        let results = found["structuredContent"]["results"].as_array().unwrap().clone();
        assert!(results.iter().all(|hit| hit["conversation_id"] == json!(conversation)), "{results:?}");
        assert!(!results.is_empty());
        assert!(found["content"][0]["text"].as_str().unwrap().contains("heron"));
        let read = call(&program, "read_conversation", json!({ "conversation_id": conversation })).await;
        let messages = &read["structuredContent"]["messages"];
        assert_eq!(messages[0]["text"], "The heron stands in the reeds");
        assert_eq!((&messages[1]["role"], &messages[1]["text"]), (&json!("assistant"), &json!("Hi there")));
        assert_eq!(read["isError"], false);

        let foreign = call(&program, "read_conversation", json!({ "conversation_id": of_ben })).await;
        assert_eq!(foreign["isError"], true);
        assert_eq!(foreign["content"][0]["text"], "Chat not found.");
        let nothing = call(&program, "search_library", json!({ "query": "zebra" })).await;
        assert_eq!(nothing["content"][0]["text"], "Nothing was found.");
        assert_eq!(call(&program, "search_library", json!({})).await["isError"], true);
        let unknown = ask(&program, "tools/call", json!({ "name": "delete_all" })).await;
        assert_eq!(unknown["error"]["code"], -32_602);
    }

    async fn a_program_finds_what_else_is_its_persons_own(store) {
        let areas = |services: &area::Services| {
            vec![chat::area(services), runs::area(), area::Area::new("own").library_source(Readings)]
        };
        let setting = Setting::with_areas(store, areas).await;
        let program = program(&setting, &["mcp"]).await;
        let found = call(&program, "search_library", json!({ "query": "heron" })).await;
        let results = &found["structuredContent"]["results"];
        assert_eq!(results[0]["kind"], "reading");
        assert_eq!((&results[0]["title"], &results[0]["path"]), (&json!("Birds"), &json!("/home/read/1")));
        assert!(found["content"][0]["text"].as_str().unwrap().contains("The heron stands"));
    }

    async fn a_long_conversation_is_read_in_pieces(store) {
        let setting = setting(store).await;
        let conversation = say(&setting.ana, &"word ".repeat(7_990)).await;
        let program = program(&setting, &["mcp"]).await;
        let of = |from: i64| json!({ "conversation_id": conversation, "from": from });

        // 39,950 characters and then 8.
        let whole = call(&program, "read_conversation", of(0)).await["structuredContent"].clone();
        assert_eq!((&whole["next"], &whole["total"]), (&Value::Null, &json!(2)));
        let rest = call(&program, "read_conversation", of(1)).await["structuredContent"].clone();
        assert_eq!(rest["messages"].as_array().unwrap().len(), 1);
    }

    async fn only_a_key_for_it_opens_the_library(store) {
        let setting = setting(store).await;
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });

        let without = setting.ana.post("/mcp", message.clone()).await.assert_status(401);
        let wanted = without.header("www-authenticate");
        assert!(wanted.contains("/.well-known/oauth-protected-resource/mcp"), "{wanted}");
        setting.program_with("ens_wrong").post("/mcp", message.clone()).await.assert_status(401);
        program(&setting, &["chat", "models"]).await.post("/mcp", message.clone()).await
            .assert_status(403);
        let mcp = program(&setting, &["mcp"]).await;
        mcp.post("/mcp", message).await.ok();
        mcp.post("/mcp", json!([])).await.assert_status(400);
        let batch = json!([
            { "jsonrpc": "2.0", "id": 1, "method": "ping" },
            { "jsonrpc": "2.0", "method": "notifications/initialized" },
            { "jsonrpc": "2.0", "id": 2, "method": "tools/list" },
        ]);
        let replies = mcp.post("/mcp", batch).await.ok();
        assert_eq!((&replies[0]["id"], &replies[1]["id"]), (&json!(1), &json!(2)));
        mcp.post("/mcp", json!({ "id": 1 })).await.assert_status(400);
    }
}
