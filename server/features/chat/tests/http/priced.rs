//! Models that cost advanced credits by the tokens that they write. Here each costs 32 for a thousand.

use futures::future::join;
use kernel::{ConversationId, MINUTE};
use ledger::{Grant, Meter};
use providers::{ConnectionChange, ModelOverride};
use serde_json::{Value, json};
use testing::{EventStream, TestPerson, TestStore, for_each_store};

use crate::setting::{
    Setting, converse, events_path, follow, message, messages, messages_path, new_conversation,
    new_message, text,
};
use crate::turns::follow_all;

const LONG: &str = "fake/t200";
/// Credits held for an answer without a limit of its own: 8,192 tokens.
const HELD: i64 = 263;
/// Charge for its 200 tokens: 6.4 credits, rounded up.
const PAID: i64 = 7;

/// Starts a server on which Ana has `credits`.
async fn start(store: TestStore, credits: i64) -> (Setting, TestPerson) {
    let setting = Setting::new(store).await;
    let providers = &setting.server.services.providers;
    let connection = providers.list_connections().await.unwrap().remove(0);
    let priced = || ModelOverride { credits_per_1k: Some(32), ..ModelOverride::default() };
    let models = connection.models.iter().map(|model| (model.id.clone(), priced())).collect();
    let change = ConnectionChange { models, ..ConnectionChange::default() };
    providers.update_connection(connection.id, change).await.unwrap();
    let ana = setting.ana().await;
    let grant = Grant {
        meter: Meter::AdvancedCredit,
        amount: credits,
        source: "reward",
        reference: "a test".to_owned(),
        ends_at: None,
        detail: String::new(),
    };
    let mut tx = setting.server.db().begin().await.unwrap();
    setting.server.services.ledger.grant(&mut tx, ana.workspace_id, &grant).await.unwrap();
    tx.commit().await.unwrap();
    (setting, ana)
}

async fn left(person: &TestPerson) -> i64 {
    let usage = person.get("/api/billing/usage").await.ok();
    let mut meters = usage["meters"].as_array().unwrap().iter();
    meters.find(|meter| meter["meter"] == "advanced_credit").unwrap()["left"].as_i64().unwrap()
}

/// Returns the charges in the usage record, newest first.
async fn taken(person: &TestPerson) -> Vec<i64> {
    let postings = person.get("/api/billing/postings").await.ok();
    let changes = postings["items"].as_array().unwrap().iter();
    changes.filter_map(|line| line["change"].as_i64()).filter(|change| *change < 0).collect()
}

/// Returns the end state of the newest answer, and the charge on its receipt.
async fn ended(person: &TestPerson, conversation: ConversationId) -> (Value, i64) {
    let answer = messages(person, conversation).await.pop().unwrap();
    assert_eq!(answer["receipt"]["meter"], "advanced_credit");
    (answer["state"].clone(), answer["receipt"]["charged"].as_i64().unwrap())
}

/// Returns the price of the newest answer's words if the provider does not count: four letters are a token.
async fn price_of_words(person: &TestPerson, conversation: ConversationId) -> i64 {
    let answer = messages(person, conversation).await.pop().unwrap();
    let tokens = text(&answer).len().div_ceil(4);
    assert!(tokens > 31, "more than one credit's worth came: {answer}");
    i64::try_from((tokens * 32).div_ceil(1_000)).unwrap()
}

/// Reads an answer until more than one credit's worth has come.
async fn hear_a_credits_worth(person: &TestPerson, sent: &Value) -> EventStream {
    let mut reader = person.events(&events_path(sent)).await;
    let mut heard = 0;
    while heard < 32 * 4 {
        let event = reader.next().await.unwrap();
        let part = event.data["part"]["text"].as_str().or(event.data["text"].as_str());
        heard += part.map_or(0, str::len);
    }
    reader
}

/// Returns the maximum length that was requested from the provider for the last answer.
fn most_tokens(setting: &Setting) -> i64 {
    setting.provider.calls().pop().unwrap().body["max_tokens"].as_i64().unwrap()
}

