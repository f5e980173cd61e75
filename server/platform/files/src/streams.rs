//! Blobs that are too large to be held whole: read and written piece by piece.

use bytes::Bytes;
use futures::stream::BoxStream;
use futures::{StreamExt, TryStreamExt};
use object_store::ObjectStoreExt;
use object_store::buffered::BufWriter;
use tokio::io::AsyncWriteExt;

use crate::{FileKey, Files, FilesError, none_when_missing, within};

/// Size of the parts in which a large blob is sent to storage: the minimum of S3.
const PART_BYTES: usize = 5 * 1024 * 1024;

impl Files {
    /// Returns the content in chunks, as storage delivers them; `None` if there is nothing under `key`.
    pub async fn read(
        &self,
        key: &FileKey,
    ) -> Result<Option<BoxStream<'static, Result<Bytes, FilesError>>>, FilesError> {
        let path = self.path(key);
        let found = within(async { self.store.get(&path).await }).await;
        let found = none_when_missing(found)?;
        Ok(found.map(|content| content.into_stream().map_err(FilesError::from).boxed()))
    }

    /// Returns a writer that stores a blob under `key` once it is finished: until then nothing is visible.
    pub fn write(&self, key: &FileKey) -> BlobWriter {
        BlobWriter(BufWriter::with_capacity(self.store.clone(), self.path(key), PART_BYTES))
    }
}

/// A blob that is being written.
#[derive(Debug)]
pub struct BlobWriter(BufWriter);

impl BlobWriter {
    /// Adds a piece.
    pub async fn put(&mut self, piece: Bytes) -> Result<(), FilesError> {
        within(self.0.put(piece)).await
    }

    /// Commits it as the blob's content. On disk it survives a power cut.
    pub async fn finish(mut self) -> Result<(), FilesError> {
        within(async {
            let done = self.0.shutdown().await;
            done.map_err(|error| object_store::Error::Generic {
                store: "writer",
                source: Box::new(error),
            })
        })
        .await
    }

    /// Leaves nothing behind.
    pub async fn give_up(mut self) -> Result<(), FilesError> {
        within(self.0.abort()).await
    }
}
