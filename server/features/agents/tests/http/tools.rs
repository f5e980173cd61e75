//! Which tools a model is offered, and those of the house.

use regions::Place;
use serde_json::json;
use testing::for_each_store;

use crate::setting::{EXTRAS, Setting, TOOLS, steps};

fn offered(setting: &Setting, at: usize) -> Vec<String> {
    let body = setting.provider.calls().remove(at).body;
    let tools = body["tools"].as_array().unwrap().iter();
    tools.map(|tool| tool["function"]["name"].as_str().unwrap().to_owned()).collect()
}

for_each_store! {
    // issue 28: "only the tools that matter enter the prompt"
    async fn of_many_tools_those_that_matter_are_offered_and_others_are_found(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let tools: Vec<&str> = TOOLS.iter().copied().chain(EXTRAS).collect();
        let agent = setting.agent(&ana, json!({ "tools": tools })).await;
        let text = "find_tools {\"query\": \"jira\"}\nmail_c {}";
        let done = setting.started(&ana, &agent, "use-echo", text).await;
        assert_eq!(done["state"], "succeeded", "{done}");
        let first = offered(&setting, 0);
        assert!(first.len() <= 27, "{first:?}");
        assert!(first.contains(&"mail_c".to_owned()) && first.contains(&"find_tools".to_owned()));
        let calls = &steps(&done)[0]["calls"];
        let told = calls[0]["output"].as_str().unwrap();
        assert!(told.contains("jira_"), "{told}");
        let second = offered(&setting, 1);
        let name = told.split(": ").nth(1).unwrap().split([',', '.']).next().unwrap();
        assert!(second.contains(&name.to_owned()), "{name} in {second:?}");
    }

    async fn an_agent_has_the_tools_that_were_chosen_and_no_others(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({ "tools": ["calculate", "wonder", "ask_user"] })).await;
        setting.started(&ana, &agent, "use-echo", "count {}").await;
        assert_eq!(offered(&setting, 0), ["calculate", "wonder", "ask_user"], "each once");
        assert_eq!(setting.count("count"), 0);
    }

    async fn a_task_makes_images_only_where_its_person_may(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({ "tools": ["calculate", "paint"] })).await;
        let closed = Place { may_make_media: false, ..Place::OPEN };
        let sent = closed.scope(setting.sent(&ana, &agent, "use-echo", "count {}")).await.accepted();
        setting.settle().await;
        assert_eq!(offered(&setting, 0), ["calculate"]);

        let message = json!({ "id": setting.id(), "text": "count {}" });
        setting.post(&ana, &sent, "messages", message).await;
        let last = setting.provider.calls().len() - 1;
        assert_eq!(offered(&setting, last), ["calculate", "paint"]);
    }

    async fn a_model_with_vision_sees_what_a_tool_drew(store) {
        let setting = Setting::new(store).await;
        let olivia = setting.server.operator().await;
        let agent = setting.agent(&olivia, json!({ "tools": ["draw"] })).await;
        for (model, pictures) in [("gpt-4o-use-echo", 1), ("use-echo", 0)] {
            let done = setting.started(&olivia, &agent, model, "draw {}").await;
            assert_eq!(done["state"], "succeeded", "{done}");
            let asked = setting.provider.calls().pop().unwrap().body.to_string();
            assert_eq!(asked.matches("data:image/png;base64,").count(), pictures, "{model}: {asked}");
        }
    }

    async fn a_document_is_a_file_of_the_persons(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({ "tools": ["create_document"] })).await;
        let document = json!({ "title": "Tides", "markdown": "# Tides\n\nThey rise.", "format": "docx" });
        let done = setting.started(&ana, &agent, "use-echo", &format!("create_document {document}")).await;
        let call = &steps(&done)[0]["calls"][0];
        assert_eq!(call["state"], "completed", "{done}");
        let part = &call["parts"][0];
        assert_eq!((&part["kind"], &part["name"]), (&json!("file"), &json!("Tides.docx")));
        assert!(part["size_bytes"].as_i64().unwrap() > 1_000);
        let mut conn = setting.server.db().read().await.unwrap();
        let id = serde_json::from_value::<kernel::FileId>(part["file_id"].clone()).unwrap();
        let upload = setting.server.services.files.find_upload(&mut conn, ana.user_id, id).await.unwrap();
        assert!(upload.is_some());
    }

    async fn tools_that_write_do_not_wait_for_each_other_for_ever(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let tools = ["calculate", "create_document", "look"];
        let agent = setting.agent(&ana, json!({ "tools": tools })).await;
        let document = json!({ "title": "Tides", "markdown": "They rise." });
        let text = format!(
            "look {{}}\ncreate_document {document}\ncreate_document {document}\n\
             calculate {{\"expression\": \"1\"}}"
        );
        let done = setting.started(&ana, &agent, "use-echo", &text).await;
        assert_eq!(done["state"], "succeeded", "{done}");
        let calls = steps(&done)[0]["calls"].as_array().unwrap();
        assert_eq!(calls.len(), 4);
        assert!(calls.iter().all(|call| call["state"] == "completed"), "{calls:?}");
    }
}