for_each_store! {
    // spec §9: "a reasoning preview model costs 32 credits per 1k tokens"
    async fn a_model_costs_credits_by_the_tokens_that_it_writes(store) {
        let (setting, ana) = start(store, 300).await;
        let models = ana.get("/api/models").await.ok();
        let model = models["models"].as_array().unwrap().iter().find(|model| model["id"] == LONG);
        let price = json!({ "meter": "advanced_credit", "amount": HELD, "per_1k": 32 });
        assert_eq!(model.unwrap()["price"], price, "told before");

        let conversation = new_conversation();
        let question = message("Go", LONG, None);
        setting.provider.hold_after(5);
        let sent = ana.post(&messages_path(conversation), question.clone()).await.accepted();
        setting.provider.wait_until_held(1).await;
        assert_eq!(left(&ana).await, 300 - HELD);
        assert_eq!(most_tokens(&setting), 8_218, "no more is written than is held for");
        setting.provider.release();
        follow(&ana, &sent).await;

        assert_eq!(ended(&ana, conversation).await, (json!("completed"), PAID));
        let again = ana.post(&messages_path(conversation), question).await.accepted();
        assert_eq!(again["assistant_message"]["run_id"], sent["assistant_message"]["run_id"]);
        assert_eq!((left(&ana).await, taken(&ana).await), (300 - PAID, vec![-PAID]));

        // Written again it costs again, once.
        let answer = sent["assistant_message"]["id"].as_str().unwrap();
        let path = format!("/api/chat/messages/{answer}/regenerate");
        let anew = json!({ "id": new_message(), "model": LONG });
        let sent = ana.post(&path, anew.clone()).await.accepted();
        follow(&ana, &sent).await;
        ana.post(&path, anew).await.accepted();
        assert_eq!((left(&ana).await, taken(&ana).await), (300 - 2 * PAID, vec![-PAID, -PAID]));
    }

    async fn who_has_fewer_credits_is_answered_as_long_as_they_last(store) {
        let (setting, ana) = start(store, 100).await;
        converse(&ana, new_conversation(), "Go", LONG, None).await;
        assert_eq!(most_tokens(&setting), 3_125, "100 credits");
        assert_eq!(left(&ana).await, 93);
    }

    // spec §8: "Insufficient Advanced Credits"
    async fn who_has_not_enough_for_a_thousand_tokens_asks_nothing(store) {
        let (setting, ana) = start(store, 31).await;
        let refused = ana.post(&messages_path(new_conversation()), message("Go", LONG, None)).await;
        let refused = refused.assert_problem(402, "ledger.insufficient_credits");
        assert_eq!(refused["message"], "Insufficient Advanced Credits");
        assert_eq!((left(&ana).await, setting.provider.call_count()), (31, 0));
    }

    async fn of_two_at_once_one_is_answered_where_there_is_enough_for_one(store) {
        let (setting, ana) = start(store, 40).await;
        setting.provider.hold_after(5);
        let path = messages_path(new_conversation());
        let other_path = messages_path(new_conversation());
        let (one, other) = join(
            ana.post(&path, message("Go", LONG, None)),
            ana.post(&other_path, message("Go", LONG, None)),
        )
        .await;
        let statuses = [one.status.as_u16(), other.status.as_u16()];
        assert!(statuses == [202, 402] || statuses == [402, 202], "{statuses:?}");
        assert_eq!(left(&ana).await, 0);
        setting.provider.release();
        setting.server.services.generation.wait_idle().await;
        assert_eq!((left(&ana).await, taken(&ana).await), (40 - PAID, vec![-PAID]));
    }

    async fn side_by_side_each_costs_its_own_tokens(store) {
        let (_setting, ana) = start(store, 300).await;
        let asked = json!({
            "id": new_message(), "parent_id": null, "text": "Go", "model": null, "models": [LONG, "fake/t20"],
        });
        let sent = ana.post(&messages_path(new_conversation()), asked).await.accepted();
        follow_all(&ana, &sent).await;
        assert_eq!(left(&ana).await, 300 - PAID - 1);
    }

    async fn an_answer_that_breaks_off_costs_what_came(store) {
        let (setting, ana) = start(store, 600).await;
        for (model, paid) in [("fake/t20-a10-emid", 1), ("fake/e500", 0), ("fake/t3-unone", 1)] {
            let conversation = new_conversation();
            converse(&ana, conversation, "Go", model, None).await;
            assert_eq!(ended(&ana, conversation).await.1, paid, "{model}");
        }
        assert_eq!(left(&ana).await, 598);

        let conversation = new_conversation();
        setting.provider.hold_after(150);
        let sent = ana.post(&messages_path(conversation), message("Go", LONG, None)).await.accepted();
        hear_a_credits_worth(&ana, &sent).await;
        let run_id = sent["assistant_message"]["run_id"].as_str().unwrap();
        ana.post(&format!("/api/runs/{run_id}/cancel"), json!({})).await.assert_status(202);
        follow(&ana, &sent).await;
        let price = price_of_words(&ana, conversation).await;
        assert_eq!(ended(&ana, conversation).await, (json!("cancelled"), price));
        assert_eq!(left(&ana).await, 598 - price);
    }

    async fn an_answer_whose_process_died_costs_what_came_once(store) {
        let (setting, ana) = start(store, 300).await;
        let conversation = new_conversation();
        setting.provider.hold_after(150);
        let sent = ana.post(&messages_path(conversation), message("Go", LONG, None)).await.accepted();
        let _reader = hear_a_credits_worth(&ana, &sent).await;

        // Its process stays silent; another one checks after a minute.
        setting.server.clock().advance(MINUTE);
        let other = setting.server.another_process().await;
        let ana_there = other.member("ana@example.com").await;
        let price = price_of_words(&ana_there, conversation).await;
        assert_eq!(ended(&ana_there, conversation).await, (json!("interrupted"), price));
        assert_eq!(left(&ana).await, 300 - price);

        // The first process resumes: final states stay as they are.
        setting.provider.release();
        setting.server.services.generation.wait_idle().await;
        assert_eq!((left(&ana).await, taken(&ana).await), (300 - price, vec![-price]));
    }
}
