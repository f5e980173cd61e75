use kernel::{DAY, HOUR};
use serde_json::json;
use sha2::{Digest, Sha256};
use testing::for_each_store;

use crate::setting::{Setting, begin, file_path, send_chunk};

const CHUNK: usize = 1_048_576;

for_each_store! {
    async fn an_upload_goes_on_at_the_byte_where_it_stopped(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let content = "0123456789abcdef0123456\n".repeat(100_000);
        let content = content.as_bytes();
        let begun = begin(&ana, "../notes.txt", content.len()).await.created();
        assert_eq!((&begun["name"], &begun["state"]), (&json!("notes.txt"), &json!("receiving")));
        let id = begun["id"].as_str().unwrap();

        send_chunk(&ana, id, 0, &content[..CHUNK]).await.ok();
        // Another process, as after a crash: all state is in the database and the storage.
        let again = setting.server.another_process().await;
        let same = again.member("ana@example.com").await;
        let head = same.call(http::Method::HEAD, &file_path(id), None).await.assert_status(200);
        assert_eq!(head.header("upload-offset"), CHUNK.to_string());
        assert_eq!(head.header("upload-length"), content.len().to_string());
        let problem = send_chunk(&same, id, 0, &content[..10]).await;
        let problem = problem.assert_problem(409, "files.wrong_offset");
        assert_eq!(problem["params"]["offset"], CHUNK.to_string());
        send_chunk(&same, id, CHUNK, &content[CHUNK..2 * CHUNK]).await.ok();
        let last = send_chunk(&same, id, 2 * CHUNK, &content[2 * CHUNK..]).await.ok();
        assert_eq!(last["state"], "waiting");

        again.run_jobs().await;
        let read = ana.get(&file_path(id)).await.ok();
        assert_eq!((&read["state"], &read["words"]), (&json!("parsed"), &json!(100_000)));
    }

    // decision 0884: the database was copied before the file was put together, and its blobs after that.
    async fn a_file_that_was_put_together_while_a_backup_was_made_is_read_from_the_whole(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let begun = begin(&ana, "a.txt", 3).await.created();
        let id = begun["id"].as_str().unwrap();
        send_chunk(&ana, id, 0, b"abc").await.ok();
        let files = &setting.server.services.files;
        for piece in files.list(Some("upload_pieces")).await.unwrap() {
            files.delete(&piece).await.unwrap();
        }
        let mut conn = setting.server.db().read().await.unwrap();
        let upload = files.find_upload(&mut conn, ana.user_id, id.parse().unwrap()).await.unwrap();
        drop(conn);
        files.put(&upload.unwrap().key(), bytes::Bytes::from_static(b"abc")).await.unwrap();

        setting.server.run_jobs().await;
        assert_eq!(ana.get(&file_path(id)).await.ok()["state"], "parsed");
    }

    async fn beginning_again_finds_the_same_upload(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let begun = begin(&ana, "a.txt", 3).await.created();
        send_chunk(&ana, begun["id"].as_str().unwrap(), 0, b"ab").await.ok();
        let body = json!({ "id": begun["id"], "name": "a.txt", "size_bytes": 3 });
        assert_eq!(ana.post("/api/documents/files", body).await.created()["received_bytes"], 2);
        let other = json!({ "id": begun["id"], "name": "b.txt", "size_bytes": 3 });
        ana.post("/api/documents/files", other).await.assert_problem(409, "files.id_taken");
    }

    // spec §8: "File size exceeds the maximum size limit"
    // spec §8: "File type not supported"
    // spec §5: "Chat attachments: maximum file count, size limit, supported types only, text too long rejected."
    async fn what_cannot_be_taken_is_refused_before_a_byte_arrives(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let large = begin(&ana, "a.pdf", 20_000_001).await.assert_problem(413, "files.too_large");
        assert_eq!(large["message"], "File size exceeds the maximum size limit");
        begin(&ana, "a.pdf", 20_000_000).await.created();
        begin(&ana, "a.png", 4_000_001).await.assert_problem(413, "files.too_large");
        begin(&ana, "a.txt", 0).await.assert_problem(422, "files.empty");
        for name in ["a.exe", "a.svg", "a", "a.mp3"] {
            let problem = begin(&ana, name, 5).await.assert_problem(415, "files.type_not_supported");
            assert_eq!(problem["message"], "File type not supported");
        }
        let begun = begin(&ana, "a.png", 5).await.created();
        let id = begun["id"].as_str().unwrap();
        send_chunk(&ana, id, 0, b"hello").await.assert_problem(415, "files.type_not_supported");
        send_chunk(&ana, id, 3, b"hello").await.assert_problem(409, "files.wrong_offset");
        ana.patch(&file_path(id), json!({})).await.assert_problem(415, "documents.not_a_chunk");
        assert_eq!(ana.get(&file_path(id)).await.ok()["received_bytes"], 0);
    }

    // spec §8: "Upload failed"
    async fn a_file_that_arrived_damaged_says_so(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        for (promised, state) in [(b"hello", "parsed"), (b"other", "failed")] {
            let sha256: String =
                Sha256::digest(promised).iter().map(|byte| format!("{byte:02X}")).collect();
            let body = json!({
                "id": kernel::FileId::new(testing::NOW), "name": "a.txt", "size_bytes": 5,
                "sha256": sha256,
            });
            let begun = ana.post("/api/documents/files", body).await.created();
            let id = begun["id"].as_str().unwrap();
            send_chunk(&ana, id, 0, b"hello").await.ok();
            setting.server.run_jobs().await;
            let file = ana.get(&file_path(id)).await.ok();
            assert_eq!(file["state"], state);
            if state == "failed" {
                assert_eq!(file["problem"]["message"], "Upload failed");
            }
        }
    }

    // spec §8: "Image upload failed. Please try again"
    async fn a_picture_that_arrived_damaged_says_so(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let png = b"\x89PNG\r\n\x1a\n";
        let body = json!({
            "id": kernel::FileId::new(testing::NOW), "name": "a.png", "size_bytes": png.len(),
            "sha256": "0".repeat(64),
        });
        let begun = ana.post("/api/documents/files", body).await.created();
        let id = begun["id"].as_str().unwrap();
        send_chunk(&ana, id, 0, png).await.ok();
        setting.server.run_jobs().await;
        let file = ana.get(&file_path(id)).await.ok();
        assert_eq!(file["problem"]["message"], "Image upload failed. Please try again");
    }

    // spec §8: "Error parsing file"
    // spec §4: "Documents: upload and parse; failed sources can be ignored or retried."
    async fn a_file_that_cannot_be_read_can_be_tried_again_or_removed(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        // These tests' reader only supports text.
        let file = setting.upload(&ana, "a.pdf", b"%PDF-1.4 broken").await;
        assert_eq!((&file["state"], &file["problem"]["message"]), (&json!("failed"), &json!("Error parsing file")));
        let path = file_path(file["id"].as_str().unwrap());
        let retried = ana.post(&format!("{path}/retry"), json!({})).await.ok();
        assert_eq!((&retried["state"], &retried["problem"]), (&json!("waiting"), &json!(null)));
        ana.post(&format!("{path}/retry"), json!({})).await.assert_problem(409, "documents.nothing_to_retry");
        setting.server.run_jobs().await;
        assert_eq!(ana.get(&path).await.ok()["state"], "failed");

        ana.delete(&path).await.no_content();
        ana.get(&path).await.assert_problem(404, "files.not_found");
        assert!(setting.server.services.files.list(None).await.unwrap().is_empty());
    }

    // spec §8: "The image of this size cannot be parsed."
    // spec §5: "over 2048 pixels rejected (re-upload)"
    // spec §9: "Images: maximum 2048 pixels"
    async fn a_picture_has_at_most_2048_pixels_a_side(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let png = |side: u32| {
            let side = side.to_be_bytes();
            [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(), &side, &[0, 0, 1, 0], b"....."].concat()
        };
        assert_eq!(setting.upload(&ana, "a.png", &png(2_048)).await["state"], "parsed");
        let large = setting.upload(&ana, "b.png", &png(2_049)).await;
        assert_eq!(large["problem"]["message"], "The image of this size cannot be parsed.");
    }

    async fn a_file_is_its_owners_alone(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.ana().await, setting.ben().await);
        let file = setting.upload(&ana, "a.txt", b"secret").await;
        let id = file["id"].as_str().unwrap();
        let path = file_path(id);
        for path in [path.clone(), format!("{path}/text"), format!("{path}/content")] {
            ben.get(&path).await.assert_problem(404, "files.not_found");
        }
        ben.delete(&path).await.assert_problem(404, "files.not_found");
        send_chunk(&ben, id, 0, b"x").await.assert_problem(404, "files.not_found");
        let body = json!({ "id": id, "name": "a.txt", "size_bytes": 6 });
        ben.post("/api/documents/files", body).await.assert_problem(409, "files.id_taken");
    }

    async fn a_file_is_served_so_that_nothing_in_it_runs(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let file = setting.upload(&ana, "año \"1\".csv", b"a,b\n1,2").await;
        let path = file_path(file["id"].as_str().unwrap());
        let answer = ana.get(&format!("{path}/content")).await.assert_status(200);
        assert_eq!(answer.body.as_ref(), b"a,b\n1,2");
        assert_eq!(answer.header("content-type"), "text/plain; charset=utf-8");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("content-security-policy"), "sandbox; default-src 'none'");
        assert_eq!(
            answer.header("content-disposition"),
            "attachment; filename=\"a_o _1_.csv\"; filename*=UTF-8''a%C3%B1o%20_1_.csv"
        );
        let text = ana.get(&format!("{path}/text")).await.ok();
        assert_eq!(text["pages"], json!([{ "number": 1, "title": null, "text": "a,b\n1,2" }]));

        let range = |wanted: &str| ana.client.clone().with_header("range", wanted);
        let part = range("bytes=2-4").get(&format!("{path}/content")).await.assert_status(206);
        assert_eq!((part.body.as_ref(), part.header("content-range")), (&b"b\n1"[..], "bytes 2-4/7"));
        let behind = range("bytes=7-").get(&format!("{path}/content")).await.assert_status(416);
        assert_eq!(behind.header("content-range"), "bytes */7");
    }

    async fn what_nobody_finishes_is_swept_away(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let begun = begin(&ana, "a.txt", 3).await.created();
        let path = file_path(begun["id"].as_str().unwrap());
        send_chunk(&ana, begun["id"].as_str().unwrap(), 0, b"ab").await.ok();
        let draft = setting.upload(&ana, "b.txt", b"words").await;
        let services = &setting.server.services;
        let sweep = async || {
            services.files.sweep_uploads(&services.db, services.clock.now()).await.unwrap()
        };

        setting.server.clock().advance(23 * HOUR);
        assert_eq!(sweep().await, 0);
        setting.server.clock().advance(2 * HOUR);
        assert_eq!(sweep().await, 1);
        ana.get(&path).await.assert_problem(404, "files.not_found");
        assert_eq!(services.files.list(None).await.unwrap().len(), 1, "the draft's file stays");
        setting.server.clock().advance(60 * DAY);
        assert_eq!(sweep().await, 1);
        assert!(services.files.list(None).await.unwrap().is_empty(), "{draft}");
    }

    async fn an_account_takes_its_files_along(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        setting.upload(&ana, "a.txt", b"words of hers").await;
        let begun = begin(&ana, "b.txt", 30).await.created();
        send_chunk(&ana, begun["id"].as_str().unwrap(), 0, b"half").await.ok();
        let services = &setting.server.services;
        let mut tx = services.db.begin().await.unwrap();
        let person = identity::Person { user_id: ana.user_id, workspace_id: ana.workspace_id };
        services.identity.delete_user(&mut tx, person).await.unwrap();
        tx.commit().await.unwrap();
        setting.server.run_jobs().await;
        assert!(services.files.list(None).await.unwrap().is_empty());
        let mut conn = services.db.read().await.unwrap();
        let (left,) = store::sql!(&mut conn, one(i64,), "SELECT COUNT(*) FROM passages").unwrap();
        assert_eq!(left, 0);
        let file_id = begun["id"].as_str().unwrap().parse().unwrap();
        let found = retrieval::find_passages(&mut conn, &[file_id], "words", 5).await.unwrap();
        assert!(found.is_empty());
    }
}
