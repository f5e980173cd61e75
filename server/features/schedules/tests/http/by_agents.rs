//! Schedules that agents create, and tasks of agents that schedules start.

use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::{Setting, new_id};

impl Setting {
    /// Has an agent of Ana's want `create_schedule`; returns its task, which waits for her.
    async fn wanted(&self, arguments: Value) -> Value {
        let definition = json!({ "name": "Planner", "tools": ["create_schedule"] });
        let agent =
            self.ana.post("/api/agents", json!({ "id": new_id(), "definition": definition })).await;
        let task = json!({
            "id": new_id(),
            "agent": agent.created()["key"],
            "text": format!("create_schedule {arguments}"),
            "model": "fake/use-echo",
        });
        let sent = self.ana.post("/api/agents/tasks", task).await.accepted();
        self.settle().await;
        let waiting = self.ana.get(&task_path(&sent)).await.ok();
        assert_eq!(waiting["pause"], "approval", "{waiting}");
        waiting
    }

    /// Allows the call that a task waits for; returns it.
    async fn allowed(&self, task: &Value) -> Value {
        let call_id = task["entries"][1]["calls"][0]["id"].as_str().unwrap();
        let decision = json!({ "call_id": call_id, "decision": "once" });
        let path = format!("{}/decisions", task_path(task));
        self.ana.post(&path, decision).await.assert_status(202);
        self.settle().await;
        self.ana.get(&task_path(task)).await.ok()["entries"][1]["calls"][0].clone()
    }

    async fn schedules(&self) -> Vec<Value> {
        self.ana.get("/api/schedules").await.ok()["items"].as_array().unwrap().clone()
    }
}

fn task_path(task: &Value) -> String {
    format!("/api/agents/tasks/{}", task["id"].as_str().unwrap())
}

for_each_store! {
    // issue 28: "Tools of the house: … schedule …"
    async fn an_agent_creates_a_schedule_that_its_person_allows(store) {
        let setting = Setting::new(store).await;
        let wish = json!({
            "title": "Tides", "prompt": "How high is the tide?", "when": "every weekday at 8",
            "time_zone": "Europe/Berlin", "only_changes": true,
        });
        let task = setting.wanted(wish).await;
        assert_eq!(setting.schedules().await.len(), 0, "nothing happens before she allows it");
        let call = setting.allowed(&task).await;
        assert_eq!(call["state"], "completed", "{call}");
        let created = setting.schedules().await.remove(0);
        assert_eq!(created["times"]["rule"], "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR");
        assert_eq!((&created["kind"], &created["only_changes"]), (&json!("prompt"), &json!(true)));
        assert_eq!(created["input"]["text"], "How high is the tide?");
        assert_eq!(call["parts"][0]["thing_id"], created["id"]);

        let in_her_zone = json!({ "title": "Moon", "prompt": "Is it full?", "when": "every day at 22 unless it rains" });
        let task = setting.wanted(in_her_zone).await;
        let call = setting.allowed(&task).await;
        assert!(call["output"].as_str().unwrap().contains("unless it rains"), "{call}");
        assert_eq!(setting.schedules().await[0]["times"]["zone"], "Europe/Berlin");
    }

    async fn an_agent_is_told_why_a_schedule_was_not_created(store) {
        let setting = Setting::new(store).await;
        for (when, zone, why) in [
            ("every day at 8", Value::Null, "Ask the person for it"),
            ("every day at 8", json!("Mars/Olympus"), "Ask the person for it"),
            ("some day", json!("Europe/Berlin"), ""),
            ("every second", json!("Europe/Berlin"), ""),
        ] {
            let wish = json!({ "title": "Tides", "prompt": "Now?", "when": when, "time_zone": zone });
            let task = setting.wanted(wish).await;
            let call = setting.allowed(&task).await;
            assert_eq!(call["state"], "failed", "{call}");
            assert!(call["output"].as_str().unwrap().contains(why), "{call}");
        }
        assert_eq!(setting.schedules().await.len(), 0);
    }

    // issue 28: "Anything can be scheduled: a prompt with a bot or agent"
    async fn a_schedule_starts_a_task_of_an_agent(store) {
        let setting = Setting::new(store).await;
        let input = json!({ "agent": "search", "text": "calculate {\"expression\": \"6 * 7\"}", "model": "fake/use-echo" });
        let schedule = setting.create(json!({ "kind": "agent", "input": input })).await;
        setting.at("2026-11-21T07:00:00Z").await;
        setting.at("2026-11-21T07:00:30Z").await;
        let run = setting.runs(&schedule).await.remove(0);
        assert_eq!(run["state"], "succeeded", "{run}");
        assert!(run["path"].as_str().unwrap().starts_with("/ai-agent/task/"), "{run}");
        assert_eq!((&run["has_result"], &run["charged"]), (&json!(true), &json!(2)));
    }

    async fn an_agent_stays_within_the_cap_of_its_schedule(store) {
        let setting = Setting::new(store).await;
        let input = json!({ "agent": "search", "text": "calculate {\"expression\": \"6 * 7\"}", "model": "fake/use-echo" });
        let schedule = setting.create(json!({ "kind": "agent", "input": input, "run_cap": 1 })).await;
        setting.at("2026-11-21T07:00:00Z").await;
        setting.at("2026-11-21T07:00:30Z").await;
        let run = setting.runs(&schedule).await.remove(0);
        assert_eq!((&run["state"], &run["charged"]), (&json!("waiting"), &json!(1)), "{run}");
    }

    async fn a_task_without_an_agent_or_words_is_refused(store) {
        let setting = Setting::new(store).await;
        for (input, code) in [
            (json!({ "agent": "cooking", "text": "Hi" }), "agents.not_found"),
            (json!({ "agent": "search", "text": " " }), "agents.message_empty"),
            (json!({ "text": "Hi" }), "agents.invalid_scheduled_task"),
        ] {
            let new = crate::setting::new_schedule(json!({ "kind": "agent", "input": input }));
            let refused = setting.ana.post("/api/schedules", new).await;
            assert_eq!(refused.json()["code"], code);
        }
    }
}
