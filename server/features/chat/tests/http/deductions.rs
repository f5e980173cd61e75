//! A team's credits are ordered by themselves after an answer that leaves few of them (spec §3, decision 0822).

use futures::future::join;
use kernel::{Payer, RunId};
use ledger::{Charge, Meter, Reservation};
use serde_json::{Value, json};
use testing::{TestPerson, TestStore, for_each_store};

use crate::setting::{ECHO, Setting, converse, follow, message, messages_path, new_conversation};
use crate::workspaces::{team_of, work_in};

/// Returns a team that has 50 of its 2,000 credits left, in which Ana asks.
async fn few_left(store: TestStore, is_on: bool) -> (Setting, TestPerson) {
    let setting = Setting::new(store).await;
    let ana = setting.ana().await;
    let team = team_of(&setting.server, &ana).await;
    work_in(&setting.server, &ana, team).await;
    let wanted = json!({ "enabled": is_on, "amount": 980, "monthly_limit": 9_800 });
    let set = ana.put("/api/billing/auto-deduction", wanted).await.ok();
    assert_eq!(set["credits"], 1_000, "ordered when fewer than 100 are left");
    setting.server.run_jobs().await;
    assert!(ordered(&ana).await.is_empty(), "2,000 are left");
    let payer = Payer { workspace_id: team, user_id: ana.user_id };
    use_credits(&setting, &payer, 1_950).await;
    setting.server.run_jobs().await;
    assert!(ordered(&ana).await.is_empty(), "it is looked after an answer");
    (setting, ana)
}

async fn use_credits(setting: &Setting, payer: &Payer, amount: i64) {
    let server = &setting.server;
    let run_id = RunId::new(server.clock().now());
    let charge = Charge { meter: Some(Meter::AdvancedCredit), amount };
    let (plan, budget, feature, detail) = (None, None, "image", "A lighthouse");
    let wanted = Reservation { run_id, payer, charge, plan, budget, feature, detail };
    let mut tx = server.db().begin().await.unwrap();
    server.services.ledger.reserve(&mut tx, &wanted).await.unwrap();
    server.services.ledger.settle(&mut tx, run_id, amount).await.unwrap();
    tx.commit().await.unwrap();
}

async fn ordered(person: &TestPerson) -> Vec<Value> {
    let orders = person.get("/api/billing/orders").await.ok();
    let of_it = orders["items"].as_array().unwrap().iter();
    of_it.filter(|order| order["pack"] == "auto_deduction").cloned().collect()
}

for_each_store! {
    async fn an_answer_that_finds_few_credits_left_has_more_ordered_once(store) {
        let (setting, ana) = few_left(store, true).await;
        for _ in 0..2 {
            converse(&ana, new_conversation(), "Hi", ECHO, None).await;
            setting.server.run_jobs().await;
            let orders = ordered(&ana).await;
            assert_eq!(orders.len(), 1, "one is open");
            let order = (&orders[0]["state"], &orders[0]["amount"], &orders[0]["credits"]);
            assert_eq!(order, (&json!("open"), &json!(980), &json!(1_000)));
        }
    }

    async fn two_answers_that_end_at_once_have_it_ordered_once(store) {
        let (setting, ana) = few_left(store, true).await;
        setting.provider.hold_after(1);
        let (one, other) = (new_conversation(), new_conversation());
        let one = ana.post(&messages_path(one), message("Hi", "fake/t20", None)).await.accepted();
        let other =
            ana.post(&messages_path(other), message("Hi", "fake/t20", None)).await.accepted();
        setting.provider.wait_until_held(2).await;
        setting.provider.release();
        join(follow(&ana, &one), follow(&ana, &other)).await;
        let process = setting.server.another_process().await;
        join(setting.server.run_jobs(), process.run_jobs()).await;
        assert_eq!(ordered(&ana).await.len(), 1);
    }

    async fn nothing_is_ordered_where_it_is_off(store) {
        let (setting, ana) = few_left(store, false).await;
        converse(&ana, new_conversation(), "Hi", ECHO, None).await;
        setting.server.run_jobs().await;
        assert!(ordered(&ana).await.is_empty());
    }
}
