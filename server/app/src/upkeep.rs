//! Background work: jobs and periodic upkeep of the areas and the platform. Each run happens once, in whichever process
//! gets it.

use std::collections::HashMap;
use std::time::Duration;

use area::{Area, Services, Upkeep};
use futures::future::BoxFuture;
use jobs::{Job, JobResult, Registry, Workers};
use kernel::Fallible;
use serde::{Deserialize, Serialize};
use tasks::TaskFates;

use crate::backups::{BackUp, Plan};
use crate::services::Platform;

/// Upkeep that belongs to no area.
const PLATFORM: [Upkeep; 6] = [
    Upkeep {
        name: "ledger.sweep",
        every: Duration::from_secs(60),
        run: |services| {
            Box::pin(async move {
                services.ledger.sweep(&services.db, &TaskFates(&services.generation)).await?;
                Ok(())
            })
        },
    },
    Upkeep {
        name: "store.forget_deleted",
        every: Duration::from_secs(24 * 60 * 60),
        run: |services| Box::pin(async move { Ok(services.db.scrub_deleted().await?) }),
    },
    Upkeep {
        name: "retrieval.index_missing",
        every: Duration::from_secs(60 * 60),
        run: |services| {
            Box::pin(async move {
                let files = retrieval::index_missing(&services.db).await?;
                if files > 0 {
                    tracing::info!(files, "indexes of passages were built");
                }
                Ok(())
            })
        },
    },
    Upkeep {
        name: "audit.link",
        every: Duration::from_secs(60),
        run: |services| {
            Box::pin(async move { Ok(services.audit.link(&services.db).await.map(|_| ())?) })
        },
    },
    Upkeep {
        name: "audit.sweep",
        every: Duration::from_secs(60 * 60),
        run: |services| Box::pin(async move { Ok(services.audit.sweep(&services.db).await?) }),
    },
    Upkeep {
        name: "audit.log_head",
        every: Duration::from_secs(24 * 60 * 60),
        run: |services| Box::pin(async move { Ok(services.audit.log_head(&services.db).await?) }),
    },
];

type Run = fn(Services) -> BoxFuture<'static, Fallible<()>>;

/// Arguments of the job below.
pub struct Chores {
    pub(crate) services: Services,
    pub(crate) backup: Option<Plan>,
    runs: HashMap<&'static str, Run>,
}

/// Does one piece of upkeep.
#[derive(Serialize, Deserialize)]
struct DoUpkeep {
    name: String,
}

impl Job for DoUpkeep {
    type Context = Chores;
    const NAME: &'static str = "app.do_upkeep";
    /// Number of attempts: the next scheduled run comes anyway.
    const MAX_ATTEMPTS: u32 = 2;

    async fn run(self, chores: &Chores) -> JobResult {
        match chores.runs.get(self.name.as_str()) {
            Some(run) => run(chores.services.clone()).await,
            // An older version enqueued it, and this one needs it no more.
            None => Ok(()),
        }
    }
}

/// Returns the workers that do the jobs and the upkeep of `areas`, and the platform's upkeep. Not started yet.
pub fn workers(platform: &Platform, areas: &[Area]) -> Workers<Chores> {
    let mut registry = Registry::default().job::<DoUpkeep>().job::<BackUp>();
    if let Some(plan) = &platform.backup {
        registry = registry.every("backup.run", plan.every(), &BackUp);
    }
    let mut runs = HashMap::new();
    for upkeep in PLATFORM.iter().chain(areas.iter().flat_map(|area| &area.upkeep)) {
        let job = DoUpkeep { name: upkeep.name.to_owned() };
        registry = registry.every(upkeep.name, upkeep.every, &job);
        runs.insert(upkeep.name, upkeep.run);
    }
    for area in areas {
        registry =
            registry.merge(area.jobs.clone().within(|chores: &Chores| chores.services.clone()));
    }
    let services = platform.services.clone();
    let chores = std::sync::Arc::new(Chores { services, backup: platform.backup.clone(), runs });
    Workers::new(platform.services.db.clone(), platform.services.queue.clone(), registry, chores)
}
