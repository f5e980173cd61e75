//! Monthly budgets of researches that come again by themselves.

use kernel::DAY;
use serde_json::{Value, json};
use testing::{NOW, TestPerson, for_each_store};

use crate::setting::{Setting, path};

const LEFT_OUT: &str = "A research run was skipped";

/// A research that was done, whose pages say something else from now on.
async fn done(setting: &Setting, ana: &TestPerson) -> Value {
    let first = setting.done(ana, json!({})).await;
    change_web(setting, "land");
    first
}

fn change_web(setting: &Setting, pulled: &str) {
    let text = format!("The moon pulls the {pulled} as well.\nTides rise and fall twice a day.");
    setting.web.set("moon", &text);
}

async fn schedule(ana: &TestPerson, research: &Value, every: &str, cap: Value) -> Value {
    let wanted = json!({ "every": every, "cap": cap });
    ana.put(&format!("{}/schedule", path(research)), wanted).await.ok()
}

async fn after(setting: &Setting, micros: i64) {
    setting.server.clock().advance(micros);
    setting.settle().await;
}

async fn list(ana: &TestPerson) -> Vec<Value> {
    ana.get("/api/research/researches").await.ok()["items"].as_array().unwrap().clone()
}

async fn mails(setting: &Setting) -> usize {
    let mails = setting.mails_to("ana@example.com").await;
    mails.into_iter().filter(|(subject, _)| subject == LEFT_OUT).count()
}

