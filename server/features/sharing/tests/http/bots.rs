//! Bots on shared pages: shown to everybody, copied only if their author allows it.

use std::io::Cursor;

use axum::body::Body;
use http::Request;
use image::{DynamicImage, ImageFormat, RgbImage};
use serde_json::{Value, json};
use testing::{Client, TestPerson, for_each_store};

use crate::{public, start};

const PROMPT: &str = "Answer with one recipe.";

/// Returns a draft of `author`'s, with a picture; its id.
async fn make_bot(author: &TestPerson) -> String {
    let body = json!({
        "name": "Chef", "description": "Cooks with what is there", "welcome": "What is in the fridge?",
        "prompt": PROMPT,
    });
    let bot = author.post("/api/bots", body).await.created();
    let id = bot["id"].as_str().unwrap().to_owned();
    let mut png = Cursor::new(Vec::new());
    DynamicImage::from(RgbImage::new(200, 200)).write_to(&mut png, ImageFormat::Png).unwrap();
    let request = Request::put(format!("/api/bots/{id}/icon")).header("content-type", "image/png");
    author.send(request.body(Body::from(png.into_inner())).unwrap()).await.ok();
    id
}

async fn share_bot(author: &Client, id: &str, options: Value) -> Value {
    let body = json!({ "kind": "bot", "subject_id": id, "options": options });
    author.post("/api/sharing/shares", body).await.created()
}

