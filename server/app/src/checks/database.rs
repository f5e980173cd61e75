use area::{Finding, HealthCheck, Services};
use async_trait::async_trait;
use kernel::{SECOND, Timestamp};
use outbound::with_causes;
use store::{Conn, Engine, Migration, StoreResult, sql};

/// Largest difference between the clocks of this machine and of the database that goes unnoticed, in microseconds.
const CLOCK_DIFFERENCE_MAX: i64 = 5 * SECOND;

/// Asks the database who it is, and for its time.
pub struct Database;

#[async_trait]
impl HealthCheck for Database {
    fn name(&self) -> &'static str {
        "store"
    }

    async fn run(&self, services: &Services) -> Vec<Finding> {
        match ask(services).await {
            Ok((version, None)) => vec![Finding::ok(self.name(), version)],
            Ok((version, Some(time))) => {
                let clock = check_clock(services.clock.now(), time);
                vec![Finding::ok(self.name(), version), clock]
            }
            Err(error) => vec![Finding::failed(
                self.name(),
                with_causes(&error),
                "Check store.url, and that the database runs.",
            )],
        }
    }
}

/// Returns the database's version, and its time where it has a clock of its own.
async fn ask(services: &Services) -> StoreResult<(String, Option<Timestamp>)> {
    let mut conn = services.db.read().await?;
    match services.db.engine() {
        Engine::Sqlite => Ok((format!("SQLite {}", sqlite_version(&mut conn).await?), None)),
        Engine::Postgres => {
            let (version, micros) = sql!(
                &mut conn,
                one(String, i64),
                "SELECT version(), CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)"
            )?;
            Ok((version, Some(Timestamp::from_micros(micros))))
        }
    }
}

async fn sqlite_version(conn: &mut Conn) -> StoreResult<String> {
    let (version,) = sql!(conn, one(String,), "SELECT sqlite_version()")?;
    Ok(version)
}

fn check_clock(ours: Timestamp, of_database: Timestamp) -> Finding {
    let seconds = ours.since(of_database) / SECOND;
    if ours.since(of_database).abs() <= CLOCK_DIFFERENCE_MAX {
        return Finding::ok("clock", format!("{ours}, as the database's"));
    }
    let detail = format!("this machine's clock is {seconds} s ahead of the database's");
    Finding::warning("clock", detail, "Set both by NTP: codes and sign-ins end by the clock.")
}

/// Compares the schema with what this version needs.
pub struct Schema {
    pub steps: Vec<Migration>,
}

#[async_trait]
impl HealthCheck for Schema {
    fn name(&self) -> &'static str {
        "schema"
    }

    async fn run(&self, services: &Services) -> Vec<Finding> {
        let name = self.name();
        let found = services.db.schema(&self.steps).await;
        vec![match found {
            Ok(store::Schema::Current) => Finding::ok(name, "up to date"),
            Ok(store::Schema::Missing) => Finding::failed(
                name,
                "the database is empty",
                "Start the server, or run `ensemble migrate`. If there should be data, check store.url.",
            ),
            Ok(store::Schema::Older(pending)) => {
                let detail =
                    format!("{} steps are to be applied, the first {}", pending.len(), pending[0]);
                Finding::warning(name, detail, "Start the server, or run `ensemble migrate`.")
            }
            Ok(store::Schema::Newer { unknown, can_serve: true }) => {
                let detail = format!("a newer version has added {} steps", unknown.len());
                Finding::warning(name, detail, "This version can serve; upgrade it when you can.")
            }
            Ok(store::Schema::Newer { unknown, can_serve: false }) => {
                let detail = format!("a newer version has changed it: {}", unknown.join(", "));
                Finding::failed(
                    name,
                    detail,
                    "Use the newer version, or restore the backup from before it.",
                )
            }
            Ok(store::Schema::HalfMoved) => Finding::failed(
                name,
                "a move into this database is not finished",
                "Run `ensemble move` again, from where the data is.",
            ),
            Err(error) => Finding::failed(name, with_causes(&error), "Check the database's log."),
        }]
    }
}

/// Checks the audit log for tampering. Reports its current head, to be compared with the server's log.
pub struct AuditLog;

#[async_trait]
impl HealthCheck for AuditLog {
    fn name(&self) -> &'static str {
        "audit log"
    }

    async fn run(&self, services: &Services) -> Vec<Finding> {
        let name = self.name();
        let advice = "Compare the log with a backup: docs/operations/audit.md says how.";
        let mut conn = match services.db.read().await {
            Ok(conn) => conn,
            Err(error) => return vec![Finding::failed(name, with_causes(&error), "See store.")],
        };
        vec![match services.audit.check(&mut conn).await {
            Ok(Ok(standing)) => {
                let head = standing.head.map_or_else(
                    || "nothing is linked yet".to_owned(),
                    |head| format!("its head is row {} with {}", head.seq, head.hash()),
                );
                let (rows, waiting) = (standing.rows, standing.unlinked);
                let detail =
                    format!("the chain of {rows} rows holds, {waiting} wait to be linked; {head}");
                Finding::ok(name, detail)
            }
            Ok(Err(broken)) => Finding::failed(name, with_causes(&broken), advice),
            Err(error) => Finding::failed(name, with_causes(&error), "See store and schema."),
        }]
    }
}

#[cfg(test)]
mod tests {
    use area::FindingState;

    use super::*;

    #[test]
    fn clocks_that_differ_by_more_than_seconds_are_told() {
        let now = Timestamp::from_micros(1_000 * SECOND);
        assert_eq!(check_clock(now, now.plus(4 * SECOND)).state, FindingState::Ok);
        let finding = check_clock(now, now.plus(-600 * SECOND));
        assert_eq!(finding.state, FindingState::Warning);
        assert!(finding.detail.contains("600 s ahead"), "{}", finding.detail);
    }
}
