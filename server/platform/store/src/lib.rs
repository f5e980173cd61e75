//! SQLite and PostgreSQL behind one [`Db`]: pools, transactions, migrations, paging, words for search.
//!
//! One SQL text with `$n` placeholders serves both engines through [`sql!`]; the few statements that
//! must differ stand side by side in the same call. Start at `db.rs`; the rest is small.
//!
//! On SQLite there is one writer at a time: [`Db::begin`] and [`Db::begin_relaxed`] share a gate, so a
//! transaction must never be held over a call to the network.

mod conn;
mod db;
mod error;
mod migrate;
mod page;
mod sql;
pub mod words;

pub use conn::{Conn, EngineConn, Tx};
pub use db::{Db, Engine, Options};
pub use error::{StoreError, StoreResult};
pub use migrate::{Migration, MigrationError};
pub use page::{Cursor, Page};
#[doc(hidden)]
pub use sqlx;
