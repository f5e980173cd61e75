//! High load: runs that cannot begin wait in the queue, and excess ones are refused.

use generation::Settings;
use kernel::{ConversationId, SECOND};
use serde_json::{Value, json};
use testing::{Client, EventStream, for_each_store};

use crate::setting::{
    SAYS_HI, Setting, conversation_path, events_path, follow, message, messages, messages_path,
    new_conversation, text,
};

const HELD: &str = "fake/t20";
/// Too busy for the first request; a second later it answers.
const BUSY_ONCE: &str = "fake/e429-r7-n1-t5";
const BUSY: &str = "fake/e429-r7";

fn one_at_a_time() -> Settings {
    Settings { max_running: 1, ..Settings::default() }
}

async fn send(client: &Client, model: &str) -> (ConversationId, Value) {
    let id = new_conversation();
    let sent = client.post(&messages_path(id), message("Go", model, None)).await.accepted();
    (id, sent)
}

async fn run_of(client: &Client, sent: &Value) -> Value {
    let run_id = sent["assistant_message"]["run_id"].as_str().unwrap();
    client.get(&format!("/api/runs/{run_id}")).await.ok()
}

async fn events_of(client: &Client, sent: &Value) -> EventStream {
    client.events(&events_path(sent)).await
}

/// Returns a run's position and estimated wait from the next event that has them.
async fn place(events: &mut EventStream) -> (i64, Value) {
    let queued = events.next_of("run.queued").await.data;
    (queued["position"].as_i64().unwrap(), queued["estimated_wait_seconds"].clone())
}

impl Setting {
    /// Starts an answer that does not end until the provider releases it.
    async fn with_one_running(&self, client: &Client) -> Value {
        self.provider.hold_after(1);
        let (_, sent) = send(client, HELD).await;
        self.provider.wait_until_held(1).await;
        sent
    }

    async fn advance_queue(&self) {
        self.server.services.generation.advance_queue().await.unwrap();
    }
}

