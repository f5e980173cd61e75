use std::path::Path;
use std::time::Duration;

use area::Services;
use kernel::Clock;
use serde::Serialize;
use store::Db;

use crate::output::Output;
use crate::serve::open_db;
use crate::services::Platform;
use crate::settings::Settings;
use crate::{areas, services};

const BUS_PATIENCE: Duration = Duration::from_secs(5);

/// The result of one check.
#[derive(Serialize)]
struct Check {
    name: &'static str,
    ok: bool,
    /// The finding, or how to fix it.
    detail: String,
}

impl Check {
    fn of<E: std::fmt::Display>(name: &'static str, result: Result<String, E>) -> Self {
        match result {
            Ok(detail) => Self { name, ok: true, detail },
            Err(error) => Self { name, ok: false, detail: error.to_string() },
        }
    }
}

/// Runs `ensemble doctor`: tries everything the server needs and reports how to fix it. Fails if one check fails.
pub async fn doctor(settings: &Settings, output: Output) -> anyhow::Result<()> {
    let mut checks = vec![
        Check { name: "settings", ok: true, detail: settings.server.base_url.to_string() },
        Check::of("web client", check_web()),
        Check::of("definitions", check_wordnet(settings.builtin.wordnet_dir.as_deref())),
    ];
    match open_db(settings).await {
        Err(error) => checks.push(Check::of::<anyhow::Error>("store", Err(error))),
        Ok(db) => {
            checks.push(Check::of::<anyhow::Error>("store", Ok(format!("{:?}", db.engine()))));
            check_platform(settings, db, &mut checks).await;
        }
    }
    output.show(&checks, |checks| {
        let mark = |check: &Check| if check.ok { "ok  " } else { "FAIL" };
        let lines = checks.iter().map(|c| format!("{} {}: {}", mark(c), c.name, c.detail));
        lines.collect::<Vec<_>>().join("\n")
    })?;
    let failed = checks.iter().filter(|check| !check.ok).count();
    anyhow::ensure!(failed == 0, "{failed} of {} checks failed", checks.len());
    Ok(())
}

async fn check_platform(settings: &Settings, db: Db, checks: &mut Vec<Check>) {
    let platform = match services::build(settings, db, Clock::system()) {
        Ok(platform) => platform,
        Err(error) => {
            checks.push(Check::of("services", Err(format!("{error:#}"))));
            return;
        }
    };
    let services = &platform.services;
    checks.push(Check::of("schema", check_schema(settings, &platform).await));
    checks.push(Check::of("audit log", check_audit(services).await));
    let files = platform.services.files.check().await;
    checks.push(Check::of("files", files.map(|()| platform.services.files.kind().to_owned())));
    let mail = if services.mail.is_smtp() { "smtp" } else { "kept in the outbox" };
    checks.push(Check { name: "mail", ok: true, detail: mail.to_owned() });
    checks.push(check_bus(services).await);
    services.db.close().await;
}

async fn check_schema(settings: &Settings, platform: &Platform) -> anyhow::Result<String> {
    let steps = areas::migrations(&areas::areas(platform, settings));
    let services = &platform.services;
    let applied = services.db.migrate(&steps, services.clock.now()).await?;
    Ok(if applied == 0 { "up to date".into() } else { format!("{applied} migrations applied") })
}

/// Checks the audit log for tampering. Reports its current head, to be compared with the server's log.
async fn check_audit(services: &Services) -> anyhow::Result<String> {
    let mut conn = services.db.read().await?;
    let standing = services.audit.check(&mut conn).await??;
    let head = standing.head.map_or_else(
        || "nothing is linked yet".to_owned(),
        |head| format!("its head is row {} with {}", head.seq, head.hash()),
    );
    let (rows, waiting) = (standing.rows, standing.unlinked);
    Ok(format!("the chain of {rows} rows holds, {waiting} wait to be linked; {head}"))
}

/// Checks that the bus connects.
async fn check_bus(services: &Services) -> Check {
    let connected = services.bus.wait_until_connected();
    let ok = tokio::time::timeout(BUS_PATIENCE, connected).await.is_ok();
    Check { name: "bus", ok, detail: services.bus.describe().to_owned() }
}

/// Checks WordNet, which may be missing: then the built-in engine says that it defines no words. A configured folder
/// must exist.
fn check_wordnet(dir: Option<&Path>) -> Result<String, String> {
    let looked_at = match builtin::find_wordnet(dir) {
        Ok(found) => return Ok(found.display().to_string()),
        Err(places) => places,
    };
    let places: Vec<String> = looked_at.iter().map(|place| place.display().to_string()).collect();
    let places = places.join(", ");
    match dir {
        Some(_) => Err(format!("no WordNet in {places} (builtin.wordnet_dir)")),
        None => Ok(format!(
            "none: WordNet is not in {places}. Install it (Debian: wordnet-base), or set builtin.wordnet_dir"
        )),
    }
}

fn check_web() -> Result<String, &'static str> {
    if crate::web::is_built() { Ok("built".into()) } else { Err("not built: run `make web`") }
}
