use kernel::Clock;
use serde::Serialize;
use store::Db;

use crate::output::Output;
use crate::serve::open_db;
use crate::settings::Settings;

/// One thing that was looked at.
#[derive(Serialize)]
struct Check {
    name: &'static str,
    ok: bool,
    /// What was found, or what to mend.
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

/// `ensemble doctor`: tries everything the server needs and says what to mend. Fails when one fails.
pub async fn doctor(settings: &Settings, output: Output) -> anyhow::Result<()> {
    let db = open_db(settings).await;
    let mut checks = vec![
        Check { name: "settings", ok: true, detail: settings.server.base_url.to_string() },
        Check::of("store", db.as_ref().map(|db| format!("{:?}", db.engine()))),
    ];
    if let Ok(db) = &db {
        checks.push(Check::of("schema", check_schema(db).await));
    }
    checks.push(Check::of("web client", check_web()));
    output.show(&checks, |checks| {
        let mark = |check: &Check| if check.ok { "ok  " } else { "FAIL" };
        let lines = checks.iter().map(|c| format!("{} {}: {}", mark(c), c.name, c.detail));
        lines.collect::<Vec<_>>().join("\n")
    })?;
    let failed = checks.iter().filter(|check| !check.ok).count();
    anyhow::ensure!(failed == 0, "{failed} of {} checks failed", checks.len());
    Ok(())
}

async fn check_schema(db: &Db) -> anyhow::Result<String> {
    let applied = db.migrate(&crate::areas::migrations(), Clock::system().now()).await?;
    Ok(if applied == 0 { "up to date".into() } else { format!("{applied} migrations applied") })
}

fn check_web() -> Result<String, &'static str> {
    if crate::web::is_built() { Ok("built".into()) } else { Err("not built: run `make web`") }
}
