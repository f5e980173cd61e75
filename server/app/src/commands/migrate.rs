use kernel::Clock;
use serde::Serialize;

use crate::output::Output;
use crate::serve::open_db;
use crate::settings::Settings;
use crate::{areas, services};

#[derive(Serialize)]
struct Migrated {
    applied: usize,
}

/// Runs `ensemble migrate`: migrates the database to this version's schema.
pub async fn migrate(settings: &Settings, output: Output) -> anyhow::Result<()> {
    let db = open_db(settings).await?;
    let platform = services::build(settings, db.clone(), Clock::system())?;
    let steps = areas::migrations(&areas::areas(&platform.services, settings));
    let applied = db.migrate(&steps, Clock::system().now()).await?;
    db.close().await;
    output.show(&Migrated { applied }, |done| match done.applied {
        0 => "The database is up to date.".to_owned(),
        n => format!("Applied {n} migrations."),
    })
}
