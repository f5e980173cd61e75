//! Programs that the operator named.

use std::collections::BTreeMap;

use kernel::Secret;
use serde_json::json;
use testing::for_each_store;
use tools::{OperatorServer, Settings};

use crate::setting::{Setting, USES, allow, answer, finished, send, text};

/// A tool server as a shell script: one tool, which returns its environment.
const PROGRAM: &str = r#"
echo "a program may say anything"
while read -r line; do
  id=$(printf %s "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
  case "$line" in
    *'"initialize"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","capabilities":{}}}\n' "$id" ;;
    *'"tools/list"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"env","inputSchema":{"type":"object"}}]}}\n' "$id" ;;
    *'"die"'*) exit 1 ;;
    *'"tools/call"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"GIVEN=%s HOME=%s"}]}}\n' "$id" "$GIVEN" "$HOME" ;;
  esac
done
"#;

fn settings() -> Settings {
    let program = OperatorServer {
        name: "shell".to_owned(),
        command: Some("sh".to_owned()),
        args: vec!["-c".to_owned(), PROGRAM.to_owned()],
        env: BTreeMap::from([("GIVEN".to_owned(), Secret::new("yes".to_owned()))]),
        ..OperatorServer::default()
    };
    let missing = OperatorServer {
        name: "missing".to_owned(),
        command: Some("no-such-program-anywhere".to_owned()),
        ..OperatorServer::default()
    };
    Settings { servers: vec![program, missing], ..Settings::default() }
}

for_each_store! {
    async fn a_program_serves_everybody_and_sees_only_what_it_is_given(store) {
        let setting = Setting::with(store, settings()).await;
        let ana = setting.server.member("ana@example.com").await;
        let ben = setting.server.member("ben@example.com").await;

        for person in [&ana, &ben] {
            let listed = person.get("/api/tools/servers").await.ok();
            let shell = &listed["items"][0];
            assert_eq!((&shell["state"], &shell["by_operator"]), (&json!("connected"), &json!(true)));
            assert_eq!(shell["tools"][0]["name"], "env");
            assert_eq!(listed["items"][1]["state"], "failed");
            assert_eq!(listed["items"][1]["problem"], "The server cannot be reached.");
            allow(person, "operator:shell", "env").await;
            let sent = send(person, "shell__env {}", USES).await;
            finished(person, &sent).await;
            assert_eq!(text(&answer(person, &sent).await), "GIVEN=yes HOME=");
        }
    }

    async fn a_program_that_died_is_started_again(store) {
        let setting = Setting::with(store, settings()).await;
        let ana = setting.server.member("ana@example.com").await;
        ana.get("/api/tools/servers").await.ok();
        allow(&ana, "operator:shell", "env").await;

        let sent = send(&ana, "shell__env {\"now\":\"die\"}", USES).await;
        finished(&ana, &sent).await;
        assert_eq!(text(&answer(&ana, &sent).await), "The server cannot be reached.");
        let sent = send(&ana, "shell__env {}", USES).await;
        finished(&ana, &sent).await;

        assert_eq!(text(&answer(&ana, &sent).await), "GIVEN=yes HOME=");
    }

    async fn nobody_removes_what_the_operator_set_up(store) {
        let setting = Setting::with(store, settings()).await;
        let ana = setting.server.member("ana@example.com").await;

        ana.delete("/api/tools/servers/operator:shell").await.assert_problem(403, "tools.not_own");
        let off = json!({ "enabled": false });
        ana.patch("/api/tools/servers/operator:shell", off).await.ok();
        let listed = ana.get("/api/tools/servers").await.ok();
        assert_eq!(listed["items"][0]["enabled"], false, "but each switches it off for themselves");
        ana.post("/api/tools/servers/operator:shell/sign-in", json!({})).await
            .assert_problem(409, "tools.sign_in_not_offered");
    }
}
