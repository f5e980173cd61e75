//! Tasks of agents that start by themselves.

use area::{
    PreparedStart, Schedulable, ScheduledStart, ScheduledWork, Services, WorkOutcome, WorkReport,
    changed_result, prompt_after, usual_model_of,
};
use async_trait::async_trait;
use kernel::{Failure, Fallible, Payer};
use ledger::Charge;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::Tx;
use tasks::{NewTask, TaskId, announce, queue_in, report_of};

use crate::agents::own::definition_of;
use crate::problems::{ID_TAKEN, INVALID_SCHEDULED_TASK, MODEL_NEEDED};
use crate::work::actions::{check_model, check_plan, checked_text, new_task};
use crate::work::entry::last_step;
use crate::work::progress::Input;
use crate::work::store::list_entries;
use crate::work::task::AgentKind;

/// The task that an agent is given.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScheduledTask {
    /// A word of the house's, or the id of one of the person's own.
    agent: String,
    text: String,
    /// `<connection>/<model>`; `None`: the agent's, else the person's usual one.
    #[serde(default)]
    model: Option<String>,
}

/// Starts tasks of agents.
pub(crate) struct ScheduledAgents(pub Services);

#[async_trait]
impl Schedulable for ScheduledAgents {
    fn kind(&self) -> &'static str {
        "agent"
    }

    /// Problems: [`INVALID_SCHEDULED_TASK`], those of [`checked_text`] and [`check_plan`], the agent is not there.
    async fn check(&self, payer: &Payer, input: Value) -> Fallible<Value> {
        let wanted: ScheduledTask =
            serde_json::from_value(input).map_err(|_| INVALID_SCHEDULED_TASK)?;
        let wanted = ScheduledTask { text: checked_text(&wanted.text)?, ..wanted };
        let mut conn = self.0.db.read().await?;
        definition_of(&mut conn, payer.user_id, &wanted.agent).await?;
        drop(conn);
        check_plan(&self.0, payer.workspace_id, &wanted.agent).await?;
        serde_json::to_value(wanted).map_err(Failure::internal)
    }

    async fn prepare(&self, wanted: &ScheduledStart) -> Fallible<Box<dyn PreparedStart>> {
        let (services, payer) = (&self.0, wanted.payer);
        let input: ScheduledTask =
            serde_json::from_value(wanted.input.clone()).map_err(Failure::internal)?;
        let mut conn = services.db.read().await?;
        let mut definition = definition_of(&mut conn, payer.user_id, &input.agent).await?;
        let user = services.identity.find_user(&mut conn, payer.user_id).await?;
        drop(conn);
        check_plan(services, payer.workspace_id, &input.agent).await?;
        let model = definition.model.as_deref().or(input.model.as_deref());
        let chosen = usual_model_of(services, &payer, model).await?.ok_or(MODEL_NEEDED)?;
        check_model(services, &input.agent, &definition, &chosen).await?;
        definition.spend_max = lower(definition.spend_max, wanted.run_cap);
        let input = Input {
            message: match &wanted.previous {
                Some(previous) => prompt_after(&input.text, previous),
                None => input.text,
            },
            agent: input.agent,
            files: Vec::new(),
            model: chosen.model.info.id.clone(),
            locale: user.and_then(|user| user.settings.locale),
        };
        let now = services.clock.now();
        let task = new_task(TaskId::new(now), input, definition, now);
        let (services, charge) = (services.clone(), chosen.charge);
        Ok(Box::new(PreparedTask { services, payer, task, charge }))
    }

    async fn report(&self, payer: &Payer, work: &ScheduledWork) -> Fallible<WorkReport> {
        let report = report_of(&self.0, payer, work).await?;
        let WorkOutcome::Complete { .. } = report.outcome else { return Ok(report) };
        let mut conn = self.0.db.read().await?;
        let entries = list_entries(&mut conn, TaskId(work.id)).await?;
        let text = last_step(&entries).map(|(_, step)| step.text.clone()).unwrap_or_default();
        let outcome = WorkOutcome::Complete { text: changed_result(text) };
        Ok(WorkReport { outcome, ..report })
    }
}

/// Returns the lower of two limits.
fn lower(one: Option<i64>, other: Option<i64>) -> Option<i64> {
    one.into_iter().chain(other).min()
}

/// A task that only has to be written.
struct PreparedTask {
    services: Services,
    payer: Payer,
    task: NewTask<AgentKind>,
    charge: Charge,
}

#[async_trait]
impl PreparedStart for PreparedTask {
    /// Returns the charge of the first step: what comes after it is held to the spending cap.
    fn charge(&self) -> Charge {
        self.charge
    }

    async fn start(self: Box<Self>, tx: &mut Tx) -> Fallible<ScheduledWork> {
        let Self { services, payer, task, .. } = *self;
        let id = task.id;
        let task = queue_in::<AgentKind>(&services, tx, payer, task).await?.ok_or(ID_TAKEN)?;
        tx.after_commit(move || announce(&services, &task.head));
        Ok(ScheduledWork { id: id.0, path: format!("/ai-agent/task/{id}"), run_id: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lower_of_both_caps_holds() {
        assert_eq!(lower(Some(5), Some(3)), Some(3));
        assert_eq!(lower(None, Some(3)), Some(3));
        assert_eq!(lower(None, None), None);
    }
}
