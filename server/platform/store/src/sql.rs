/// Runs one statement on a [`crate::Conn`] of either engine.
///
/// Forms: `sql!(conn, execute, "…", binds…)` → number of changed rows; `sql!(conn, one Row, …)`, `sql!(conn, optional
/// Row, …)`, `sql!(conn, all Row, …)` → rows that derive `sqlx::FromRow` (or tuples); `sql!(tx, deferred, "…", binds…)` →
/// nothing: on SQLite the statement is deferred and run together with the next one that is not `later`, or with the
/// commit, and fails there. If the engines need different texts: `{ sqlite: "…", postgres: "…" }` instead of the text.
/// Placeholders are `$1`, `$2`, … on both.
#[macro_export]
macro_rules! sql {
    ($conn:expr, execute, { sqlite: $sqlite:expr, postgres: $postgres:expr $(,)? } $(, $bind:expr)* $(,)?) => {
        $crate::__statement!($conn, $sqlite, $postgres $(, $bind)*).execute().await
    };
    ($conn:expr, deferred, { sqlite: $sqlite:expr, postgres: $postgres:expr $(,)? } $(, $bind:expr)* $(,)?) => {{
        #[allow(unused_mut, reason = "a statement may have no values")]
        let mut statement = match $crate::Conn::engine_kind($conn) {
            $crate::Engine::Sqlite => $crate::Tx::defer_on_sqlite($conn, $sqlite),
            $crate::Engine::Postgres => $crate::Tx::immediate_on_postgres($conn, $postgres),
        };
        $(statement.bind($bind);)*
        statement.execute().await
    }};
    ($conn:expr, one $row:ty, { sqlite: $sqlite:expr, postgres: $postgres:expr $(,)? } $(, $bind:expr)* $(,)?) => {
        $crate::__statement!($conn, $sqlite, $postgres $(, $bind)*).first_row().await
            .and_then($crate::Rows::read_one::<$row>)
    };
    ($conn:expr, optional $row:ty, { sqlite: $sqlite:expr, postgres: $postgres:expr $(,)? } $(, $bind:expr)* $(,)?) => {
        $crate::__statement!($conn, $sqlite, $postgres $(, $bind)*).first_row().await
            .and_then($crate::Rows::read_optional::<$row>)
    };
    ($conn:expr, all $row:ty, { sqlite: $sqlite:expr, postgres: $postgres:expr $(,)? } $(, $bind:expr)* $(,)?) => {
        $crate::__statement!($conn, $sqlite, $postgres $(, $bind)*).rows().await
            .and_then($crate::Rows::read_all::<$row>)
    };
    ($conn:expr, deferred, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::sql!($conn, deferred, { sqlite: $sql, postgres: $sql } $(, $bind)*)
    };
    ($conn:expr, execute, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::sql!($conn, execute, { sqlite: $sql, postgres: $sql } $(, $bind)*)
    };
    ($conn:expr, one $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::sql!($conn, one $row, { sqlite: $sql, postgres: $sql } $(, $bind)*)
    };
    ($conn:expr, optional $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::sql!($conn, optional $row, { sqlite: $sql, postgres: $sql } $(, $bind)*)
    };
    ($conn:expr, all $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::sql!($conn, all $row, { sqlite: $sql, postgres: $sql } $(, $bind)*)
    };
}
