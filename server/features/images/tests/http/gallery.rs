use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use kernel::{DAY, SECOND};
use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::{SMALL, add_image, list, send, start, use_tool};

for_each_store! {
    async fn images_are_listed_newest_first_by_page_and_by_words(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let first = add_image(&ana).await;
        server.clock().advance(SECOND);
        let task = use_tool(&server, &ana, json!({ "tool": "line_art" })).await;
        let made = &task["images"][0];
        assert_eq!(list(&ana, "?limit=1").await.len(), 1);
        assert_eq!(list(&ana, "?q=LINE").await, [made["id"].clone()]);
        assert_eq!(list(&ana, "?q=beach%20png").await.len(), 2);
        assert_eq!(list(&ana, "?q=mountain").await, Vec::<Value>::new());
        let page = ana.get("/api/images?limit=2").await.ok();
        let next = page["next_cursor"].as_str().unwrap();
        assert_eq!(list(&ana, &format!("?cursor={next}")).await, [first["id"].clone()]);
        let ben = server.member("ben@example.com").await;
        assert_eq!(list(&ben, "").await, Vec::<Value>::new());
    }

    async fn a_deleted_image_is_restored_for_thirty_days(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let image = add_image(&ana).await;
        let id = image["id"].as_str().unwrap();
        let path = format!("/api/images/{id}");
        ana.delete(&path).await.no_content();
        ana.delete(&path).await.assert_problem(404, "images.not_found");
        assert_eq!(list(&ana, "").await, Vec::<Value>::new());
        assert_eq!(list(&ana, "?deleted=true").await, [json!(id)]);
        assert_eq!(ana.post(&format!("{path}/restore"), json!({})).await.ok()["deleted_at"], Value::Null);
        assert_eq!(list(&ana, "").await, [json!(id)]);

        ana.delete(&path).await.no_content();
        server.clock().advance(31 * DAY);
        let upkeep = images::area(&server.services).upkeep;
        for one in upkeep.iter().filter(|one| one.name == "images.empty_trash") {
            (one.run)(server.services.clone()).await.unwrap();
        }
        let mut conn = server.db().read().await.unwrap();
        let count = store::sql!(&mut conn, one(i64,), "SELECT COUNT(*) FROM images").unwrap();
        assert_eq!(count, (0,));
    }

    async fn an_image_is_starred(store) {
        let server = start(store).await;
        let (ana, ben) =
            (server.member("ana@example.com").await, server.member("ben@example.com").await);
        let image = add_image(&ana).await;
        add_image(&ana).await;
        let path = format!("/api/images/{}", image["id"].as_str().unwrap());
        assert_eq!(ana.patch(&path, json!({ "starred": true })).await.ok()["starred"], json!(true));
        assert_eq!(list(&ana, "?starred=true").await, [image["id"].clone()]);
        ben.patch(&path, json!({ "starred": true })).await.assert_problem(404, "images.not_found");
        ben.get(&path).await.assert_problem(404, "images.not_found");
    }

    async fn a_file_is_kept_as_one_image(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let file_id = send(&ana, SMALL).await;
        let keep = json!({ "file_id": file_id });
        let image = ana.post("/api/images/uploads", keep.clone()).await.created();
        assert_eq!((&image["origin"], &image["prompt"]), (&json!("uploaded"), &json!("beach.png")));
        assert_eq!(ana.post("/api/images/uploads", keep).await.created(), image);

        let edited = send(&ana, SMALL).await;
        let keep = json!({ "file_id": edited, "parent_id": image["id"] });
        assert_eq!(ana.post("/api/images/uploads", keep.clone()).await.created()["parent_id"], image["id"]);
        let (ben, other) = (server.member("ben@example.com").await, SMALL);
        let keep = json!({ "file_id": send(&ben, other).await, "parent_id": image["id"] });
        ben.post("/api/images/uploads", keep).await.assert_problem(404, "images.not_found");
    }

    // spec §9: "thumbnail 512 at quality 70."
    async fn a_thumbnail_is_small_and_never_asked_for_again(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let image = add_image(&ana).await;
        let path = format!("/api/images/{}/thumbnail", image["id"].as_str().unwrap());
        let thumbnail = ana.get(&path).await;
        assert_eq!(thumbnail.headers[CONTENT_TYPE], "image/jpeg");
        assert_eq!(thumbnail.headers[CACHE_CONTROL], "private, max-age=31536000, immutable");
        let shown = image::load_from_memory(&thumbnail.body).unwrap();
        assert_eq!((shown.width(), shown.height()), (100, 100));
        assert_eq!(ana.get(&path).await.body, thumbnail.body);
        let ben = server.member("ben@example.com").await;
        ben.get(&path).await.assert_problem(404, "images.not_found");
    }

    async fn images_are_downloaded_together_each_under_a_name_of_its_own(store) {
        let server = start(store).await;
        let (ana, ben) =
            (server.member("ana@example.com").await, server.member("ben@example.com").await);
        let ids = [add_image(&ana).await["id"].clone(), add_image(&ana).await["id"].clone()];
        let download = json!({ "image_ids": ids });
        let zip = ana.post("/api/images/download", download.clone()).await;
        let content = zip.body;
        let names = ["beach.png", "beach 2.png"];
        for name in names {
            assert!(content.windows(name.len()).any(|bytes| bytes == name.as_bytes()), "{name}");
        }
        ben.post("/api/images/download", download).await.assert_problem(404, "images.not_found");
        let none = ana.post("/api/images/download", json!({ "image_ids": [] })).await;
        none.assert_problem(422, "images.nothing_chosen");
    }
}
