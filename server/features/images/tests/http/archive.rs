//! Images and boards in a person's archive.

use area::Restored;
use kernel::Uuid;
use serde_json::json;
use testing::for_each_store;

use crate::setting::{list, start, use_tool};

for_each_store! {
    async fn what_goes_out_comes_back_the_same(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let board = Uuid::now_v7();
        ana.post("/api/images/boards", json!({ "id": board, "name": "Sea" })).await.created();
        let task = use_tool(&server, &ana, json!({ "tool": "sketch" })).await;
        let path = format!("/api/images/{}", task["images"][0]["id"].as_str().unwrap());
        ana.patch(&path, json!({ "board_id": board, "starred": true })).await.ok();
        let boards = server.archived(&ana, "image_boards").await;
        let images = server.archived(&ana, "images").await;
        assert_eq!((boards.len(), images.len()), (1, 2));
        let ben = server.member("ben@example.com").await;
        for (name, line) in [("image_boards", &boards[0]), ("images", &images[0])] {
            assert_eq!(server.restore(&ana, name, line).await, Restored::Present);
            assert_ne!(server.restore(&ben, name, line).await, Restored::Added, "somebody else's");
        }

        let mut tx = server.db().begin().await.unwrap();
        store::sql!(&mut tx, execute, "DELETE FROM images").unwrap();
        store::sql!(&mut tx, execute, "DELETE FROM image_boards").unwrap();
        store::sql!(&mut tx, execute, "DELETE FROM upload_keeps").unwrap();
        tx.commit().await.unwrap();
        assert_eq!(server.restore(&ana, "image_boards", &boards[0]).await, Restored::Added);
        for line in &images {
            assert_eq!(server.restore(&ana, "images", line).await, Restored::Added);
        }
        assert_eq!(server.archived(&ana, "images").await, images);
        assert_eq!(list(&ana, &format!("?board_id={board}&starred=true")).await.len(), 1);
    }

    async fn an_image_without_its_file_or_with_wrong_values_does_not_come_back(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        use_tool(&server, &ana, json!({ "tool": "sketch" })).await;
        let line = server.archived(&ana, "images").await.remove(0);
        let with = |field: &str, value: serde_json::Value| {
            let mut line = line.clone();
            line["id"] = json!(Uuid::now_v7());
            line[field] = value;
            line
        };
        let gone = with("file_id", json!(Uuid::now_v7()));
        assert_eq!(server.restore(&ana, "images", &gone).await, Restored::NotHere);
        for line in [with("width", json!(0)), with("prompt", json!("x".repeat(4_001))), with("origin", json!("elsewhere"))] {
            assert_eq!(server.restore(&ana, "images", &line).await, Restored::Refused);
        }
    }
}