for_each_store! {
    async fn what_could_go_beyond_the_limit_is_left_out_and_its_person_told_once(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let first = done(&setting, &ana).await;
        let most = first["cost"]["again_at_most"].as_i64().unwrap();
        let set = schedule(&ana, &first, "day", json!(most)).await;
        let fresh = json!({
            "cap": most, "spent": 0, "resets_at": "2026-12-01T00:00:00.000000Z", "left_out_at": null,
        });
        assert_eq!(set["budget"], fresh);
        after(&setting, DAY).await;
        let second = setting.get(&ana, &list(&ana).await[0]).await;
        assert_eq!(second["state"], "completed", "{second}");
        let spent = second["cost"]["spent"].as_i64().unwrap();
        assert!(spent > 0 && spent <= most, "{spent} of {most}");
        assert_eq!(second["budget"]["spent"], spent);

        // What is left is less than what another time may cost.
        change_web(&setting, "air");
        let calls = setting.provider.call_count();
        after(&setting, DAY).await;
        let seen = setting.get(&ana, &first).await;
        assert_eq!(seen["budget"]["left_out_at"], json!(NOW.plus(2 * DAY)));
        assert_eq!((&seen["every"], &seen["next_at"]), (&json!("day"), &json!(NOW.plus(3 * DAY))));
        assert_eq!((list(&ana).await.len(), setting.provider.call_count()), (2, calls));
        assert_eq!((seen["budget"]["spent"].as_i64(), mails(&setting).await), (Some(spent), 1));
        let (_, text) = setting.mails_to("ana@example.com").await.remove(0);
        assert!(text.contains(&format!("/home/research/{}", first["id"].as_str().unwrap())), "{text}");
        after(&setting, DAY).await;
        assert_eq!((list(&ana).await.len(), mails(&setting).await), (2, 1));

        // With a higher limit it comes again when its time has come.
        let raised = schedule(&ana, &first, "day", json!(spent + most)).await;
        assert_eq!(raised["budget"]["left_out_at"], Value::Null);
        assert_eq!(raised["next_at"], json!(NOW.plus(4 * DAY)), "it is not put off");
        after(&setting, DAY).await;
        assert_eq!(list(&ana).await.len(), 3);
    }

    async fn in_a_new_month_it_goes_on_by_itself(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let first = done(&setting, &ana).await;
        schedule(&ana, &first, "week", first["cost"]["again_at_most"].clone()).await;
        // 2026-11-27, and then 2026-12-04.
        after(&setting, 7 * DAY).await;
        assert_eq!(list(&ana).await.len(), 2);
        assert!(setting.get(&ana, &first).await["budget"]["spent"].as_i64().unwrap() > 0);
        change_web(&setting, "air");
        after(&setting, 7 * DAY).await;
        assert_eq!(list(&ana).await.len(), 3);
        let seen = setting.get(&ana, &first).await;
        let third = setting.get(&ana, &list(&ana).await[0]).await;
        assert_eq!(seen["budget"]["spent"], third["cost"]["spent"], "of December alone");
        assert_eq!(seen["budget"]["left_out_at"], Value::Null);
    }

    async fn what_its_person_asks_for_does_not_count(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let first = done(&setting, &ana).await;
        schedule(&ana, &first, "day", first["cost"]["again_at_most"].clone()).await;
        let again = json!({ "id": kernel::uuid_v7(NOW.plus(1_000)) });
        let asked = ana.post(&format!("{}/again", path(&first)), again).await.accepted();
        setting.settle().await;
        assert!(setting.get(&ana, &asked).await["cost"]["spent"].as_i64().unwrap() > 0);
        assert_eq!(setting.get(&ana, &first).await["budget"]["spent"], 0);
        change_web(&setting, "air");
        after(&setting, DAY).await;
        assert_eq!(list(&ana).await.len(), 3);
    }

    // The limit may have been lowered, or a model become dearer, since it began.
    async fn a_step_beyond_the_limit_waits_says_why_and_costs_nothing(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let planned = setting.planned(&ana, json!({})).await;
        let mut first = setting.agreed(&ana, &planned, json!({ "steps_max": 5 })).await;
        while first["state"] == "paused" {
            first = setting.post(&ana, &first, "continue", json!({})).await;
        }
        change_web(&setting, "land");
        schedule(&ana, &first, "week", json!(50)).await;
        after(&setting, 7 * DAY).await;
        let second = setting.get(&ana, &list(&ana).await[0]).await;
        assert_eq!((&second["state"], &second["pause"]), (&json!("paused"), &json!("steps")), "{second}");
        let cap = second["cost"]["spent"].as_i64().unwrap().max(1);
        let root = serde_json::from_value(first["id"].clone()).unwrap();
        let mut tx = setting.server.db().begin().await.unwrap();
        setting.server.services.ledger.set_budget(&mut tx, root, Some(cap)).await.unwrap();
        tx.commit().await.unwrap();

        let mut refused = setting.post(&ana, &second, "continue", json!({})).await;
        while refused["pause"] == "steps" {
            refused = setting.post(&ana, &second, "continue", json!({})).await;
        }
        assert_eq!((&refused["state"], &refused["pause"]), (&json!("paused"), &json!("problem")));
        assert_eq!(refused["problem"]["code"], "research.cap_reached");
        assert_eq!((&refused["cost"]["spent"], &refused["budget"]["spent"]), (&json!(cap), &json!(cap)));

        schedule(&ana, &first, "week", json!(50)).await;
        let mut done = setting.post(&ana, &second, "continue", json!({})).await;
        while done["pause"] == "steps" {
            done = setting.post(&ana, &second, "continue", json!({})).await;
        }
        assert_eq!(done["state"], "completed", "{done}");
    }

    async fn a_limit_leaves_room_for_once_and_goes_with_the_schedule(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let first = done(&setting, &ana).await;
        let most = first["cost"]["again_at_most"].as_i64().unwrap();
        let to = format!("{}/schedule", path(&first));
        for cap in [0, most - 1, 100_001] {
            let wanted = json!({ "every": "day", "cap": cap });
            let problem = ana.put(&to, wanted).await.assert_problem(422, "research.cap_invalid");
            assert_eq!(problem["params"]["min"], most.to_string());
        }
        assert_eq!(setting.get(&ana, &first).await["every"], Value::Null);
        schedule(&ana, &first, "day", json!(most)).await;
        let ended = ana.put(&to, json!({ "every": null })).await.ok();
        assert_eq!(ended["budget"], Value::Null);
        let again = ana.put(&to, json!({ "every": "day" })).await.ok();
        assert_eq!(again["budget"]["cap"], Value::Null);
    }
}
