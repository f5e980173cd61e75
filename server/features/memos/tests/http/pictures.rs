//! Images in memos, and text recognized in them.

use kernel::Uuid;
use serde_json::{Value, json};
use testing::{TestPerson, TestServer, TestStore, for_each_store};

use crate::{keep, new_memo, person, titles};

/// Reads in every drawing the same.
struct Reads(&'static str);

#[async_trait::async_trait]
impl parsing::Parser for Reads {
    async fn parse_within(
        &self,
        format: parsing::Format,
        content: bytes::Bytes,
        extent: parsing::Extent,
    ) -> Result<parsing::Parsed, parsing::ParseFailure> {
        parsing::PlainParser.parse_within(format, content, extent).await
    }

    async fn recognises(&self) -> bool {
        true
    }

    async fn recognise_drawing(
        &self,
        drawing: bytes::Bytes,
    ) -> Result<String, parsing::ParseFailure> {
        assert!(drawing.starts_with(b"P5"), "it is a drawing of our own");
        Ok(self.0.to_owned())
    }
}

/// Reads slowly: tells when it begins, and waits until it may end.
#[derive(Default)]
struct ReadsSlowly {
    began: tokio::sync::Notify,
    may_end: tokio::sync::Notify,
}

#[async_trait::async_trait]
impl parsing::Parser for ReadsSlowly {
    async fn parse_within(
        &self,
        format: parsing::Format,
        content: bytes::Bytes,
        extent: parsing::Extent,
    ) -> Result<parsing::Parsed, parsing::ParseFailure> {
        parsing::PlainParser.parse_within(format, content, extent).await
    }

    async fn recognises(&self) -> bool {
        true
    }

    async fn recognise_drawing(&self, _: bytes::Bytes) -> Result<String, parsing::ParseFailure> {
        self.began.notify_one();
        self.may_end.notified().await;
        Ok("Departures at nine".to_owned())
    }
}

pub(crate) const PICTURE: &[u8] =
    include_bytes!("../../../../platform/pictures/tests/pictures/phone.jpg");

/// Uploads a file; its id.
pub(crate) async fn upload(
    server: &TestServer,
    person: &TestPerson,
    name: &str,
    content: &[u8],
) -> Value {
    let body = json!({ "id": Uuid::now_v7(), "name": name, "size_bytes": content.len() });
    let begun = person.post("/api/documents/files", body).await.created();
    let path = format!("/api/documents/files/{}", begun["id"].as_str().unwrap());
    let request = http::Request::patch(path)
        .header("content-type", "application/offset+octet-stream")
        .header("upload-offset", "0")
        .body(axum::body::Body::from(content.to_vec()));
    person.client.send(request.unwrap()).await.ok();
    server.run_jobs().await;
    begun["id"].clone()
}

pub(crate) async fn with_pictures(store: TestStore) -> (TestServer, TestPerson, TestPerson) {
    with_parser(store, std::sync::Arc::new(Reads("Departures at nine"))).await
}

async fn with_parser(
    store: TestStore,
    parser: std::sync::Arc<dyn parsing::Parser>,
) -> (TestServer, TestPerson, TestPerson) {
    let reads = move |services| area::Services { parser, ..services };
    let server = TestServer::with_changed(store, reads, |services| {
        vec![documents::area(services, documents::Settings::default()), memos::area(services)]
    })
    .await;
    let (ana, ben) =
        (server.member("ana@example.com").await, server.member("ben@example.com").await);
    (server, ana, ben)
}

pub(crate) async fn sweep(server: &TestServer) {
    let services = &server.services;
    let documents = documents::area(services, documents::Settings::default()).upkeep;
    for work in memos::area(services).upkeep.into_iter().chain(documents) {
        (work.run)(services.clone()).await.unwrap();
    }
    server.run_jobs().await;
}

for_each_store! {
    // issue 5: "Memo: notes, readings, videos, PDFs, highlights, images, …"
    async fn a_picture_is_kept_as_a_memo_and_found_by_what_is_written_in_it(store) {
        let (server, ana, _) = with_pictures(store).await;
        let picture = upload(&server, &ana, "board.jpg", PICTURE).await;
        let path = keep(&ana, json!({ "kind": "image", "title": "A board", "file_id": picture })).await;
        server.run_jobs().await;
        let memo = ana.get(&path).await.ok();
        assert_eq!((&memo["file_id"], &memo["quote"]), (&picture, &json!("Departures at nine")));
        assert_eq!(memo["version"], 1, "it is no change of its person's");
        let found = ana.get("/api/memos?q=departures").await.ok();
        assert_eq!((titles(&found), &found["items"][0]["file_id"]), (vec!["A board"], &picture));
        let source = server.services.library_sources.iter().find(|source| source.kind() == "my_memo").unwrap();
        assert_eq!(source.find(ana.user_id, "departures", 5).await.unwrap().len(), 1);

        // It exists as long as a memo uses it.
        server.clock().advance(40 * kernel::DAY);
        sweep(&server).await;
        let content = format!("/api/documents/files/{}/content", picture.as_str().unwrap());
        let ana = server.member("ana@example.com").await;
        ana.get(&content).await.assert_status(200);
        ana.delete(&path).await.no_content();
        server.clock().advance(31 * kernel::DAY);
        sweep(&server).await;
        sweep(&server).await;
        let ana = server.member("ana@example.com").await;
        assert_ne!(ana.get(&content).await.status.as_u16(), 200);
    }

    async fn what_is_written_while_a_picture_is_read_is_found(store) {
        let slow = std::sync::Arc::new(ReadsSlowly::default());
        let (server, ana, _) = with_parser(store, slow.clone()).await;
        let picture = upload(&server, &ana, "board.jpg", PICTURE).await;
        let path = keep(&ana, json!({ "kind": "image", "title": "A board", "file_id": picture })).await;
        let write = async {
            slow.began.notified().await;
            ana.patch(&path, json!({ "title": "The harbour" })).await.ok();
            slow.may_end.notify_one();
        };
        tokio::join!(server.run_jobs(), write);
        for words in ["harbour", "departures"] {
            let found = ana.get(&format!("/api/memos?q={words}")).await.ok();
            assert_eq!(titles(&found), ["The harbour"], "{words}");
        }
    }

    // A memo that is deleted for good lets its picture go: that must never be another person's file.
    async fn a_picture_of_another_person_comes_with_no_archive(store) {
        let (server, ana, ben) = with_pictures(store).await;
        let picture = upload(&server, &ben, "board.jpg", PICTURE).await;
        keep(&ben, json!({ "kind": "image", "title": "A board", "file_id": picture })).await;
        let archive = memos::area(&server.services).archives.remove(0);
        let mut line = archive.lines(person(&ben), None).await.unwrap().remove(0);
        assert_eq!(line["file_id"], picture);
        line["id"] = json!(Uuid::now_v7());
        let mut tx = server.services.db.begin().await.unwrap();
        let restored = archive.restore(&mut tx, person(&ana), &line).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(restored, area::Restored::Added);
        let found = ana.get("/api/memos?kind=image").await.ok();
        assert_eq!((titles(&found), &found["items"][0]["file_id"]), (vec!["A board"], &Value::Null));
    }

    async fn what_is_no_picture_of_ones_own_is_refused_and_nothing_is_kept(store) {
        let (server, ana, ben) = with_pictures(store).await;
        let text = upload(&server, &ana, "a.txt", b"words").await;
        let others = upload(&server, &ben, "b.jpg", PICTURE).await;
        for file_id in [text, others, json!(Uuid::now_v7())] {
            let refused = ana.post("/api/memos", new_memo(json!({ "file_id": file_id }))).await;
            refused.assert_problem(422, "memos.picture_not_found");
        }
        assert_eq!(titles(&ana.get("/api/memos").await.ok()), [""; 0]);
    }

    async fn a_picture_is_in_what_is_taken_along_and_in_an_archive(store) {
        let (server, ana, _) = with_pictures(store).await;
        let picture = upload(&server, &ana, "board.jpg", PICTURE).await;
        keep(&ana, json!({ "kind": "image", "title": "A board", "file_id": picture })).await;
        keep(&ana, json!({ "kind": "image", "title": "The same", "file_id": picture })).await;
        server.run_jobs().await;
        let zip = ana.get("/api/memos/export").await.assert_status(200).body.to_vec();
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(zip)).unwrap();
        let name = format!("pictures/{}.jpg", picture.as_str().unwrap());
        assert_eq!(zip.by_name(&name).unwrap().size(), PICTURE.len() as u64);
        let memo = std::io::read_to_string(zip.by_name("A board.md").unwrap()).unwrap();
        assert!(memo.contains(&format!("![]({name})")), "{memo}");

        let files = documents::area(&server.services, documents::Settings::default()).archives.remove(0);
        let lines = files.lines(person(&ana), None).await.unwrap();
        assert_eq!(lines.iter().map(|line| &line["id"]).collect::<Vec<_>>(), [&picture]);
        let archive = memos::area(&server.services).archives.remove(0);
        let lines = archive.lines(person(&ana), None).await.unwrap();
        assert_eq!(lines.iter().filter(|line| line["file_id"] == picture).count(), 2);
    }

    async fn pictures_in_a_text_are_kept_with_it_and_go_with_it(store) {
        let (server, ana, ben) = with_pictures(store).await;
        let first = upload(&server, &ana, "board.jpg", PICTURE).await;
        let second = upload(&server, &ana, "lake.jpg", PICTURE).await;
        let others = upload(&server, &ben, "b.jpg", PICTURE).await;
        let shown = |id: &Value| format!("![A](/api/documents/files/{}/content)", id.as_str().unwrap());
        let body = format!("Look:\n\n{}\n\n{}\n\n{}", shown(&first), shown(&second), shown(&others));
        let path = keep(&ana, json!({ "title": "Trip", "body": body })).await;
        let again = keep(&ana, json!({ "title": "Same", "body": shown(&first) })).await;

        let zip = ana.get("/api/memos/export").await.assert_status(200).body.to_vec();
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(zip)).unwrap();
        for id in [&first, &second] {
            let name = format!("pictures/{}.jpg", id.as_str().unwrap());
            assert_eq!(zip.by_name(&name).unwrap().size(), PICTURE.len() as u64);
            let memo = std::io::read_to_string(zip.by_name("Trip.md").unwrap()).unwrap();
            assert!(memo.contains(&format!("![A]({name})")), "{memo}");
        }
        assert_eq!(titles(&ana.get("/api/memos?kind=image").await.ok()), [""; 0], "none is a memo");

        // One leaves the text, and comes back before anything is deleted.
        let version = ana.get(&path).await.ok()["version"].clone();
        assert!(version.is_number());
        ana.patch(&path, json!({ "body": shown(&first) })).await.ok();
        ana.patch(&path, json!({ "body": format!("{}\n\n{}", shown(&first), shown(&second)) })).await.ok();
        server.clock().advance(40 * kernel::DAY);
        sweep(&server).await;
        let content = |id: &Value| format!("/api/documents/files/{}/content", id.as_str().unwrap());
        let ana = server.member("ana@example.com").await;
        for id in [&first, &second] {
            ana.get(&content(id)).await.assert_status(200);
        }

        // What the text does not show any more is deleted, unless another memo shows it.
        ana.patch(&path, json!({ "body": "" })).await.ok();
        server.clock().advance(25 * kernel::DAY);
        sweep(&server).await;
        let ana = server.member("ana@example.com").await;
        ana.get(&content(&first)).await.assert_status(200);
        assert_ne!(ana.get(&content(&second)).await.status.as_u16(), 200);

        ana.delete(&again).await.no_content();
        server.clock().advance(31 * kernel::DAY);
        sweep(&server).await;
        sweep(&server).await;
        let ana = server.member("ana@example.com").await;
        assert_ne!(ana.get(&content(&first)).await.status.as_u16(), 200);
    }

    async fn a_file_that_a_text_links_to_is_kept_and_taken_along(store) {
        let (server, ana, _) = with_pictures(store).await;
        let plan = upload(&server, &ana, "The plan.TXT", b"words").await;
        let id = plan.as_str().unwrap();
        let body = format!("[The plan.TXT](/api/documents/files/{id}/content)");
        keep(&ana, json!({ "title": "Trip", "body": body })).await;
        let zip = ana.get("/api/memos/export").await.assert_status(200).body.to_vec();
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(zip)).unwrap();
        let memo = std::io::read_to_string(zip.by_name("Trip.md").unwrap()).unwrap();
        assert!(memo.contains(&format!("[The plan.TXT](files/{id}.txt)")), "{memo}");
        let taken = std::io::read_to_string(zip.by_name(&format!("files/{id}.txt")).unwrap()).unwrap();
        assert_eq!(taken, "words");
        server.clock().advance(100 * kernel::DAY);
        sweep(&server).await;
        let ana = server.member("ana@example.com").await;
        ana.get(&format!("/api/documents/files/{id}/content")).await.assert_status(200);
    }

    async fn pictures_in_a_text_come_back_with_an_archive(store) {
        let (server, ana, ben) = with_pictures(store).await;
        let picture = upload(&server, &ana, "board.jpg", PICTURE).await;
        let body = format!("![A](/api/documents/files/{}/content)", picture.as_str().unwrap());
        keep(&ana, json!({ "title": "Trip", "body": body })).await;
        let files = documents::area(&server.services, documents::Settings::default()).archives.remove(0);
        let lines = files.lines(person(&ana), None).await.unwrap();
        assert_eq!(lines.iter().map(|line| &line["id"]).collect::<Vec<_>>(), [&picture]);
        let archive = memos::area(&server.services).archives.remove(0);
        let mut line = archive.lines(person(&ana), None).await.unwrap().remove(0);
        for to in [&ana, &ben] {
            line["id"] = json!(Uuid::now_v7());
            let mut tx = server.services.db.begin().await.unwrap();
            archive.restore(&mut tx, person(to), &line).await.unwrap();
            tx.commit().await.unwrap();
        }
        let mut conn = server.services.db.read().await.unwrap();
        let kept = store::sql!(&mut conn, one(i64,), "SELECT COUNT(*) FROM memo_files").unwrap();
        assert_eq!(kept, (2,), "both of Ana's, and none of Ben's");
    }
}
