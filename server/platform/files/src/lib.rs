//! Blobs, on disk or in S3-compatible storage, through one library; and the files that people upload.
//!
//! Start at [`Files`]; `key.rs` defines how blobs are named, `open.rs` parses the operator's storage address,
//! `uploads.rs` has the steps of an upload: bytes are stored as blobs, and rows track the progress; `chat_files.rs` finds
//! the files of messages.

mod archived;
mod chat_files;
mod key;
mod open;
mod place;
mod problems;
mod rules;
mod single_upload;
mod store;
mod streams;
mod upload;
mod uploads;

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures::TryStreamExt;
use kernel::Failure;
use object_store::signer::Signer;
use object_store::{ObjectStore, ObjectStoreExt, PutPayload};
use outbound::Outbound;
use tokio::time::timeout;
use url::Url;

pub use chat_files::ChatFile;
pub use key::FileKey;
pub use place::{Listed, Place};
pub use problems::*;
pub use rules::*;
pub use streams::BlobWriter;
pub use upload::{NewUpload, Upload, UploadState};
pub use uploads::{Assembled, Outcome};

/// The tables of uploads. They refer to tables of `identity` and `conversations`.
pub const MIGRATIONS: &[::store::Migration] = &[
    ::store::Migration {
        name: "20261121_1400_uploads",
        sql: include_str!("../migrations/20261121_1400_uploads.sql"),
    },
    ::store::Migration {
        name: "20261122_0810_upload_keeps",
        sql: include_str!("../migrations/20261122_0810_upload_keeps.sql"),
    },
    ::store::Migration {
        name: "20261127_0979_upload_unread",
        sql: include_str!("../migrations/20261127_0979_upload_unread.sql"),
    },
    ::store::Migration {
        name: "20261128_1001_upload_keeps_archived",
        sql: include_str!("../migrations/20261128_1001_upload_keeps_archived.sql"),
    },
];

/// The library's name of the storage in its errors.
const S3: &str = "S3";
/// Time limit of a call that carries content.
const CALL_TIMEOUT: Duration = Duration::from_secs(60);
/// Time limit of a call that carries none, and of the first answer to one that does.
const OPEN_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Debug, thiserror::Error)]
pub enum FilesError {
    #[error("files.url {0}: write file://data/files or s3://bucket/prefix?region=…")]
    BadAddress(String),
    #[error("storage: {0}")]
    Storage(#[from] object_store::Error),
    #[error("storage did not answer within {} s", .0.as_secs())]
    TimedOut(Duration),
    #[error("{0:?} is not the name of a file")]
    BadKey(String),
}

/// The blobs of this installation. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Files {
    store: Arc<dyn ObjectStore>,
    /// Signer for storage that can issue addresses that work without our credentials.
    signer: Option<Arc<dyn Signer>>,
    prefix: object_store::path::Path,
    kind: &'static str,
}

impl Files {
    /// Opens `file://folder`, which is made when it is missing, or
    /// `s3://bucket/prefix?region=…&endpoint=…&access_key_id=…&secret_access_key=…&session_token=…`.
    pub fn open(url: &str) -> Result<Self, FilesError> {
        Self::open_through(url, &Outbound::default())
    }

    /// Opens storage as [`Files::open`] does; S3 is reached as `outbound` says.
    pub fn open_through(url: &str, outbound: &Outbound) -> Result<Self, FilesError> {
        open::open(url, outbound, open::EmptyFolders::Keep)
    }

    /// Returns true if the address names storage that can be there: S3, or a folder that exists.
    pub fn may_be_there(url: &str) -> bool {
        url.strip_prefix("file://").is_none_or(|folder| std::path::Path::new(folder).is_dir())
    }

    /// Blobs that go with the process. For tests.
    pub fn in_memory() -> Self {
        let store = Arc::new(object_store::memory::InMemory::new());
        let prefix = object_store::path::Path::default();
        Self { store, signer: None, prefix, kind: "memory" }
    }

    /// Returns the kind of storage: `disk` or `s3`; `memory` in tests.
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// Stores `content` under `key`, replacing an existing blob. On disk it survives a power cut.
    pub async fn put(&self, key: &FileKey, content: Bytes) -> Result<(), FilesError> {
        let longest = sending_timeout(content.len());
        let put = async { self.store.put(&self.path(key), PutPayload::from(content)).await };
        within(longest, put).await.map(|_| ())
    }

    /// Returns the whole content; `None` when there is nothing under `key`.
    pub async fn get(&self, key: &FileKey) -> Result<Option<Bytes>, FilesError> {
        let path = self.path(key);
        let found = within(OPEN_TIMEOUT, async { self.store.get(&path).await }).await;
        match none_when_missing(found)? {
            Some(found) => within(CALL_TIMEOUT, found.bytes()).await.map(Some),
            None => Ok(None),
        }
    }

    /// Returns the size in bytes; `None` when there is nothing under `key`.
    pub async fn size(&self, key: &FileKey) -> Result<Option<u64>, FilesError> {
        let head = async { self.store.head(&self.path(key)).await };
        none_when_missing(within(OPEN_TIMEOUT, head).await.map(|meta| meta.size))
    }

