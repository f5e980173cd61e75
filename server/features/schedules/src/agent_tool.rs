//! Schedules that agents create for their person.

use std::sync::Arc;

use area::{AgentTools, Services};
use async_trait::async_trait;
use conversations::PartKind;
use generation::{Tool, ToolError, ToolOutput, ToolScope};
use kernel::{Failure, Fallible, Payer};
use providers::ToolSpec;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::problems::ZONE_UNKNOWN;
use crate::schedule::{MissedRuns, ScheduleId};
use crate::schedules::{create, preview};
use crate::store::list_schedules;
use crate::wire::{NewSchedule, ScheduleBody, SchedulePreview, SchedulePreviewQuestion};

/// The name of the tool, by which agents choose it. It never changes.
const NAME: &str = "create_schedule";

/// The kind of work that starts: a prompt in a chat of its own. The area `chat` registers it.
const KIND: &str = "prompt";

const DESCRIPTION: &str = "Schedules a prompt that starts by itself at the times the person wants. Each run is a chat of its \
own, without this conversation: the prompt must say everything. The person is asked before it is created.";

/// Offers agents a tool that creates schedules.
pub(crate) struct CreatesSchedules(pub Services);

#[async_trait]
impl AgentTools for CreatesSchedules {
    async fn tools_for(&self, _payer: &Payer) -> Fallible<Vec<Arc<dyn Tool>>> {
        Ok(vec![Arc::new(CreateSchedule(self.0.clone()))])
    }
}

struct CreateSchedule(Services);

/// The arguments of a call.
#[derive(Deserialize)]
struct Arguments {
    title: String,
    prompt: String,
    when: String,
    #[serde(default)]
    time_zone: Option<String>,
    #[serde(default)]
    only_changes: bool,
}

#[async_trait]
impl Tool for CreateSchedule {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: NAME.to_owned(),
            description: DESCRIPTION.to_owned(),
            parameters: json!({
                "type": "object",
                "properties": {
                    "title": { "type": "string" },
                    "prompt": { "type": "string" },
                    "when": {
                        "type": "string",
                        "description": "In English: \"every weekday at 8\", \"on the first Monday of each month at 9:30\", \
                            \"tomorrow at noon\".",
                    },
                    "time_zone": {
                        "type": "string",
                        "description": "IANA name: \"Europe/Berlin\". Left out: that of the person's schedules.",
                    },
                    "only_changes": {
                        "type": "boolean",
                        "description": "True: the person hears of a run only if its result differs from the last one.",
                    },
                },
                "required": ["title", "prompt", "when"],
            }),
        }
    }

    fn title(&self) -> String {
        "Create a schedule".to_owned()
    }

    /// A schedule spends while nobody looks: its person is asked first.
    fn needs_approval(&self) -> bool {
        true
    }

    async fn call(&self, arguments: Value, scope: &ToolScope) -> Result<ToolOutput, ToolError> {
        let arguments = Arguments::deserialize(&arguments)
            .map_err(|error| ToolError::wrong_arguments(&error))?;
        let created = self.create(arguments, scope).await;
        let (created, rest) = created.map_err(|failure| match &failure {
            Failure::Problem(problem) if problem.kind == ZONE_UNKNOWN => ToolError(
                "The time zone is not known. Ask the person for it, as an IANA name.".to_owned(),
            ),
            _ => ToolError::of(failure, "The schedule could not be created."),
        })?;
        let (id, title) = (created.id, created.title.clone());
        let text = said(&created, &rest);
        let part = PartKind::Reference { of: "schedule".to_owned(), thing_id: id.0, title };
        Ok(ToolOutput { text, parts: vec![part], ..ToolOutput::default() })
    }
}

impl CreateSchedule {
    /// Returns the schedule, and the words on its times that were not understood.
    async fn create(
        &self,
        wanted: Arguments,
        scope: &ToolScope,
    ) -> Fallible<(ScheduleBody, String)> {
        let services = &self.0;
        let zone = match wanted.time_zone {
            Some(zone) => zone,
            None => self.usual_zone(scope).await?,
        };
        let question = SchedulePreviewQuestion { words: Some(wanted.when), times: None, zone };
        let SchedulePreview { times, rest, .. } = preview(services, question)?;
        let new = NewSchedule {
            id: ScheduleId::new(services.clock.now()),
            title: wanted.title,
            kind: KIND.to_owned(),
            input: json!({ "text": wanted.prompt }),
            times,
            missed: MissedRuns::RunOnce,
            only_changes: wanted.only_changes,
            by_mail: false,
            by_push: true,
            run_cap: None,
            month_cap: None,
        };
        let payer = Payer { workspace_id: scope.workspace_id, user_id: scope.user_id };
        Ok((create(services, &payer, new).await?, rest))
    }

    /// Returns the zone of the person's newest schedule.
    ///
    /// Problems: [`ZONE_UNKNOWN`] if they have none.
    async fn usual_zone(&self, scope: &ToolScope) -> Fallible<String> {
        let mut conn = self.0.db.read().await?;
        let known = list_schedules(&mut conn, scope.user_id).await?.into_iter().next();
        Ok(known.map(|schedule| schedule.zone).ok_or_else(|| ZONE_UNKNOWN.with("zone", ""))?)
    }
}

/// Returns what a model is told of a schedule: it sees from its times if they are what the person wanted.
fn said(created: &ScheduleBody, rest: &str) -> String {
    let dates: Vec<String> = created.next_dates.iter().map(ToString::to_string).collect();
    let text = format!(
        "The schedule was created. Its next times (UTC): {}. The person sees it and can change it.",
        dates.join(", ")
    );
    match rest.is_empty() {
        true => text,
        false => format!("{text} Tell them that these words on its times were left out: {rest:?}."),
    }
}
