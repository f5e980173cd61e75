//! Schedules and their history in a person's archive.

use area::Restored;
use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::{Setting, new_id, path};

fn with(line: &Value, name: &str, value: Value) -> Value {
    let mut line = line.clone();
    line[name] = value;
    line
}

for_each_store! {
    async fn schedules_come_back_paused_with_their_history(store) {
        let setting = Setting::new(store).await;
        let (server, ana) = (&setting.server, &setting.ana);
        let ben = server.member("ben@example.com").await;
        let schedule = setting.create(json!({ "month_cap": 500 })).await;
        setting.at("2026-11-21T07:00:00Z").await;
        let (lines, runs) = (server.archived(ana, "schedules").await, server.archived(ana, "schedules_runs").await);
        assert_eq!((lines.len(), runs.len()), (1, 1));
        for (name, line) in [("schedules", &lines[0]), ("schedules_runs", &runs[0])] {
            assert_eq!(server.restore(ana, name, line).await, Restored::Present);
            assert_eq!(server.restore(&ben, name, line).await, Restored::Refused);
        }
        assert_eq!(setting.get(&schedule).await["state"], "active", "what is there goes on");

        let other = with(&lines[0], "id", json!(new_id()));
        let run = with(&with(&runs[0], "id", json!(new_id())), "schedule_id", other["id"].clone());
        assert_eq!(server.restore(&ben, "schedules_runs", &run).await, Restored::Refused, "it has no schedule");
        assert_eq!(server.restore(&ben, "schedules", &other).await, Restored::Added);
        assert_eq!(server.restore(&ben, "schedules_runs", &run).await, Restored::Added);
        assert_eq!(server.archived(&ben, "schedules").await, std::slice::from_ref(&other));
        assert_eq!(server.archived(&ben, "schedules_runs").await, std::slice::from_ref(&run));
        let restored = ben.get(&path(&other)).await.ok();
        assert_eq!((&restored["state"], &restored["next_dates"]), (&json!("paused"), &json!([])));
        assert_eq!((&restored["last_state"], &restored["month_cap"]), (&json!("succeeded"), &json!(500)));
        let history = ben.get(&format!("{}/runs", path(&other))).await.ok();
        assert_eq!(history["items"][0]["path"], run["path"]);
        let resumed = ben.put(&format!("{}/pause", path(&other)), json!({ "paused": false })).await.ok();
        assert_eq!(resumed["next_dates"][0], "2026-11-22T07:00:00.000000Z");
    }

    async fn what_breaks_the_rules_is_not_restored(store) {
        let setting = Setting::new(store).await;
        let (server, ana) = (&setting.server, &setting.ana);
        setting.create(json!({})).await;
        setting.at("2026-11-21T07:00:00Z").await;
        let (lines, runs) = (server.archived(ana, "schedules").await, server.archived(ana, "schedules_runs").await);
        let line = with(&lines[0], "id", json!(new_id()));
        let times = |rule: &str| json!({ "start": "2026-11-21T08:00", "zone": "UTC", "rule": rule });
        for (name, value, wanted) in [
            ("times", times("FREQ=MINUTELY"), Restored::Refused),
            ("title", json!(""), Restored::Refused),
            ("input", json!([]), Restored::Refused),
            ("month_cap", json!(0), Restored::Refused),
            ("kind", json!("dance"), Restored::NotHere),
        ] {
            let restored = server.restore(ana, "schedules", &with(&line, name, value)).await;
            assert_eq!(restored, wanted, "{name}");
        }
        let run = with(&with(&runs[0], "id", json!(new_id())), "due_at", json!("2026-11-20T07:00:00.000000Z"));
        for (name, value) in [
            ("charged", json!(-1)),
            ("path", json!("//evil.example")),
            ("path", json!("/\\evil.example")),
            ("path", json!("/\t/evil.example")),
            ("state", json!("running")),
            ("schedule_id", json!(new_id())),
        ] {
            let restored = server.restore(ana, "schedules_runs", &with(&run, name, value)).await;
            assert_eq!(restored, Restored::Refused, "{name}");
        }
        assert_eq!(server.restore(ana, "schedules_runs", &run).await, Restored::Added);
    }
}
