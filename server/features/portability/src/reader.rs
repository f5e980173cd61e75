//! Reads an archive away from the server: in a process of its own, which is given bytes as it asks for them and sends what
//! it finds. It ends when nobody listens any more.
//!
//! `frames.rs` is what the two say to each other, `process.rs` the reader, `host.rs` the server's end.

mod frames;
mod host;
mod process;

use area::Services;
use memory_budget::Reservation;
use tokio::runtime::Handle;
use tokio::sync::mpsc::Sender;

use crate::pieces::{Archive, Pieces};
use crate::reading::{Found, read_here};
use crate::store::Import;

pub use process::run_reader;

/// The hidden command under which this program reads an archive: `read-archive <size in bytes> <with blobs>`.
pub const READER_COMMAND: &str = "read-archive";

/// Items that wait to be written.
pub(crate) const WAITING: usize = 8;

/// An item found in an archive, with the memory that it takes if it is a large one.
pub(crate) struct Item {
    pub found: Found,
    pub memory: Option<Reservation>,
}

impl From<Found> for Item {
    fn from(found: Found) -> Self {
        Self { found, memory: None }
    }
}

/// Reads the archive of an import to its end, the bytes of its blobs only if they are wanted. Dropping the future ends the
/// process that reads.
pub(crate) async fn read_import(
    services: &Services,
    import: &Import,
    wants_blobs: bool,
    items: Sender<Item>,
) {
    let pieces = Pieces::new(services.files.clone(), import);
    let Some(command) = services.sandbox.command(READER_COMMAND) else {
        let archive = Archive::new(pieces, Handle::current());
        return read_here(archive, wants_blobs, items).await;
    };
    if let Err(why) = host::read(command, pieces, &services.memory, wants_blobs, &items).await {
        // There is nobody to notify if the receiver is gone.
        items.send(Found::Broken(why).into()).await.ok();
    }
}
