//! Scopes of keys.

use serde_json::{Value, json};
use testing::{Client, for_each_store};

use crate::setting::{SAYS_HI, Setting, question};

async fn program_for(setting: &Setting, scopes: Value) -> Client {
    let made =
        setting.ana.post("/api/gateway/keys", json!({ "name": "s", "scopes": scopes })).await;
    let made = made.created();
    assert_eq!(made["key"]["scopes"], scopes);
    setting.program_with(made["secret"].as_str().unwrap())
}

for_each_store! {
    async fn a_key_opens_only_what_it_is_for(store) {
        let setting = Setting::new(store).await;
        let embed = json!({ "model": "fake/text-embedding-1", "input": "a" });
        let respond = json!({ "model": SAYS_HI, "input": "Hi" });
        for (scopes, statuses) in [
            (json!(["models"]), [200, 403, 403, 403]),
            (json!(["chat"]), [403, 200, 200, 403]),
            (json!(["embeddings"]), [403, 403, 403, 200]),
        ] {
            let program = program_for(&setting, scopes).await;
            let answers = [
                program.get("/v1/models").await,
                program.post("/v1/chat/completions", question(SAYS_HI)).await,
                program.post("/v1/responses", respond.clone()).await,
                program.post("/v1/embeddings", embed.clone()).await,
            ];
            for (answer, status) in answers.into_iter().zip(statuses) {
                let answer = answer.assert_status(status);
                if status == 403 {
                    assert_eq!(answer.json()["error"]["type"], "permission_error");
                    assert_eq!(answer.json()["error"]["code"], "identity.key_scope_missing");
                }
            }
        }
    }

    async fn a_key_that_opens_nothing_is_refused(store) {
        let setting = Setting::new(store).await;
        let post = |body| setting.ana.post("/api/gateway/keys", body);
        let none = post(json!({ "name": "n", "scopes": [] })).await;
        none.assert_problem(422, "gateway.key_scopes_empty");
        let unknown = post(json!({ "name": "n", "scopes": ["everything"] })).await;
        unknown.assert_problem(400, "api.malformed_json");
        let usual = post(json!({ "name": "n" })).await.created();
        assert_eq!(usual["key"]["scopes"], json!(["models", "chat"]));
    }
}
