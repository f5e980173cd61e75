//! Folders of Markdown with images, imported and exported.

use std::io::{Cursor, Write as _};

use serde_json::{Value, json};
use testing::{TestPerson, TestServer, for_each_store};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::interchange::bring;
use crate::pictures::{PICTURE, sweep, upload, with_pictures};
use crate::{id_of, keep, titles};

fn zip_of(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Returns the only memo of this title, as a whole.
async fn called(person: &TestPerson, title: &str) -> Value {
    let list = person.get("/api/memos?limit=100").await.ok();
    let items = list["items"].as_array().unwrap();
    let found: Vec<&Value> = items.iter().filter(|memo| memo["title"] == title).collect();
    assert_eq!(found.len(), 1, "{title} in {:?}", titles(&list));
    person.get(&format!("/api/memos/{}", found[0]["id"].as_str().unwrap())).await.ok()
}

async fn bytes_of(person: &TestPerson, memo: &Value) -> Vec<u8> {
    let file_id = memo["file_id"].as_str().unwrap();
    let answer = person.get(&format!("/api/documents/files/{file_id}/content")).await;
    answer.assert_status(200).body.to_vec()
}

/// Returns the number and total size in bytes of a person's files.
async fn stored(server: &TestServer, person: &TestPerson) -> (usize, i64) {
    let mut conn = server.db().read().await.unwrap();
    let uploads = server.services.files.list_uploads(&mut conn, person.user_id).await.unwrap();
    (uploads.len(), uploads.iter().map(|upload| upload.size_bytes).sum())
}

for_each_store! {
    // issue 5: "Memo: … import (Markdown folders, …), export"
    async fn pictures_come_back_with_the_folder_that_was_taken_along(store) {
        let (server, ana, ben) = with_pictures(store).await;
        let picture = upload(&server, &ana, "board.jpg", PICTURE).await;
        keep(&ana, json!({ "kind": "image", "title": "A board", "file_id": picture,
            "body": "At the *harbour*", "tags": ["Sea"] })).await;
        keep(&ana, json!({ "kind": "image", "title": "The same", "file_id": picture })).await;
        server.run_jobs().await;
        let zip = ana.get("/api/memos/export").await.assert_status(200).body.to_vec();
        let dry = bring(&ben, zip.clone(), "?dry_run=true").await.ok();
        assert_eq!((&dry["added"], &dry["pictures"], &dry["left_out"]), (&json!(2), &json!(1), &json!(0)));
        assert_eq!(stored(&server, &ben).await.0, 0, "a dry run changes nothing");
        bring(&ben, zip.clone(), "").await.ok();
        let (board, same) = (called(&ben, "A board").await, called(&ben, "The same").await);
        assert_eq!((&board["kind"], &board["body"]), (&json!("image"), &json!("At the *harbour*")));
        assert_eq!(board["quote"], "Departures at nine");
        assert_ne!(board["file_id"], picture, "it is a file of ben's own");
        assert_eq!(board["file_id"], same["file_id"]);
        assert_eq!(bytes_of(&ben, &board).await, PICTURE);
        assert_eq!(stored(&server, &ben).await, (1, PICTURE.len() as i64));
        // Again, nothing is added twice, here or there.
        for person in [&ana, &ben] {
            let again = bring(person, zip.clone(), "").await.ok();
            assert_eq!((&again["added"], &again["pictures"]), (&json!(0), &json!(0)));
            assert_eq!(stored(&server, person).await.0, 1);
        }
        // It is kept as long as a memo uses it, and deleted with the last.
        server.clock().advance(40 * kernel::DAY);
        sweep(&server).await;
        let ben = server.member("ben@example.com").await;
        assert_eq!(bytes_of(&ben, &board).await, PICTURE);
        for memo in [&board, &same] {
            ben.delete(&format!("/api/memos/{}", memo["id"].as_str().unwrap())).await.no_content();
        }
        server.clock().advance(31 * kernel::DAY);
        sweep(&server).await;
        server.clock().advance(61 * kernel::DAY);
        sweep(&server).await;
        assert_eq!(stored(&server, &ben).await.0, 0);
    }

    // issue 5: "Memo: … import (Markdown folders, …)"
    async fn a_vault_of_notes_comes_with_its_pictures_and_its_links(store) {
        let (server, ana, _) = with_pictures(store).await;
        let note = b"![[boat.jpg]]\n\nSee [[Moon|our moon]], [the sea](../Sea%20notes.md) and ![x](other.jpg).";
        let zip = zip_of(&[
            ("Vault/Trips/Boat.md", note.as_slice()),
            ("Vault/Moon.md", b"Back to [[Boat]]"),
            ("Vault/Sea notes.md", b"No links"),
            ("Vault/Files/boat.jpg", PICTURE),
            ("Vault/Trips/other.jpg", &[PICTURE, b"x"].concat()),
            ("Vault/.obsidian/app.json", b"{}"),
            ("Vault/drawing.svg", b"<svg/>"),
        ]);
        let report = bring(&ana, zip, "").await.ok();
        assert_eq!((&report["added"], &report["pictures"], &report["left_out"]), (&json!(4), &json!(2), &json!(1)));
        server.run_jobs().await;
        let boat = called(&ana, "Boat").await;
        assert_eq!(bytes_of(&ana, &boat).await, PICTURE);
        let to = |memo: &Value| format!("/home/memo/{}", memo["id"].as_str().unwrap());
        let (moon, sea) = (called(&ana, "Moon").await, called(&ana, "Sea notes").await);
        let other = called(&ana, "other").await;
        assert_eq!(other["kind"], "image");
        let wanted = format!(
            "See [our moon]({}), [the sea]({}) and [x]({}).", to(&moon), to(&sea), to(&other)
        );
        assert_eq!(boat["body"], wanted);
        assert_eq!(boat["quote"], "Departures at nine", "what is written in it is found");
        // Backlinks of a memo are found by it.
        for (memo, leading) in [(&moon, vec!["Boat"]), (&boat, vec!["Moon"]), (&sea, vec!["Boat"])] {
            let found = ana.get(&format!("/api/memos?links_to={}", memo["id"].as_str().unwrap())).await.ok();
            assert_eq!(titles(&found), leading);
        }
    }

    async fn a_hostile_folder_is_refused_and_nothing_changes(store) {
        let (server, ana, _) = with_pictures(store).await;
        let note = ("note.md", b"![](a.png)".as_slice());
        for (name, content, code) in [
            ("a.png", b"<svg onload=alert(1)>".as_slice(), "memos.import_picture_broken"),
            ("a.jpg", &PICTURE[..PICTURE.len() / 2], "memos.import_picture_broken"),
            ("../a.jpg", PICTURE, "memos.import_unreadable"),
            ("/etc/a.jpg", PICTURE, "memos.import_unreadable"),
        ] {
            for query in ["?dry_run=true", ""] {
                let refused = bring(&ana, zip_of(&[note, (name, content)]), query).await;
                refused.assert_problem(422, code);
            }
        }
        let mut bomb = zip_of(&[note, ("a.png", &vec![0; 8_000_000])]);
        let large = bring(&ana, bomb.clone(), "?dry_run=true").await.ok();
        assert_eq!((&large["pictures_left_out"], &large["pictures"]), (&json!(["a.png"]), &json!(0)));
        // A file that declares a small size.
        let size = 8_000_000_u32.to_le_bytes();
        let places: Vec<usize> =
            (0..bomb.len() - 4).filter(|at| bomb[*at..*at + 4] == size).collect();
        for at in places {
            bomb[at..at + 4].copy_from_slice(&100_u32.to_le_bytes());
        }
        bring(&ana, bomb, "").await.assert_problem(422, "memos.import_picture_broken");
        assert!(titles(&ana.get("/api/memos").await.ok()).is_empty());
        assert_eq!(stored(&server, &ana).await, (0, 0));
    }

    async fn pictures_for_which_there_is_no_room_are_refused_with_all_the_rest(store) {
        let (server, ana, _) = with_pictures(store).await;
        let full = json!({ "id": kernel::Uuid::now_v7(), "name": "a.txt", "size_bytes": 10 });
        let begun = ana.post("/api/documents/files", full).await.created();
        let mut tx = server.db().begin().await.unwrap();
        let id: kernel::FileId = begun["id"].as_str().unwrap().parse().unwrap();
        let fill = "UPDATE uploads SET size_bytes = $2 WHERE id = $1";
        store::sql!(&mut tx, execute, fill, id, files::STORED_MAX_BYTES - 100).unwrap();
        tx.commit().await.unwrap();
        let zip = zip_of(&[("note.md", b"![](a.jpg)"), ("a.jpg", PICTURE)]);
        for query in ["?dry_run=true", ""] {
            let refused = bring(&ana, zip.clone(), query).await;
            refused.assert_problem(422, "files.too_much_stored");
        }
        assert!(titles(&ana.get("/api/memos").await.ok()).is_empty());
    }

    // decision 0923: links are by id, so that no other name breaks them
    async fn memos_lead_to_each_other(store) {
        let (_server, ana, ben) = with_pictures(store).await;
        let moon = keep(&ana, json!({ "title": "Moon" })).await;
        let link = format!("As [the moon](/home/memo/{}) does", id_of(&moon));
        let tide = keep(&ana, json!({ "title": "Tide", "body": link })).await;
        keep(&ben, json!({ "title": "Ben's", "body": link })).await;
        let leading = async || {
            let path = format!("/api/memos?links_to={}", id_of(&moon));
            titles(&ana.get(&path).await.ok()).into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(leading().await, ["Tide"], "nobody else's");
        ana.patch(&moon, json!({ "title": "Our moon" })).await.ok();
        assert_eq!(leading().await, ["Tide"]);
        ana.delete(&tide).await.no_content();
        assert!(leading().await.is_empty());
        ana.post(&format!("{tide}/restore"), json!({})).await.ok();
        assert_eq!(leading().await, ["Tide"]);
        ana.patch(&tide, json!({ "body": "Not any more" })).await.ok();
        assert!(leading().await.is_empty());
        ana.get("/api/memos?links_to=x").await.assert_problem(400, "api.bad_parameter");
    }

    // spec §3: "Memo: type (notes, readings, videos, PDFs, highlights, images, search results, chats, tweets, …"
    async fn a_page_is_kept_as_what_it_is_and_found_by_its_address(store) {
        let (_server, ana, ben) = with_pictures(store).await;
        for (address, kind) in [
            ("https://x.com/ana/status/1840", "tweet"),
            ("https://youtu.be/aB3", "video"),
            ("https://e.org/tides.pdf", "pdf"),
            ("https://e.org/tides", "reading"),
        ] {
            let path = keep(&ana, json!({ "kind": "reading", "source_url": address, "title": address })).await;
            assert_eq!(ana.get(&path).await.ok()["kind"], kind, "{address}");
            let encoded = address.replace(':', "%3A").replace('/', "%2F");
            let found = ana.get(&format!("/api/memos?source={encoded}")).await.ok();
            assert_eq!(titles(&found), [address]);
            assert!(titles(&ben.get(&format!("/api/memos?source={encoded}")).await.ok()).is_empty());
        }
        // An explicit kind is accepted.
        let said = keep(&ana, json!({ "kind": "highlight", "source_url": "https://x.com/a/status/1" })).await;
        assert_eq!(ana.get(&said).await.ok()["kind"], "highlight");
        ana.get("/api/memos?source=nowhere").await.assert_problem(422, "memos.source_invalid");
        let bookmarks = b"<DL><DT><A HREF=\"https://x.com/ben/status/1\">Post</A></DL>".to_vec();
        bring(&ana, bookmarks, "").await.ok();
        let tweets = ana.get("/api/memos?kind=tweet").await.ok();
        assert!(titles(&tweets).contains(&"Post"), "{tweets}");
    }
}
