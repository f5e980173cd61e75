//! Charges for messages. Spec §9: "free daily 40 (reset 00:00 UTC)".

use kernel::{HOUR, SECOND};
use serde_json::{Value, json};
use testing::{Client, for_each_store};

use crate::setting::{
    ECHO, Setting, converse, message, messages, messages_path, new_conversation, text,
};

for_each_store! {
    async fn the_41st_question_of_a_day_is_refused_and_changes_nothing(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        for _ in 0..40 {
            converse(&ana, new_conversation(), "Hi", ECHO, None).await;
        }
        let refused = new_conversation();

        let path = messages_path(refused);
        let problem = ana.post(&path, message("Hi", ECHO, None)).await
            .assert_problem(402, "ledger.queries_used_up");

        assert_eq!(problem["message"], "Your queries have been used up");
        ana.get(&crate::setting::conversation_path(refused)).await
            .assert_problem(404, "chat.conversation_not_found");
        assert_eq!(setting.provider.call_count(), 40);
        setting.server.clock().advance(12 * HOUR);
        converse(&ana, refused, "Hi", ECHO, None).await;
    }

    async fn the_same_message_sent_twice_is_answered_and_charged_once(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        let path = messages_path(conversation);
        let body = message("Hi", ECHO, None);

        let (first, second) = tokio::join!(
            ana.post(&path, body.clone()),
            ana.post(&path, body.clone()),
        );
        let (first, second) = (first.accepted(), second.accepted());
        crate::setting::follow(&ana, &first).await;
        let third = ana.post(&path, body.clone()).await.accepted();

        assert_eq!(first["assistant_message"]["id"], second["assistant_message"]["id"]);
        assert_eq!(third["assistant_message"]["state"], "completed");
        assert_eq!(messages(&ana, conversation).await.len(), 2);
        assert_eq!(setting.provider.call_count(), 1);
        let mut other = body;
        other["text"] = json!("Something else");
        ana.post(&path, other).await.assert_problem(409, "chat.message_id_taken");
    }

    async fn an_answer_that_never_began_costs_nothing(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();

        converse(&ana, conversation, "Hi", "fake/e401", None).await;

        let answer = messages(&ana, conversation).await.pop().unwrap();
        assert_eq!(answer["receipt"]["charged"], 0);
        let mut conn = setting.server.db().read().await.unwrap();
        let usage = setting.server.services.ledger.usage(&mut conn, &ana.payer()).await.unwrap();
        assert_eq!(usage.iter().map(|meter| meter.used).sum::<i64>(), 0);
    }

    // issue 3: "price before, receipt after, refund on failure"
    async fn the_price_is_told_before_and_the_receipt_says_what_was_paid(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let price = price_of(&ana, ECHO).await;
        assert_eq!((&price["meter"], &price["amount"]), (&json!("standard_query"), &json!(1)));
        let before = left(&ana, &price["meter"]).await;
        let conversation = new_conversation();

        converse(&ana, conversation, "Hi", ECHO, None).await;

        let answer = messages(&ana, conversation).await.pop().unwrap();
        assert_eq!(answer["receipt"]["meter"], price["meter"]);
        assert_eq!(answer["receipt"]["charged"], price["amount"]);
        assert_eq!(left(&ana, &price["meter"]).await, before - 1);
        let postings = ana.get("/api/billing/postings").await.ok();
        let used: Vec<_> = used_in(&postings);
        assert_eq!(used, [-1]);
    }

    async fn what_was_held_comes_back_when_an_answer_fails(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let meter = price_of(&ana, "fake/e500").await["meter"].clone();
        let before = left(&ana, &meter).await;
        setting.provider.hold_after(0);
        let path = messages_path(new_conversation());
        let sent = ana.post(&path, message("Hi", "fake/t20-a10-emid", None)).await.accepted();
        assert_eq!(left(&ana, &meter).await, before - 1, "held while it is written");
        setting.provider.release();
        crate::setting::follow(&ana, &sent).await;
        assert_eq!(left(&ana, &meter).await, before - 1, "ten words came: they are paid");

        let conversation = new_conversation();
        converse(&ana, conversation, "Hi", "fake/e500", None).await;

        let answer = messages(&ana, conversation).await.pop().unwrap();
        assert_eq!((&answer["state"], &answer["receipt"]["charged"]), (&json!("failed"), &json!(0)));
        assert_eq!(answer["receipt"]["meter"], meter);
        assert_eq!(left(&ana, &meter).await, before - 1, "nothing came: nothing is paid");
        assert_eq!(used_in(&ana.get("/api/billing/postings").await.ok()), [-1]);
    }

    async fn a_model_that_stands_in_is_named_in_the_answer_and_its_receipt(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let spare = testing::FakeProvider::start_with(&["say-From the spare"]).await;
        let new = providers::NewConnection {
            name: "Spare".to_owned(),
            protocol: providers::Protocol::OpenaiCompatible,
            base_url: Some(spare.openai_url()),
            api_key: None,
        };
        let providers = &setting.server.services.providers;
        providers.create_connection(new).await.unwrap();
        let main = providers.list_connections().await.unwrap();
        let main = main.iter().find(|connection| connection.name == "Fake").unwrap();
        let fallbacks = Some(vec!["spare/say-From the spare".to_owned()]);
        let change = providers::ConnectionChange { fallbacks, ..Default::default() };
        providers.update_connection(main.id, change).await.unwrap();
        let conversation = new_conversation();

        let sent = converse(&ana, conversation, "Hi", "fake/e500", None).await;

        assert_eq!(sent["assistant_message"]["model"], "fake/e500", "it was asked");
        let answer = messages(&ana, conversation).await.pop().unwrap();
        assert_eq!(answer["state"], "completed");
        assert_eq!(text(&answer), "From the spare");
        assert_eq!(answer["model"], "spare/say-From the spare");
        assert_eq!(answer["model_name"], "say-From the spare");
        assert_eq!(answer["receipt"]["answered_by"], "spare/say-From the spare");
        assert_eq!(answer["receipt"]["charged"], 1);
        let notices = answer["parts"].as_array().unwrap().iter();
        let notices: Vec<_> = notices.filter(|part| part["kind"] == "notice").collect();
        assert_eq!(notices.len(), 1);
        assert_eq!(notices[0]["code"], "providers.answered_by");

        // If the model can answer itself, the receipt names no other.
        setting.server.clock().advance(SECOND);
        converse(&ana, conversation, "Again", ECHO, Some(&answer["id"])).await;
        let own = messages(&ana, conversation).await.pop().unwrap();
        assert_eq!(own["receipt"]["answered_by"], json!(null));
    }
}

/// Returns the price of a question to a model, as shown before it is asked.
async fn price_of(person: &Client, model: &str) -> Value {
    let list = person.get("/api/models").await.ok();
    let models = list["models"].as_array().unwrap().clone();
    let found = models.into_iter().find(|known| known["id"] == model);
    found.unwrap_or_else(|| panic!("no {model} in {list}"))["price"].clone()
}

/// Returns the balance of a meter.
async fn left(person: &Client, meter: &Value) -> i64 {
    let usage = person.get("/api/billing/usage").await.ok();
    let meters = usage["meters"].as_array().unwrap().iter();
    let found = meters.clone().find(|known| &known["meter"] == meter);
    found.unwrap_or_else(|| panic!("no {meter} in {usage}"))["left"].as_i64().unwrap()
}

/// Returns the charges in the usage record, line by line.
fn used_in(postings: &Value) -> Vec<i64> {
    let changes = postings["items"].as_array().unwrap().iter();
    changes.filter_map(|line| line["change"].as_i64()).filter(|change| *change < 0).collect()
}
