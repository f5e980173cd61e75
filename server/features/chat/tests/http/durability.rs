//! Nothing is lost: promises P2 and P4 to P7 of the security document.

use generation::delete_runs_of;
use kernel::{DAY, MINUTE, SECOND};
use testing::for_each_store;

use crate::setting::{
    Setting, converse, events_path, follow, message, messages, messages_path, new_conversation,
    text,
};

for_each_store! {
    async fn a_reader_that_leaves_stops_nothing(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        setting.provider.hold_after(5);
        let sent = ana.post(&messages_path(conversation), message("Go", "fake/t20", None)).await;
        let sent = sent.accepted();
        let mut reader = ana.events(&events_path(&sent)).await;
        reader.next_of("part.started").await;
        drop(reader);

        setting.provider.release();
        follow(&ana, &sent).await;

        let answer = messages(&ana, conversation).await.pop().unwrap();
        assert_eq!(answer["state"], "completed");
        assert_eq!(text(&answer).split_whitespace().count(), 20);
        assert_eq!(setting.provider.call_count(), 1);
    }

    async fn a_reader_at_another_process_sees_every_event_once_and_in_order(store) {
        let setting = Setting::new(store).await;
        let other = setting.server.another_process().await;
        let ana = setting.ana().await;
        let ana_there = other.member("ana@example.com").await;
        setting.provider.hold_after(5);
        let sent = ana.post(&messages_path(new_conversation()), message("Go", "fake/t20", None))
            .await.accepted();
        let there = ana_there.events(&events_path(&sent)).await;
        setting.provider.wait_until_held(1).await;
        setting.provider.release();

        let seen_there = there.rest().await;
        let seen_here = follow(&ana, &sent).await;

        assert_eq!(seen_there, seen_here);
        let ids: Vec<i64> = seen_here.iter().filter_map(|event| event.id.as_deref())
            .map(|id| id.parse().unwrap()).collect();
        assert_eq!(ids, (1..=ids.len() as i64).collect::<Vec<_>>());
    }

    async fn an_answer_that_is_deleted_while_it_is_written_does_not_hold_up_others(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.ana().await, setting.ben().await);
        let conversation = new_conversation();
        setting.provider.hold_after(5);
        let of_ana = ana.post(&messages_path(new_conversation()), message("Go", "fake/t20", None))
            .await.accepted();
        ana.events(&events_path(&of_ana)).await.next_of("part.started").await;
        let of_ben = ben.post(&messages_path(conversation), message("Go", "fake/t20", None))
            .await.accepted();
        setting.provider.wait_until_held(2).await;
        let mut tx = setting.server.db().begin().await.unwrap();
        delete_runs_of(&mut tx, ana.workspace_id).await.unwrap();
        tx.commit().await.unwrap();

        setting.provider.release();
        follow(&ben, &of_ben).await;

        let answer = messages(&ben, conversation).await.pop().unwrap();
        assert_eq!(answer["state"], "completed");
        assert_eq!(text(&answer).split_whitespace().count(), 20);
    }

    async fn stop_reaches_the_process_that_writes(store) {
        let setting = Setting::new(store).await;
        let other = setting.server.another_process().await;
        let ana = setting.ana().await;
        let ana_there = other.member("ana@example.com").await;
        setting.provider.hold_after(5);
        let sent = ana.post(&messages_path(new_conversation()), message("Go", "fake/t20", None))
            .await.accepted();
        setting.provider.wait_until_held(1).await;

        let run = sent["assistant_message"]["run_id"].as_str().unwrap();
        let path = format!("/api/runs/{run}/cancel");
        ana_there.post(&path, serde_json::json!({})).await.assert_status(202);

        let events = follow(&ana, &sent).await;
        assert_eq!(events[events.len() - 2].event, "run.cancelled");
    }

    async fn a_run_whose_process_died_is_interrupted_with_its_text_and_charged_once(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        setting.provider.hold_after(5);
        let sent = ana.post(&messages_path(conversation), message("Go", "fake/t20", None)).await;
        let sent = sent.accepted();
        let mut reader = ana.events(&events_path(&sent)).await;
        let shown = reader.next_of("part.started").await;
        setting.provider.wait_until_held(1).await;

        // Its process stays silent; another one checks after a minute.
        setting.server.clock().advance(MINUTE);
        let other = setting.server.another_process().await;
        let ana_there = other.member("ana@example.com").await;

        let answer = messages(&ana_there, conversation).await.pop().unwrap();
        assert_eq!(answer["state"], "interrupted");
        assert_eq!(answer["problem"]["code"], "generation.interrupted");
        let seen = shown.data["part"]["text"].as_str().unwrap().to_owned();
        assert!(text(&answer).starts_with(&seen), "{seen:?} in {answer}");
        assert_eq!(answer["receipt"]["charged"], 1);

        // The first process resumes: final states stay as they are.
        setting.provider.release();
        setting.server.services.generation.wait_idle().await;
        let later = messages(&ana_there, conversation).await.pop().unwrap();
        assert_eq!(later, answer);
        assert_eq!(setting.provider.call_count(), 1);
    }

    async fn a_process_that_renews_its_lease_keeps_its_runs(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        setting.provider.hold_after(5);
        let sent = ana.post(&messages_path(new_conversation()), message("Go", "fake/t20", None))
            .await.accepted();
        setting.provider.wait_until_held(1).await;

        setting.server.clock().advance(10 * SECOND);
        let other = setting.server.another_process().await;
        other.services.generation.interrupt_orphans().await.unwrap();
        setting.provider.release();

        let events = follow(&ana, &sent).await;
        assert_eq!(events[events.len() - 2].event, "run.completed");
    }

    async fn a_stopping_server_ends_its_runs_as_interrupted(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        setting.provider.hold_after(5);
        let sent = ana.post(&messages_path(conversation), message("Go", "fake/t20", None)).await;
        let sent = sent.accepted();
        ana.events(&events_path(&sent)).await.next_of("part.started").await;
        setting.provider.wait_until_held(1).await;

        setting.server.services.generation.stop(std::time::Duration::ZERO).await;

        let events = follow(&ana, &sent).await;
        assert_eq!(events[events.len() - 2].event, "run.interrupted");
        let answer = messages(&ana, conversation).await.pop().unwrap();
        assert!(!text(&answer).is_empty());
    }

    // security P4: "after retention a `snapshot` event; never a second generation"
    async fn who_comes_back_after_days_gets_the_whole_answer_as_one_snapshot(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        let sent = converse(&ana, conversation, "Go", "fake/t20", None).await;
        let answer = messages(&ana, conversation).await.pop().unwrap();
        setting.server.clock().advance(2 * DAY);
        setting.do_upkeep().await;

        // Seen before; nothing yet; more than there ever was; none of a run's.
        let largest = i64::MAX.to_string();
        for last in [Some("2"), None, Some("9000"), Some(&largest), Some("p1"), Some("-7")] {
            let events = ana.events_after(&events_path(&sent), last).await.rest().await;

            let names: Vec<&str> = events.iter().map(|event| event.event.as_str()).collect();
            assert_eq!(names, ["snapshot", "done"], "{last:?}");
            assert_eq!(events[0].data["parts"], answer["parts"], "{last:?}");
            assert_eq!(events[0].data["state"], "completed", "{last:?}");
            let id: i64 = events[0].id.as_deref().unwrap().parse().unwrap();
            let seen = last.and_then(|last| last.parse().ok()).unwrap_or(0);
            assert!(id > seen || seen == i64::MAX, "{id} comes after {seen}");
        }
        let ben = setting.ben().await;
        ben.get(&events_path(&sent)).await.assert_problem(404, "generation.run_not_found");
        assert_eq!(setting.provider.call_count(), 1);
    }

    async fn an_id_that_no_event_has_yet_waits_for_the_end_and_gets_the_whole_answer(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        setting.provider.hold_after(5);
        let sent = ana.post(&messages_path(conversation), message("Go", "fake/t20", None)).await;
        let sent = sent.accepted();
        setting.provider.wait_until_held(1).await;
        let ahead = ana.events_after(&events_path(&sent), Some("9000")).await;
        setting.provider.release();

        let events = ahead.rest().await;

        let answer = messages(&ana, conversation).await.pop().unwrap();
        assert_eq!(events[0].event, "snapshot");
        assert_eq!((&events[0].data["parts"], events.len()), (&answer["parts"], 2));
    }
}
