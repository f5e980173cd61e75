use serde_json::json;
use testing::for_each_store;

use crate::setting::{Setting, make, names};

for_each_store! {
    // spec §6: "Others can report"
    async fn a_report_reaches_the_operator_and_nobody_else(store) {
        let setting = Setting::new(store).await;
        let Setting { server, ana, ben, .. } = &setting;
        let path = make(ana, json!({})).await;
        let report = json!({ "reason": "spam", "details": " Sells pans " });
        ben.post(&format!("{path}/reports"), report.clone()).await.no_content();
        ben.post(&format!("{path}/reports"), report).await.no_content();
        for other in [ana, ben] {
            other.get("/api/bots/reports").await.assert_problem(403, "identity.operator_only");
        }
        let operator = server.operator().await;
        let list = operator.get("/api/bots/reports").await.ok();
        assert_eq!(names(&list), ["Chef"], "a second report of the same person replaces the first");
        assert_eq!(list["items"][0]["details"], "Sells pans");
        assert_eq!(list["items"][0]["author"], "ana");
        assert!(!list.to_string().contains("ben"), "who reported is not told");
    }

    async fn a_report_needs_a_reason_and_a_bot_of_somebody_else(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, ben, .. } = &setting;
        let path = format!("{}/reports", make(ana, json!({})).await);
        let report = async |client: &testing::Client, body| client.post(&path, body).await;
        report(ben, json!({ "reason": "other" })).await.assert_problem(422, "bots.reason_empty");
        let long = json!({ "reason": "spam", "details": "d".repeat(1_001) });
        report(ben, long).await.assert_problem(422, "bots.reason_too_long");
        report(ben, json!({ "reason": "boring" })).await.assert_problem(400, "api.malformed_json");
        report(ana, json!({ "reason": "spam" })).await.assert_problem(409, "bots.own_bot");
        let draft = make(ana, json!({ "published": false })).await;
        let hidden = ben.post(&format!("{draft}/reports"), json!({ "reason": "spam" })).await;
        hidden.assert_problem(404, "bots.no_access");
    }

    async fn the_operator_dismisses_a_report_or_removes_the_bot(store) {
        let setting = Setting::new(store).await;
        let Setting { server, ana, ben, .. } = &setting;
        let operator = server.operator().await;
        let path = make(ana, json!({})).await;
        let settle = async |outcome: &str| {
            ben.post(&format!("{path}/reports"), json!({ "reason": "harmful" })).await.no_content();
            let list = operator.get("/api/bots/reports").await.ok();
            let id = list["items"][0]["id"].as_str().unwrap().to_owned();
            let report = format!("/api/bots/reports/{id}");
            ana.patch(&report, json!({ "outcome": outcome })).await
                .assert_problem(403, "identity.operator_only");
            operator.patch(&report, json!({ "outcome": outcome })).await.no_content();
            let again = operator.patch(&report, json!({ "outcome": outcome })).await;
            again.assert_problem(404, "bots.report_not_found");
        };
        settle("dismissed").await;
        ben.get(&path).await.ok();
        settle("removed").await;
        ben.get(&path).await.assert_problem(404, "bots.no_access");
        assert_eq!(operator.get("/api/bots/reports").await.ok()["items"], json!([]));
    }
}
