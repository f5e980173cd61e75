//! Readings that start by themselves: what stands in a page today.

use area::{
    PreparedStart, Schedulable, ScheduledStart, ScheduledWork, Services, WorkReport, usual_model_of,
};
use async_trait::async_trait;
use kernel::{Failure, Fallible, Payer};
use ledger::Charge;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::Tx;
use tasks::{NewTask, TaskId, announce, queue_in, report_of};

use crate::problems::{ID_TAKEN, MODEL_NOT_SUPPORTED};
use crate::prompt::is_supported;
use crate::readings::{check_url, cut_title};
use crate::source::{Kind, Length, Source};
use crate::videos::Video;
use crate::work::{ReadingTask, Wish};

/// What is read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScheduledReading {
    url: String,
    #[serde(default)]
    length: Length,
}

/// Starts readings of web pages.
pub(crate) struct ScheduledReadings(pub Services);

#[async_trait]
impl Schedulable for ScheduledReadings {
    fn kind(&self) -> &'static str {
        "reading"
    }

    /// Problems: the address is none.
    async fn check(&self, _payer: &Payer, input: Value) -> Fallible<Value> {
        let wanted: ScheduledReading =
            serde_json::from_value(input).map_err(|_| web_access::INVALID_URL)?;
        let wanted = ScheduledReading { url: check_url(&wanted.url)?, ..wanted };
        serde_json::to_value(wanted).map_err(Failure::internal)
    }

    async fn prepare(&self, wanted: &ScheduledStart) -> Fallible<Box<dyn PreparedStart>> {
        let services = &self.0;
        let input: ScheduledReading =
            serde_json::from_value(wanted.input.clone()).map_err(Failure::internal)?;
        let chosen = usual_model_of(services, &wanted.payer, None).await?;
        let is_long = chosen.as_ref().is_none_or(|it| is_supported(it.model.info.context_tokens));
        if !is_long {
            return Err(MODEL_NOT_SUPPORTED.into());
        }
        let mut conn = services.db.read().await?;
        let user = services.identity.find_user(&mut conn, wanted.payer.user_id).await?;
        drop(conn);
        let is_video = Video::of(&input.url).is_some();
        let wish = Wish {
            source: Source::Address { url: input.url },
            kind: if is_video { Kind::Video } else { Kind::Page },
            locale: user.and_then(|user| user.settings.locale),
            model: chosen.as_ref().map(|chosen| chosen.model.info.id.clone()),
            length: input.length,
            keep_source: true,
        };
        Ok(Box::new(PreparedReading {
            services: services.clone(),
            payer: wanted.payer,
            title: cut_title(&wanted.title),
            wish,
            charge: chosen.map_or(Charge::FREE, |chosen| chosen.charge),
        }))
    }

    async fn report(&self, payer: &Payer, work: &ScheduledWork) -> Fallible<WorkReport> {
        report_of(&self.0, payer, work).await
    }
}

struct PreparedReading {
    services: Services,
    payer: Payer,
    title: String,
    wish: Wish,
    charge: Charge,
}

#[async_trait]
impl PreparedStart for PreparedReading {
    fn charge(&self) -> Charge {
        self.charge
    }

    async fn start(self: Box<Self>, tx: &mut Tx) -> Fallible<ScheduledWork> {
        let Self { services, payer, title, wish, .. } = *self;
        let id = TaskId::new(services.clock.now());
        let task = NewTask::new(id, title, wish);
        let task = queue_in::<ReadingTask>(&services, tx, payer, task).await?.ok_or(ID_TAKEN)?;
        tx.after_commit(move || announce(&services, &task.head));
        Ok(ScheduledWork { id: id.0, path: format!("/home/read/{id}"), run_id: None })
    }
}
