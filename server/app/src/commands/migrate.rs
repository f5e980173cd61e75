use kernel::Clock;
use serde::Serialize;

use crate::output::Output;
use crate::serve::open_db;
use crate::settings::Settings;

#[derive(Serialize)]
struct Migrated {
    applied: usize,
}

/// `ensemble migrate`: brings the database to this version's schema.
pub async fn migrate(settings: &Settings, output: Output) -> anyhow::Result<()> {
    let db = open_db(settings).await?;
    let applied = db.migrate(&crate::areas::migrations(), Clock::system().now()).await?;
    db.close().await;
    output.show(&Migrated { applied }, |done| match done.applied {
        0 => "The database is up to date.".to_owned(),
        n => format!("Applied {n} migrations."),
    })
}
