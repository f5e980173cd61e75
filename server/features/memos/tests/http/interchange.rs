//! Memos from other programs, to them, and in archives.

use kernel::Uuid;
use serde_json::{Value, json};
use testing::{TestPerson, for_each_store};

use crate::{keep, person, setting, titles};

/// Sends a file to import.
pub(crate) async fn bring(person: &TestPerson, content: Vec<u8>, query: &str) -> testing::Answer {
    let request = http::Request::post(format!("/api/memos/imports{query}"))
        .header("content-type", "application/octet-stream")
        .body(axum::body::Body::from(content));
    person.client.send(request.unwrap()).await
}

for_each_store! {
    async fn what_other_programs_export_is_brought_once(store) {
        let (_server, ana, ben) = setting(store).await;
        let page = "<DL><DT><A HREF=\"https://e.org/1\" ADD_DATE=\"1700000000\" TAGS=\"sea\">Tides</A>\
                    <DT><A HREF=\"https://e.org/2\">Moon</A><DT><A HREF=\"javascript:x\">No</A></DL>";
        let bytes = || page.as_bytes().to_vec();
        let counts = |report: &Value| {
            ["added", "present", "left_out"].map(|field| report[field].as_i64().unwrap())
        };
        let dry = bring(&ana, bytes(), "?dry_run=true").await.ok();
        assert_eq!((counts(&dry), &dry["dry_run"]), ([2, 0, 1], &json!(true)));
        assert_eq!(dry["titles"], json!(["Tides", "Moon"]));
        assert!(titles(&ana.get("/api/memos").await.ok()).is_empty(), "a dry run changes nothing");
        assert_eq!(counts(&bring(&ana, bytes(), "").await.ok()), [2, 0, 1]);
        assert_eq!(counts(&bring(&ana, bytes(), "").await.ok()), [0, 2, 1]);
        assert_eq!(counts(&bring(&ben, bytes(), "").await.ok()), [2, 0, 1], "everybody has their own");
        let found = ana.get("/api/memos?q=tides&tag=sea&kind=reading").await.ok();
        assert_eq!(found["items"][0]["created_at"], "2023-11-14T22:13:20.000000Z");

        let long = format!("title,url\n{},https://e.org/3\n", "x".repeat(400));
        assert_eq!(counts(&bring(&ana, long.into_bytes(), "").await.ok()), [1, 0, 0]);
        let many: String = (0..501).map(|tag| format!("a,https://e.org/4{tag},t{tag}\n")).collect();
        let many = format!("title,url,tags\n{many}").into_bytes();
        bring(&ben, many.clone(), "?dry_run=true")
            .await
            .assert_problem(409, "memos.too_many_tags");
        bring(&ben, many, "").await.assert_problem(409, "memos.too_many_tags");
        assert_eq!(titles(&ben.get("/api/memos").await.ok()).len(), 2, "all of it or nothing");

        let unreadable = bring(&ana, b"PK\x03\x04no".to_vec(), "").await;
        let problem = unreadable.assert_problem(422, "memos.import_unreadable");
        assert_eq!(problem["message"], "Error parsing file");
        let large = bring(&ana, vec![b' '; 50_000_001], "").await;
        let problem = large.assert_problem(413, "memos.import_too_large");
        assert_eq!(problem["message"], "File size exceeds the maximum size limit");
    }

    // issue 5: "Memo: … import (Markdown folders, bookmarks, Pocket/Raindrop/Karakeep exports)"
    async fn exports_of_pocket_raindrop_and_karakeep_are_brought(store) {
        let (_server, ana, _) = setting(store).await;
        let pocket = "title,url,time_added,tags,status\nTides,https://e.org/1,1700000000,sea|moon,unread\n";
        let raindrop = "id,title,note,excerpt,url,folder,tags,created\n\
            1,Harbour,Mine,Said,https://youtu.be/aB3,F,\"x, y\",2024-01-02T03:04:05.000Z\n";
        let karakeep = json!({ "bookmarks": [
            { "createdAt": 1_700_000_000, "title": "Post", "tags": ["a"], "note": "N", "archived": false,
              "content": { "type": "link", "url": "https://x.com/ana/status/1" } },
            { "createdAt": 1_700_000_001, "title": null, "tags": [], "note": null,
              "content": { "type": "text", "text": "Words of my own" } },
            { "createdAt": 1_700_000_002, "title": "gone", "tags": [], "note": null, "content": null },
        ] });
        let (pocket, raindrop) = (pocket.to_owned(), raindrop.to_owned());
        for (file, format, added, left_out) in [
            (pocket, "table", 1, 0), (raindrop, "table", 1, 0), (karakeep.to_string(), "karakeep", 2, 1),
        ] {
            let report = bring(&ana, file.into_bytes(), "").await.ok();
            assert_eq!(
                (&report["format"], &report["added"], &report["left_out"]),
                (&json!(format), &json!(added), &json!(left_out))
            );
        }
        for (query, title) in [
            ("kind=reading&tag=moon", "Tides"), ("kind=video&tag=y", "Harbour"), ("kind=tweet&tag=a", "Post"),
            ("kind=note", "Words of my own"), ("q=said", "Harbour"),
        ] {
            let found = ana.get(&format!("/api/memos?{query}")).await.ok();
            assert_eq!(titles(&found), [title], "{query}");
        }
    }

    async fn what_is_taken_along_can_be_brought_elsewhere(store) {
        let (_server, ana, ben) = setting(store).await;
        let path = keep(&ana, json!({
            "title": "a: \"b\"/../c", "body": "Text\n\n---\nmore", "kind": "highlight",
            "tags": ["x, y", "Sea"], "quote": "Two\nlines", "source_url": "https://e.org/",
        })).await;
        keep(&ana, json!({ "title": "Same" })).await;
        keep(&ana, json!({ "title": "same" })).await;
        keep(&ana, json!({ "body": "No title" })).await;
        let one = ana.get(&format!("{path}/markdown")).await;
        assert!(one.header("content-disposition").contains(".md"));
        assert!(one.text().starts_with("---\nmemo_id: "));
        let zip = ana.get("/api/memos/export").await.assert_status(200).body.to_vec();
        let again = bring(&ana, zip.clone(), "").await.ok();
        assert_eq!((&again["added"], &again["present"]), (&json!(0), &json!(4)));
        let there = bring(&ben, zip, "").await.ok();
        assert_eq!((&there["added"], &there["format"]), (&json!(4), &json!("markdown")));
        let found = ben.get("/api/memos?kind=highlight").await.ok();
        let address = format!("/api/memos/{}", found["items"][0]["id"].as_str().unwrap());
        let (before, after) = (ana.get(&path).await.ok(), ben.get(&address).await.ok());
        for field in ["title", "body", "kind", "tags", "quote", "source_url", "created_at"] {
            assert_eq!(after[field], before[field], "{field}");
        }
        ben.get(&format!("{path}/markdown")).await.assert_problem(404, "memos.not_found");
    }

    async fn what_an_archive_holds_comes_back_the_same(store) {
        let (server, ana, ben) = setting(store).await;
        keep(&ana, json!({
            "title": "Tides", "body": "The moon.", "kind": "reading", "tags": ["Sea", "Moon"],
            "source_url": "https://example.org/", "quote": "Said",
        })).await;
        let archive = memos::area(&server.services).archives.remove(0);
        let lines = archive.lines(person(&ana), None).await.unwrap();
        assert_eq!(lines.len(), 1);
        assert!(archive.lines(person(&ana), lines.last()).await.unwrap().is_empty());
        let mut tx = server.db().begin().await.unwrap();
        let again = archive.restore(&mut tx, person(&ana), &lines[0]).await.unwrap();
        assert_eq!(again, area::Restored::Present);
        let others = archive.restore(&mut tx, person(&ben), &lines[0]).await.unwrap();
        assert_eq!(others, area::Restored::Refused, "the id is somebody else's");
        let mut line = lines[0].clone();
        line["id"] = json!(Uuid::now_v7());
        assert_eq!(archive.restore(&mut tx, person(&ben), &line).await.unwrap(), area::Restored::Added);
        line["source_url"] = json!("javascript:alert(1)");
        line["id"] = json!(Uuid::now_v7());
        let refused = archive.restore(&mut tx, person(&ben), &line).await.unwrap();
        assert_eq!(refused, area::Restored::Refused);
        tx.commit().await.unwrap();
        let mut back = archive.lines(person(&ben), None).await.unwrap();
        back[0]["id"] = lines[0]["id"].clone();
        assert_eq!(back, lines);
        assert_eq!(titles(&ben.get("/api/memos?q=moon").await.ok()), ["Tides"]);
    }
}
