//! Tasks that the tools of agents start.

use area::{Area, Services};
use async_trait::async_trait;
use generation::{Tool, ToolError, ToolOutput, ToolScope};
use kernel::{Fallible, Payer};
use ledger::{Charge, Meter};
use providers::ToolSpec;
use serde_json::{Value, json};
use store::sql;
use tasks::{AreaTasks, Lane, NewTask, Step, TaskId, TaskKind, TaskOf};
use testing::for_each_store;

use crate::setting::{Setting, path, steps};

/// A task with a price, which waits for its person where the wish says so.
pub struct Errand;

#[async_trait]
impl TaskKind for Errand {
    type Input = Value;
    type Output = Value;
    type Effect = ();

    const NAME: &'static str = "errand";
    const JOB: &'static str = "errand.step";
    const SWEEP: &'static str = "errand.sweep";
    const FEATURE: &'static str = "errand";

    async fn step(_: &Services, task: &TaskOf<Self>, _: Lane) -> Fallible<Step<()>> {
        Ok(if task.input["waits"] == true { Step::pause() } else { Step::done() })
    }

    fn has_result(_: &TaskOf<Self>) -> bool {
        true
    }
}

/// Starts errands, and does not wait for them.
pub struct StartErrand(pub Services);

#[async_trait]
impl Tool for StartErrand {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: "errand".to_owned(),
            description: "Starts an errand.".to_owned(),
            parameters: json!({ "type": "object" }),
        }
    }

    fn title(&self) -> String {
        "ERRAND".to_owned()
    }

    fn needs_approval(&self) -> bool {
        false
    }

    async fn call(&self, arguments: Value, scope: &ToolScope) -> Result<ToolOutput, ToolError> {
        let wish = arguments;
        let payer = Payer { user_id: scope.user_id, workspace_id: scope.workspace_id };
        let amount = wish["price"].as_i64().unwrap_or(0);
        let price = Charge { meter: Some(Meter::StandardQuery), amount };
        let first_run = wish["first_run"].as_i64().unwrap_or(0);
        let id = TaskId::new(self.0.clock.now());
        let new = NewTask::new(id, "An errand".to_owned(), wish);
        let new = NewTask { price, first_run, parent: scope.parent.clone(), ..new };
        let started = tasks::start_for::<Errand>(&self.0, payer, new).await;
        started.map_err(|failure| ToolError::of(failure, "It could not be started."))?;
        Ok(ToolOutput { text: "Started.".to_owned(), ..ToolOutput::default() })
    }
}

async fn states(setting: &Setting) -> Vec<String> {
    let mut conn = setting.server.db().read().await.unwrap();
    let find = "SELECT state FROM tasks WHERE kind = 'errand' ORDER BY created_at, id";
    sql!(&mut conn, all(String,), find).unwrap().into_iter().map(|(state,)| state).collect()
}

for_each_store! {
    // issue 28: "cost so far"
    async fn what_a_tool_starts_is_in_the_cost_of_its_task(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({ "tools": ["errand"] })).await;
        let done = setting.started(&ana, &agent, "use-echo", "errand {\"price\": 3}").await;
        assert_eq!(done["state"], "succeeded", "{done}");
        assert_eq!((&done["charged"], setting.used(&ana).await), (&json!(5), 5), "two steps and the errand");
        assert_eq!(done["costs"], json!([{ "meter": "standard_query", "units": 5 }]));
        assert_eq!(states(&setting).await, ["succeeded"]);
    }

    // issue 28: "spending cap"
    async fn what_a_tool_starts_counts_towards_the_cap(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({ "tools": ["errand"], "spend_max": 4 })).await;
        for wish in ["errand {\"price\": 4}", "errand {\"price\": 3, \"first_run\": 1}"] {
            let refused = setting.started(&ana, &agent, "use-echo", wish).await;
            let call = &steps(&refused)[0]["calls"][0];
            assert_eq!((&call["state"], &refused["charged"]), (&json!("failed"), &json!(2)), "{refused}");
            assert_eq!(call["output"], "This would cost more than the agent may spend");
        }
        // What is held counts as what was charged.
        let text = "errand {\"price\": 3, \"waits\": true}";
        let paused = setting.started(&ana, &agent, "use-echo", text).await;
        assert_eq!((&paused["pause"], &paused["charged"]), (&json!("spend"), &json!(1)), "{paused}");
        let more = setting.post(&ana, &paused, "continue", json!({ "spend_max": 5 })).await;
        assert_eq!((&more["state"], &more["charged"]), (&json!("succeeded"), &json!(2)), "{more}");
    }

    // Work ends when its owner ends it.
    async fn what_a_tool_started_stops_with_its_task_and_what_ended_stays(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({ "tools": ["errand", "ring"] })).await;
        let text = "errand {\"price\": 2}\nerrand {\"price\": 3, \"waits\": true}\nring {}";
        let paused = setting.started(&ana, &agent, "use-echo", text).await;
        assert_eq!(paused["pause"], "approval", "{paused}");
        let mut before = states(&setting).await;
        before.sort();
        assert_eq!(before, ["paused", "succeeded"]);
        ana.post(&format!("{}/cancel", path(&paused)), json!({})).await.assert_status(202);
        setting.settle().await;
        let mut after = states(&setting).await;
        after.sort();
        assert_eq!(after, ["cancelled", "succeeded"]);
        let stopped = setting.get(&ana, &paused).await;
        assert_eq!((&stopped["state"], &stopped["charged"]), (&json!("cancelled"), &json!(3)), "{stopped}");
        assert_eq!(setting.used(&ana).await, 3, "what was held is free again");
    }

    async fn what_was_started_stops_with_a_task_that_is_being_written(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({ "tools": ["errand", "ring"] })).await;
        let text = "errand {\"waits\": true}\nring {}";
        let paused = setting.started(&ana, &agent, "use-echo", text).await;
        setting.provider.hold_after(0);
        let call = steps(&paused)[0]["calls"][1]["id"].clone();
        let decision = json!({ "call_id": call, "decision": "deny" });
        ana.post(&format!("{}/decisions", path(&paused)), decision).await.assert_status(202);
        setting.server.run_jobs().await;
        setting.provider.wait_until_held(1).await;
        ana.post(&format!("{}/cancel", path(&paused)), json!({})).await.assert_status(202);
        setting.settle().await;
        assert_eq!(states(&setting).await, ["cancelled"]);
        assert_eq!(setting.get(&ana, &paused).await["state"], "cancelled");
    }

    async fn the_cost_of_what_was_deleted_for_good_stays(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let agent = setting.agent(&ana, json!({ "tools": ["errand"] })).await;
        let done = setting.started(&ana, &agent, "use-echo", "errand {\"price\": 3}").await;
        let mut conn = setting.server.db().read().await.unwrap();
        let find = "SELECT id FROM tasks WHERE kind = 'errand'";
        let (id,) = sql!(&mut conn, one(kernel::Uuid,), find).unwrap();
        drop(conn);
        ana.delete(&format!("/api/tasks/{id}")).await.no_content();
        assert_eq!(setting.get(&ana, &done).await["charged"], 5, "it is in the trash");
        setting.server.clock().advance(31 * kernel::DAY);
        let services = &setting.server.services;
        for upkeep in Area::new("probes").task_kind::<Errand>(services).upkeep {
            (upkeep.run)(services.clone()).await.unwrap();
        }
        assert!(states(&setting).await.is_empty());
        let mut conn = setting.server.db().read().await.unwrap();
        let (charged,) = sql!(&mut conn, one(i64,), "SELECT charged FROM tasks").unwrap();
        assert_eq!(charged, 5);
    }
}
