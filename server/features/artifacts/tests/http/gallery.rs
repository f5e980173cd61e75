//! The gallery of published artifacts.

use kernel::{SECOND, Uuid};
use serde_json::{Value, json};
use testing::{TestPerson, for_each_store};

use crate::Setting;

/// Publishes a new artifact of a person's and lists it; returns its path and the id of its page.
async fn publish(setting: &Setting, person: &TestPerson, title: &str) -> (String, String) {
    setting.server.clock().advance(SECOND);
    let id = Uuid::now_v7();
    let new = json!({ "id": id, "title": title, "language": "html", "content": "<b>a</b>" });
    person.post("/api/artifacts", new).await.created();
    let path = format!("/api/artifacts/{id}");
    person.patch(&path, json!({ "listed": true })).await.ok();
    (path, share(person, id).await)
}

async fn share(person: &TestPerson, id: Uuid) -> String {
    let body = json!({ "kind": "artifact", "subject_id": id });
    let share = person.post("/api/sharing/shares", body).await.created();
    share["id"].as_str().unwrap().to_owned()
}

async fn titles(person: &TestPerson, query: &str) -> Vec<Value> {
    let list = person.get(&format!("/api/artifacts/gallery{query}")).await.ok();
    list["items"].as_array().unwrap().iter().map(|item| item["title"].clone()).collect()
}

const NONE: [&str; 0] = [];

for_each_store! {
    async fn the_gallery_shows_what_authors_list_once_it_is_published(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (&setting.ana, &setting.ben);
        let id = Uuid::now_v7();
        let new = json!({ "id": id, "title": "Clock", "language": "html", "content": "<b>a</b>" });
        let made = ben.post("/api/artifacts", new).await.created();
        assert_eq!(made["listed"], false);
        let page = share(ben, id).await;
        assert_eq!(titles(ana, "").await, NONE, "to list it is a choice of its author");

        let path = format!("/api/artifacts/{id}");
        ben.patch(&path, json!({ "listed": true, "title": "A better clock" })).await.ok();
        let list = ana.get("/api/artifacts/gallery").await.ok();
        let item = &list["items"][0];
        assert_eq!((&item["title"], &item["kind"]), (&json!("Clock"), &json!("html")), "as it was published");
        assert_eq!((&item["author"], &item["is_mine"]), (&json!("ben"), &json!(false)));
        assert_eq!((&item["share_id"], &item["remixes"]), (&json!(page), &json!(0)));
        assert_eq!(share(ben, id).await, page);
        assert_eq!(titles(ben, "").await, ["A better clock"]);
        setting.server.visitor().get("/api/artifacts/gallery").await.assert_status(401);

        ben.patch(&path, json!({ "listed": false })).await.ok();
        assert_eq!(titles(ana, "").await, NONE);
    }

    async fn the_gallery_is_searched_sorted_and_paged(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (&setting.ana, &setting.ben);
        let (_, clock) = publish(&setting, ben, "A clock").await;
        publish(&setting, ben, "A 50% map").await;
        let (_, game) = publish(&setting, ana, "A game").await;
        assert_eq!(titles(ana, "").await, ["A game", "A 50% map", "A clock"]);
        assert_eq!(titles(ana, "?q=MAP").await, ["A 50% map"]);
        assert_eq!(titles(ana, "?q=50%25").await, ["A 50% map"]);

        // Each person counts once, and the author never.
        let copy = |page: &str| format!("/api/sharing/public/{page}/copy");
        for (person, page) in [(ana, &clock), (ana, &clock), (ana, &game)] {
            person.post(&copy(page), json!({})).await.created();
        }
        assert_eq!(titles(ana, "?sort=remixed").await[0], "A clock");
        let first = ana.get("/api/artifacts/gallery?sort=remixed&limit=1").await.ok();
        assert_eq!(first["items"][0]["remixes"], 1);
        let next = first["next_cursor"].as_str().unwrap();
        let rest = titles(ana, &format!("?sort=remixed&cursor={next}")).await;
        assert_eq!(rest.len(), 2);
        assert!(!rest.contains(&json!("A clock")), "{rest:?}");
        let first = ana.get("/api/artifacts/gallery?limit=2").await.ok();
        let next = first["next_cursor"].as_str().unwrap();
        assert_eq!(titles(ana, &format!("?limit=2&cursor={next}")).await, ["A clock"]);
    }

    async fn what_ends_a_page_ends_its_place_in_the_gallery(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (&setting.ana, &setting.ben);
        let (path, page) = publish(&setting, ben, "Unpublished").await;
        ben.delete(&format!("/api/sharing/shares/{page}")).await.no_content();
        assert_eq!(titles(ana, "").await, NONE);
        // To be listed again is a new choice.
        assert_eq!(ben.get(&path).await.ok()["listed"], false);

        let (path, page) = publish(&setting, ben, "Taken down").await;
        ana.delete(&format!("/api/sharing/public/{page}")).await.no_content();
        assert_eq!(titles(ana, "").await, NONE);
        assert_eq!(ben.get(&path).await.ok()["listed"], false);

        let (path, _) = publish(&setting, ben, "Deleted").await;
        ben.delete(&path).await.no_content();
        assert_eq!(titles(ana, "").await, NONE);

        publish(&setting, ben, "Withheld").await;
        setting.server.set_suspended(ben, true).await;
        assert_eq!(titles(ana, "").await, NONE);
        setting.server.set_suspended(ben, false).await;
        assert_eq!(titles(ana, "").await, ["Withheld"]);
    }
}
