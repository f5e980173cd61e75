//! Actions on API keys.

use serde_json::json;
use testing::for_each_store;

use crate::setting::Setting;

for_each_store! {
    async fn a_secret_is_shown_once_and_works(store) {
        let setting = Setting::new(store).await;

        let made = setting.ana.post("/api/gateway/keys", json!({ "name": " my  laptop " })).await;
        let made = made.created();

        let secret = made["secret"].as_str().unwrap();
        assert_eq!(made["key"]["name"], "my laptop");
        assert!(secret.starts_with(made["key"]["prefix"].as_str().unwrap()));
        let listed = setting.keys().await;
        assert_eq!(listed.len(), 1);
        assert!(!listed[0].to_string().contains(secret));
        setting.program_with(secret).get("/v1/models").await.ok();
    }

    async fn a_deleted_key_is_refused_at_once(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;
        let id = setting.keys().await[0]["id"].as_str().unwrap().to_owned();

        setting.ana.delete(&format!("/api/gateway/keys/{id}")).await.no_content();

        let answer = program.get("/v1/models").await.assert_status(401);
        assert_eq!(answer.json()["error"]["code"], "invalid_api_key");
    }

    async fn a_key_of_somebody_else_is_not_there(store) {
        let setting = Setting::new(store).await;
        setting.program(None).await;
        let id = setting.keys().await[0]["id"].as_str().unwrap().to_owned();
        let ben = setting.server.member("ben@example.com").await;

        let path = format!("/api/gateway/keys/{id}");
        ben.delete(&path).await.assert_problem(404, "identity.key_not_found");

        assert_eq!(setting.keys().await.len(), 1);
    }

    async fn a_key_without_a_name_or_with_no_limit_to_speak_of_is_refused(store) {
        let setting = Setting::new(store).await;
        let post = |body| setting.ana.post("/api/gateway/keys", body);

        post(json!({ "name": " " })).await.assert_problem(422, "gateway.key_name_empty");
        let cap = post(json!({ "name": "n", "cap": 0 })).await;
        cap.assert_problem(422, "gateway.key_cap_too_small");
        let spent = post(json!({ "name": "n", "spent": -5 })).await;
        spent.assert_problem(400, "api.malformed_json");

        assert!(setting.keys().await.is_empty());
    }
}
