//! Cancellations and their reasons, as the operator reads them.

use serde_json::{Value, json};
use testing::{TestPerson, TestServer, for_each_store};

use crate::setting::{buy, order, pass_days, plan, start};

const CANCEL: &str = "/api/billing/subscription/cancel";
const RESUME: &str = "/api/billing/subscription/resume";
const DOWNGRADE: &str = "/api/billing/subscription/downgrade";

async fn cancel(person: &TestPerson, reason: &str, feedback: &str) {
    person.post(CANCEL, json!({ "reason": reason, "feedback": feedback })).await.ok();
}

async fn listed(server: &TestServer, query: &str) -> Value {
    let path = format!("/api/billing/cancellations{query}");
    server.operator().await.get(&path).await.ok()
}

async fn counts(server: &TestServer) -> Value {
    server.operator().await.get("/api/billing/cancellation-counts").await.ok()["reasons"].clone()
}

for_each_store! {
    // spec §4: "Payment: successful, failed or cancelled, with a reason."
    async fn what_was_ordered_goes_with_the_subscription_and_says_so(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        buy(&server, &ana, plan("pro", "monthly")).await;
        let more = order(&server, &ana, plan("unlimited", "monthly")).await;
        cancel(&ana, "not_used", "").await;
        let closed = ana.get(&format!("/api/billing/orders/{}", more["id"].as_str().unwrap())).await.ok();
        assert_eq!((&closed["state"], &closed["reason"]), (&json!("cancelled"), &json!("subscription_cancelled")));
    }

    async fn each_cancellation_is_kept_with_what_became_of_it(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        buy(&server, &ana, plan("pro_plus", "monthly")).await;
        cancel(&ana, "not_used", "").await;
        ana.post(RESUME, json!({})).await.ok();
        server.clock().advance(1_000_000);
        cancel(&ana, "advise", " Slow \n").await;

        let ben = server.member("ben@example.com").await;
        server.clock().advance(1_000_000);
        buy(&server, &ben, plan("pro", "yearly")).await;
        cancel(&ben, "too_expensive", "").await;

        let all = listed(&server, "").await;
        let items = all["items"].as_array().unwrap();
        let shown = |it: &Value| {
            json!([it["email"], it["plan"], it["cycle"], it["phase"], it["reason"], it["feedback"],
                it["offered"], it["returned_at"]])
        };
        assert_eq!(items.iter().map(shown).collect::<Vec<_>>(), [
            json!(["ben@example.com", "pro", "yearly", "active", "too_expensive", "", "none", null]),
            json!(["ana@example.com", "pro_plus", "monthly", "active", "advise", "Slow", "refused", null]),
            json!(["ana@example.com", "pro_plus", "monthly", "active", "not_used", "", "refused",
                "2026-11-20T12:00:00.000000Z"]),
        ]);
        // Somebody comes back later, by buying again.
        pass_days(&server, 40).await;
        let ana = server.member("ana@example.com").await;
        buy(&server, &ana, plan("pro", "monthly")).await;
        assert_eq!(listed(&server, "?reason=advise").await["items"][0]["returned_at"],
            "2026-12-30T12:00:02.000000Z");
        let first = listed(&server, "?limit=2").await;
        let rest = listed(&server, &format!("?cursor={}", first["next_cursor"].as_str().unwrap())).await;
        assert_eq!(rest["items"][0]["reason"], "not_used");
        assert_eq!((rest["items"].as_array().unwrap().len(), &rest["next_cursor"]), (1, &Value::Null));
    }

    async fn who_takes_something_less_instead_is_counted_apart(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        buy(&server, &ana, plan("pro_plus", "monthly")).await;
        let take = |said: Value| {
            json!({ "plan": "pro", "cycle": "monthly", "price": 990, "currency": "USD",
                "instead_of_cancelling": said })
        };
        let missing = ana.post(DOWNGRADE, take(json!({ "feedback": "x" }))).await;
        missing.assert_problem(422, "billing.reason_missing");
        ana.post(DOWNGRADE, take(json!({ "reason": "too_expensive" }))).await.ok();
        ana.post(RESUME, json!({})).await.ok();
        let all = listed(&server, "").await;
        assert_eq!(all["items"].as_array().unwrap().len(), 1, "what was refused left nothing");
        let is = &all["items"][0];
        assert_eq!((&is["offered"], &is["returned_at"]), (&json!("taken"), &Value::Null), "they never went");
        pass_days(&server, 31).await;
        let ben = server.member("ben@example.com").await;
        buy(&server, &ben, plan("pro", "monthly")).await;
        cancel(&ben, "too_expensive", "").await;
        cancel_and_stay(&server).await;
        let expected = json!([
            { "reason": "too_expensive", "last_30_days": 1, "all_time": 2, "took_less": 1, "came_back": 0 },
            { "reason": "quality", "last_30_days": 1, "all_time": 1, "took_less": 0, "came_back": 1 },
        ]);
        assert_eq!(counts(&server).await, expected);
    }

    async fn only_the_operator_reads_them_and_words_go_with_their_account(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        for path in ["/api/billing/cancellations", "/api/billing/cancellation-counts"] {
            ana.get(path).await.assert_problem(403, "identity.operator_only");
        }
        buy(&server, &ana, plan("pro", "monthly")).await;
        cancel(&ana, "advise", "Slow").await;
        let person = identity::Person { user_id: ana.user_id, workspace_id: ana.workspace_id };
        let mut tx = server.db().begin().await.unwrap();
        server.services.identity.delete_user(&mut tx, person).await.unwrap();
        tx.commit().await.unwrap();
        let is = listed(&server, "").await["items"][0].clone();
        assert_eq!((&is["email"], &is["feedback"], &is["reason"]), (&Value::Null, &json!(""), &json!("advise")));
    }
}

async fn cancel_and_stay(server: &TestServer) {
    let cai = server.member("cai@example.com").await;
    cai.post("/api/billing/trial", json!({ "cycle": "monthly" })).await.ok();
    cancel(&cai, "quality", "").await;
    cai.post("/api/billing/trial/extension", json!({})).await.ok();
}
