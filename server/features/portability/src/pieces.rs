//! Storage of an archive's bytes in chunks: none is larger than a request may be, and reading the archive keeps no more
//! than two of them in memory.

use std::io::{Error, Read, Result, Seek, SeekFrom};

use bytes::Bytes;
use files::{FileKey, Files};
use kernel::{Uuid, WorkspaceId};
use tokio::runtime::Handle;

use crate::rules::PIECE_BYTES;

/// Returns the number of chunks of an archive of this size.
pub(crate) fn count(size_bytes: u64) -> u64 {
    size_bytes.div_ceil(PIECE_BYTES)
}

/// Returns the storage key of chunk `number` of an archive.
pub(crate) fn key(workspace_id: WorkspaceId, import_id: Uuid, number: u64) -> FileKey {
    // The last bits of a UUIDv7 are random: the chunks are adjacent in its place.
    let id = Uuid::from_u128((import_id.as_u128() & !0xffff) | u128::from(number & 0xffff));
    FileKey::new("portability", workspace_id, id)
}

/// An archive, as a file that is read from any place. For threads that may wait.
pub(crate) struct Archive {
    pub files: Files,
    pub runtime: Handle,
    pub workspace_id: WorkspaceId,
    pub import_id: Uuid,
    pub size_bytes: u64,
    at: u64,
    held: [Option<(u64, Bytes)>; 2],
}

impl Archive {
    pub fn new(
        files: Files,
        runtime: Handle,
        workspace_id: WorkspaceId,
        import_id: Uuid,
        size_bytes: u64,
    ) -> Self {
        Self { files, runtime, workspace_id, import_id, size_bytes, at: 0, held: [None, None] }
    }

    fn piece(&mut self, number: u64) -> Result<Bytes> {
        let held = self.held.iter().flatten().find(|(held, _)| *held == number);
        if let Some((_, bytes)) = held {
            return Ok(bytes.clone());
        }
        let key = key(self.workspace_id, self.import_id, number);
        let bytes = self.runtime.block_on(self.files.get(&key)).map_err(Error::other)?;
        let bytes = bytes.ok_or_else(|| Error::other("a piece of the archive is missing"))?;
        self.held.swap(0, 1);
        self.held[0] = Some((number, bytes.clone()));
        Ok(bytes)
    }
}

impl Read for Archive {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        if self.at >= self.size_bytes {
            return Ok(0);
        }
        let piece = self.piece(self.at / PIECE_BYTES)?;
        let from = (self.at % PIECE_BYTES) as usize;
        let rest = piece.get(from..).unwrap_or(&[]);
        let count = rest.len().min(buffer.len());
        if count == 0 && !buffer.is_empty() {
            return Err(Error::other("a piece of the archive is too short"));
        }
        buffer[..count].copy_from_slice(&rest[..count]);
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for Archive {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => i128::from(at),
            SeekFrom::End(offset) => i128::from(self.size_bytes) + i128::from(offset),
            SeekFrom::Current(offset) => i128::from(self.at) + i128::from(offset),
        };
        self.at = u64::try_from(at).map_err(|_| Error::other("before the beginning"))?;
        Ok(self.at)
    }
}
