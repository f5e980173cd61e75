//! Cost of answers for the operator, and its limit. In these tests a model of the connection Paid costs 10 millionths
//! per input token and 100 per output token.

use futures::future::join_all;
use kernel::{DAY, SECOND};
use providers::{NewConnection, Protocol};
use serde_json::{Value, json};
use testing::{Answer, Client, TestServer, TestStore, for_each_store};

use crate::setting::{
    Setting, conversation_path, converse, follow, message, messages, messages_path,
    new_conversation, text,
};

const PAID: &str = "paid/say-Hi there";
const OWN: &str = "own/echo";
const UNPRICED: &str = "fake/echo";

async fn start(store: TestStore) -> Setting {
    let setting = Setting::new(store).await;
    let connections = [
        ("Paid", Protocol::OpenaiCompatible, setting.provider.openai_url()),
        ("Own", Protocol::Ollama, setting.provider.url()),
    ];
    for (name, protocol, url) in connections {
        let new =
            NewConnection { name: name.to_owned(), protocol, base_url: Some(url), api_key: None };
        setting.server.services.providers.create_connection(new).await.unwrap();
    }
    setting
}

async fn limit(server: &TestServer, daily: Value, monthly: Value) -> Value {
    let body = json!({ "daily": daily, "monthly": monthly });
    server.operator().await.put("/api/billing/spending", body).await.ok()
}

async fn spending(server: &TestServer) -> Value {
    server.operator().await.get("/api/billing/spending").await.ok()
}

async fn costs(server: &TestServer) -> Value {
    server.operator().await.get("/api/billing/costs").await.ok()
}

async fn ask(client: &Client, model: &str) -> Answer {
    client.post(&messages_path(new_conversation()), message("Hi", model, None)).await
}

async fn subjects(server: &TestServer) -> Vec<String> {
    server.services.generation.watch_spending().await.unwrap();
    let mut conn = server.db().read().await.unwrap();
    let mails = server.services.mail.list_outbox(&mut conn, store::Cursor::FIRST, 100).await;
    let of_limits = |subject: &String| subject.contains("spending limit");
    mails.unwrap().items.into_iter().map(|mail| mail.subject).filter(of_limits).collect()
}

