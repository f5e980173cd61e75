use kernel::Uuid;
use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::{add_image, list, start};

for_each_store! {
    async fn images_lie_on_boards_and_outlive_them(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let id = Uuid::now_v7();
        let board = json!({ "id": id, "name": " Sea " });
        let made = ana.post("/api/images/boards", board.clone()).await.created();
        assert_eq!((&made["name"], &made["image_count"]), (&json!("Sea"), &json!(0)));
        assert_eq!(ana.post("/api/images/boards", board).await.created(), made);

        let image = add_image(&ana).await;
        let path = format!("/api/images/{}", image["id"].as_str().unwrap());
        ana.patch(&path, json!({ "board_id": id })).await.ok();
        assert_eq!(list(&ana, &format!("?board_id={id}")).await, [image["id"].clone()]);
        let boards = ana.get("/api/images/boards").await.ok();
        assert_eq!(boards["boards"][0]["cover_id"], image["id"]);
        assert_eq!(ana.patch(&path, json!({ "starred": true })).await.ok()["board_id"], json!(id));

        let renamed = ana.patch(&format!("/api/images/boards/{id}"), json!({ "name": "Coast" })).await;
        assert_eq!(renamed.ok()["name"], "Coast");
        ana.delete(&format!("/api/images/boards/{id}")).await.no_content();
        assert_eq!(ana.get(&path).await.ok()["board_id"], Value::Null);
    }

    async fn a_board_is_left_by_null_and_its_name_is_checked(store) {
        let server = start(store).await;
        let (ana, ben) =
            (server.member("ana@example.com").await, server.member("ben@example.com").await);
        let id = Uuid::now_v7();
        ana.post("/api/images/boards", json!({ "id": id, "name": "Sea" })).await.created();
        let image = add_image(&ana).await;
        let path = format!("/api/images/{}", image["id"].as_str().unwrap());
        ana.patch(&path, json!({ "board_id": id })).await.ok();
        assert_eq!(ana.patch(&path, json!({ "board_id": null })).await.ok()["board_id"], Value::Null);
        let empty = ana.post("/api/images/boards", json!({ "id": Uuid::now_v7(), "name": " " })).await;
        empty.assert_problem(422, "images.board_name_invalid");
        let other = ana.post("/api/images/boards", json!({ "id": id, "name": "Other" })).await;
        other.assert_problem(409, "images.board_id_taken");

        let own = add_image(&ben).await;
        let own = format!("/api/images/{}", own["id"].as_str().unwrap());
        ben.patch(&own, json!({ "board_id": id })).await.assert_problem(404, "images.board_not_found");
        ben.delete(&format!("/api/images/boards/{id}")).await.assert_problem(404, "images.board_not_found");
        assert_eq!(ben.get("/api/images/boards").await.ok(), json!({ "boards": [] }));
    }
}
