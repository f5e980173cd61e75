//! Researches that are done again by schedules of people, whatever the times of those.

use area::{PreparedStart, Schedulable, ScheduledStart, ScheduledWork, Services, WorkReport};
use async_trait::async_trait;
use kernel::{Failure, Fallible, Payer};
use ledger::Charge;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::Tx;
use tasks::{announce, check_limits, report_of};

use crate::problems::{ID_TAKEN, NOT_FOUND, NOT_NOW};
use crate::research::{Research, ResearchId};
use crate::researches::price_of;
use crate::schedules::begin;
use crate::steps::most_again;
use crate::store::find_last_complete;
use crate::work::ResearchTask;

/// What is done again: the newest complete one of the row that this one is in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScheduledResearch {
    research_id: ResearchId,
}

/// Does researches again.
pub(crate) struct ScheduledResearches(pub Services);

#[async_trait]
impl Schedulable for ScheduledResearches {
    fn kind(&self) -> &'static str {
        "research"
    }

    /// Problems: [`NOT_FOUND`], [`NOT_NOW`].
    async fn check(&self, payer: &Payer, input: Value) -> Fallible<Value> {
        let wanted: ScheduledResearch = serde_json::from_value(input).map_err(|_| NOT_FOUND)?;
        self.previous(payer, wanted.research_id).await?;
        serde_json::to_value(wanted).map_err(Failure::internal)
    }

    async fn prepare(&self, wanted: &ScheduledStart) -> Fallible<Box<dyn PreparedStart>> {
        let input: ScheduledResearch =
            serde_json::from_value(wanted.input.clone()).map_err(Failure::internal)?;
        let previous = self.previous(&wanted.payer, input.research_id).await?;
        let price = price_of(&self.0, &previous).await?;
        let charge = Charge { amount: most_again(&previous, price.amount), ..price };
        Ok(Box::new(PreparedResearch { services: self.0.clone(), previous, charge }))
    }

    async fn report(&self, payer: &Payer, work: &ScheduledWork) -> Fallible<WorkReport> {
        report_of(&self.0, payer, work).await
    }
}

impl ScheduledResearches {
    async fn previous(&self, payer: &Payer, id: ResearchId) -> Fallible<Research> {
        let mut conn = self.0.db.read().await?;
        let named = tasks::find::<ResearchTask>(&mut conn, payer.user_id, id).await?;
        let found = find_last_complete(&mut conn, payer.user_id, named.input.root_id).await?;
        found.ok_or_else(|| NOT_NOW.into())
    }
}

struct PreparedResearch {
    services: Services,
    previous: Research,
    charge: Charge,
}

#[async_trait]
impl PreparedStart for PreparedResearch {
    fn charge(&self) -> Charge {
        self.charge
    }

    async fn start(self: Box<Self>, tx: &mut Tx) -> Fallible<ScheduledWork> {
        let Self { services, previous, .. } = *self;
        let id = ResearchId::new(services.clock.now());
        let begun = begin(tx, &services, &previous, id, false).await?.ok_or(ID_TAKEN)?;
        check_limits::<ResearchTask>(&services, tx, &begun).await?;
        tx.after_commit(move || announce(&services, &begun.head));
        Ok(ScheduledWork { id: id.0, path: format!("/home/research/{id}"), run_id: None })
    }
}
