//! Tasks whose person goes, or leaves their workspace, and tasks that come back from an archive.

use identity::Person;
use kernel::SECOND;
use serde_json::json;
use tasks::{ArchivedTask, archived_state, list_archived, restore_archived};
use testing::{TestPerson, for_each_store};

use crate::counting::Counting;
use crate::provider::{id_of, order_of};
use crate::setting::{Setting, wish};

fn person(of: &TestPerson) -> Person {
    Person { user_id: of.user_id, workspace_id: of.workspace_id }
}

/// Reads a person's countings as an archive does.
async fn archived(setting: &Setting, of: &TestPerson) -> Vec<ArchivedTask<Counting>> {
    let mut conn = setting.server.db().read().await.unwrap();
    let tasks = list_archived::<Counting>(&mut conn, person(of), None, 10).await.unwrap();
    tasks
        .into_iter()
        .map(|task| ArchivedTask {
            id: task.head.id,
            title: task.head.title,
            state: archived_state(task.head.state),
            input: task.input,
            output: task.output,
            problem: task.head.problem,
            cause: task.head.cause,
            charged: task.head.charged,
            run_id: task.head.run_id,
            created_at: task.head.created_at,
            begun_at: task.head.begun_at,
        })
        .collect()
}

async fn restore(setting: &Setting, to: &TestPerson, one: ArchivedTask<Counting>) -> String {
    let mut tx = setting.server.db().begin().await.unwrap();
    let restored = restore_archived::<Counting>(&mut tx, person(to), one).await.unwrap();
    tx.commit().await.unwrap();
    format!("{restored:?}")
}

for_each_store! {
    async fn a_persons_tasks_go_with_their_account_and_their_kind_is_told(store) {
        let setting = Setting::new(store).await;
        let (counted, film) = (setting.start(json!({ "to": 2 })).await, setting.render(json!({})).await);
        setting.server.run_jobs().await;
        let ben = setting.server.member("ben@example.com").await;
        setting.erase_person(&ben).await;
        assert_eq!(setting.count("SELECT COUNT(*) FROM tasks").await, 2, "they are Ana's");
        setting.ana.delete(&setting.path(&counted, "")).await.no_content();
        setting.erase_person(&setting.ana).await;
        assert_eq!(setting.count("SELECT COUNT(*) FROM tasks").await, 0, "those in the trash with them");
        assert!(order_of(&film).is_forgotten);
        setting.server.clock().advance(5 * SECOND);
        setting.server.run_jobs().await;
        assert_eq!((order_of(&film).asked, order_of(&film).ordered), (0, 1), "nobody goes on with it");
    }

    async fn a_teams_tasks_go_with_the_team(store) {
        let setting = Setting::new(store).await;
        let film = setting.render(json!({})).await;
        setting.erase_team(setting.ana.workspace_id).await;
        assert_eq!(setting.count("SELECT COUNT(*) FROM tasks").await, 0);
        assert!(order_of(&film).is_forgotten);
    }

    async fn who_left_a_workspace_has_nothing_of_what_they_made_there(store) {
        let setting = Setting::new(store).await;
        let begun = setting.start(json!({ "to": 1 })).await;
        setting.execute("DELETE FROM workspace_members").await;
        let mut conn = setting.server.db().read().await.unwrap();
        let (user_id, id) = (setting.ana.user_id, id_of(&begun));
        assert!(tasks::find_head(&mut conn, user_id, id).await.unwrap().is_none());
        assert!(tasks::find_own::<Counting>(&mut conn, user_id, id).await.unwrap().is_none());
        assert!(tasks::list_newest::<Counting>(&mut conn, user_id, 5).await.unwrap().is_empty());
    }

    async fn an_archive_gives_back_what_was_made_and_stops_what_was_open(store) {
        let setting = Setting::new(store).await;
        let done = setting.start(json!({ "to": 2 })).await;
        setting.server.run_jobs().await;
        let open = setting.start(json!({ "to": 3 })).await;
        let before = setting.task(&done).await;
        for one in archived(&setting, &setting.ana).await {
            assert_eq!(restore(&setting, &setting.ana, one).await, "Present");
        }
        let ben = setting.server.member("ben@example.com").await;
        for one in archived(&setting, &setting.ana).await {
            assert_eq!(restore(&setting, &ben, one).await, "Refused", "they are another's here");
        }
        let kept = archived(&setting, &setting.ana).await;
        setting.execute("DELETE FROM tasks").await;
        for one in kept {
            assert_eq!(restore(&setting, &setting.ana, one).await, "Added");
        }
        let after = setting.task(&done).await;
        for field in ["state", "title", "percent", "charged", "created_at"] {
            assert_eq!(after[field], before[field], "{field}");
        }
        assert_eq!(setting.result(&done).await["number"], 2);
        assert_eq!(setting.task(&open).await["state"], "cancelled");
        let mut forged = archived(&setting, &setting.ana).await.pop().unwrap();
        (forged.id, forged.state) = (id_of(&wish(json!({}))), tasks::State::Running);
        assert_eq!(restore(&setting, &setting.ana, forged).await, "Refused", "nobody goes on with it");
    }
}
