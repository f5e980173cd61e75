use kernel::Uuid;
use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::{REFERENCE, SMALL, list, send, start, start_with, use_tool};

for_each_store! {
    async fn a_tool_makes_an_image_that_is_kept_with_how_it_was_made(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let task = use_tool(&server, &ana, json!({ "tool": "sketch", "is_colored": true })).await;
        assert_eq!((&task["state"], &task["price"]), (&json!("succeeded"), &json!(0)));
        let made = &task["images"][0];
        assert_eq!((&made["origin"], &made["tool"]), (&json!("tool"), &json!("sketch")));
        assert_eq!((&made["width"], &made["height"]), (&json!(100), &json!(100)));
        assert_eq!(made["work"]["tool"], json!({ "tool": "sketch", "is_colored": true }));

        let uploaded = list(&ana, "?uploaded=true").await;
        assert_eq!(uploaded, [made["parent_id"].clone()], "what it was made from is kept, too");
        assert_eq!(list(&ana, "?uploaded=false").await, [made["id"].clone()]);
        let file = format!("/api/documents/files/{}/content", made["file_id"].as_str().unwrap());
        assert_eq!(ana.get(&file).await.body, SMALL);
    }

    async fn a_task_sent_again_does_nothing_twice(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let file_id = send(&ana, SMALL).await;
        let task = json!({ "id": Uuid::now_v7(), "work": {
            "type": "tool", "tool": { "tool": "posterize" }, "file_ids": [file_id] } });
        ana.post("/api/images/tasks", task.clone()).await.accepted();
        server.run_jobs().await;
        let again = ana.post("/api/images/tasks", task).await.accepted();
        assert_eq!(again["images"].as_array().unwrap().len(), 1);
        server.run_jobs().await;
        assert_eq!(list(&ana, "").await.len(), 2, "the image and the one that it was made from");
    }

    async fn what_a_tool_cannot_take_is_refused_before_it_starts(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let file_id = send(&ana, SMALL).await;
        let tool = |tool: Value, files: Value| {
            json!({ "id": Uuid::now_v7(), "work": { "type": "tool", "tool": tool, "file_ids": files } })
        };
        for (task, status, code) in [
            (tool(json!({ "tool": "sketch" }), json!([])), 422, "image_tools.picture_count"),
            (tool(json!({ "tool": "erase_area" }), json!([file_id])), 422, "image_tools.picture_count"),
            (tool(json!({ "tool": "upscale", "factor": 3 }), json!([file_id])), 422, "image_tools.option"),
            (tool(json!({ "tool": "remove_background" }), json!([file_id])), 409, "image_tools.not_installed"),
            (tool(json!({ "tool": "sketch" }), json!([Uuid::now_v7()])), 404, "files.not_found"),
        ] {
            ana.post("/api/images/tasks", task).await.assert_problem(status, code);
        }
        let ben = server.member("ben@example.com").await;
        let task = tool(json!({ "tool": "sketch" }), json!([file_id]));
        ben.post("/api/images/tasks", task).await.assert_problem(404, "files.not_found");
        assert_eq!(list(&ana, "").await, Vec::<Value>::new());
    }

    async fn an_engine_that_dies_fails_its_task_which_can_be_retried(store) {
        let server = start_with(store, "/bin/false").await;
        let ana = server.member("ana@example.com").await;
        let task = use_tool(&server, &ana, json!({ "tool": "sketch" })).await;
        assert_eq!((&task["state"], &task["problem"]["code"]), (&json!("failed"), &json!("image_tools.broken")));
        let retry = format!("/api/tasks/{}/retry", task["id"].as_str().unwrap());
        ana.post(&retry, json!({})).await.assert_status(202);
    }

    async fn a_mask_comes_between_the_image_and_what_lies_behind_it(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let (image, mask, behind) =
            (send(&ana, REFERENCE).await, send(&ana, SMALL).await, send(&ana, SMALL).await);
        let tool = json!({ "tool": "change_background", "has_mask": true, "background": { "kind": "picture" } });
        let work = json!({ "type": "tool", "tool": tool, "file_ids": [image, behind], "mask_file_id": mask });
        let task = json!({ "id": Uuid::now_v7(), "work": work });
        ana.post("/api/images/tasks", task).await.accepted();
        server.run_jobs().await;
        assert_eq!(list(&ana, "?uploaded=true").await.len(), 2, "masks are no images of their own");
        assert_eq!(list(&ana, "?uploaded=false").await.len(), 1);
    }

    async fn tools_say_what_they_take_and_what_their_engine_is(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let tools = ana.get("/api/images/tools").await.ok();
        let tools = tools["tools"].as_array().unwrap();
        let find = |kind: &str| tools.iter().find(|tool| tool["kind"] == kind).unwrap();
        assert_eq!((&find("sketch")["label"], &find("erase_area")["mask"]), (&json!("filter"), &json!("required")));
        assert_eq!(find("remove_background")["is_installed"], json!(false));
        assert_eq!(ana.get("/api/images/models").await.ok(), json!({ "models": [] }));
    }
}