for_each_store! {
    async fn a_bot_is_shown_without_its_prompt(store) {
        let setting = start(store).await;
        let ana = setting.server.member("ana@example.com").await;
        let ben = setting.server.member("ben@example.com").await;
        let id = make_bot(&ana).await;
        let shared = share_bot(&ana, &id, json!({})).await;

        let page = setting.server.visitor().get(&public(&shared)).await.ok();
        assert_eq!((&page["title"], &page["kind"]), (&json!("Chef"), &json!("bot")));
        assert_eq!(page["description"], "Cooks with what is there");
        assert_eq!(page["content"]["welcome"], "What is in the fridge?");
        assert_eq!(page["content"]["recipe"], json!(null));
        let text = page.to_string();
        assert!(!text.contains(PROMPT) && !text.contains("ana"), "{text}");

        let copy = ben.post(&format!("{}/copy", public(&shared)), json!({})).await;
        let problem = copy.assert_problem(403, "bots.not_copyable");
        assert_eq!(problem["message"], "The author doesn't allow this bot to be copied");
        assert_eq!(ben.get("/api/bots").await.ok()["items"], json!([]));
        ben.get(&format!("/api/bots/{id}")).await.assert_problem(404, "bots.no_access");
    }

    async fn a_page_from_before_authors_were_asked_keeps_the_prompt(store) {
        let setting = start(store).await;
        let ana = setting.server.member("ana@example.com").await;
        let ben = setting.server.member("ben@example.com").await;
        let id = make_bot(&ana).await;
        let shared = share_bot(&ana, &id, json!({})).await;
        // As pages were written then.
        let content = json!({ "bot_id": id, "name": "Chef", "description": "Cooks", "welcome": "What is in the fridge?",
            "prompt": PROMPT });
        let mut tx = setting.server.services.db.begin().await.unwrap();
        let written = store::sql!(&mut tx, execute, "UPDATE shares SET content = $2 WHERE id = $1",
            shared["id"].as_str().unwrap(), content.to_string());
        assert_eq!(written.unwrap(), 1);
        tx.commit().await.unwrap();

        for reader in [setting.server.visitor().get(&public(&shared)).await, ben.get(&public(&shared)).await] {
            let page = reader.ok();
            assert_eq!(page["content"]["welcome"], "What is in the fridge?");
            assert!(!page.to_string().contains(PROMPT), "{page}");
        }
        ben.post(&format!("{}/copy", public(&shared)), json!({})).await
            .assert_problem(403, "bots.not_copyable");
        // Its author's choice applies once they make it.
        let renewed = share_bot(&ana, &id, json!({ "copyable": true })).await;
        assert_eq!(renewed["id"], shared["id"]);
        assert_eq!(ben.get(&public(&shared)).await.ok()["content"]["recipe"]["prompt"], PROMPT);
    }

    async fn a_bot_is_copied_where_its_author_lets_others(store) {
        let setting = start(store).await;
        let ana = setting.server.member("ana@example.com").await;
        let ben = setting.server.member("ben@example.com").await;
        let id = make_bot(&ana).await;
        let shared = share_bot(&ana, &id, json!({ "copyable": true })).await;
        let page = setting.server.visitor().get(&public(&shared)).await.ok();
        assert_eq!(page["content"]["recipe"]["prompt"], PROMPT);

        let copied = ben.post(&format!("{}/copy", public(&shared)), json!({})).await.created();
        let copy = ben.get(&format!("/api/bots/{}", copied["subject_id"].as_str().unwrap())).await.ok();
        assert_eq!((&copy["name"], &copy["prompt"]), (&json!("Chef"), &json!(PROMPT)));
        assert_eq!((&copy["mine"], &copy["state"]), (&json!(true), &json!("draft")));
        let icon = ben.get(copy["icon"].as_str().unwrap()).await.assert_status(200);
        let theirs = ana.get(&format!("/api/bots/{id}/icon")).await.assert_status(200);
        assert_eq!(icon.body, theirs.body);

        // A permission to copy can be revoked for later readers.
        share_bot(&ana, &id, json!({ "copyable": false })).await;
        let page = setting.server.visitor().get(&public(&shared)).await.ok();
        assert_eq!(page["content"]["recipe"], json!(null));
        let late = ben.post(&format!("{}/copy", public(&shared)), json!({})).await;
        late.assert_problem(403, "bots.not_copyable");
    }

    async fn its_picture_is_shown_as_long_as_the_page(store) {
        let setting = start(store).await;
        let ana = setting.server.member("ana@example.com").await;
        let visitor = setting.server.visitor();
        let id = make_bot(&ana).await;
        let shared = share_bot(&ana, &id, json!({})).await;
        let page = visitor.get(&public(&shared)).await.ok();
        let address = page["picture"].as_str().unwrap();

        let picture = visitor.get(address).await.assert_status(200);
        assert_eq!(picture.header("content-type"), "image/jpeg");
        assert_eq!(picture.header("cache-control"), "no-store");
        assert_eq!(picture.header("x-robots-tag"), "noindex, nofollow, noarchive");
        let seen = image::load_from_memory(&picture.body).unwrap();
        assert_eq!((seen.width(), seen.height()), (512, 512));
        // It is that of when it was shared, whatever the bot has now.
        ana.delete(&format!("/api/bots/{id}/icon")).await.no_content();
        setting.server.run_jobs().await;
        visitor.get(address).await.assert_status(200);

        let head = sharing::find_page(&setting.server.services, shared["id"].as_str()).await.unwrap();
        assert_eq!(head.picture, Some(format!("http://ensemble.test{address}")));
        ana.delete(&format!("/api/sharing/shares/{}", shared["id"].as_str().unwrap())).await.no_content();
        visitor.get(address).await.assert_problem(410, "sharing.share_ended");
        let bare = share_bot(&ana, &id, json!({})).await;
        assert_eq!(visitor.get(&public(&bare)).await.ok()["picture"], json!(null));
        let none = visitor.get(&format!("{}/picture", public(&bare))).await;
        none.assert_problem(404, "sharing.share_not_found");
    }

    async fn a_page_of_a_bot_ends_with_the_bot_and_is_its_authors_to_make(store) {
        let setting = start(store).await;
        let ana = setting.server.member("ana@example.com").await;
        let ben = setting.server.member("ben@example.com").await;
        let id = make_bot(&ana).await;
        let foreign = json!({ "kind": "bot", "subject_id": id });
        ben.post("/api/sharing/shares", foreign).await.assert_problem(404, "bots.no_access");
        let shared = share_bot(&ana, &id, json!({})).await;
        ana.delete(&format!("/api/bots/{id}")).await.no_content();
        setting.server.visitor().get(&public(&shared)).await
            .assert_problem(410, "sharing.share_ended");
        ana.post(&format!("/api/bots/{id}/restore"), json!({})).await.ok();
        setting.server.visitor().get(&public(&shared)).await.ok();
    }
}
