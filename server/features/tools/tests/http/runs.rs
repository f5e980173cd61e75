//! Runs that use tools.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use testing::for_each_store;

use crate::fake_mcp::PNG;
use crate::setting::{
    SEES, Setting, USES, allow, answer, calls, charged, decide, finished, run_path, send, send_to,
    text, until,
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
        assert_eq!(asked[0].body["tools"].as_array().unwrap().len(), 6);
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

    async fn a_picture_of_a_tool_is_shown_and_kept_and_a_model_that_sees_is_given_it(store) {
        let setting = Setting::new(store).await;
        let (ana, key) = setting.ana().await;
        allow(&ana, &key, "draw").await;

        let sent = send(&ana, "Desk__draw {}", SEES).await;
        finished(&ana, &sent).await;

        let answer = answer(&ana, &sent).await;
        let parts = answer["parts"].as_array().unwrap();
        let kinds: Vec<_> = parts.iter().map(|part| part["kind"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["tool_call", "file", "file", "text"]);
        assert_eq!((&parts[1]["name"], &parts[1]["media_type"]), (&json!("image-1.png"), &json!("image/png")));
        assert_eq!((&parts[2]["name"], &parts[2]["media_type"]), (&json!("audio-2.wav"), &json!("audio/wav")));
        let output = parts[0]["output"].as_str().unwrap();
        assert!(output.starts_with("Drawn\n\n[image-1.png, image/png,"), "{output}");
        // The bytes exist, for their person only, and are kept as long as the answer.
        let id = parts[1]["file_id"].as_str().unwrap().parse().unwrap();
        let services = &setting.server.services;
        let mut conn = services.db.read().await.unwrap();
        let upload = services.files.find_upload(&mut conn, ana.user_id, id).await.unwrap().unwrap();
        drop(conn);
        let kept = services.files.get(&upload.key()).await.unwrap().unwrap();
        assert_eq!(STANDARD.encode(kept), PNG);
        assert!(services.files.remove_upload(&services.db, &upload).await.is_err(), "it is in use");
        let path = format!("/api/documents/files/{}/content", parts[1]["file_id"].as_str().unwrap());
        assert_eq!(ana.get(&path).await.assert_status(200).header("content-type"), "image/png");
        // OpenAI's tool messages carry no pictures: it follows as the person's.
        let told = setting.provider.calls()[1].body["messages"].to_string();
        assert!(told.contains("data:image/png;base64,"), "{told}");
        // It can be discussed afterwards, with and without vision.
        let conversation = sent["conversation"]["id"].as_str().unwrap();
        for (model, sees) in [("fake/gpt-4o-mini-echo", true), ("fake/echo", false)] {
            let more = send_to(&ana, conversation, &answer["id"], "What was it?", model).await;
            finished(&ana, &more).await;
            let calls = setting.provider.calls();
            let told = calls.last().unwrap().body["messages"].to_string();
            assert_eq!(told.contains("data:image/png;base64,"), sees, "{told}");
            assert_eq!(told.contains("[A picture that you cannot see: image-1.png]"), !sees);
        }
    }

    async fn a_model_that_does_not_see_is_told_so(store) {
        let setting = Setting::new(store).await;
        let (ana, key) = setting.ana().await;
        allow(&ana, &key, "draw").await;

        let sent = send(&ana, "Desk__draw {}", USES).await;
        finished(&ana, &sent).await;

        let answer = answer(&ana, &sent).await;
        assert_eq!(answer["parts"][1]["kind"], "file");
        assert!(text(&answer).ends_with("[You cannot see pictures.]"), "{}", text(&answer));
        let told = setting.provider.calls()[1].body["messages"].to_string();
        assert!(!told.contains("base64"), "{told}");
    }

    // spec §9: "chat images 4M"
    async fn a_picture_of_more_than_4_mb_is_said_and_not_shown(store) {
        let setting = Setting::new(store).await;
        let (ana, key) = setting.ana().await;
        allow(&ana, &key, "draw").await;

        let sent = send(&ana, "Desk__draw {\"text\":\"huge\"}", SEES).await;
        finished(&ana, &sent).await;

        let answer = answer(&ana, &sent).await;
        assert_eq!(calls(&answer)[0]["state"], "completed");
        let said = text(&answer);
        assert!(said.contains("[image-1.png: File size exceeds the maximum size limit]"), "{said}");
        let parts = answer["parts"].as_array().unwrap();
        let files: Vec<_> = parts.iter().filter(|part| part["kind"] == "file").collect();
        assert_eq!(files.len(), 1, "the sound is kept");
    }

    async fn a_picture_outlives_a_pause_for_another_tool(store) {
        let setting = Setting::new(store).await;
        let (ana, key) = setting.ana().await;
        allow(&ana, &key, "draw").await;

        let sent = send(&ana, "Desk__draw {}\nDesk__echo {\"text\":\"And?\"}", SEES).await;
        until(&ana, &sent, "run.paused").await;
        let mut events = ana.events(&format!("{}/events", run_path(&sent))).await;
        let waiting = loop {
            let started = events.next_of("part.started").await.data["part"].clone();
            if started["state"] == "waiting" {
                break started;
            }
        };
        decide(&ana, &sent, &waiting, "once").await.assert_status(202);
        finished(&ana, &sent).await;

        let told = setting.provider.calls()[1].body["messages"].to_string();
        assert!(told.contains("data:image/png;base64,"), "{told}");
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
        until(&ana, &elsewhere, "run.paused").await;
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
