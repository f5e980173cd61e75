//! Runs that use tools.

use serde_json::json;
use testing::for_each_store;

use crate::setting::{
    Setting, USES, allow, answer, calls, charged, finished, run_path, send, text,
};

for_each_store! {
    async fn a_model_uses_a_tool_and_answers_with_what_it_gave(store) {
        let setting = Setting::new(store).await;
        let (ana, key) = setting.ana().await;
        allow(&ana, &key, "echo").await;

        let sent = send(&ana, "Desk__echo {\"text\":\"Hello\"}", USES).await;
        let events = finished(&ana, &sent).await;

        let answer = answer(&ana, &sent).await;
        assert_eq!(answer["state"], "completed");
        let calls = calls(&answer);
        assert_eq!(calls.len(), 1);
        assert_eq!(calls[0]["title"], "Echo");
        assert_eq!(calls[0]["source"], "Desk");
        assert_eq!(calls[0]["arguments"], "{\"text\":\"Hello\"}");
        assert_eq!((&calls[0]["state"], &calls[0]["output"]), (&json!("completed"), &json!("echo: Hello")));
        assert_eq!(text(&answer), "echo: Hello");
        assert_eq!(setting.mcp.calls().len(), 1);
        // One question, though the model was asked twice.
        assert_eq!(setting.provider.call_count(), 2);
        assert_eq!(charged(&setting, &ana).await, (1, 0));
        assert_eq!(answer["receipt"]["charged"], 1);
        let asked = setting.provider.calls();
        assert_eq!(asked[0].body["tools"].as_array().unwrap().len(), 5);
        let told = asked[1].body["messages"].as_array().unwrap().last().unwrap();
        assert_eq!((&told["role"], &told["content"]), (&json!("tool"), &json!("echo: Hello")));
        // The call was seen while it ran, before it was done.
        let states: Vec<_> = events.iter().filter_map(|event| {
            let part = &event.data["part"];
            (part["kind"] == "tool_call").then(|| part["state"].as_str().unwrap().to_owned())
        }).collect();
        assert_eq!(states, ["running", "completed"]);
    }

    async fn several_tools_are_used_at_once_and_what_fails_is_said(store) {
        let setting = Setting::new(store).await;
        let (ana, key) = setting.ana().await;
        allow(&ana, &key, "echo").await;
        allow(&ana, &key, "fail").await;
        allow(&ana, &key, "big").await;

        let text = "Desk__echo {\"text\":\"a\"}\nDesk__fail {}\nDesk__big {}\nDesk__echo {\"text\":";
        let sent = send(&ana, text, USES).await;
        finished(&ana, &sent).await;

        let answer = answer(&ana, &sent).await;
        assert_eq!(answer["state"], "completed");
        let calls = calls(&answer);
        let state = |n: usize| calls[n]["state"].as_str().unwrap();
        assert_eq!([state(0), state(1), state(2), state(3)], ["completed", "failed", "completed", "failed"]);
        assert_eq!(calls[1]["output"], "It is broken");
        let big = calls[2]["output"].as_str().unwrap();
        assert!(big.chars().count() < 40_100, "{}", big.len());
        assert!(big.ends_with("[The output was too long: 10000 more characters were cut.]"));
        assert!(calls[3]["output"].as_str().unwrap().contains("not JSON"));
    }

    async fn a_model_that_never_stops_is_stopped_with_a_notice(store) {
        let setting = Setting::new(store).await;
        let (ana, key) = setting.ana().await;
        allow(&ana, &key, "echo").await;

        let sent = send(&ana, "Desk__echo {\"text\":\"again\"}", "fake/u25-echo").await;
        finished(&ana, &sent).await;

        let answer = answer(&ana, &sent).await;
        assert_eq!(answer["state"], "completed");
        assert_eq!(calls(&answer).len(), 20, "the most steps");
        let last = answer["parts"].as_array().unwrap().last().unwrap().clone();
        assert_eq!((&last["kind"], &last["code"]), (&json!("notice"), &json!("generation.step_limit")));
        assert_eq!(charged(&setting, &ana).await, (1, 0));
    }

    async fn stop_reaches_a_tool_at_work(store) {
        let setting = Setting::new(store).await;
        let (ana, key) = setting.ana().await;
        allow(&ana, &key, "wait").await;
        let sent = send(&ana, "Desk__wait {}", USES).await;
        setting.mcp.wait_until_called().await;

        ana.post(&format!("{}/cancel", run_path(&sent)), json!({})).await.assert_status(202);
        finished(&ana, &sent).await;

        setting.mcp.wait_until_cancelled().await;
        let answer = answer(&ana, &sent).await;
        assert_eq!(answer["state"], "cancelled");
        assert_eq!(calls(&answer)[0]["state"], "failed");
        assert_eq!(charged(&setting, &ana).await, (0, 0), "nothing was said");
    }

    async fn a_model_that_cannot_use_tools_is_offered_none(store) {
        let setting = Setting::new(store).await;
        let (ana, _) = setting.ana().await;

        let sent = send(&ana, "Hi", "fake/echo").await;
        finished(&ana, &sent).await;

        assert!(setting.provider.calls()[0].body.get("tools").is_none());
    }

    async fn a_server_that_is_off_in_a_conversation_is_not_offered_there(store) {
        let setting = Setting::new(store).await;
        let (ana, key) = setting.ana().await;
        let conversation = kernel::ConversationId::new(testing::NOW);
        let path = format!("/api/tools/chats/{conversation}");
        assert_eq!(ana.get(&path).await.ok()["off"], json!([]));

        let off = ana.patch(&path, json!({ "off": [key, "other"] })).await.ok();
        assert_eq!(off["off"], json!([key]), "what is unknown is dropped");
        let message = json!({
            "id": kernel::MessageId::new(testing::NOW), "parent_id": null, "text": "Hi", "model": USES,
        });
        let messages = format!("/api/chat/conversations/{conversation}/messages");
        let sent = ana.post(&messages, message).await.accepted();
        finished(&ana, &sent).await;

        assert!(setting.provider.calls()[0].body.get("tools").is_none());
        let elsewhere = send(&ana, "Hi", USES).await;
        crate::setting::until(&ana, &elsewhere, "run.paused").await;
    }

    async fn a_server_that_is_off_is_offered_nowhere(store) {
        let setting = Setting::new(store).await;
        let (ana, key) = setting.ana().await;

        let path = format!("/api/tools/servers/{key}");
        assert_eq!(ana.patch(&path, json!({ "enabled": false })).await.ok()["enabled"], false);
        let sent = send(&ana, "Hi", USES).await;
        finished(&ana, &sent).await;

        assert!(setting.provider.calls()[0].body.get("tools").is_none());
    }
}
