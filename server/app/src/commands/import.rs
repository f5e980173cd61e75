use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use anyhow::Context;
use audit::{Actor, Event, Kind};
use identity::Person;
use kernel::Failure;

use super::account::find_account;
use crate::existing::{Work, open_existing};
use crate::output::Output;
use crate::settings::Settings;

/// Runs `ensemble import --user EMAIL FILE`: adds what does not exist yet, from an archive of this product or of
/// another supported one.
pub async fn import(
    user: &str,
    file: &Path,
    settings: &Settings,
    output: Output,
) -> anyhow::Result<()> {
    let file = File::open(file).with_context(|| format!("cannot open {}", file.display()))?;
    let (platform, _) = open_existing(settings, Work::Write).await?;
    let services = &platform.services;
    let user = find_account(services, user).await?;
    let mut tx = services.db.begin().await?;
    let begun = Event::new(Kind::Imported, Actor::SYSTEM).about(user.id);
    services.audit.record(&mut tx, begun).await?;
    tx.commit().await?;
    let person = Person { user_id: user.id, workspace_id: user.workspace_id };
    let imported = portability::import_archive(services, person, BufReader::new(file)).await;
    services.db.close().await;
    let report = imported.map_err(|failure| match failure {
        Failure::Problem(problem) => match problem.params.get("detail") {
            Some(detail) => anyhow::anyhow!("{}: {detail}", problem.kind.text),
            None => anyhow::anyhow!("{}", problem.kind.text),
        },
        fault => anyhow::anyhow!("{fault}"),
    })?;
    output.show(&report, |report| {
        let left_out: u64 = report.unmapped_counts.values().sum();
        format!(
            "Added {} conversations and {} messages; {} were there already, {left_out} things could not be mapped.",
            report.new_conversations, report.new_messages, report.present_conversations
        )
    })
}
