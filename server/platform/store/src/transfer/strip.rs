//! Takes indexes, foreign keys and triggers from an empty target, and gives them back once it is filled: rows come table by
//! table, in whichever order, and indexes are made quicker over all rows at once.

use sqlx::AssertSqlSafe;

use super::TransferError;
use super::side::Side;
use super::tables::{Table, quoted};

/// Statements that take something away, each with the one that gives it back.
type Steps = Vec<(String, String)>;

/// Strips the target and empties it of the rows that migrations made. All of it, or nothing.
pub async fn strip(to: &mut Side, tables: &[Table]) -> Result<(), TransferError> {
    let steps = match to {
        Side::Sqlite(_) => steps_on_sqlite(to).await?,
        Side::Postgres(_) => steps_on_postgres(to).await?,
    };
    to.run("BEGIN").await?;
    let keep = "INSERT INTO move_ddl (statement, position) VALUES ($1, $2)";
    for (position, (take, give)) in (0_i64..).zip(&steps) {
        to.run(take).await?;
        to.run_with(keep, &[give], position).await?;
    }
    for table in tables {
        to.run(&format!("DELETE FROM {}", quoted(&table.name))).await?;
    }
    to.run("UPDATE move_source SET is_stripped = TRUE; COMMIT").await
}

/// Gives back what was taken, one by one, the last first.
pub async fn give_back(to: &mut Side) -> Result<(), TransferError> {
    let waiting =
        to.list("SELECT statement, '', position FROM move_ddl ORDER BY position DESC").await?;
    for (statement, _, position) in waiting {
        to.run("BEGIN").await?;
        to.run(&statement).await?;
        to.run_with("DELETE FROM move_ddl WHERE position = $1", &[], position).await?;
        to.run("COMMIT").await?;
    }
    Ok(())
}

async fn steps_on_sqlite(to: &mut Side) -> Result<Steps, TransferError> {
    let mut steps = Steps::new();
    for kind in ["index", "trigger"] {
        let found = to
            .list(&format!(
                "SELECT name, sql, 0 FROM sqlite_master WHERE type = '{kind}' AND sql IS NOT NULL ORDER BY name"
            ))
            .await?;
        let step =
            |(name, sql, _): (String, String, i64)| (format!("DROP {kind} {}", quoted(&name)), sql);
        steps.extend(found.into_iter().map(step));
    }
    Ok(steps)
}

async fn steps_on_postgres(to: &mut Side) -> Result<Steps, TransferError> {
    let indexes = to
        .list(
            "SELECT i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid), 0::bigint
             FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
             WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind = 'r'
                 AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid)
             ORDER BY 1",
        )
        .await?;
    let keys = to
        .list(
            "SELECT conrelid::regclass::text || ' DROP CONSTRAINT ' || quote_ident(conname),
                 conrelid::regclass::text || ' ADD CONSTRAINT ' || quote_ident(conname) || ' '
                     || pg_get_constraintdef(oid), 0::bigint
             FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
             ORDER BY 1",
        )
        .await?;
    let triggers = to
        .list(
            "SELECT DISTINCT tgrelid::regclass::text, '', 0::bigint
             FROM pg_trigger JOIN pg_class t ON t.oid = tgrelid
             WHERE NOT tgisinternal AND t.relnamespace = current_schema()::regnamespace ORDER BY 1",
        )
        .await?;
    let mut steps = Steps::new();
    // Keys may lean on unique indexes: these come back first, and are taken last.
    let keys = keys
        .into_iter()
        .map(|(drop, add, _)| (format!("ALTER TABLE {drop}"), format!("ALTER TABLE {add}")));
    steps.extend(keys);
    steps.extend(indexes.into_iter().map(|(name, sql, _)| (format!("DROP INDEX {name}"), sql)));
    let trigger = |(table, ..): (String, String, i64)| {
        let alter = |verb| format!("ALTER TABLE {table} {verb} TRIGGER USER");
        (alter("DISABLE"), alter("ENABLE"))
    };
    steps.extend(triggers.into_iter().map(trigger));
    Ok(steps)
}

/// Makes PostgreSQL number new rows after those that came.
pub async fn set_sequences(to: &mut Side, table: &Table) -> Result<(), TransferError> {
    let Side::Postgres(conn) = to else { return Ok(()) };
    for column in table.columns.iter().filter(|column| column.is_identity) {
        let (name, table) = (quoted(&column.name), quoted(&table.name));
        let statement = format!(
            "SELECT setval(pg_get_serial_sequence('{table}', '{}'), COALESCE(MAX({name}), 1), MAX({name}) IS NOT NULL)
             FROM {table}",
            column.name
        );
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut *conn).await?;
    }
    Ok(())
}