for_each_store! {
    // spec §8: "High-traffic notice and queue dialogs with an estimated wait"
    async fn what_cannot_begin_waits_in_line_and_begins_in_its_turn(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        // An answer that took ten seconds, so that the duration can be estimated.
        let before = setting.with_one_running(&ana).await;
        setting.server.clock().advance(10 * SECOND);
        setting.provider.release();
        follow(&ana, &before).await;
        setting.server.services.generation.set_limits(one_at_a_time());
        let running = setting.with_one_running(&ana).await;

        let (first, first_sent) = send(&ana, SAYS_HI).await;
        let (_, second_sent) = send(&ana, SAYS_HI).await;

        let first_run = run_of(&ana, &first_sent).await;
        assert_eq!(first_run["state"], "queued");
        assert_eq!(first_sent["assistant_message"]["state"], "running");
        let mut first_events = events_of(&ana, &first_sent).await;
        let mut second_events = events_of(&ana, &second_sent).await;
        assert_eq!(place(&mut first_events).await, (1, json!(10)));
        assert_eq!(place(&mut second_events).await, (2, json!(20)));
        assert_eq!(setting.provider.call_count(), 2, "nobody is asked for those that wait");

        setting.provider.release();
        follow(&ana, &running).await;
        first_events.next_of("run.completed").await;
        second_events.next_of("run.completed").await;
        let answer = messages(&ana, first).await.pop().unwrap();
        assert_eq!(answer["state"], "completed");
        assert_eq!(text(&answer), "Hi there");
        assert_eq!(answer["receipt"]["charged"], 1);
    }

    async fn one_that_waits_can_be_stopped_and_those_behind_it_move_up(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        setting.server.services.generation.set_limits(one_at_a_time());
        let running = setting.with_one_running(&ana).await;
        let (first, first_sent) = send(&ana, SAYS_HI).await;
        let (_, second_sent) = send(&ana, SAYS_HI).await;
        let mut second_events = events_of(&ana, &second_sent).await;
        assert_eq!(place(&mut second_events).await.0, 2);

        let run_id = first_sent["assistant_message"]["run_id"].as_str().unwrap();
        ana.post(&format!("/api/runs/{run_id}/cancel"), json!({})).await.assert_status(202);
        setting.advance_queue().await;

        assert_eq!(place(&mut second_events).await.0, 1);
        let stopped = messages(&ana, first).await.pop().unwrap();
        assert_eq!(stopped["state"], "cancelled");
        assert_eq!(stopped["receipt"]["charged"], 0, "its hold is released");
        setting.provider.release();
        follow(&ana, &running).await;
        second_events.next_of("run.completed").await;
    }

    // spec §8: "the queue ahead is extremely busy, try later"
    async fn what_is_too_much_for_the_line_is_refused_before_anything_is_written(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.ana().await, setting.ben().await);
        setting.server.services.generation.set_limits(Settings {
            max_waiting: 2,
            max_waiting_per_person: 1,
            ..one_at_a_time()
        });
        let running = setting.with_one_running(&ana).await;
        let (_, waiting) = send(&ana, SAYS_HI).await;

        let refused = new_conversation();
        let again = message("Go", SAYS_HI, None);
        let problem = ana.post(&messages_path(refused), again).await;
        problem.assert_problem(429, "generation.own_line_full");
        let (_, bens) = send(&ben, SAYS_HI).await;
        let eve = setting.server.member("eve@example.com").await;
        let problem = eve.post(&messages_path(refused), message("Go", SAYS_HI, None)).await;
        let problem = problem.assert_problem(429, "generation.line_full");
        assert_eq!(problem["message"], "The queue ahead is extremely busy, try later");
        eve.get(&conversation_path(refused)).await
            .assert_problem(404, "chat.conversation_not_found");

        setting.provider.release();
        follow(&ana, &running).await;
        follow(&ana, &waiting).await;
        follow(&ben, &bens).await;
        send(&eve, SAYS_HI).await;
    }

    async fn one_that_waits_is_begun_by_whichever_process_has_a_place(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        setting.server.services.generation.set_limits(one_at_a_time());
        let running = setting.with_one_running(&ana).await;
        let (conversation, waiting) = send(&ana, SAYS_HI).await;
        assert_eq!(run_of(&ana, &waiting).await["state"], "queued");

        let other = setting.server.another_process().await;
        other.services.generation.advance_queue().await.unwrap();
        setting.provider.wait_until_held(2).await;

        assert_eq!(run_of(&ana, &waiting).await["state"], "running");
        assert_eq!(run_of(&ana, &running).await["state"], "running", "it is still being written");
        setting.provider.release();
        follow(&ana, &running).await;
        follow(&ana, &waiting).await;
        let answer = messages(&ana, conversation).await.pop().unwrap();
        assert_eq!(text(&answer), "Hi there");
    }

    async fn a_busy_provider_is_asked_again_when_it_wants_to_be(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let (conversation, sent) = send(&ana, BUSY_ONCE).await;
        let mut events = events_of(&ana, &sent).await;
        assert_eq!(place(&mut events).await, (1, json!(7)));
        assert_eq!(run_of(&ana, &sent).await["state"], "queued");

        setting.server.clock().advance(6 * SECOND);
        setting.advance_queue().await;
        assert_eq!(setting.provider.call_count(), 1, "it is left alone until then");
        setting.server.clock().advance(SECOND);
        setting.advance_queue().await;

        events.next_of("run.completed").await;
        let answer = messages(&ana, conversation).await.pop().unwrap();
        assert_eq!(text(&answer).split_whitespace().count(), 5);
        assert_eq!(answer["receipt"]["charged"], 1);
        assert_eq!(answer["receipt"]["duration_ms"], 0, "waiting is no time that it took");
        assert_eq!(setting.provider.call_count(), 2);
    }

    async fn a_provider_that_stays_busy_is_given_up_in_the_end(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let (conversation, sent) = send(&ana, BUSY).await;
        let mut events = events_of(&ana, &sent).await;
        for _ in 0..5 {
            place(&mut events).await;
            setting.server.clock().advance(7 * SECOND);
            setting.advance_queue().await;
        }
        events.next_of("run.failed").await;
        let answer = messages(&ana, conversation).await.pop().unwrap();
        assert_eq!(answer["problem"]["code"], "providers.busy");
        assert_eq!(answer["problem"]["params"]["retry_after_seconds"], "7");
        assert_eq!(answer["receipt"]["charged"], 0);
        assert_eq!(setting.provider.call_count(), 6);
    }
}
