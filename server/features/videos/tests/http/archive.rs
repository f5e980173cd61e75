use area::Restored;
use kernel::Uuid;
use serde_json::json;
use testing::for_each_store;

use crate::setting::{MP4, Setting};

const NAME: &str = "videos";

for_each_store! {
    async fn a_video_comes_back_with_its_bytes(store) {
        let setting = Setting::new(store).await;
        let (server, ana) = (&setting.server, &setting.ana);
        let video = setting.made(json!({})).await;
        let out = server.archived(ana, NAME).await;
        assert_eq!((out.len(), &out[0]["id"]), (1, &video["id"]));
        assert_eq!(server.restore(ana, NAME, &out[0]).await, Restored::Present);
        let ben = server.member("ben@example.com").await;
        assert_eq!(server.restore(&ben, NAME, &out[0]).await, Restored::Refused, "somebody else's");

        let mut tx = server.db().begin().await.unwrap();
        store::sql!(&mut tx, execute, "DELETE FROM videos").unwrap();
        store::sql!(&mut tx, execute, "DELETE FROM uploads").unwrap();
        tx.commit().await.unwrap();
        assert_eq!(server.restore(ana, NAME, &out[0]).await, Restored::Added);
        assert!(server.use_blob(ana, NAME, &out[0]).await && server.use_blob(ana, NAME, &out[0]).await);
        assert_eq!(server.archived(ana, NAME).await, out);
        let file = format!("/api/documents/files/{}/content", video["file_id"].as_str().unwrap());
        assert_eq!(ana.get(&file).await.body, MP4);
    }

    async fn what_is_no_video_does_not_come_back(store) {
        let setting = Setting::new(store).await;
        setting.made(json!({})).await;
        let line = setting.server.archived(&setting.ana, NAME).await.remove(0);
        for (field, value) in [
            ("media_type", json!("text/html")),
            ("size_bytes", json!(0)),
            ("cost", json!(-1)),
            ("work", json!({ "model": "m", "prompt": "" })),
        ] {
            let mut wrong = line.clone();
            wrong["id"] = json!(Uuid::now_v7());
            wrong[field] = value;
            let restored = setting.server.restore(&setting.ana, NAME, &wrong).await;
            assert_eq!(restored, Restored::Refused, "{field}");
        }
    }
}
