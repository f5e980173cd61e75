//! Position, wait and progress of tasks as people see them.

use kernel::{MINUTE, SECOND};
use serde_json::{Value, json};
use testing::for_each_store;

use crate::provider::{self, Progress, id_of};
use crate::setting::{Setting, TWELVE};

for_each_store! {
    async fn a_queued_task_tells_its_position_and_an_estimate_of_its_wait(store) {
        let setting = Setting::new(store).await;
        let mut begun = Vec::new();
        for _ in 0..6 {
            begun.push(setting.start(json!({ "to": 1 })).await);
            setting.server.clock().advance(SECOND);
        }
        let place = async |task: &Value| setting.task(task).await["queue"].clone();
        assert_eq!(place(&begun[0]).await, json!({ "position": 1, "wait_seconds": 0 }));
        assert_eq!(place(&begun[4]).await, json!({ "position": 5, "wait_seconds": 30 }), "four are done at a time");
        assert_eq!(place(&begun[5]).await, json!({ "position": 6, "wait_seconds": 60 }));
        setting.server.clock().advance(2 * MINUTE);
        setting.server.run_jobs().await;
        assert_eq!(place(&begun[0]).await, Value::Null);

        // Those took two minutes each, with what they waited.
        let [first, second] = [setting.start(json!({ "to": 1 })).await, setting.start(json!({ "to": 1 })).await];
        let waits = [place(&first).await, place(&second).await];
        let ahead = waits.iter().find(|place| place["position"] == 2).unwrap();
        assert!((120..130).contains(&ahead["wait_seconds"].as_i64().unwrap()), "{waits:?}");
    }

    async fn a_task_that_waits_long_for_its_turn_is_not_given_up(store) {
        let setting = Setting::new(store).await;
        let begun = setting.start(json!({ "to": 1 })).await;
        setting.server.clock().advance(45 * MINUTE);
        setting.sweep().await;
        assert_eq!(setting.task(&begun).await["state"], "queued");
        setting.server.run_jobs().await;
        assert_eq!(setting.task(&begun).await["state"], "succeeded");
    }

    async fn progress_alone_has_no_number_to_go_on_after(store) {
        let setting = Setting::new(store).await;
        let film = setting.render(json!({})).await;
        setting.server.run_jobs().await;
        let mut events = setting.ana.events(&setting.path(&film, "/events")).await;
        let first = events.next_of("task.updated").await;
        assert_eq!(first.data["state"], "running");
        setting.server.clock().advance(20 * SECOND);
        setting.server.services.bus.publish(&format!("task:{}", id_of(&film)), "");
        let progress = events.next().await.unwrap();
        assert_eq!((progress.event.as_str(), &progress.id), ("task.progress", &None));
        assert!(progress.data["percent"].as_i64() > first.data["percent"].as_i64(), "{}", progress.data);

        provider::set(id_of(&film), |order| order.progress = Progress::Done);
        setting.server.run_jobs().await;
        let names: Vec<String> = events.rest().await.into_iter().map(|event| event.event).collect();
        assert_eq!(names.last().unwrap(), "done");
        assert!(names.contains(&"task.updated".to_owned()), "{names:?}");
    }

    async fn a_stream_of_somebody_elses_task_does_not_open(store) {
        let setting = Setting::new(store).await;
        let begun = setting.start(json!({ "to": 1 })).await;
        let ben = setting.server.member("ben@example.com").await;
        for path in ["", "/events"] {
            ben.get(&setting.path(&begun, path)).await.assert_problem(404, "tasks.not_found");
        }
        for path in ["/cancel", "/retry", "/resume", "/restore"] {
            ben.post(&setting.path(&begun, path), json!({})).await.assert_problem(404, "tasks.not_found");
        }
        ben.delete(&setting.path(&begun, "")).await.assert_problem(404, "tasks.not_found");
    }

    async fn cancelling_stops_the_model_and_keeps_what_it_wrote(store) {
        let setting = Setting::new(store).await;
        setting.provider.hold_after(3);
        let begun = setting.start(json!({ "to": 1, "model": "fake/t12" })).await;
        setting.server.run_jobs().await;
        setting.provider.wait_until_held(1).await;
        setting.ana.post(&setting.path(&begun, "/cancel"), json!({})).await.assert_status(202);
        setting.provider.wait_until_idle().await;
        setting.server.services.generation.wait_idle().await;
        setting.server.run_jobs().await;
        assert_eq!(setting.task(&begun).await["state"], "cancelled");
        let result = setting.result(&begun).await;
        let said = result["said"].as_str().unwrap();
        assert!(said.len() < TWELVE.len() && TWELVE.starts_with(said), "{said}");
    }
}
