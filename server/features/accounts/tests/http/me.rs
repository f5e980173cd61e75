use serde_json::{Value, json};
use testing::for_each_store;

use super::{me, server};

for_each_store! {
    async fn settings_change_one_by_one_and_other_windows_hear_of_it(store) {
        let server = server(store).await;
        let ana = server.member("ana@example.com").await;
        let mut hints = server.services.bus.subscribe_to_user(ana.user_id);
        let patch = json!({ "theme": "dark", "locale": "ar", "shortcuts": { "chat.new": null } });

        let settings = ana.patch("/api/accounts/settings", patch).await.ok();

        assert_eq!(settings, json!({
            "theme": "dark", "locale": "ar", "shortcuts": { "chat.new": null },
            "default_model": null, "send_with": "enter", "font_size": "normal",
            "content_width": "normal", "auto_new_chat": false, "simple_mode": false,
            "merge_at_once": false, "merge_model": null, "reply_language": null, "scroll": "follow",
            "context": { "mode": "smart", "limit": "crop", "tokens": 20_000 },
        }));
        assert_eq!(hints.next().await.unwrap(), r#"{"event":"settings.changed"}"#);
        let patch = json!({ "locale": null, "send_with": "mod_enter" });
        ana.patch("/api/accounts/settings", patch).await.ok();
        let settings = me(&ana).await["settings"].clone();
        assert_eq!(settings["theme"], "dark");
        assert_eq!(settings["locale"], Value::Null);
        assert_eq!(settings["send_with"], "mod_enter");
    }

    async fn what_is_no_setting_changes_nothing(store) {
        let server = server(store).await;
        let ana = server.member("ana@example.com").await;
        let before = me(&ana).await;
        for patch in [json!({ "theme": "pink" }), json!({ "theme": "dark", "role": "operator" })] {
            let answer = ana.patch("/api/accounts/settings", patch).await;
            answer.assert_problem(422, "accounts.invalid_settings");
        }
        let answer = ana.patch("/api/accounts/settings", json!(["dark"])).await;
        answer.assert_problem(400, "api.malformed_json");
        assert_eq!(me(&ana).await, before);
    }

    async fn a_person_changes_their_name_and_nothing_else(store) {
        let server = server(store).await;
        let ana = server.member("ana@example.com").await;

        let changed = ana.patch("/api/accounts/me", json!({ "name": " Ana  Lima " })).await.ok();

        assert_eq!(changed["name"], "Ana Lima");
        for more in ["role", "email", "plan", "workspace_id", "suspended", "id"] {
            let answer = ana.patch("/api/accounts/me", json!({ "name": "Eve", more: "x" })).await;
            answer.assert_problem(400, "api.malformed_json");
        }
        let answer = ana.patch("/api/accounts/me", json!({ "name": "" })).await;
        answer.assert_problem(422, "accounts.name_invalid");
        assert_eq!(me(&ana).await["name"], "Ana Lima");
        assert_eq!(me(&ana).await["role"], "member");
    }

    async fn visitors_change_nothing(store) {
        let server = server(store).await;
        let eve = server.visitor();
        for path in ["/api/accounts/me", "/api/accounts/settings"] {
            eve.patch(path, json!({})).await.assert_problem(401, "identity.login_required");
        }
        let answer = eve.post("/api/accounts/deletion", json!({ "password": "" })).await;
        answer.assert_problem(401, "identity.login_required");
    }
}
