use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use jobs::{Job, JobResult};
use kernel::{Failure, Secret};
use serde::{Deserialize, Serialize};

use super::make::{Source, back_up};
use super::place::{name_of, open_place};
use super::retain::Retention;
use crate::upkeep::Chores;

/// The section `backup`: when the server backs itself up, and where to.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BackupSettings {
    /// A folder or `s3://…`, which has secrets; absent: only `ensemble backup` makes backups.
    pub place: Option<Secret<String>>,
    pub every_hours: u32,
    /// 0: not by their number.
    pub keep: usize,
    /// 0: not by their age.
    pub keep_days: u32,
    pub with_key: bool,
}

impl BackupSettings {
    /// Returns which backups stay; what a command says counts more.
    pub fn retention(&self, keep: Option<usize>, keep_days: Option<u32>) -> Retention {
        match (keep, keep_days) {
            (None, None) => Retention {
                keep: Some(self.keep).filter(|keep| *keep > 0),
                keep_days: Some(self.keep_days).filter(|days| *days > 0),
            },
            _ => Retention { keep, keep_days },
        }
    }
}

/// The scheduled backups of a server.
#[derive(Clone)]
pub struct Plan(Arc<Planned>);

struct Planned {
    settings: BackupSettings,
    place: String,
    store_url: String,
    data_dir: PathBuf,
    vault: vault::Settings,
}

impl Plan {
    /// Returns the plan, if the settings have one.
    pub fn of(settings: &crate::settings::Settings) -> Option<Self> {
        let place = settings.whole_address(settings.backup.place.as_ref()?.expose());
        Some(Self(Arc::new(Planned {
            settings: settings.backup.clone(),
            place,
            store_url: settings.store_url(),
            data_dir: settings.server.data_dir.clone(),
            vault: settings.vault.clone(),
        })))
    }

    pub fn every(&self) -> Duration {
        Duration::from_secs(u64::from(self.0.settings.every_hours.max(1)) * 3_600)
    }
}

/// Returns the master key as a backup keeps it.
pub fn key_of(vault: &vault::Settings, data_dir: &std::path::Path) -> anyhow::Result<Vec<u8>> {
    match &vault.secret {
        Some(secret) => Ok(secret.expose().clone().into_bytes()),
        None => Ok(std::fs::read(data_dir.join("master.key"))?),
    }
}

/// Makes the scheduled backup. Tried for more than 20 minutes: storage may be away, or the lock of a process that died be there.
#[derive(Serialize, Deserialize)]
pub struct BackUp;

impl Job for BackUp {
    type Context = Chores;
    const NAME: &'static str = "app.back_up";
    const MAX_ATTEMPTS: u32 = 7;
    const AT_ONCE: usize = 1;

    async fn run(self, chores: &Chores) -> JobResult {
        // Without a plan: it was taken out of the settings since.
        let Some(plan) = &chores.backup else { return Ok(()) };
        let made = run(plan, chores).await.map_err(|error| {
            tracing::error!(error = format!("{error:#}"), "the scheduled backup failed");
            Failure::internal(std::io::Error::other(format!("{error:#}")))
        })?;
        tracing::info!(
            place = name_of(&plan.0.place),
            name = made.name,
            files = made.files,
            new = made.new_files,
            bytes = made.size_bytes,
            deleted = made.deleted,
            "backed up"
        );
        Ok(())
    }
}

async fn run(plan: &Plan, chores: &Chores) -> anyhow::Result<super::Made> {
    let Planned { settings, place, store_url, data_dir, vault } = &*plan.0;
    let services = &chores.services;
    let place = open_place(place, &services.outbound)?;
    let key = settings.with_key.then(|| key_of(vault, data_dir)).transpose()?;
    let source = Source { services, store_url, data_dir, key };
    back_up(&source, &place, settings.retention(None, None)).await
}
