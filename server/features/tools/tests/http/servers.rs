//! Connecting servers.

use serde_json::json;
use testing::for_each_store;
use tools::Settings;

use crate::setting::{Setting, USES, answer, calls, finished, send, text};

for_each_store! {
    async fn a_server_is_connected_and_says_what_it_has(store) {
        let setting = Setting::new(store).await;
        let ana = setting.server.member("ana@example.com").await;

        let server = setting.connect(&ana).await;

        assert_eq!(server["state"], "connected");
        assert_eq!(server["by_operator"], false);
        let tools = server["tools"].as_array().unwrap();
        let names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["echo", "fail", "big", "look", "wait", "draw"], "both pages");
        assert_eq!(tools[0]["title"], "Echo");
        assert_eq!(tools[0]["description"], "Says it again");
        assert_eq!(tools[0]["rule"], "ask");
        assert_eq!((&tools[1]["destructive"], &tools[3]["read_only"]), (&json!(true), &json!(true)));
        let listed = ana.get("/api/tools/servers").await.ok();
        assert_eq!(listed["items"][0], server);
        assert_eq!(listed["own_servers"], true);
    }

    async fn a_server_is_its_persons_alone(store) {
        let setting = Setting::new(store).await;
        let (_ana, key) = setting.ana().await;
        let ben = setting.server.member("ben@example.com").await;
        let path = format!("/api/tools/servers/{key}");

        assert_eq!(ben.get("/api/tools/servers").await.ok()["items"], json!([]));
        ben.patch(&path, json!({ "enabled": false })).await
            .assert_problem(404, "tools.server_not_found");
        ben.post(&format!("{path}/check"), json!({})).await
            .assert_problem(404, "tools.server_not_found");
        ben.delete(&path).await.assert_problem(404, "tools.server_not_found");
        let sent = send(&ben, "desk__echo {}", USES).await;
        finished(&ben, &sent).await;
        assert!(calls(&answer(&ben, &sent).await).is_empty());
    }

    async fn a_name_is_needed_once(store) {
        let setting = Setting::new(store).await;
        let (ana, _) = setting.ana().await;
        let new = |name: &str| json!({ "name": name, "url": setting.mcp.url() });

        ana.post("/api/tools/servers", new(" ")).await.assert_problem(422, "tools.name_empty");
        ana.post("/api/tools/servers", new(&"a".repeat(81))).await
            .assert_problem(422, "tools.name_too_long");
        ana.post("/api/tools/servers", new("desk")).await.assert_problem(409, "tools.name_taken");
    }

    async fn the_operator_may_keep_servers_to_themselves(store) {
        let settings = Settings { own_servers: false, ..Settings::default() };
        let setting = Setting::with(store, settings).await;
        let ana = setting.server.member("ana@example.com").await;

        let new = json!({ "name": "Desk", "url": setting.mcp.url() });
        ana.post("/api/tools/servers", new).await.assert_problem(403, "tools.own_servers_off");
        assert_eq!(ana.get("/api/tools/servers").await.ok()["own_servers"], false);
    }

    async fn a_server_that_is_away_says_so_and_its_tools_are_not_offered(store) {
        let setting = Setting::new(store).await;
        let (ana, key) = setting.ana().await;
        setting.mcp.require_sign_in();

        let path = format!("/api/tools/servers/{key}/check");
        let server = ana.post(&path, json!({})).await.ok();

        assert_eq!(server["state"], "needs_sign_in");
        assert_eq!(server["tools"].as_array().unwrap().len(), 6, "what it had is kept");
        let sent = send(&ana, "Hi", USES).await;
        finished(&ana, &sent).await;
        assert_eq!(text(&answer(&ana, &sent).await), "Hi");
        assert!(setting.provider.calls()[0].body.get("tools").is_none());
    }

    async fn what_is_removed_is_gone_with_all_that_was_chosen_for_it(store) {
        let setting = Setting::new(store).await;
        let (ana, key) = setting.ana().await;
        crate::setting::allow(&ana, &key, "echo").await;
        let path = format!("/api/tools/servers/{key}");

        ana.delete(&path).await.no_content();

        assert_eq!(ana.get("/api/tools/servers").await.ok()["items"], json!([]));
        ana.delete(&path).await.assert_problem(404, "tools.server_not_found");
        let again = setting.connect(&ana).await;
        assert_eq!(again["tools"][0]["rule"], "ask");
    }

    async fn a_server_that_forgot_its_sessions_is_greeted_again(store) {
        let setting = Setting::new(store).await;
        let (ana, key) = setting.ana().await;
        crate::setting::allow(&ana, &key, "echo").await;
        assert_eq!(setting.mcp.greetings(), 1);

        let sent = send(&ana, "Desk__echo {\"text\":\"a\"}", USES).await;
        finished(&ana, &sent).await;
        assert_eq!(setting.mcp.greetings(), 1, "a greeting serves many calls");
        setting.mcp.forget_sessions();
        let sent = send(&ana, "Desk__echo {\"text\":\"b\"}", USES).await;
        finished(&ana, &sent).await;

        assert_eq!(text(&answer(&ana, &sent).await), "echo: b");
        assert_eq!(setting.mcp.greetings(), 2);
    }
}
