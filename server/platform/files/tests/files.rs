//! The same promises on disk and in S3-compatible storage.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use std::time::Duration;

use bytes::Bytes;
use files::{FileKey, Files};
use kernel::{Uuid, WorkspaceId};
use testing::FakeS3;

fn key(area: &'static str) -> FileKey {
    FileKey::new(area, WorkspaceId(Uuid::new_v4()), Uuid::new_v4())
}

async fn check(files: &Files) {
    let (a, b, other) = (key("documents"), key("documents"), key("images"));
    assert_eq!(files.get(&a).await.unwrap(), None);
    assert_eq!(files.size(&a).await.unwrap(), None);

    files.put(&a, Bytes::from_static(b"first")).await.unwrap();
    files.put(&a, Bytes::from_static(b"second")).await.unwrap();
    files.put(&b, Bytes::new()).await.unwrap();
    files.put(&other, Bytes::from_static(b"o")).await.unwrap();

    assert_eq!(files.get(&a).await.unwrap().as_deref(), Some(&b"second"[..]));
    assert_eq!(files.size(&a).await.unwrap(), Some(6));
    let mut documents = vec![a.clone(), b.clone()];
    documents.sort();
    assert_eq!(files.list(Some("documents")).await.unwrap(), documents);
    assert_eq!(files.list(None).await.unwrap().len(), 3);

    files.delete(&a).await.unwrap();
    files.delete(&a).await.unwrap();
    assert_eq!(files.get(&a).await.unwrap(), None);
    files.check().await.unwrap();
}

#[tokio::test]
async fn blobs_on_disk_are_stored_listed_and_deleted() {
    let dir = tempfile::tempdir().unwrap();
    let url = format!("file://{}/files", dir.path().display());
    let files = Files::open(&url).unwrap();

    check(&files).await;

    assert_eq!(files.kind(), "disk");
    assert_eq!(files.presign(&key("documents"), Duration::from_secs(60)).await.unwrap(), None);
}

#[tokio::test]
async fn blobs_in_s3_are_stored_listed_and_deleted() {
    rustls::crypto::ring::default_provider().install_default().ok();
    let s3 = FakeS3::start().await;
    let files = Files::open(&s3.files_url()).unwrap();

    check(&files).await;

    let signed = files.presign(&key("documents"), Duration::from_secs(60)).await.unwrap().unwrap();
    assert!(signed.path().starts_with("/bucket/ensemble/documents/"), "{signed}");
    assert!(signed.query().unwrap().contains("X-Amz-Expires=60"), "{signed}");
    assert!(!signed.as_str().contains("secret"), "{signed}");
}

#[tokio::test]
async fn a_key_for_some_hours_is_sent_with_its_token() {
    rustls::crypto::ring::default_provider().install_default().ok();
    let s3 = FakeS3::start().await;
    let files = Files::open(&s3.session_url()).unwrap();

    check(&files).await;

    let signed = files.presign(&key("documents"), Duration::from_secs(60)).await.unwrap().unwrap();
    assert!(signed.query().unwrap().contains("X-Amz-Security-Token=a%2Bb"), "{signed}");
    let without = s3.session_url().replace("&session_token=a+b", "");
    Files::open(&without).unwrap().check().await.unwrap_err();
}

#[test]
fn an_address_that_cannot_be_used_is_refused_with_what_to_write() {
    for wrong in ["ftp://x", "s3://", "s3://bucket?colour=red", "file:///dev/null/x"] {
        let error = Files::open(wrong).unwrap_err().to_string();
        assert!(error.contains("write file://data/files or s3://"), "{wrong}: {error}");
    }
}
