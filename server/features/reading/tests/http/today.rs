//! How much a plan has summed up in a day.

use futures::future::join_all;
use kernel::DAY;
use serde_json::{Value, json};
use testing::{TestPerson, for_each_store};

use crate::fake_web::MOON;
use crate::setting::{Setting, address, path};

const READINGS: &str = "/api/reading/readings";

/// A reading of what a client sends.
fn sent(setting: &Setting) -> Value {
    setting.new_reading(json!({ "model": null, "source": { "type": "text", "text": MOON } }))
}

fn at(setting: &Setting, url: &str) -> Value {
    let mut new = setting.new_reading(address(url));
    new["model"] = Value::Null;
    new
}

/// How much of it a person used, and has.
async fn used(person: &TestPerson, what: &str) -> (i64, i64) {
    let usage = person.get("/api/billing/usage").await.ok();
    let daily = usage["daily"].as_array().unwrap().iter().find(|one| one["what"] == what).unwrap();
    (daily["used"].as_i64().unwrap(), daily["max"].as_i64().unwrap())
}

for_each_store! {
    // spec §8: "free-limit messages for reading, smart search, video summary and doc chat, each prompting upgrade."
    async fn who_pays_nothing_has_ten_pages_summed_up_in_a_day_however_they_ask(store) {
        let setting = Setting::without_model(store).await;
        let ana = setting.ana().await;
        let failing = at(&setting, &setting.web.url("nothing"));
        ana.post(READINGS, failing.clone()).await.accepted();
        let many: Vec<Value> = (0..11).map(|_| sent(&setting)).collect();
        let begun = join_all(many.iter().map(|new| ana.post(READINGS, new.clone()))).await;
        let accepted: Vec<usize> = (0..11).filter(|index| begun[*index].status == 202).collect();
        assert_eq!(accepted.len(), 9, "at once they are no more than one after the other");
        let refused = ana.post(READINGS, sent(&setting)).await;
        let refused = refused.assert_problem(403, "reading.too_many_readings");
        assert!(refused["message"].as_str().unwrap().contains("Upgrade"), "{refused}");
        assert_eq!(used(&ana, "reading").await, (10, 10));
        assert_eq!(used(&ana, "video").await, (0, 5));
        // The same one sent again is the same one.
        let first = &many[accepted[0]];
        ana.post(READINGS, first.clone()).await.accepted();

        // What failed is given back, and what is deleted is not.
        setting.server.run_jobs().await;
        assert_eq!(setting.get(&ana, &failing).await["state"], "failed");
        assert_eq!(used(&ana, "reading").await, (9, 10));
        ana.post(READINGS, sent(&setting)).await.accepted();
        ana.delete(&path(&many[accepted[1]])).await.assert_status(204);
        ana.post(READINGS, sent(&setting)).await.assert_problem(403, "reading.too_many_readings");
        let again = format!("{}/again", path(&failing));
        ana.post(&again, json!({ "model": null })).await.assert_problem(403, "reading.too_many_readings");
        assert_eq!(setting.get(&ana, &failing).await["state"], "failed");
        // One counts once in a day, in however many lengths.
        setting.again(&ana, first, json!({ "length": "long", "model": null })).await;
        assert_eq!(used(&ana, "reading").await, (10, 10));

        setting.server.clock().advance(DAY);
        assert_eq!(used(&ana, "reading").await, (0, 10));
        setting.again(&ana, first, json!({ "length": "short", "model": null })).await;
        assert_eq!(used(&ana, "reading").await, (1, 10));
    }

    async fn what_was_stopped_before_anything_stood_there_counts_for_nothing(store) {
        let setting = Setting::without_model(store).await;
        let ana = setting.ana().await;
        let new = sent(&setting);
        ana.post(READINGS, new.clone()).await.accepted();
        ana.post(&format!("{}/cancel", path(&new)), json!({})).await.assert_status(202);
        assert_eq!(used(&ana, "reading").await, (0, 10));
        let done = setting.summarized(&ana, json!({ "model": null })).await;
        ana.post(&format!("{}/again", path(&done)), json!({ "model": null })).await.accepted();
        ana.post(&format!("{}/cancel", path(&done)), json!({})).await.assert_status(202);
        assert_eq!(used(&ana, "reading").await, (1, 10));
    }

    // spec §8: "free-limit messages for reading, smart search, video summary and doc chat, each prompting upgrade."
    async fn videos_count_apart_also_where_only_their_page_tells_that_it_is_one(store) {
        let setting = Setting::without_model(store).await;
        let ana = setting.ana().await;
        for number in 0..5 {
            let talk = at(&setting, &setting.web.url("talk"));
            ana.post(READINGS, talk.clone()).await.accepted();
            assert_eq!(used(&ana, "video").await, (number, 5), "not known yet");
            setting.server.run_jobs().await;
        }
        assert_eq!((used(&ana, "video").await, used(&ana, "reading").await), ((5, 5), (0, 10)));
        let known = at(&setting, "https://www.youtube.com/watch?v=aaaaaaaaaaa");
        ana.post(READINGS, known).await.assert_problem(403, "reading.too_many_videos");
        let talk = at(&setting, &setting.web.url("talk"));
        ana.post(READINGS, talk.clone()).await.accepted();
        setting.server.run_jobs().await;
        let talk = setting.get(&ana, &talk).await;
        assert_eq!((&talk["state"], &talk["problem"]["code"]), (&json!("failed"), &json!("reading.too_many_videos")));
        assert_eq!((used(&ana, "video").await, used(&ana, "reading").await), ((5, 5), (0, 10)));
    }

    async fn who_is_not_limited_is_not_counted(store) {
        let setting = Setting::without_model(store).await;
        let operator = setting.server.operator().await;
        for _ in 0..11 {
            operator.post(READINGS, sent(&setting)).await.accepted();
            setting.server.run_jobs().await;
        }
        assert_eq!(operator.get("/api/billing/usage").await.ok()["daily"], json!([]));
    }
}
