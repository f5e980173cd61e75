//! Bots as models, from a stand-in for the area of bots.

use area::{Area, BotSource, ListedBot};
use async_trait::async_trait;
use conversations::text_of;
use generation::{Attached, ContextScope, ContextSource, Contribution, MessageContext};
use kernel::{BotId, Fallible, Timestamp, UserId, problems};
use ledger::Budget;
use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::{Setting, question};

problems! {
    NOT_YOURS: "bots.no_access", 403, "You don't have access to this bot", "a test's";
    CAP_REACHED: "bots.cap_reached", 402, "This bot has used as much as it may", "a test's";
}

/// A single bot, which everybody may use.
struct Owl;

fn owl() -> ListedBot {
    ListedBot {
        id: BotId::new(Timestamp::from_micros(5_000_000)),
        name: "Owl".to_owned(),
        model: Some("fake/say-Hi there".to_owned()),
        created_at: Timestamp::from_micros(5_000_000),
        is_own: true,
    }
}

/// Returns the bot's id, which is the same for the whole process, as it would be in a table.
fn owl_id() -> BotId {
    static ID: std::sync::OnceLock<BotId> = std::sync::OnceLock::new();
    *ID.get_or_init(|| owl().id)
}

#[async_trait]
impl BotSource for Owl {
    async fn list_bots(&self, _user_id: UserId) -> Fallible<Vec<ListedBot>> {
        Ok(vec![ListedBot { id: owl_id(), ..owl() }])
    }

    async fn find_bot(&self, _user_id: UserId, bot_id: BotId) -> Fallible<ListedBot> {
        if bot_id != owl_id() {
            return Err(NOT_YOURS.into());
        }
        Ok(ListedBot { id: bot_id, ..owl() })
    }
}

#[async_trait]
impl ContextSource for Owl {
    async fn contribute(&self, scope: &ContextScope, _kept: bool) -> Fallible<Contribution> {
        let instructions = scope.bot_id.map(|_| "You are Owl.".to_owned()).into_iter().collect();
        let budget = scope.bot_id.map(|id| Budget { id: id.0, refusal: CAP_REACHED });
        let attached = Attached { budget, ..Attached::default() };
        // What the bot's files say to the question.
        let said = scope.branch.last().filter(|last| text_of(&last.parts).contains("lamp"));
        let messages = said.map(|last| (last.id, file_says(scope))).into_iter().collect();
        Ok(Contribution { instructions, attached, messages, ..Contribution::default() })
    }
}

fn file_says(scope: &ContextScope) -> MessageContext {
    let by = if scope.model.tools { "a tool" } else { "passages" };
    MessageContext { text: format!("[Lamps, by {by}]\n"), images: Vec::new() }
}

fn with_owl() -> Vec<Area> {
    vec![Area::new("owls").bots(Owl).context(Owl)]
}

for_each_store! {
    async fn a_bot_answers_where_a_model_is_named(store) {
        let setting = Setting::with(store, with_owl).await;
        let program = setting.program(None).await;
        let id = format!("bot:{}", owl_id());

        let list = program.get("/v1/models").await.ok();
        let listed: Vec<&Value> =
            list["data"].as_array().unwrap().iter().filter(|model| model["id"] == json!(id)).collect();
        assert_eq!(listed[0]["owned_by"], "Owl");
        assert_eq!(listed[0]["created"], 5);

        let mut request = question(&id);
        request["messages"] = json!([
            { "role": "system", "content": "Be brief." }, { "role": "user", "content": "Hello?" },
        ]);
        let answer = program.post("/v1/chat/completions", request).await.ok();
        assert_eq!(answer["choices"][0]["message"]["content"], "Hi there");
        assert_eq!(answer["model"], json!(id));
        let sent = setting.provider.calls().remove(0).body;
        assert_eq!(sent["messages"][0]["content"], "You are Owl.\n\nBe brief.");
    }

    // decision 1003
    async fn what_a_bots_files_say_to_the_last_question_is_before_it(store) {
        let setting = Setting::with(store, with_owl).await;
        let program = setting.program(None).await;
        let mut request = question(&format!("bot:{}", owl_id()));
        request["messages"] = json!([
            { "role": "user", "content": "Hello?" },
            { "role": "assistant", "content": "Hi." },
            { "role": "user", "content": "Which lamp is it?" },
        ]);
        program.post("/v1/chat/completions", request).await.ok();
        let sent = setting.provider.calls().remove(0).body;
        assert_eq!(sent["messages"][1]["content"], "Hello?");
        let last = "[Lamps, by passages]\n\nWhich lamp is it?";
        assert_eq!(sent["messages"][3]["content"], last, "no tool runs at the program's");
    }

    // decision 0779
    async fn what_programs_ask_a_bot_counts_against_what_it_may_use(store) {
        let setting = Setting::with(store, with_owl).await;
        let program = setting.program(Some(10)).await;
        let mut tx = setting.server.db().begin().await.unwrap();
        setting.server.services.ledger.set_budget(&mut tx, owl_id().0, Some(1)).await.unwrap();
        tx.commit().await.unwrap();
        let ask = || program.post("/v1/chat/completions", question(&format!("bot:{}", owl_id())));
        ask().await.ok();

        let refused = ask().await.assert_status(402).json();
        assert_eq!(refused["error"]["code"], "insufficient_quota");
        assert_eq!(refused["error"]["message"], "This bot has used as much as it may");
        assert_eq!(setting.provider.call_count(), 1);
        assert_eq!(setting.keys().await[0]["spent"], 1, "the key got back what was refused");
        program.post("/v1/chat/completions", question("fake/say-Hi there")).await.ok();
    }

    async fn a_bot_that_is_not_for_this_person_is_refused_in_its_areas_words(store) {
        let setting = Setting::with(store, with_owl).await;
        let program = setting.program(None).await;
        let another = format!("bot:{}", BotId::new(Timestamp::from_micros(1)));
        let answer = program.post("/v1/chat/completions", question(&another)).await;
        assert_eq!(answer.assert_status(403).json()["error"]["code"], "bots.no_access");
        let no_id = program.post("/v1/chat/completions", question("bot:owl")).await;
        assert_eq!(no_id.assert_status(404).json()["error"]["code"], "model_not_found");
        assert_eq!(setting.provider.call_count(), 0);
    }
}
