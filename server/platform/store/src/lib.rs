//! Access to SQLite and PostgreSQL through one [`Db`]: pools, transactions, migrations, paging, full-text tokens.
//!
//! One SQL text with `$n` placeholders serves both engines through [`sql!`]; the few statements that must differ are
//! side by side in the same call. Start at `db.rs`; the rest is small.
//!
//! On SQLite there is one writer at a time, so a transaction must never be held over a call to the
//! network. Writers share the syncs that make their commits durable: `wal_sync.rs`. `transfer` moves a database from one
//! engine to the other.

mod conn;
mod db;
mod deferred;
mod error;
mod idle;
mod json;
mod like;
mod lock;
mod membership;
mod migrate;
mod open_tx;
mod page;
mod pool_usage;
mod postgres;
mod reserve;
mod rows;
mod scrubbing;
mod sql;
mod statement;
mod trace;
mod transfer;
mod turns;
mod wal_sync;
mod word_index;
pub mod words;
mod writer;

pub use conn::{Conn, FlushedConn, Tx};
pub use db::{Db, Engine, Options};
pub use deferred::DeferredStatement;
pub use error::{StoreError, StoreResult};
pub use json::{from_json, from_word, to_json, to_word};
pub use like::like_pattern;
pub use lock::lock;
pub use migrate::{Migration, MigrationError, Schema};
pub use page::{Cursor, Page};
pub use pool_usage::PoolUsage;
pub use rows::{Cell, Frame, write_rows};
#[doc(hidden)]
pub use sqlx;
/// Reads a row into a struct; derived by `sqlx::FromRow`.
pub use sqlx_macros::FromRow;
pub use statement::{Row, Rows, Statement, Value};
pub use trace::{STATEMENTS_TARGET, TRANSACTIONS_TARGET};
pub use transfer::{MovedTable, Transfer, TransferError, Transferred};
pub use word_index::{Filled, RowWords, WORD_ROWS_AT_ONCE, WordIndex};
