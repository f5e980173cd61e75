/// Runs one statement on a [`crate::Conn`] of either engine.
///
/// Forms: `sql!(conn, execute, "…", binds…)` → rows changed; `sql!(conn, one Row, …)`,
/// `sql!(conn, optional Row, …)`, `sql!(conn, all Row, …)` → rows that derive `sqlx::FromRow` (or
/// tuples); `sql!(tx, later, "…", binds…)` → nothing: on SQLite the statement is run together with others
/// with the next one that is not `later`, or with the commit, and fails there. Where the engines need two texts: `{ sqlite: "…", postgres: "…" }` instead of the text.
/// Placeholders are `$1`, `$2`, … on both.
#[macro_export]
macro_rules! sql {
    ($conn:expr, execute, { sqlite: $sqlite:expr, postgres: $postgres:expr $(,)? } $(, $bind:expr)* $(,)?) => {
        match $crate::Conn::engine($conn).await {
            Ok($crate::EngineConn::Sqlite(engine)) => {
                engine.ask($sqlite)$(.bind($bind))*.execute().await
            }
            Ok($crate::EngineConn::Postgres(engine)) => {
                $crate::sqlx::query::<$crate::sqlx::Postgres>($postgres)$(.bind($bind))*
                    .execute(engine).await.map(|done| done.rows_affected())
            }
            Err(error) => Err(error),
        }.map_err($crate::StoreError::from)
    };
    ($conn:expr, later, { sqlite: $sqlite:expr, postgres: $postgres:expr $(,)? } $(, $bind:expr)* $(,)?) => {
        match $crate::Tx::later($conn) {
            $crate::Later::Sqlite(pending) => {
                pending.add($sqlite)$(.bind($bind))*;
                Ok(())
            }
            $crate::Later::Postgres(engine) => {
                $crate::sqlx::query::<$crate::sqlx::Postgres>($postgres)$(.bind($bind))*
                    .execute(engine).await.map(|_| ())
            }
        }.map_err($crate::StoreError::from)
    };
    ($conn:expr, later, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::sql!($conn, later, { sqlite: $sql, postgres: $sql } $(, $bind)*)
    };
    ($conn:expr, one $row:ty, { sqlite: $sqlite:expr, postgres: $postgres:expr $(,)? } $(, $bind:expr)* $(,)?) => {
        $crate::__fetch!($conn, $row, fetch_one, $sqlite, $postgres $(, $bind)*)
    };
    ($conn:expr, optional $row:ty, { sqlite: $sqlite:expr, postgres: $postgres:expr $(,)? } $(, $bind:expr)* $(,)?) => {
        $crate::__fetch!($conn, $row, fetch_optional, $sqlite, $postgres $(, $bind)*)
    };
    ($conn:expr, all $row:ty, { sqlite: $sqlite:expr, postgres: $postgres:expr $(,)? } $(, $bind:expr)* $(,)?) => {
        $crate::__fetch!($conn, $row, fetch_all, $sqlite, $postgres $(, $bind)*)
    };
    ($conn:expr, execute, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::sql!($conn, execute, { sqlite: $sql, postgres: $sql } $(, $bind)*)
    };
    ($conn:expr, one $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::__fetch!($conn, $row, fetch_one, $sql, $sql $(, $bind)*)
    };
    ($conn:expr, optional $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::__fetch!($conn, $row, fetch_optional, $sql, $sql $(, $bind)*)
    };
    ($conn:expr, all $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::__fetch!($conn, $row, fetch_all, $sql, $sql $(, $bind)*)
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __fetch {
    ($conn:expr, $row:ty, $fetch:ident, $sqlite:expr, $postgres:expr $(, $bind:expr)*) => {
        match $crate::Conn::engine($conn).await {
            Ok($crate::EngineConn::Sqlite(engine)) => {
                engine.ask($sqlite)$(.bind($bind))*.$fetch::<$row>().await
            }
            Ok($crate::EngineConn::Postgres(engine)) => {
                $crate::sqlx::query_as::<$crate::sqlx::Postgres, $row>($postgres)$(.bind($bind))*
                    .$fetch(engine).await
            }
            Err(error) => Err(error),
        }.map_err($crate::StoreError::from)
    };
}
