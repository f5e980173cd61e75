//! Notices of tasks that took long.

use kernel::{MINUTE, SECOND};
use serde_json::{Value, json};
use testing::for_each_store;

use crate::provider::{Progress, id_of, set};
use crate::setting::Setting;

const DEVICES: &str = "SELECT COUNT(*) FROM jobs WHERE name = 'notifications.tell_of_task'";
const MAILS: &str = "SELECT COUNT(*) FROM mails";

/// Renders a film that takes so many seconds, and ends with `progress`.
async fn rendered(setting: &Setting, what: Value, seconds: i64, progress: Progress) -> Value {
    let film = setting.render(what).await;
    setting.server.run_jobs().await;
    set(id_of(&film), |order| order.progress = progress);
    setting.server.clock().advance(seconds * SECOND);
    setting.server.run_jobs().await;
    film
}

/// Lets the time pass in which a person may see it.
async fn later(setting: &Setting) {
    setting.server.clock().advance(5 * SECOND);
    setting.server.run_jobs().await;
}

for_each_store! {
    async fn a_long_task_that_nobody_saw_end_is_told_in_open_windows_and_on_devices(store) {
        let setting = Setting::new(store).await;
        let film = rendered(&setting, json!({}), 11, Progress::Done).await;
        let mut windows = setting.server.services.bus.subscribe_to_user(setting.ana.user_id);
        assert_eq!(setting.count(DEVICES).await, 0, "somebody may still see it");
        later(&setting).await;
        assert_eq!((setting.count(DEVICES).await, setting.count(MAILS).await), (1, 0));
        let notice = loop {
            let hint: Value = serde_json::from_str(&windows.next().await.unwrap()).unwrap();
            if hint["event"] == "task.ended" {
                break hint;
            }
        };
        let id = film["id"].as_str().unwrap();
        let told = json!({
            "event": "task.ended", "task_id": id, "kind": "rendering", "state": "succeeded", "title": "A film",
            "path": format!("/home/films/{id}"), "user_id": setting.ana.user_id,
        });
        assert_eq!(notice, told);
    }

    async fn nobody_is_told_of_a_quick_task_or_of_one_that_they_saw_stopped_or_deleted(store) {
        let setting = Setting::new(store).await;
        rendered(&setting, json!({}), 10, Progress::Done).await;
        let seen = rendered(&setting, json!({}), 60, Progress::Done).await;
        setting.server.clock().advance(SECOND);
        setting.ana.post(&setting.path(&seen, "/seen"), json!({})).await.no_content();
        let deleted = rendered(&setting, json!({}), 60, Progress::Broken).await;
        setting.ana.delete(&setting.path(&deleted, "")).await.no_content();
        let stopped = rendered(&setting, json!({}), 60, Progress::Unknown).await;
        setting.ana.post(&setting.path(&stopped, "/cancel"), json!({})).await.assert_status(202);
        later(&setting).await;
        assert_eq!((setting.count(DEVICES).await, setting.count(MAILS).await), (0, 0));
    }

    async fn a_task_that_was_seen_while_it_ran_is_told(store) {
        let setting = Setting::new(store).await;
        let film = setting.render(json!({})).await;
        setting.ana.post(&setting.path(&film, "/seen"), json!({})).await.no_content();
        setting.server.run_jobs().await;
        set(id_of(&film), |order| order.progress = Progress::Broken);
        setting.server.clock().advance(MINUTE);
        setting.server.run_jobs().await;
        later(&setting).await;
        assert_eq!(setting.count(DEVICES).await, 1);
    }

    async fn a_task_that_waits_for_its_person_is_told_however_quick(store) {
        let setting = Setting::new(store).await;
        rendered(&setting, json!({ "confirm": true }), 5, Progress::Done).await;
        later(&setting).await;
        assert_eq!((setting.count(DEVICES).await, setting.count(MAILS).await), (1, 0));
    }

    async fn a_task_of_more_than_ten_minutes_is_mailed_with_its_page(store) {
        let setting = Setting::new(store).await;
        let film = rendered(&setting, json!({}), 601, Progress::Broken).await;
        later(&setting).await;
        let mail = setting.server.newest_mail_to("ana@example.com").await;
        let page = format!("/home/films/{}", film["id"].as_str().unwrap());
        assert!(mail.contains("“A film” stopped") && mail.contains(&page), "{mail}");
    }
}
