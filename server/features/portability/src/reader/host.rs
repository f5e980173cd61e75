use std::io::{Error, ErrorKind};

use memory_budget::MemoryBudget;
use parsing::Sandbox;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::mpsc::Sender;

use super::Item;
use super::frames::{HEAD_BYTES, Kind, UNREADABLE, parse_request};
use crate::archive::ArchiveLine;
use crate::pieces::Pieces;
use crate::reading::Found;

/// Larger items reserve memory.
const SMALL_ITEM_BYTES: u64 = 64 * 1024;
/// An item lies there as JSON, as it was in its archive, and as ours.
const COPIES: u64 = 3;

/// Has an archive read by the process that `command` starts. Dropping the future ends it.
///
/// # Errors
///
/// The reason why it cannot be read (any further).
pub(super) async fn read(
    mut command: Command,
    pieces: Pieces,
    memory: &MemoryBudget,
    wants_blobs: bool,
    items: &Sender<Item>,
) -> Result<(), String> {
    command.arg(pieces.size_bytes.to_string()).arg(wants_blobs.to_string());
    let reader = Sandbox::start(&mut command);
    let reader = reader.map_err(|_| "the reader cannot be started".to_owned())?;
    let mut conversation = Conversation::with(reader, pieces).ok_or("the reader is not heard")?;
    match conversation.go_on(memory, items).await {
        Ok(()) => Ok(()),
        // It was ended by its limits, or by the archive.
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
            Err("reading it takes too much memory or time".to_owned())
        }
        Err(error) => Err(error.to_string()),
    }
}

struct Conversation {
    /// Dropped, the reader is killed.
    _reader: Child,
    input: ChildStdin,
    output: ChildStdout,
    pieces: Pieces,
}

impl Conversation {
    fn with(mut reader: Child, pieces: Pieces) -> Option<Self> {
        let (input, output) = (reader.stdin.take()?, reader.stdout.take()?);
        Some(Self { _reader: reader, input, output, pieces })
    }

    async fn go_on(&mut self, memory: &MemoryBudget, items: &Sender<Item>) -> Result<(), Error> {
        loop {
            let mut head = [0; HEAD_BYTES];
            self.output.read_exact(&mut head).await?;
            let (kind, length) = Kind::parse(head)?;
            // Known before anything of it is read.
            let bytes = u64::from(length) * COPIES;
            let memory = match u64::from(length) > SMALL_ITEM_BYTES && kind == Kind::Found {
                true => Some(memory.reserve_in_background(bytes).await.map_err(too_large)?),
                false => None,
            };
            let mut content = vec![0; length as usize];
            self.output.read_exact(&mut content).await?;
            let found = match kind {
                Kind::Read => {
                    self.reply(&content).await?;
                    continue;
                }
                Kind::Found => serde_json::from_slice(&content).map_err(Error::other)?,
                Kind::Blob => Found::Line(Box::new(ArchiveLine::BlobGoesOn(content.into()))),
                Kind::End => return Ok(()),
            };
            if items.send(Item { found, memory }).await.is_err() {
                return Ok(());
            }
        }
    }

    async fn reply(&mut self, request: &[u8]) -> Result<(), Error> {
        let (at, count) = parse_request(request).ok_or(ErrorKind::InvalidData)?;
        match self.pieces.read(at, count as usize).await {
            Ok(bytes) => {
                let length = u32::try_from(bytes.len()).map_err(Error::other)?;
                self.input.write_all(&length.to_le_bytes()).await?;
                self.input.write_all(&bytes).await?;
            }
            Err(error) => {
                tracing::warn!(%error, "a piece of an archive cannot be read");
                self.input.write_all(&UNREADABLE.to_le_bytes()).await?;
            }
        }
        self.input.flush().await
    }
}

fn too_large(problem: kernel::Problem) -> Error {
    Error::other(problem.kind.text)
}
