use kernel::Clock;
use serde::Serialize;
use store::{Migration, Schema};

use crate::cli::MigrateArgs;
use crate::output::{Output, table};
use crate::serve::open_db;
use crate::settings::Settings;
use crate::{areas, existing, services, vault_check};

#[derive(Serialize)]
struct Migrated {
    applied: usize,
}

#[derive(Serialize)]
struct Step {
    name: &'static str,
    takes: &'static str,
    /// True if the version before cannot serve any more afterwards.
    contracts: bool,
}

/// Runs `ensemble migrate`: migrates the database to this version's schema.
pub async fn migrate(
    args: &MigrateArgs,
    settings: &Settings,
    output: Output,
) -> anyhow::Result<()> {
    if args.dry_run {
        return list_steps(settings, output).await;
    }
    let db = open_db(settings).await?;
    let platform = services::build(settings, db.clone(), Clock::system())?;
    let steps = areas::migrations(&areas::areas(&platform.services, settings));
    let applied = db.migrate(&steps, Clock::system().now()).await?;
    vault_check::check_at_start(&platform.services).await?;
    db.close().await;
    output.show(&Migrated { applied }, |done| match done.applied {
        0 => "The database is up to date.".to_owned(),
        n => format!("Applied {n} migrations."),
    })
}

/// Lists what `ensemble migrate` would do, and does nothing.
async fn list_steps(settings: &Settings, output: Output) -> anyhow::Result<()> {
    let (platform, areas) = existing::open_existing(settings, existing::Work::Read).await?;
    let all = areas::migrations(&areas);
    let schema = platform.services.db.schema(&all).await?;
    platform.services.db.close().await;
    let pending = if let Schema::Older(pending) = schema { pending } else { Vec::new() };
    let step = |step: &Migration| Step {
        name: step.name,
        takes: step.takes(),
        contracts: step.contracts(),
    };
    let mut steps: Vec<Step> =
        all.iter().filter(|step| pending.contains(&step.name)).map(step).collect();
    steps.sort_by_key(|step| step.name);
    output.show(&steps, |steps| {
        if steps.is_empty() {
            return "The database is up to date.".to_owned();
        }
        let row = |step: &Step| {
            let note =
                if step.contracts { "the version before cannot serve afterwards" } else { "" };
            vec![step.name.to_owned(), step.takes.to_owned(), note.to_owned()]
        };
        let rows: Vec<_> = steps.iter().map(row).collect();
        table(&["step", "takes", ""], &rows)
    })
}
