//! Backups: whole copies of an installation in a place that holds many of them, a folder or a bucket (decision 1110).
//!
//! ```text
//! ensemble-backups.json         says that this is such a place
//! backups/<name>/manifest.json  written last: a backup without it is none
//! backups/<name>/ensemble.db    or ensemble.pgdump
//! objects/<sha256>              files, each once, however many backups have it
//! ```
//!
//! `make.rs` writes one while it has the place's lock (`lock.rs`), `retain.rs` deletes old ones, `find.rs` and `verify.rs` read
//! them back; `schedule.rs` is the job of the server.

mod find;
mod lock;
mod make;
mod manifest;
mod old_manifest;
mod place;
mod postgres;
mod retain;
mod schedule;
mod verify;

pub use find::{Found, find};
pub use make::{Made, Source, back_up};
pub use manifest::{Engine, Manifest, StoredFile, engine_of, has_key_of};
pub use old_manifest::Manifest as OldManifest;
pub use place::{name_of, open_place};
pub use postgres::restore as restore_postgres;
pub use retain::Retention;
pub use schedule::{BackUp, BackupSettings, Plan, key_of};
pub use verify::{check_object, fetch, hash};

/// The file that says that a place holds backups.
const MARK: &str = "ensemble-backups.json";
/// The file that keeps a second backup from being written at the same time.
const LOCK: &str = "lock.json";
const BACKUPS: &str = "backups";
const OBJECTS: &str = "objects";
const MANIFEST: &str = "manifest.json";