for_each_store! {
    async fn ratings_are_counted_by_model_also_where_a_model_costs_nothing(store) {
        let setting = start(store).await;
        let (ana, ben) = (setting.ana().await, setting.ben().await);
        for (person, model, rating) in
            [(&ana, PAID, "up"), (&ben, PAID, "down"), (&ben, PAID, "up"), (&ana, OWN, "down")]
        {
            let sent = converse(person, new_conversation(), "Hi", model, None).await;
            let id = sent["assistant_message"]["id"].as_str().unwrap();
            let path = format!("/api/chat/messages/{id}/feedback");
            person.put(&path, json!({ "rating": rating, "comment": "Secret" })).await.ok();
        }

        let costs = costs(&setting.server).await;
        let rated: Vec<Value> = costs["models"].as_array().unwrap().iter()
            .map(|model| json!([model["model"], model["runs"], model["rated_up"], model["rated_down"]]))
            .collect();
        assert_eq!(rated, [json!([PAID, 3, 2, 1]), json!([OWN, 0, 0, 1])]);
        assert!(!costs.to_string().contains("Secret"));
        let earlier = setting.server.operator().await.get("/api/billing/costs?month=2026-10").await.ok();
        assert_eq!(earlier["models"], json!([]));
    }

    // issue 6: "provider cost against income"
    async fn what_an_answer_costs_is_booked_with_its_model(store) {
        let setting = start(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        converse(&ana, conversation, "Hi", PAID, None).await;
        for model in [UNPRICED, OWN] {
            converse(&ana, new_conversation(), "Hi", model, None).await;
        }

        let receipt = messages(&ana, conversation).await[1]["receipt"].clone();
        let (input, output) =
            (receipt["input_tokens"].as_i64().unwrap(), receipt["output_tokens"].as_i64().unwrap());
        let costs = costs(&setting.server).await;

        let models = costs["models"].as_array().unwrap();
        assert_eq!(models.len(), 2, "what is free is not booked: {costs}");
        assert_eq!((&models[0]["model"], &models[0]["connection"]), (&json!(PAID), &json!("Paid")));
        assert_eq!(models[0]["amount"], input * 10 + output * 100);
        assert_eq!((&models[0]["runs"], &models[0]["unpriced_runs"]), (&json!(1), &json!(0)));
        assert_eq!((&models[1]["model"], &models[1]["amount"]), (&json!(UNPRICED), &json!(0)));
        assert_eq!(models[1]["unpriced_runs"], 1, "no price is made up");
        let month = &costs["months"][0];
        assert_eq!((&month["month"], &month["runs"]), (&json!("2026-11"), &json!(2)));
        assert_eq!(month["left"], -(input * 10 + output * 100));
        assert_eq!((&costs["currency"], &month["income"]), (&json!("USD"), &json!([])));
    }

    // issue 6: "provider cost against income"
    async fn a_month_is_what_came_in_less_what_was_given_back_and_what_models_cost(store) {
        let setting = start(store).await;
        let ana = setting.ana().await;
        let olga = setting.server.operator().await;
        for (item, amount, then) in [
            (json!({ "plan": "pro", "cycle": "monthly" }), 990, None),
            (json!({ "pack": "medium" }), 1_490, Some("refund")),
        ] {
            let id = kernel::uuid_v7(setting.server.clock().now());
            let wanted = json!({ "id": id, "item": item, "amount": amount, "currency": "USD" });
            ana.post("/api/billing/orders", wanted).await.created();
            for what in ["paid"].into_iter().chain(then) {
                olga.post(&format!("/api/billing/all-orders/{id}/{what}"), json!({})).await.ok();
            }
        }
        converse(&ana, new_conversation(), "Hi", PAID, None).await;
        let shown = costs(&setting.server).await;
        let (month, cost) = (&shown["months"][0], shown["models"][0]["amount"].as_i64().unwrap());
        assert_eq!(month["income"], json!([
            { "currency": "USD", "payments": 2, "taken": 2_480, "given_back": 1_490 },
        ]));
        // In millionths: 9.90 minus the cost of the answer.
        assert_eq!((&month["cost"], &month["left"]), (&json!(cost), &json!(9_900_000 - cost)));
        assert!(cost > 0 && shown["months"].as_array().unwrap().len() == 1);
    }

    async fn what_nobody_counted_is_estimated_and_said_to_be(store) {
        let setting = start(store).await;
        let ana = setting.ana().await;
        converse(&ana, new_conversation(), "Hi", "paid/t3-unone", None).await;
        let model = costs(&setting.server).await["models"][0].clone();
        assert_eq!(model["estimated_runs"], 1);
        assert!(model["amount"].as_i64().unwrap() >= 300, "three words: {model}");
    }

    // issue 6: "a global spend breaker that acts by itself"
    async fn a_paid_model_is_refused_beyond_the_limit_and_a_free_one_is_not(store) {
        let setting = start(store).await;
        let ana = setting.ana().await;
        limit(&setting.server, json!(0), json!(null)).await;
        let refused = new_conversation();

        let problem = ana.post(&messages_path(refused), message("Hi", PAID, None)).await
            .assert_problem(402, "ledger.spending_limit");

        assert_eq!(problem["params"]["resets_at"], "2026-11-21T00:00:00.000000Z");
        assert!(problem["message"].as_str().unwrap().contains("Free models still work"));
        ana.get(&conversation_path(refused)).await
            .assert_problem(404, "chat.conversation_not_found");
        assert_eq!(setting.provider.call_count(), 0);
        ask(&ana, UNPRICED).await.assert_problem(402, "ledger.model_unpriced");
        converse(&ana, refused, "Hi", OWN, None).await;
        assert_eq!(text(&messages(&ana, refused).await[1]), "Hi");
        let usage = ana.get("/api/billing/usage").await.ok();
        assert_eq!(usage["meters"][0]["used"], 1, "who was refused was not charged");

        limit(&setting.server, json!(10_000_000), json!(null)).await;
        converse(&ana, new_conversation(), "Hi", PAID, None).await;
        limit(&setting.server, json!(0), json!(null)).await;
        ask(&ana, PAID).await.assert_problem(402, "ledger.spending_limit");
        setting.server.clock().advance(DAY);
        limit(&setting.server, json!(null), json!(null)).await;
        converse(&ana, new_conversation(), "Hi", UNPRICED, None).await;
    }

    async fn of_64_messages_at_once_no_more_are_answered_than_the_limit_has_room_for(store) {
        let setting = start(store).await;
        let olga = setting.server.operator().await;
        let before = spending(&setting.server).await["day"]["held"].clone();
        assert_eq!(before, 0);
        // A message of a few tokens holds 8,192 tokens of an answer: 819,200 millionths and a little.
        limit(&setting.server, json!(4_000_000), json!(null)).await;

        setting.provider.hold_after(1);
        let answers = join_all((0..64).map(|_| ask(&olga, "paid/t20"))).await;

        let taken: Vec<Value> = answers
            .into_iter()
            .filter(|answer| answer.status.as_u16() == 202)
            .map(Answer::accepted)
            .collect();
        assert_eq!(taken.len(), 4);
        setting.provider.release();
        for sent in &taken {
            follow(&olga, sent).await;
        }
        let after = spending(&setting.server).await;
        assert_eq!(after["day"]["held"], 0, "what was not used was given back");
        let spent = after["day"]["spent"].as_i64().unwrap();
        assert!(spent > 0 && spent <= 4_000_000);
        let booked = costs(&setting.server).await["models"][0].clone();
        assert_eq!((booked["amount"].as_i64(), booked["runs"].as_u64()),
            (Some(spent), Some(taken.len() as u64)));
        converse(&olga, new_conversation(), "Hi", PAID, None).await;
    }

    async fn another_process_keeps_the_limit_too(store) {
        let setting = start(store).await;
        limit(&setting.server, json!(0), json!(null)).await;
        let other = setting.server.another_process().await;
        let ben = other.member("ben@example.com").await;
        ask(&ben, PAID).await.assert_problem(402, "ledger.spending_limit");
        // The hint arrives before it polls: what counts is in the database.
        limit(&setting.server, json!(50_000_000), json!(null)).await;
        converse(&ben, new_conversation(), "Hi", PAID, None).await;
    }

    async fn operators_are_written_to_when_most_is_spent_and_when_something_is_refused(store) {
        let setting = start(store).await;
        let (ana, olga) = (setting.ana().await, setting.server.operator().await);
        converse(&ana, new_conversation(), "Hi", PAID, None).await;
        let spent = spending(&setting.server).await["day"]["spent"].as_i64().unwrap();
        limit(&setting.server, json!(spent + 1), json!(null)).await;

        assert_eq!(subjects(&setting.server).await,
            ["You're close to today's spending limit"]);
        setting.server.clock().advance(SECOND);
        ask(&ana, PAID).await.assert_problem(402, "ledger.spending_limit");
        ask(&ana, PAID).await.assert_problem(402, "ledger.spending_limit");
        let told = subjects(&setting.server).await;
        assert_eq!(told[0], "Paid models stopped: today's spending limit reached");
        assert_eq!(subjects(&setting.server).await.len(), 2, "once in its day");
        let text = setting.server.newest_mail_to(&olga.email).await;
        assert!(text.contains("November 21, 2026, 00:00 (UTC)") && text.contains("/settings/spending"), "{text}");
        let shown = spending(&setting.server).await;
        assert_eq!((&shown["day"]["tripped"], &shown["month"]["tripped"]), (&json!(true), &json!(false)));
    }

    async fn limits_are_the_operators_and_within_bounds(store) {
        let setting = start(store).await;
        let (ana, olga) = (setting.ana().await, setting.server.operator().await);
        for path in ["/api/billing/spending", "/api/billing/costs"] {
            ana.get(path).await.assert_problem(403, "identity.operator_only");
        }
        let wrong = json!({ "daily": -1, "monthly": null });
        olga.put("/api/billing/spending", wrong).await
            .assert_problem(422, "billing.limit_out_of_range");
        olga.get("/api/billing/costs?month=soon").await
            .assert_problem(422, "billing.month_invalid");
        let shown = spending(&setting.server).await;
        assert_eq!((&shown["day"]["limit"], &shown["month"]["limit"]), (&json!(null), &json!(null)));
        let unpriced = shown["unpriced_models"].as_array().unwrap();
        assert!(unpriced.contains(&json!(UNPRICED)));
        assert!(!unpriced.contains(&json!(PAID)) && !unpriced.contains(&json!(OWN)));
        let earlier = olga.get("/api/billing/costs?month=2026-10").await.ok();
        assert_eq!((&earlier["month"], &earlier["models"]), (&json!("2026-10"), &json!([])));
    }
}
