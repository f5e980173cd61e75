//! Blobs that are too large to be held whole: read and written piece by piece.

use std::ops::Range;

use bytes::Bytes;
use futures::stream::BoxStream;
use futures::{StreamExt, TryStreamExt};
use object_store::buffered::BufWriter;
use object_store::{GetOptions, GetRange, ObjectStore};
use tokio::io::AsyncWriteExt;

use crate::{
    CALL_TIMEOUT, FileKey, Files, FilesError, OPEN_TIMEOUT, S3, none_when_missing, sending_timeout,
    within,
};

/// Size of the parts in which a large blob is sent to storage: the minimum of S3.
pub(crate) const PART_BYTES: usize = 5 * 1024 * 1024;

impl Files {
    /// Returns the content in chunks, as storage delivers them; `None` if there is nothing under `key`.
    pub async fn read(
        &self,
        key: &FileKey,
    ) -> Result<Option<BoxStream<'static, Result<Bytes, FilesError>>>, FilesError> {
        self.read_with(key, GetOptions::default()).await
    }

    /// Returns the bytes of a range of the content, as storage delivers them; `None` if there is nothing under `key`.
    pub async fn read_range(
        &self,
        key: &FileKey,
        range: Range<u64>,
    ) -> Result<Option<BoxStream<'static, Result<Bytes, FilesError>>>, FilesError> {
        let range = Some(GetRange::Bounded(range));
        self.read_with(key, GetOptions { range, ..GetOptions::default() }).await
    }

    async fn read_with(
        &self,
        key: &FileKey,
        options: GetOptions,
    ) -> Result<Option<BoxStream<'static, Result<Bytes, FilesError>>>, FilesError> {
        let path = self.path(key);
        let found = within(OPEN_TIMEOUT, async { self.store.get_opts(&path, options).await }).await;
        let found = none_when_missing(found)?;
        Ok(found.map(|content| content.into_stream().map_err(FilesError::from).boxed()))
    }

    /// Returns a writer that stores a blob under `key` once it is finished: until then nothing is visible.
    pub fn write(&self, key: &FileKey) -> BlobWriter {
        let writer = BufWriter::with_capacity(self.store.clone(), self.path(key), PART_BYTES);
        BlobWriter { writer, store: if self.kind == "s3" { S3 } else { "writer" } }
    }
}

/// A blob that is being written.
#[derive(Debug)]
pub struct BlobWriter {
    pub(crate) writer: BufWriter,
    /// The storage's name in errors.
    pub(crate) store: &'static str,
}

impl BlobWriter {
    /// Adds a piece.
    pub async fn put(&mut self, piece: Bytes) -> Result<(), FilesError> {
        within(sending_timeout(PART_BYTES), self.writer.put(piece)).await
    }

    /// Commits it as the blob's content. On disk it survives a power cut.
    pub async fn finish(mut self) -> Result<(), FilesError> {
        within(CALL_TIMEOUT, async {
            let done = self.writer.shutdown().await;
            done.map_err(|error| object_store::Error::Generic {
                store: self.store,
                source: Box::new(error),
            })
        })
        .await
    }

    /// Leaves nothing behind.
    pub async fn give_up(mut self) -> Result<(), FilesError> {
        within(CALL_TIMEOUT, self.writer.abort()).await
    }
}
