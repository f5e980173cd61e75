//! The same promises on disk and in S3-compatible storage.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use std::time::Duration;

use bytes::Bytes;
use files::{FileKey, Files, Place};
use kernel::{Uuid, WorkspaceId};
use outbound::Outbound;
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

async fn check_place(place: &Place) {
    let all = (0..8_u8).map(|id| place.create("lock", Bytes::from(vec![id])));
    let made = futures::future::try_join_all(all).await.unwrap();
    assert_eq!(made.iter().filter(|is_first| **is_first).count(), 1, "{made:?}");

    place.create("a/b/c", Bytes::new()).await.unwrap();
    assert!(!place.create("a/b/c", Bytes::new()).await.unwrap());
    place.create("a/d", Bytes::new()).await.unwrap();
    place.delete("a/b/c").await.unwrap();
    assert!(place.create("a/b/c", Bytes::new()).await.unwrap());
    place.delete("a/b/c").await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_several_who_create_something_in_a_folder_one_is_the_first() {
    let dir = tempfile::tempdir().unwrap();
    let url = format!("file://{}/place", dir.path().display());
    let place = Place::open(&url, &Outbound::default()).unwrap();

    check_place(&place).await;

    assert!(!dir.path().join("place/a/b").exists(), "an empty folder goes");
    place.delete("a/d").await.unwrap();
    place.delete("lock").await.unwrap();
    assert!(dir.path().join("place").exists(), "the place itself stays");
}

#[tokio::test]
async fn of_several_who_create_something_in_s3_one_is_the_first() {
    rustls::crypto::ring::default_provider().install_default().ok();
    let s3 = FakeS3::start().await;
    check_place(&Place::open(&s3.files_url(), &Outbound::default()).unwrap()).await;
}

#[test]
fn an_address_that_cannot_be_used_is_refused_with_what_to_write() {
    for wrong in ["ftp://x", "s3://", "s3://bucket?colour=red", "file:///dev/null/x"] {
        let error = Files::open(wrong).unwrap_err().to_string();
        assert!(error.contains("write file://data/files or s3://"), "{wrong}: {error}");
    }
}
