//! Portability: import of conversations from other products, export of single ones in common formats, and export and
//! import of a whole account, byte for byte.
//!
//! Start at `import.rs` (the life of an uploaded archive), `reader.rs` (the process that reads one), `formats.rs` (other products' formats), `archive.rs` (our
//! own archive) and `export.rs` (one chat as a file).

mod activity_page;
mod archive;
mod download;
mod export;
mod formats;
mod import;
mod json_stream;
mod own;
mod pieces;
mod problems;
mod reader;
mod reading;
mod routes;
mod rules;
mod store;
mod unpacking;
mod wire;
mod work;

use ::store::Migration;
use area::{Area, Services};

pub use archive::write_archive;
pub use import::import_archive;
pub use reader::{READER_COMMAND, run_reader};
pub use wire::Report;

const MIGRATIONS: &[Migration] = &[
    Migration {
        name: "20261121_0710_portability",
        sql: include_str!("../migrations/20261121_0710_portability.sql"),
    },
    Migration {
        name: "20261128_1108_portability_pieces",
        sql: include_str!("../migrations/20261128_1108_portability_pieces.sql"),
    },
];

/// Returns everything that portability registers.
pub fn area(services: &Services) -> Area {
    Area::new("portability")
        .routes(routes::router())
        .extension_paths(&["/api/portability/chats/*"])
        .migrations(MIGRATIONS)
        .problems(problems::PROBLEMS)
        .limits(rules::LIMITS)
        .eraser(import::Archives(services.queue.clone()))
        .job::<import::Step>()
        .job::<import::DropPieces>()
        .upkeep(import::FORGET_OLD)
}
