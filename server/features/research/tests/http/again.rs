//! A research that is done again.

use kernel::{DAY, HOUR};
use serde_json::{Value, json};
use testing::{NOW, TestPerson, for_each_store};

use crate::setting::{Setting, agreement, kinds, path};

async fn again(setting: &Setting, person: &TestPerson, before: &Value) -> Value {
    setting.server.clock().advance(60_000_000);
    let id = kernel::uuid_v7(setting.server.clock().now());
    let begun =
        person.post(&format!("{}/again", path(before)), json!({ "id": id })).await.accepted();
    setting.settle().await;
    setting.get(person, &begun).await
}

for_each_store! {
    // issue 5: "re-run and scheduled re-run that report *what changed*"
    async fn where_nothing_changed_that_is_said_and_costs_nothing(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let first = setting.done(&ana, json!({})).await;
        let calls = setting.provider.call_count();
        let second = again(&setting, &ana, &first).await;
        assert_eq!(second["state"], "completed", "{second}");
        assert_eq!(second["changes"]["new_statements"], json!([]));
        assert_eq!(second["changes"]["text"], Value::Null);
        assert_eq!(setting.provider.call_count(), calls, "no model was asked");
        assert_eq!(second["cost"]["spent"], 0);
        assert_eq!(second["sections"], first["sections"], "the report holds as it was");
        assert_eq!(second["previous_id"], first["id"]);
        let list = ana.get("/api/research/researches").await.ok();
        assert_eq!((&list["items"][0]["again"], &list["items"][0]["changed"]), (&json!(true), &json!(false)));
    }

    async fn what_pages_say_now_is_reported_and_only_that_is_written_again(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let first = setting.done(&ana, json!({})).await;
        setting.web.set("moon", "The moon pulls the land as well.\nTides rise and fall twice a day.");
        let second = again(&setting, &ana, &first).await;
        let changes = &second["changes"];
        let quotes = |list: &str| -> Vec<Value> {
            changes[list].as_array().unwrap().iter().map(|one| one["quote"].clone()).collect()
        };
        assert!(quotes("new_statements").contains(&json!("The moon pulls the land as well.")), "{changes}");
        assert!(quotes("gone_statements").contains(&json!("The moon pulls the sea.")), "{changes}");
        assert_eq!(changes["changed_sources"], json!([1]));
        assert!(changes["text"].as_str().unwrap().contains("Something new"));
        assert!(kinds(&second).contains(&"compare 0".to_owned()));
        assert!(!kinds(&second).contains(&"gaps 0".to_owned()));
        let mine = setting.web.read();
        assert_eq!(mine.len(), 4, "both pages were read anew: {mine:?}");
    }

    async fn a_research_comes_again_by_itself_until_it_is_told_not_to(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let first = setting.done(&ana, json!({})).await;
        let schedule = format!("{}/schedule", path(&first));
        let set = ana.put(&schedule, json!({ "every": "day" })).await.ok();
        assert_eq!(set["every"], "day");
        assert_eq!(set["next_at"], json!(NOW.plus(DAY)));
        let count = async || {
            ana.get("/api/research/researches").await.ok()["items"].as_array().unwrap().len()
        };
        setting.server.clock().advance(DAY - 1_000_000);
        setting.settle().await;
        assert_eq!(count().await, 1);
        setting.server.clock().advance(1_000_000);
        setting.settle().await;
        assert_eq!(count().await, 2);
        let list = ana.get("/api/research/researches").await.ok();
        let second = setting.get(&ana, &list["items"][0]).await;
        assert_eq!((&second["state"], &second["every"]), (&json!("completed"), &json!("day")));
        assert_eq!(second["next_at"], json!(NOW.plus(2 * DAY)));

        ana.put(&schedule, json!({ "every": null })).await.ok();
        setting.server.clock().advance(3 * DAY);
        setting.settle().await;
        assert_eq!(count().await, 2);
        let ben = setting.server.member("ben@example.com").await;
        ben.put(&schedule, json!({ "every": "day" })).await.assert_problem(404, "research.not_found");
    }

    // attacks.md, 8
    async fn for_somebody_suspended_nothing_comes_again_until_they_are_readmitted(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let first = setting.done(&ana, json!({})).await;
        ana.put(&format!("{}/schedule", path(&first)), json!({ "every": "day" })).await.ok();
        let calls = setting.provider.call_count();
        setting.server.set_suspended(&ana, true).await;
        for _ in 0..2 {
            setting.server.clock().advance(DAY);
            setting.settle().await;
        }
        assert_eq!(setting.provider.call_count(), calls);

        setting.server.set_suspended(&ana, false).await;
        let ana = setting.server.member("ana@example.com").await;
        let count = async || {
            ana.get("/api/research/researches").await.ok()["items"].as_array().unwrap().len()
        };
        assert_eq!(count().await, 1);
        setting.server.clock().advance(DAY);
        setting.settle().await;
        assert_eq!(count().await, 2);
    }

    // issue 5: "scheduled re-run that report *what changed*"
    async fn who_is_away_is_mailed_when_something_changed_and_only_then(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let first = setting.done(&ana, json!({})).await;
        ana.put(&format!("{}/schedule", path(&first)), json!({ "every": "day" })).await.ok();
        setting.server.clock().advance(DAY);
        setting.settle().await;
        assert_eq!(setting.mails_to("ana@example.com").await, []);

        setting.web.set("moon", "The moon pulls the land as well.\nTides rise and fall twice a day.");
        setting.server.clock().advance(DAY);
        setting.settle().await;
        let list = ana.get("/api/research/researches").await.ok();
        assert_eq!(list["items"][0]["changed"], true, "{list}");
        let mails = setting.mails_to("ana@example.com").await;
        let [(subject, text)] = mails.as_slice() else { panic!("one mail, not {mails:?}") };
        assert_eq!(subject, "Your research has new results");
        let page = format!("/home/research/{}", list["items"][0]["id"].as_str().unwrap());
        assert!(text.contains(&page), "{text}");

        setting.web.set("moon", "The moon pulls the air as well.\nTides rise and fall twice a day.");
        again(&setting, &ana, &first).await;
        assert_eq!(setting.mails_to("ana@example.com").await.len(), 1, "whoever asks for it is there");
    }

    async fn who_is_away_is_mailed_when_it_waits_for_them(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let planned = setting.planned(&ana, json!({})).await;
        let mut first = setting.agreed(&ana, &planned, json!({ "steps_max": 5 })).await;
        while first["state"] == "paused" {
            first = setting.post(&ana, &first, "continue", json!({})).await;
        }
        setting.web.set("moon", "The moon pulls the land as well.\nTides rise and fall twice a day.");
        ana.put(&format!("{}/schedule", path(&first)), json!({ "every": "day" })).await.ok();
        setting.server.clock().advance(DAY);
        setting.settle().await;
        let list = ana.get("/api/research/researches").await.ok();
        let mut second = setting.get(&ana, &list["items"][0]).await;
        assert_eq!((&second["state"], &second["pause"]), (&json!("paused"), &json!("steps")));
        let subjects = async || -> Vec<String> {
            setting.mails_to("ana@example.com").await.into_iter().map(|(subject, _)| subject).collect()
        };
        assert_eq!(subjects().await, ["Your research needs your input"]);

        while second["state"] == "paused" {
            second = setting.post(&ana, &second, "continue", json!({})).await;
        }
        assert_eq!(second["state"], "completed");
        assert_eq!(subjects().await.len(), 1, "whoever had it go on is there");
    }

    async fn only_what_is_done_is_done_again(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let planned = setting.planned(&ana, json!({})).await;
        let id = kernel::uuid_v7(NOW);
        ana.post(&format!("{}/again", path(&planned)), json!({ "id": id })).await
            .assert_problem(409, "research.not_now");
        ana.put(&format!("{}/schedule", path(&planned)), json!({ "every": "day" })).await
            .assert_problem(409, "research.not_now");
    }

    // Whoever is no longer in a team spends nothing of it.
    async fn a_research_of_who_left_the_team_does_not_come_again(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let first = setting.done(&ana, json!({})).await;
        ana.put(&format!("{}/schedule", path(&first)), json!({ "every": "day", "cap": 100 })).await.ok();
        setting.web.set("moon", "The moon pulls the land as well.");
        let calls = (setting.provider.call_count(), setting.web.asked());
        leave(&setting).await;
        setting.server.clock().advance(DAY);
        setting.settle().await;
        assert_eq!((setting.provider.call_count(), setting.web.asked()), calls);
        assert_eq!(setting.mails_to("ana@example.com").await, []);
        let mut conn = setting.server.db().read().await.unwrap();
        let left = "SELECT COUNT(*), COUNT(s.next_at) FROM tasks t LEFT JOIN research_schedules s ON s.research_id = t.id";
        assert_eq!(store::sql!(&mut conn, one(i64, i64), left).unwrap(), (1, 0), "its schedule is off");
    }

    async fn a_research_that_goes_on_ends_when_its_person_leaves_the_team(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let planned = setting.planned(&ana, json!({})).await;
        let calls = setting.provider.call_count();
        ana.post(&format!("{}/plan", path(&planned)), agreement(&planned, json!({}))).await.accepted();
        leave(&setting).await;
        setting.settle().await;
        assert_eq!((setting.provider.call_count(), setting.web.asked()), (calls, 0));
        let mut conn = setting.server.db().read().await.unwrap();
        let state = store::sql!(&mut conn, one(String,), "SELECT state FROM tasks").unwrap();
        assert_eq!(state.0, "cancelled");
    }

    async fn a_research_is_found_among_its_persons_own_things(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let done = setting.done(&ana, json!({})).await;
        let to = format!("/home/research/{}", done["id"].as_str().unwrap());
        for words in ["tides CAUSES", "why are there"] {
            assert_eq!(found(&setting, &ana, words).await, [to.as_str()], "{words}");
        }
        let ben = setting.server.member("ben@example.com").await;
        assert_eq!(found(&setting, &ben, "tides").await, [""; 0]);
        let mut sources = setting.server.services.library_sources.iter();
        let source = sources.find(|source| source.kind() == "research").unwrap();
        let id = done["id"].as_str().unwrap().parse().unwrap();
        let whole = source.read(ana.user_id, id).await.unwrap().unwrap();
        let section = done["sections"][0]["text"].as_str().unwrap();
        assert!(whole.text.contains(section), "{}", whole.text);
        assert!(source.read(ben.user_id, id).await.unwrap().is_none());
    }

    async fn a_restored_research_comes_again_as_it_says(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let first = setting.done(&ana, json!({})).await;
        ana.put(&format!("{}/schedule", path(&first)), json!({ "every": "day" })).await.ok();
        ana.delete(&path(&first)).await.no_content();
        setting.server.clock().advance(3 * DAY);
        setting.settle().await;
        let restored = ana.post(&format!("{}/restore", path(&first)), json!({})).await.ok();
        assert_eq!(restored["next_at"], json!(NOW.plus(4 * DAY)));
        setting.server.clock().advance(DAY);
        setting.settle().await;
        assert_eq!(ana.get("/api/research/researches").await.ok()["items"].as_array().unwrap().len(), 2);
    }

    async fn a_research_whose_time_passed_without_it_comes_at_the_next_sweep(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let first = setting.done(&ana, json!({})).await;
        ana.put(&format!("{}/schedule", path(&first)), json!({ "every": "week" })).await.ok();
        let mut tx = setting.server.db().begin().await.unwrap();
        store::sql!(&mut tx, execute, "UPDATE jobs SET state = 'dead'").unwrap();
        tx.commit().await.unwrap();
        let count = async || {
            ana.get("/api/research/researches").await.ok()["items"].as_array().unwrap().len()
        };
        for (hours, expected) in [(0, 1), (7, 2), (0, 2)] {
            setting.server.clock().advance(if hours == 0 { 0 } else { 7 * DAY + hours * HOUR });
            setting.sweep().await;
            setting.settle().await;
            assert_eq!(count().await, expected);
        }
        assert_eq!(setting.get(&ana, &first).await["next_at"], json!(NOW.plus(14 * DAY + 7 * HOUR)));
    }
}

/// Takes everybody out of where they are.
async fn leave(setting: &Setting) {
    let mut tx = setting.server.db().begin().await.unwrap();
    store::sql!(&mut tx, execute, "DELETE FROM workspace_members").unwrap();
    tx.commit().await.unwrap();
}

/// What of a person's own says these words: where it is.
async fn found(setting: &Setting, person: &TestPerson, words: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for source in setting.server.services.library_sources.iter() {
        let things = source.find(person.user_id, words, 5).await.unwrap();
        paths.extend(things.into_iter().map(|thing| thing.path));
    }
    paths
}
