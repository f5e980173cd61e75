//! PowerUPs of others: reviewed, found, favorited, removed.

use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::{POWERUPS, Setting, names, review_of, tool};

const EXPLORE: &str = "/api/powerups/explore";

fn public(path: &str) -> String {
    path.replace("/powerups/", "/powerups/public/")
}

for_each_store! {
    // spec §4: "Shareable only after review passes."
    async fn nobody_has_it_before_it_was_reviewed(store) {
        let setting = Setting::new(store).await;
        let sites = json!({ "scope": "site", "patterns": ["example.org"] });
        let path = setting.create(json!({ "sites": sites, "reads": "selection", "skills": ["search_enhance"] })).await;
        let sent = setting.share(&path, "public").await;
        assert_eq!((&sent["state"], &sent["shown_scope"]), (&json!("auditing"), &json!("private")));
        setting.ben.get(&path).await.assert_problem(404, "powerups.not_found");
        assert_eq!(setting.ben.get(EXPLORE).await.ok()["items"], json!([]));
        setting.ben.get("/api/powerups/reviews").await.assert_problem(403, "identity.operator_only");

        let waiting = setting.operator.get("/api/powerups/reviews").await.ok();
        let review = &waiting["items"][0];
        assert_eq!((&review["author"], &review["changes"]), (&json!("ana"), &Value::Null));
        assert_eq!(review["powerup"]["scope"], "public");
        assert_eq!(review["permissions"], json!({
            "sites": sites, "reads": "selection", "skills": ["search_enhance"], "searches_web": true, "runs_code": false,
        }));
        setting.settle(&path, "approved").await;
        assert_eq!(setting.ana.get(&path).await.ok()["state"], "shared");
        let seen = setting.ben.get(&path).await.ok();
        assert_eq!((&seen["mine"], &seen["author"], &seen["state"]), (&json!(false), &json!("ana"), &json!("shared")));
        assert_eq!(names(&setting.ben.get(EXPLORE).await.ok()), ["Explain"]);
        assert_eq!(names(&setting.ben.get(&format!("{EXPLORE}?q=expl")).await.ok()), ["Explain"]);
        assert_eq!(setting.ben.get(&format!("{EXPLORE}?q=tides")).await.ok()["items"], json!([]));
        setting.server.visitor().get(&public(&path)).await.ok();
        let gone = json!({ "outcome": "approved", "version": 1 });
        setting.operator.patch(&review_of(&path), gone).await.assert_problem(404, "powerups.review_not_found");
    }

    async fn who_is_rejected_is_told_why_and_sends_it_again(store) {
        let setting = Setting::new(store).await;
        let path = setting.create(json!({})).await;
        setting.share(&path, "link").await;
        let without = json!({ "outcome": "rejected", "version": 1, "reason": " " });
        setting.operator.patch(&review_of(&path), without).await.assert_problem(422, "powerups.required");
        setting.settle(&path, "rejected").await;
        let own = setting.ana.get(&path).await.ok();
        assert_eq!((&own["state"], &own["reason"]), (&json!("audit_rejected"), &json!("Sells pans")));
        let mut conn = setting.server.db().read().await.unwrap();
        let outbox = setting.server.services.mail.list_outbox(&mut conn, store::Cursor::FIRST, 10).await.unwrap();
        assert!(outbox.items[0].text.contains("Sells pans"), "{:?}", outbox.items[0].text);
        drop(conn);

        let fixed = setting.ana.put(&path, tool(json!({ "prompt": "Explain." }))).await.ok();
        assert_eq!(fixed["state"], "audit_rejected");
        assert_eq!(setting.share(&path, "link").await["state"], "auditing");
        let stale = json!({ "outcome": "approved", "version": 1 });
        setting.operator.patch(&review_of(&path), stale).await.assert_problem(409, "powerups.review_changed");
        setting.settle(&path, "approved").await;
        // Whoever has the link has it; nobody finds it.
        setting.ben.get(&path).await.ok();
        assert_eq!(setting.ben.get(EXPLORE).await.ok()["items"], json!([]));
    }

    async fn others_keep_the_version_before_until_the_next_one_was_reviewed(store) {
        let setting = Setting::new(store).await;
        let path = setting.public(json!({})).await;
        let changed = setting.ana.put(&path, tool(json!({ "name": "Teach" }))).await.ok();
        assert_eq!((&changed["state"], &changed["shown_version"]), (&json!("auditing"), &json!(1)));
        let seen = setting.ben.get(&path).await.ok();
        assert_eq!((&seen["definition"]["name"], &seen["state"]), (&json!("Explain"), &json!("shared")));
        let waiting = setting.operator.get("/api/powerups/reviews").await.ok();
        assert_eq!(waiting["items"][0]["changes"], json!([{ "field": "name", "before": "Explain", "after": "Teach" }]));
        setting.settle(&path, "approved").await;
        assert_eq!(setting.ben.get(&path).await.ok()["definition"]["name"], "Teach");
        assert_eq!(names(&setting.ben.get(&format!("{EXPLORE}?q=teach")).await.ok()), ["Teach"]);
    }

    // spec §4: "One favorited by others cannot be updated or deleted (contact support)."
    async fn what_others_favorited_is_neither_changed_nor_deleted(store) {
        let setting = Setting::new(store).await;
        let path = setting.public(json!({})).await;
        let favorite = format!("{path}/favorite");
        // One's own favorite stands in nobody's way.
        setting.ana.put(&favorite, json!({ "favorited": true })).await.ok();
        setting.ana.put(&path, tool(json!({}))).await.ok();
        setting.settle(&path, "approved").await;
        let told = setting.ben.put(&favorite, json!({ "favorited": true })).await.ok();
        assert_eq!((&told["favorited"], &told["favorites"]), (&json!(true), &json!(1)));
        assert_eq!(names(&setting.ben.get(&format!("{POWERUPS}?of=favorites")).await.ok()), ["Explain"]);

        let refused = setting.ana.put(&path, tool(json!({}))).await;
        let refused = refused.assert_problem(409, "powerups.favorited");
        assert!(refused["message"].as_str().unwrap().contains("contact support"), "{refused}");
        setting.ana.delete(&path).await.assert_problem(409, "powerups.favorited");
        // Taken back, it stays with those who favorited it.
        assert_eq!(setting.share(&path, "private").await["state"], "unshared");
        assert_eq!(setting.ben.get(&path).await.ok()["state"], "unshared");
        assert_eq!(setting.ben.get(EXPLORE).await.ok()["items"], json!([]));
        setting.ben.put(&favorite, json!({ "favorited": false })).await.ok();
        setting.ben.get(&path).await.assert_problem(404, "powerups.not_found");
        setting.ana.delete(&path).await.no_content();
    }

    async fn one_that_was_deleted_or_removed_says_so(store) {
        let setting = Setting::new(store).await;
        let deleted = setting.public(json!({})).await;
        setting.ana.delete(&deleted).await.no_content();
        setting.server.visitor().get(&public(&deleted)).await.assert_problem(410, "powerups.gone");

        let path = setting.public(json!({ "name": "Spam" })).await;
        setting.ben.put(&format!("{path}/favorite"), json!({ "favorited": true })).await.ok();
        let removal = format!("{}/removal", review_of(&path));
        let why = json!({ "reason": "Sells pans" });
        setting.ben.post(&removal, why.clone()).await.assert_problem(403, "identity.operator_only");
        setting.operator.post(&removal, why).await.no_content();
        setting.ben.get(&path).await.assert_problem(410, "powerups.gone");
        assert_eq!(setting.ben.get(&format!("{POWERUPS}?of=favorites")).await.ok()["items"], json!([]));
        let own = setting.ana.get(&path).await.ok();
        assert_eq!((&own["state"], &own["reason"]), (&json!("removed"), &json!("Sells pans")));
        let again = setting.ana.put(&format!("{path}/sharing"), json!({ "scope": "public" })).await;
        again.assert_problem(409, "powerups.removed");
    }

    async fn an_anonymous_release_names_nobody_but_the_reviewer_knows(store) {
        let setting = Setting::new(store).await;
        let path = setting.create(json!({})).await;
        let sharing = json!({ "scope": "public", "anonymous": true });
        setting.ana.put(&format!("{path}/sharing"), sharing).await.ok();
        let waiting = setting.operator.get("/api/powerups/reviews").await.ok();
        assert_eq!(waiting["items"][0]["author"], "ana");
        setting.settle(&path, "approved").await;
        assert_eq!(setting.ben.get(&path).await.ok()["author"], Value::Null);
        let shown = setting.server.visitor().get(&public(&path)).await.ok();
        assert_eq!((&shown["author"], &shown["mine"]), (&Value::Null, &json!(false)));
    }

    async fn the_operators_own_needs_no_review(store) {
        let setting = Setting::new(store).await;
        let new = json!({ "id": kernel::Uuid::now_v7(), "definition": tool(json!({})) });
        let path = crate::setting::path_of(&setting.operator.post(POWERUPS, new).await.created());
        let shared = setting.operator.put(&format!("{path}/sharing"), json!({ "scope": "link" })).await.ok();
        assert_eq!(shared["state"], "shared");
        setting.ben.get(&path).await.ok();
    }
}