    /// Deletes the blob under `key`; a missing one is no error.
    pub async fn delete(&self, key: &FileKey) -> Result<(), FilesError> {
        let delete = async { self.store.delete(&self.path(key)).await };
        none_when_missing(within(OPEN_TIMEOUT, delete).await).map(|_| ())
    }

    /// Returns all keys, in order; with `area`, those of one area.
    pub async fn list(&self, area: Option<&str>) -> Result<Vec<FileKey>, FilesError> {
        let below = match area {
            Some(area) => self.prefix.clone().join(area),
            None => self.prefix.clone(),
        };
        let list = self.store.list(Some(&below)).map_ok(|meta| meta.location).try_collect();
        let mut paths: Vec<object_store::path::Path> = within(CALL_TIMEOUT, list).await?;
        paths.sort();
        let keys = paths.iter().filter_map(|path| {
            let parts: Vec<_> = path.prefix_match(&self.prefix)?.collect();
            let name: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
            name.join("/").parse().ok()
        });
        Ok(keys.collect())
    }

    /// Returns an address that serves `key` to anybody who has it, for `lasts`. `None` on disk: the server sends the
    /// content itself.
    pub async fn presign(&self, key: &FileKey, lasts: Duration) -> Result<Option<Url>, FilesError> {
        let Some(signer) = &self.signer else { return Ok(None) };
        let path = self.path(key);
        within(OPEN_TIMEOUT, signer.signed_url(http::Method::GET, &path, lasts)).await.map(Some)
    }

    /// Checks that storage can write, read and delete a blob.
    pub async fn check(&self) -> Result<(), FilesError> {
        let key = FileKey::probe();
        self.put(&key, Bytes::from_static(b"probe")).await?;
        self.get(&key).await?;
        self.delete(&key).await
    }

    fn path(&self, key: &FileKey) -> object_store::path::Path {
        key.as_str().split('/').fold(self.prefix.clone(), |path, piece| path.join(piece))
    }
}

/// Slowest line to storage that is waited for.
const SENT_PER_SECOND: usize = 256 * 1024;

/// Returns the time limit of a call that sends `bytes`.
fn sending_timeout(bytes: usize) -> Duration {
    let sending = Duration::from_secs((bytes / SENT_PER_SECOND) as u64);
    (OPEN_TIMEOUT + sending).min(CALL_TIMEOUT)
}

async fn within<T>(
    longest: Duration,
    call: impl Future<Output = object_store::Result<T>>,
) -> Result<T, FilesError> {
    timeout(longest, call)
        .await
        .map_err(|_| FilesError::TimedOut(longest))?
        .map_err(FilesError::from)
}

impl From<FilesError> for Failure {
    /// For handlers: tells their callers that storage is away, and trying again makes sense. Jobs, which try again by
    /// themselves, keep it an internal error.
    fn from(error: FilesError) -> Self {
        let is_away = match &error {
            FilesError::TimedOut(_) => true,
            FilesError::Storage(cause) => {
                matches!(cause, object_store::Error::Generic { store: S3, .. })
            }
            _ => false,
        };
        if !is_away {
            return Self::internal(error);
        }
        tracing::error!(%error, "file storage is away");
        STORAGE_UNAVAILABLE.with("retry_after_seconds", RETRY_SECONDS).into()
    }
}

const RETRY_SECONDS: u64 = 10;

fn none_when_missing<T>(result: Result<T, FilesError>) -> Result<Option<T>, FilesError> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(FilesError::Storage(object_store::Error::NotFound { .. })) => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use kernel::Problem;
    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn storage_that_hangs_is_given_up_soon_and_said_to_be_away() {
        let began = Instant::now();
        let hung =
            within(sending_timeout(100_000), std::future::pending::<object_store::Result<()>>());
        let failure = Failure::from(hung.await.unwrap_err());
        assert!(began.elapsed() <= OPEN_TIMEOUT, "{:?}", began.elapsed());
        let Failure::Problem(Problem { kind, params }) = failure else { panic!("{failure:?}") };
        assert_eq!((kind.status, &*params["retry_after_seconds"]), (503, "10"));
    }

    #[test]
    fn a_large_blob_may_take_longer() {
        assert_eq!(sending_timeout(0), OPEN_TIMEOUT);
        assert_eq!(sending_timeout(5 * 1024 * 1024), OPEN_TIMEOUT + Duration::from_secs(20));
        assert_eq!(sending_timeout(usize::MAX), CALL_TIMEOUT);
    }

    #[test]
    fn a_failed_write_to_storage_is_said_to_be_away_and_one_to_disk_is_not() {
        let failed = |store: &'static str| {
            let source = Box::new(std::io::Error::other("reset"));
            Failure::from(FilesError::from(object_store::Error::Generic { store, source }))
        };
        assert!(matches!(failed(S3), Failure::Problem(_)));
        assert!(matches!(failed("LocalFileSystem"), Failure::Internal(_)));
    }
}
