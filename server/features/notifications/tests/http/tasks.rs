//! Devices are notified of tasks.

use kernel::Uuid;
use serde_json::{Value, json};
use tasks::{DEVICES_JOB, Notice, State, TaskId};
use testing::{TestPerson, for_each_store};

use crate::setting::Setting;

/// Adds a task that was done, and the notice of it.
async fn ended(setting: &Setting, of: &TestPerson) -> TaskId {
    let id = TaskId(Uuid::new_v4());
    let insert = "INSERT INTO tasks (id, kind, user_id, workspace_id, title, state, stage, expected_seconds, input, output,
             label, price, delivered, has_result, steps, version, created_at, begun_at, updated_at)
         VALUES ($1, 'counting', $2, $3, 'Tides', 'succeeded', '', 1, '{}', '{}', 'null', 0, 0, TRUE, 1, 1, 1, 1, 1)";
    let notice = Notice {
        user_id: of.user_id,
        task_id: id,
        kind: "counting".to_owned(),
        state: State::Succeeded,
        title: "Tides".to_owned(),
        path: format!("/home/counts/{id}"),
    };
    let mut tx = setting.server.db().begin().await.unwrap();
    store::sql!(&mut tx, execute, insert, id.0, of.user_id, of.workspace_id).unwrap();
    let notice = serde_json::to_string(&notice).unwrap();
    setting.server.services.queue.enqueue_named(&mut tx, DEVICES_JOB, &notice).await.unwrap();
    tx.commit().await.unwrap();
    id
}

fn told(id: TaskId) -> Value {
    json!({ "type": "task_ended", "task_id": id, "state": "succeeded", "path": format!("/home/counts/{id}"), "unread": 0 })
}

for_each_store! {
    async fn each_device_that_wants_it_is_told_of_a_task_and_its_title_only_where_that_is_allowed(store) {
        let setting = Setting::new(store).await;
        let (phone, tablet) = (setting.ana().await, setting.ana().await);
        let ben = setting.server.member("ben@example.com").await;
        let discreet = setting.subscribe(&phone, "phone", false).await;
        let open = setting.subscribe(&tablet, "tablet", true).await;
        setting.subscribe(&ben, "bens", false).await;
        let id = ended(&setting, &phone).await;
        setting.server.run_jobs().await;

        let mut pushed = setting.push.pushed();
        pushed.sort_by(|one, other| one.device.cmp(&other.device));
        let [to_phone, to_tablet] = &pushed[..] else { panic!("{} messages", pushed.len()) };
        assert_eq!(discreet.read(to_phone), told(id));
        let mut with_title = told(id);
        with_title["title"] = json!("Tides");
        assert_eq!(open.read(to_tablet), with_title);
    }

    async fn nobody_is_told_of_a_task_that_is_gone_or_runs_again(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        setting.subscribe(&ana, "phone", false).await;
        for change in ["UPDATE tasks SET state = 'running'", "UPDATE tasks SET deleted_at = 1, state = 'succeeded'"] {
            ended(&setting, &ana).await;
            let mut tx = setting.server.db().begin().await.unwrap();
            store::sql!(&mut tx, execute, change).unwrap();
            tx.commit().await.unwrap();
            setting.server.run_jobs().await;
        }
        assert_eq!(setting.push.pushed().len(), 0);
    }
}
