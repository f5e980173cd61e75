//! Recipients of notifications.

use kernel::{MINUTE, SECOND};
use serde_json::json;
use testing::for_each_store;

use crate::push_service::claims;
use crate::setting::{PUSH, Setting, UNREAD, conversation_path, finished, run_path, send};

for_each_store! {
    async fn a_device_is_told_of_a_long_answer_that_nobody_saw_and_of_nothing_else(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let browser = setting.subscribe(&ana, "phone", false).await;
        let key = ana.get(PUSH).await.ok()["public_key"].as_str().unwrap().to_owned();

        let sent = setting.answer_after(&ana, 11, "Secret boats").await;
        setting.server.run_jobs().await;
        assert_eq!(setting.push.pushed().len(), 0, "somebody may still see it");
        setting.later().await;

        let pushed = setting.push.pushed();
        assert_eq!(pushed.len(), 1);
        let claims = claims(&pushed[0], &key);
        assert_eq!(claims["aud"], format!("http://{}", setting.push.host()));
        assert_eq!(claims["sub"], "mailto:push@ensemble.test");
        let lives = claims["exp"].as_i64().unwrap() - setting.server.clock().now().micros() / SECOND;
        assert!((1..=86_400).contains(&lives), "push services take at most a day: {lives}");
        assert_eq!(pushed[0].header("ttl"), "43200");
        assert_eq!(pushed[0].header("topic").len(), 22);
        let told = json!({
            "type": "run_ended", "conversation_id": sent["conversation"]["id"],
            "state": "completed", "unread": 1,
        });
        assert_eq!(browser.read(&pushed[0]), told);
        assert_eq!(ana.get(UNREAD).await.ok()["count"], 1);
    }

    async fn a_device_is_told_the_title_where_its_person_allowed_it(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let browser = setting.subscribe(&ana, "phone", true).await;
        let sent = setting.answer_after(&ana, 11, "Boats").await;
        ana.patch(&conversation_path(&sent), json!({ "title": "About boats" })).await.ok();
        setting.later().await;
        assert_eq!(browser.read(&setting.push.pushed()[0])["title"], "About boats");
    }

    async fn nobody_is_told_of_a_quick_answer(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        setting.subscribe(&ana, "phone", false).await;
        setting.answer_after(&ana, 10, "Boats").await;
        setting.later().await;
        assert_eq!(setting.push.pushed().len(), 0);
    }

    async fn nobody_is_told_of_an_answer_that_was_seen(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        setting.subscribe(&ana, "phone", false).await;
        let sent = setting.answer_after(&ana, 60, "Boats").await;
        setting.server.clock().advance(SECOND);
        ana.patch(&conversation_path(&sent), json!({ "read": true })).await.ok();
        setting.later().await;
        assert_eq!(setting.push.pushed().len(), 0);
        assert_eq!(ana.get(UNREAD).await.ok()["count"], 0);
    }

    async fn nobody_is_told_of_an_answer_that_its_person_stopped_or_threw_away(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        setting.subscribe(&ana, "phone", false).await;
        setting.provider.hold_after(5);
        let stopped = send(&ana, "Stop this").await;
        setting.provider.wait_until_held(1).await;
        setting.server.clock().advance(MINUTE);
        ana.post(&format!("{}/cancel", run_path(&stopped)), json!({})).await.assert_status(202);
        setting.provider.release();
        finished(&ana, &stopped).await;
        let thrown = setting.answer_after(&ana, 60, "Throw this away").await;
        ana.delete(&conversation_path(&thrown)).await.assert_status(204);

        setting.later().await;

        assert_eq!(setting.push.pushed().len(), 0);
    }

    async fn every_device_that_wants_it_is_told_and_no_other_persons(store) {
        let setting = Setting::new(store).await;
        let (phone, tablet) = (setting.ana().await, setting.ana().await);
        let ben = setting.server.member("ben@example.com").await;
        setting.subscribe(&phone, "phone", false).await;
        setting.subscribe(&tablet, "tablet", false).await;
        setting.subscribe(&ben, "bens", false).await;
        setting.ana().await;

        setting.answer_after(&phone, 11, "Boats").await;
        setting.later().await;

        let mut told: Vec<String> =
            setting.push.pushed().into_iter().map(|message| message.device).collect();
        told.sort();
        assert_eq!(told, ["phone", "tablet"]);
    }

    async fn a_device_is_told_of_an_answer_that_waits_for_its_person(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let browser = setting.subscribe(&ana, "phone", false).await;
        let sent = setting.waiting(&ana).await;
        setting.server.run_jobs().await;
        assert_eq!(setting.push.pushed().len(), 0, "somebody may still see it");
        setting.later().await;

        let pushed = setting.push.pushed();
        assert_eq!(pushed.len(), 1);
        let told = json!({
            "type": "run_waits", "conversation_id": sent["conversation"]["id"], "unread": 1,
        });
        assert_eq!(browser.read(&pushed[0]), told);
    }

    async fn nobody_is_told_of_an_answer_that_waited_and_was_seen_or_stopped(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        setting.subscribe(&ana, "phone", false).await;
        let seen = setting.waiting(&ana).await;
        setting.server.clock().advance(SECOND);
        ana.patch(&conversation_path(&seen), json!({ "read": true })).await.ok();
        let stopped = setting.waiting(&ana).await;
        ana.post(&format!("{}/cancel", run_path(&stopped)), json!({})).await.assert_status(202);
        finished(&ana, &stopped).await;

        setting.later().await;

        assert_eq!(setting.push.pushed().len(), 0);
    }

    async fn a_push_service_that_is_busy_is_asked_again(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        setting.subscribe(&ana, "phone", false).await;
        setting.push.refuse(&[503, 429]);
        setting.answer_after(&ana, 11, "Boats").await;
        setting.later().await;
        assert_eq!(setting.push.pushed().len(), 1);
        setting.later().await;
        setting.later().await;
        assert_eq!(setting.push.pushed().len(), 3);
        setting.server.clock().advance(kernel::HOUR);
        setting.server.run_jobs().await;
        assert_eq!(setting.push.pushed().len(), 3, "the third time it took it");
    }

    async fn a_device_that_is_gone_is_forgotten(store) {
        for status in [404, 410] {
            let setting = Setting::new(store).await;
            let ana = setting.ana().await;
            setting.subscribe(&ana, "phone", false).await;
            setting.push.refuse(&[status]);
            setting.answer_after(&ana, 11, "Boats").await;
            setting.later().await;
            assert_eq!(setting.push.pushed().len(), 1);
            assert!(ana.get(PUSH).await.ok()["subscription"].is_null(), "{status}");
        }
    }
}
