//! PowerUPs that run by themselves, on a page as it is then.

use area::{
    Chosen, PreparedStart, Schedulable, ScheduledStart, ScheduledWork, Services, WorkOutcome,
    WorkReport, usual_model_of,
};
use async_trait::async_trait;
use generation::RunState;
use kernel::{Failure, Fallible, Payer, Problem, RunId, UserId};
use ledger::Charge;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::Tx;

use crate::access::view;
use crate::definition::{Definition, Kind, Reads};
use crate::problems::{CONTENT_NEEDED, IS_APP, MODEL_NEEDED, NOT_FOUND};
use crate::prompt::{self, Values};
use crate::results::{Named, keep};
use crate::runs::{Given, PreparedRun, check_page, prepare};
use crate::store::{PowerupId, find};

/// The PowerUP that is run, and on what.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScheduledRun {
    powerup_id: PowerupId,
    /// The page that is read, where the PowerUP reads one.
    #[serde(default)]
    url: Option<String>,
    #[serde(default)]
    values: Values,
}

/// Starts runs of PowerUPs.
pub(crate) struct ScheduledPowerups(pub Services);

#[async_trait]
impl Schedulable for ScheduledPowerups {
    fn kind(&self) -> &'static str {
        "powerup"
    }

    /// Problems: `powerups.not_found`, `powerups.gone`; [`IS_APP`], [`CONTENT_NEEDED`], `powerups.wrong_site`; those of parameters.
    async fn check(&self, payer: &Payer, input: Value) -> Fallible<Value> {
        let wanted: ScheduledRun = serde_json::from_value(input).map_err(|_| NOT_FOUND)?;
        let definition = self.definition_of(payer.user_id, wanted.powerup_id).await?;
        prompt::fill(&definition.parameters, &wanted.values)?;
        let url = match definition.reads {
            Reads::None => None,
            Reads::Selection => return Err(CONTENT_NEEDED.into()),
            Reads::All => Some(check_page(&definition, wanted.url.as_deref())?),
        };
        serde_json::to_value(ScheduledRun { url, ..wanted }).map_err(Failure::internal)
    }

    async fn prepare(&self, wanted: &ScheduledStart) -> Fallible<Box<dyn PreparedStart>> {
        let (services, payer) = (&self.0, wanted.payer);
        let input: ScheduledRun =
            serde_json::from_value(wanted.input.clone()).map_err(Failure::internal)?;
        let definition = self.definition_of(payer.user_id, input.powerup_id).await?;
        let mut conn = services.db.read().await?;
        let user = services.identity.find_user(&mut conn, payer.user_id).await?;
        drop(conn);
        let locale = user.and_then(|user| user.settings.locale);
        let chosen = choose_model(services, &payer, definition.model.as_deref()).await?;
        let given = Given { text: None, url: input.url.clone(), values: input.values };
        let mut prepared = prepare(services, (payer, locale), &definition, given, chosen).await?;
        prepared.run.attached.budget = wanted.budget;
        Ok(Box::new(PreparedPowerup {
            services: services.clone(),
            powerup_id: input.powerup_id,
            url: input.url,
            definition,
            prepared,
        }))
    }

    async fn report(&self, _payer: &Payer, work: &ScheduledWork) -> Fallible<WorkReport> {
        let Some(look) = self.0.generation.snapshot(RunId(work.id)).await? else {
            return Ok(WorkReport { outcome: WorkOutcome::Stopped, charged: 0 });
        };
        let charged = look.receipt.as_ref().map_or(0, |receipt| receipt.charged);
        let outcome = match look.state {
            RunState::Completed => WorkOutcome::Complete { text: Some(look.text) },
            RunState::Cancelled => WorkOutcome::Stopped,
            state if !state.is_final() => WorkOutcome::Working,
            _ => {
                let interrupted = || (&Problem::from(generation::INTERRUPTED)).into();
                WorkOutcome::Failed(look.problem.unwrap_or_else(interrupted))
            }
        };
        Ok(WorkReport { outcome, charged })
    }
}

impl ScheduledPowerups {
    /// Returns a PowerUP as its person has it now.
    ///
    /// Problems: `powerups.not_found`, `powerups.gone`; [`IS_APP`].
    async fn definition_of(&self, user_id: UserId, id: PowerupId) -> Fallible<Definition> {
        let mut conn = self.0.db.read().await?;
        let row = find(&mut conn, Some(user_id), id).await?;
        let definition = view(row, Some(user_id))?.definition;
        match definition.kind {
            Kind::MiniApp => Err(IS_APP.into()),
            _ => Ok(definition),
        }
    }
}

/// Returns the model that an author prefers, or the person's usual one where that is not there or not in their plan.
async fn choose_model(
    services: &Services,
    payer: &Payer,
    preferred: Option<&str>,
) -> Fallible<Chosen> {
    if preferred.is_some() {
        match usual_model_of(services, payer, preferred).await {
            Ok(Some(chosen)) => return Ok(chosen),
            Ok(None) | Err(Failure::Problem(_)) => {}
            Err(fault) => return Err(fault),
        }
    }
    Ok(usual_model_of(services, payer, None).await?.ok_or(MODEL_NEEDED)?)
}

struct PreparedPowerup {
    services: Services,
    powerup_id: PowerupId,
    url: Option<String>,
    definition: Definition,
    prepared: PreparedRun,
}

#[async_trait]
impl PreparedStart for PreparedPowerup {
    fn charge(&self) -> Charge {
        self.prepared.run.charge
    }

    async fn start(self: Box<Self>, tx: &mut Tx) -> Fallible<ScheduledWork> {
        let Self { services, powerup_id, url, definition, prepared } = *self;
        let PreparedRun { run, model_name, .. } = prepared;
        let (run_id, user_id) = (run.run_id, run.payer.user_id);
        services.generation.start(tx, run).await?;
        let Definition { name, icon, .. } = &definition;
        let named = Named { powerup_id, name, icon, title: url.as_deref() };
        keep(tx, &services, user_id, (run_id, model_name.as_str()), &named).await?;
        let path = format!("/powerup-ai/{powerup_id}");
        Ok(ScheduledWork { id: run_id.0, path, run_id: Some(run_id) })
    }
}
