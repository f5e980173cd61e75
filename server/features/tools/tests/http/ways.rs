//! Servers that speak the protocol in other ways.

use serde_json::json;
use testing::for_each_store;

use crate::setting::{Setting, USES, allow, answer, calls, finished, send};

for_each_store! {
    async fn tools_are_used_on_old_streams_on_resumed_ones_and_as_tasks(store) {
        let setting = Setting::new(store).await;
        let ana = setting.server.member("ana@example.com").await;
        for (way, expected) in [
            ("old", "from the stream"),
            ("cut", "from the second stream"),
            ("tasks", "tools/call tasks/get tasks/get tasks/result"),
        ] {
            let url = setting.mcp.url().replace("/mcp", &format!("/{way}"));
            let new = json!({ "name": way, "url": url });
            let connected = ana.post("/api/tools/servers", new).await.created();
            assert_eq!((&connected["state"], &connected["problem"]), (&json!("connected"), &json!(null)), "{way}");
            allow(&ana, connected["key"].as_str().unwrap(), "echo").await;

            let sent = send(&ana, &format!("{way}__echo {{}}"), USES).await;
            finished(&ana, &sent).await;

            let call = &calls(&answer(&ana, &sent).await)[0];
            assert_eq!((&call["state"], &call["output"]), (&json!("completed"), &json!(expected)), "{way}");
        }
    }

    async fn a_stream_that_names_another_server_is_not_followed(store) {
        let setting = Setting::new(store).await;
        let ana = setting.server.member("ana@example.com").await;
        let url = setting.mcp.url().replace("/mcp", "/elsewhere");
        let new = json!({ "name": "Elsewhere", "url": url });
        let connected = ana.post("/api/tools/servers", new).await.created();
        assert_eq!(connected["state"], "failed");
    }
}
