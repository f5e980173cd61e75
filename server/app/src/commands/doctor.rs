use area::{Finding, FindingState, Services};
use serde::Serialize;

use crate::checks::{check_open_files, check_permissions, check_proxy, check_web, check_wordnet};
use crate::existing::{Work, open_existing};
use crate::listen::OpenFiles;
use crate::output::Output;
use crate::settings::Settings;

/// A finding, as programs read it.
#[derive(Serialize)]
struct Row {
    name: String,
    ok: bool,
    /// True if the server works, but something is to be looked at.
    warns: bool,
    detail: String,
    advice: Option<String>,
}

impl From<Finding> for Row {
    fn from(finding: Finding) -> Self {
        Self {
            ok: finding.state != FindingState::Failed,
            warns: finding.state == FindingState::Warning,
            name: finding.name,
            detail: finding.detail,
            advice: finding.advice,
        }
    }
}

/// Runs `ensemble doctor`: tries everything the server needs and reports how to fix it. Fails if one check fails.
///
/// `send_to`: where a test mail is sent.
pub async fn doctor(
    send_to: Option<&str>,
    settings: &Settings,
    output: Output,
) -> anyhow::Result<()> {
    let mut findings = vec![Finding::ok("settings", settings.server.base_url.to_string())];
    findings.extend(look(send_to, settings).await);
    let rows: Vec<Row> = findings.into_iter().map(Row::from).collect();
    output.show(&rows, |rows| rows.iter().map(line).collect::<Vec<_>>().join("\n"))?;
    let failed = rows.iter().filter(|row| !row.ok).count();
    anyhow::ensure!(failed == 0, "{failed} of {} checks failed", rows.len());
    Ok(())
}

fn line(row: &Row) -> String {
    let mark = match (row.ok, row.warns) {
        (false, _) => "FAIL",
        (true, true) => "warn",
        (true, false) => "ok  ",
    };
    let advice =
        row.advice.as_ref().map_or_else(String::new, |advice| format!("\n       {advice}"));
    format!("{mark} {}: {}{advice}", row.name, row.detail)
}

async fn look(send_to: Option<&str>, settings: &Settings) -> Vec<Finding> {
    let services = match open(settings).await {
        Ok(services) => services,
        Err(finding) => {
            let mut findings = without_database(settings);
            findings.push(finding);
            return findings;
        }
    };
    let mut findings = area::run_checks(&services).await;
    if let Some(address) = send_to {
        findings.push(send_test(&services, address).await);
    }
    services.db.close().await;
    findings
}

/// Opens what the server would, and creates nothing: neither a database nor a master key.
async fn open(settings: &Settings) -> Result<Services, Finding> {
    match open_existing(settings, Work::Read).await {
        Ok((platform, _)) => Ok(platform.services),
        Err(error) => {
            let advice = "Mend this first, and run `ensemble doctor` again.";
            Err(Finding::failed("store", format!("{error:#}"), advice))
        }
    }
}

/// Returns what can be said of this machine alone.
fn without_database(settings: &Settings) -> Vec<Finding> {
    vec![
        check_web(),
        check_wordnet(settings.builtin.wordnet_dir.as_deref()),
        check_open_files(OpenFiles::current(), settings.server.max_connections),
        check_permissions(&settings.server.data_dir),
        check_proxy(&settings.server),
    ]
}

async fn send_test(services: &Services, address: &str) -> Finding {
    match services.mail.send_test(address).await {
        Ok(by) => Finding::ok("test mail", format!("sent to {address} by {by}")),
        Err(error) => Finding::failed("test mail", error, "Check the section mail."),
    }
}
