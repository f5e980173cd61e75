use kernel::DAY;
use serde_json::{Value, json};
use testing::{TestPerson, for_each_store};

use crate::setting::Setting;

async fn list(person: &TestPerson, query: &str) -> Vec<Value> {
    let list = person.get(&format!("/api/videos{query}")).await.ok();
    list["items"].as_array().unwrap().iter().map(|video| video["id"].clone()).collect()
}

for_each_store! {
    async fn videos_are_found_starred_deleted_and_restored(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (&setting.ana, setting.server.member("ben@example.com").await);
        let video = setting.made(json!({})).await;
        let id = video["id"].clone();
        let path = format!("/api/videos/{}", id.as_str().unwrap());
        assert_eq!(list(ana, "?q=NIGHT%20waves").await.first(), Some(&id));
        assert_eq!(list(ana, "?q=desert").await, Vec::<Value>::new());
        assert_eq!(ana.patch(&path, json!({ "starred": true })).await.ok()["starred"], json!(true));
        assert_eq!(list(ana, "?starred=true").await.first(), Some(&id));
        ben.get(&path).await.assert_problem(404, "videos.not_found");
        ben.delete(&path).await.assert_problem(404, "videos.not_found");
        assert_eq!(list(&ben, "").await, Vec::<Value>::new());

        ana.delete(&path).await.no_content();
        assert_eq!((list(ana, "").await, list(ana, "?deleted=true").await), (vec![], vec![id.clone()]));
        ana.post(&format!("{path}/restore"), json!({})).await.ok();
        assert_eq!(list(ana, "").await, [id]);
        ana.delete(&path).await.no_content();
        setting.server.clock().advance(31 * DAY);
        for one in videos::area(&setting.server.services).upkeep {
            if one.name == "videos.empty_trash" {
                (one.run)(setting.server.services.clone()).await.unwrap();
            }
        }
        let mut conn = setting.server.db().read().await.unwrap();
        assert_eq!(store::sql!(&mut conn, one(i64,), "SELECT COUNT(*) FROM videos").unwrap(), (0,));
    }
}
