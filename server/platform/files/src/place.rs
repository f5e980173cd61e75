use bytes::Bytes;
use futures::TryStreamExt;
use futures::stream::BoxStream;
use futures::{StreamExt, future};
use object_store::buffered::BufWriter;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt, PutMode, PutPayload};
use outbound::Outbound;

use crate::streams::PART_BYTES;
use crate::{
    BlobWriter, CALL_TIMEOUT, FileKey, Files, FilesError, OPEN_TIMEOUT, S3, none_when_missing,
    open, within,
};

/// A folder or a bucket of named things that are no blobs of this installation: backups.
#[derive(Clone, Debug)]
pub struct Place(Files);

/// A blob as storage lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub key: FileKey,
    pub size_bytes: u64,
    /// Changes whenever the blob is written.
    pub stamp: String,
}

impl Place {
    pub fn new(storage: Files) -> Self {
        Self(storage)
    }

    /// Opens storage as [`Files::open_through`] does. In a folder, folders that become empty go too.
    pub fn open(url: &str, outbound: &Outbound) -> Result<Self, FilesError> {
        open::open(url, outbound, open::EmptyFolders::Delete).map(Self)
    }

    /// Returns the kind of storage: `disk` or `s3`.
    pub fn kind(&self) -> &'static str {
        self.0.kind
    }

    /// Returns a writer that stores something under `name` once it is finished.
    pub fn write(&self, name: &str) -> BlobWriter {
        let store = self.0.store.clone();
        let writer = BufWriter::with_capacity(store, self.path(name), PART_BYTES);
        BlobWriter { writer, store: if self.0.kind == "s3" { S3 } else { "writer" } }
    }

    /// Stores something small under `name` if nothing is there. Returns false if something is.
    ///
    /// Where storage cannot do that in one step, what is there is replaced: read it back to see who was the last.
    pub async fn create(&self, name: &str, content: Bytes) -> Result<bool, FilesError> {
        let (store, path) = (&self.0.store, self.path(name));
        let payload = PutPayload::from(content);
        let create = store.put_opts(&path, payload.clone(), PutMode::Create.into());
        match within(OPEN_TIMEOUT, create).await {
            Ok(_) => return Ok(true),
            Err(FilesError::Storage(object_store::Error::AlreadyExists { .. })) => {
                return Ok(false);
            }
            // A file system without hard links, an S3 without conditions, or storage that is away: the next step says so.
            Err(_) => {}
        }
        if self.read(name).await?.is_some() {
            return Ok(false);
        }
        within(OPEN_TIMEOUT, store.put(&path, payload)).await.map(|_| true)
    }

    /// Returns what is stored under `name`, in chunks; `None` if there is nothing.
    pub async fn read(
        &self,
        name: &str,
    ) -> Result<Option<BoxStream<'static, Result<Bytes, FilesError>>>, FilesError> {
        let path = self.path(name);
        let found = within(OPEN_TIMEOUT, async { self.0.store.get(&path).await }).await;
        let found = none_when_missing(found)?;
        Ok(found.map(|content| content.into_stream().map_err(FilesError::from).boxed()))
    }

    /// Returns the names below `folder` with their sizes, in order; all of them for an empty one.
    pub async fn list(&self, folder: &str) -> Result<Vec<(String, u64)>, FilesError> {
        let below = self.path(folder);
        let list = self.0.store.list(Some(&below)).map_err(FilesError::from);
        let mut found: Vec<_> = list
            .try_filter_map(|meta| {
                future::ok(self.name_of(&meta.location).map(|name| (name, meta.size)))
            })
            .try_collect()
            .await?;
        found.sort();
        Ok(found)
    }

    /// Deletes what is under `name`; nothing is no error.
    pub async fn delete(&self, name: &str) -> Result<(), FilesError> {
        let delete = async { self.0.store.delete(&self.path(name)).await };
        none_when_missing(within(CALL_TIMEOUT, delete).await).map(|_| ())
    }

    fn path(&self, name: &str) -> Path {
        let pieces = name.split('/').filter(|piece| !piece.is_empty());
        pieces.fold(self.0.prefix.clone(), |path, piece| path.join(piece))
    }

    fn name_of(&self, path: &Path) -> Option<String> {
        let pieces: Vec<_> = path.prefix_match(&self.0.prefix)?.collect();
        Some(pieces.iter().map(AsRef::as_ref).collect::<Vec<&str>>().join("/"))
    }
}

impl Files {
    /// Returns all blobs with what tells whether they were written since they were listed before.
    pub async fn list_stamped(&self) -> Result<Vec<Listed>, FilesError> {
        let list = self.store.list(Some(&self.prefix)).map_err(FilesError::from);
        let mut found: Vec<Listed> = list
            .try_filter_map(|meta| {
                let pieces = meta.location.prefix_match(&self.prefix);
                let name = pieces.map(|pieces| {
                    let pieces: Vec<_> = pieces.collect();
                    pieces.iter().map(AsRef::as_ref).collect::<Vec<&str>>().join("/")
                });
                let key = name.and_then(|name| name.parse().ok());
                let stamp = format!(
                    "{} {}",
                    meta.last_modified.timestamp_micros(),
                    meta.e_tag.unwrap_or_default()
                );
                future::ok(key.map(|key| Listed { key, size_bytes: meta.size, stamp }))
            })
            .try_collect()
            .await?;
        found.sort_by(|a, b| a.key.cmp(&b.key));
        Ok(found)
    }
}
