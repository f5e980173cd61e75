//! Storage of an archive's bytes in chunks: none is larger than a request may be, and reading the archive keeps no more
//! than two of them in memory.

use std::io::{Error, Read, Result, Seek, SeekFrom};

use bytes::Bytes;
use files::{FileKey, Files};
use kernel::{Uuid, WorkspaceId};
use tokio::runtime::Handle;

use crate::store::Import;

/// Returns the storage key of chunk `number` of an archive.
pub(crate) fn key(workspace_id: WorkspaceId, import_id: Uuid, number: u64) -> FileKey {
    // The last bits of a UUIDv7 are random: the chunks are adjacent in its place.
    let id = Uuid::from_u128((import_id.as_u128() & !0xffff) | u128::from(number & 0xffff));
    FileKey::new("portability", workspace_id, id)
}

/// Returns the place that `to` means in a file of `size` bytes that is read at `at`.
pub(crate) fn seek(at: u64, size: u64, to: SeekFrom) -> Result<u64> {
    let at = match to {
        SeekFrom::Start(at) => i128::from(at),
        SeekFrom::End(offset) => i128::from(size) + i128::from(offset),
        SeekFrom::Current(offset) => i128::from(at) + i128::from(offset),
    };
    u64::try_from(at).map_err(|_| Error::other("before the beginning"))
}

/// The bytes of an archive.
pub(crate) struct Pieces {
    files: Files,
    workspace_id: WorkspaceId,
    import_id: Uuid,
    pub size_bytes: u64,
    piece_bytes: u64,
    held: [Option<(u64, Bytes)>; 2],
}

impl Pieces {
    pub fn new(files: Files, import: &Import) -> Self {
        Self {
            files,
            workspace_id: import.workspace_id,
            import_id: import.id,
            size_bytes: import.size(),
            piece_bytes: import.piece_bytes(),
            held: [None, None],
        }
    }

    /// Returns the bytes from `at` on: at least one and at most `count`, none at the end.
    pub async fn read(&mut self, at: u64, count: usize) -> Result<Bytes> {
        if at >= self.size_bytes || count == 0 {
            return Ok(Bytes::new());
        }
        let piece = self.piece(at / self.piece_bytes).await?;
        let from = (at % self.piece_bytes) as usize;
        if from >= piece.len() {
            return Err(Error::other("a piece of the archive is too short"));
        }
        Ok(piece.slice(from..piece.len().min(from.saturating_add(count))))
    }

    async fn piece(&mut self, number: u64) -> Result<Bytes> {
        let held = self.held.iter().flatten().find(|(held, _)| *held == number);
        if let Some((_, bytes)) = held {
            return Ok(bytes.clone());
        }
        let key = key(self.workspace_id, self.import_id, number);
        let bytes = self.files.get(&key).await.map_err(Error::other)?;
        let bytes = bytes.ok_or_else(|| Error::other("a piece of the archive is missing"))?;
        self.held.swap(0, 1);
        self.held[0] = Some((number, bytes.clone()));
        Ok(bytes)
    }
}

/// An archive, as a file that is read from any place. For threads that may wait.
pub(crate) struct Archive {
    pieces: Pieces,
    runtime: Handle,
    at: u64,
}

impl Archive {
    pub fn new(pieces: Pieces, runtime: Handle) -> Self {
        Self { pieces, runtime, at: 0 }
    }
}

impl Read for Archive {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let bytes = self.runtime.block_on(self.pieces.read(self.at, buffer.len()))?;
        buffer[..bytes.len()].copy_from_slice(&bytes);
        self.at += bytes.len() as u64;
        Ok(bytes.len())
    }
}

impl Seek for Archive {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        self.at = seek(self.at, self.pieces.size_bytes, to)?;
        Ok(self.at)
    }
}
