//! The operator reviews what people make public before others see it. Decision 0899.

use std::io::Cursor;

use axum::body::Body;
use http::Request;
use image::{DynamicImage, ImageFormat, RgbImage};
use serde_json::{Value, json};
use testing::{Answer, Client, TestPerson, TestStore, for_each_store};

use crate::setting::{Setting, begin, make, names};

struct Reviewed {
    setting: Setting,
    operator: TestPerson,
}

async fn start(store: TestStore) -> Reviewed {
    let setting = Setting::with(store, bots::Settings { review_public: true }).await;
    let operator = setting.server.operator().await;
    Reviewed { setting, operator }
}

impl Reviewed {
    /// Returns the bots that await review.
    async fn waiting(&self) -> Vec<Value> {
        let list = self.operator.get("/api/bots/reviews").await.ok();
        list["items"].as_array().unwrap().clone()
    }

    /// Settles the only waiting review.
    async fn say(&self, outcome: &str) {
        let waiting = self.waiting().await;
        assert_eq!(waiting.len(), 1);
        let said =
            json!({ "outcome": outcome, "version": waiting[0]["version"], "reason": "Sells pans" });
        self.operator.patch(&review_of(&waiting[0]), said).await.no_content();
    }

    async fn mails(&self) -> Vec<String> {
        let server = &self.setting.server;
        let mut conn = server.db().read().await.unwrap();
        let outbox = server.services.mail.list_outbox(&mut conn, store::Cursor::FIRST, 100).await;
        outbox.unwrap().items.into_iter().map(|mail| mail.text).collect()
    }
}

fn review_of(review: &Value) -> String {
    format!("/api/bots/reviews/{}", review["bot_id"].as_str().unwrap())
}

async fn found(reader: &Client) -> Value {
    let list = reader.get("/api/bots/explore").await.ok();
    json!(names(&list))
}

async fn put_icon(author: &Client, path: &str, width: u32) -> Answer {
    let mut content = Cursor::new(Vec::new());
    let picture = DynamicImage::from(RgbImage::new(width, 200));
    picture.write_to(&mut content, ImageFormat::Png).unwrap();
    let request = Request::put(format!("{path}/icon")).header("content-type", "image/png");
    author.send(request.body(Body::from(content.into_inner())).unwrap()).await
}

for_each_store! {
    async fn a_public_bot_is_seen_by_its_author_alone_until_it_is_approved(store) {
        let reviewed = start(store).await;
        let Setting { ana, ben, .. } = &reviewed.setting;
        assert_eq!(ana.get("/api/bots").await.ok()["reviewed"], true);
        assert_eq!(reviewed.operator.get("/api/bots").await.ok()["reviewed"], false);
        let path = make(ana, json!({})).await;
        let own = ana.get(&path).await.ok();
        assert_eq!(own["review"], json!({ "state": "in_review", "reason": "", "seen": false }));
        begin(ana, &path).await;
        for reader in [&ben.client, &reviewed.operator.client] {
            reader.get(&path).await.assert_problem(404, "bots.no_access");
            assert_eq!(found(reader).await, json!([]));
        }
        ben.get("/api/bots/reviews").await.assert_problem(403, "identity.operator_only");

        let waiting = reviewed.waiting().await;
        assert_eq!((&waiting[0]["sent"]["prompt"], &waiting[0]["author"]), (&json!("Answer with one recipe."), &json!("ana")));
        assert_eq!(waiting[0]["seen"], json!(null));
        reviewed.say("approved").await;
        assert_eq!(ana.get(&path).await.ok()["review"], json!(null));
        let seen = ben.get(&path).await.ok();
        assert_eq!((&seen["name"], &seen["review"]), (&json!("Chef"), &json!(null)));
        assert_eq!(found(ben).await, json!(["Chef"]));
        let mails = reviewed.mails().await;
        assert!(mails[0].contains("“Chef” was approved"), "{mails:?}");
    }

    async fn a_changed_public_bot_stays_as_it_was_for_others_until_it_is_approved(store) {
        let reviewed = start(store).await;
        let Setting { ana, ben, .. } = &reviewed.setting;
        let path = make(ana, json!({})).await;
        reviewed.say("approved").await;
        ben.patch(&format!("{path}/marks"), json!({ "favorited": true })).await.ok();
        ana.patch(&path, json!({ "name": "Baker", "prompt": "Bake." })).await.ok();
        assert_eq!(ana.get(&path).await.ok()["review"]["seen"], true);
        let seen = ben.get(&path).await.ok();
        assert_eq!((&seen["name"], &seen["prompt"]), (&json!("Chef"), &json!("Answer with one recipe.")));
        assert_eq!(names(&ben.get("/api/bots").await.ok()), ["Chef"]);
        assert_eq!(found(ben).await, json!(["Chef"]));
        assert_eq!(names(&ben.get("/api/bots/explore?q=baker").await.ok()), Vec::<&str>::new());
        let waiting = reviewed.waiting().await;
        assert_eq!((&waiting[0]["sent"]["name"], &waiting[0]["seen"]["name"]), (&json!("Baker"), &json!("Chef")));

        // Back to the approved version, there is nothing to review.
        let back = json!({ "name": "Chef", "prompt": "Answer with one recipe." });
        assert_eq!(ana.patch(&path, back).await.ok()["review"], json!(null));
        assert!(reviewed.waiting().await.is_empty());
        ana.patch(&path, json!({ "cap": 5, "published": true })).await.ok();
        assert!(reviewed.waiting().await.is_empty(), "others do not see its limit");
    }

    async fn who_is_refused_is_told_why_changes_the_bot_and_sends_it_again(store) {
        let reviewed = start(store).await;
        let Setting { ana, ben, .. } = &reviewed.setting;
        let path = make(ana, json!({})).await;
        let waiting = reviewed.waiting().await;
        let review = review_of(&waiting[0]);
        let say = async |reason: String| {
            let said = json!({ "outcome": "not_approved", "version": waiting[0]["version"], "reason": reason });
            reviewed.operator.patch(&review, said).await
        };
        say(" ".to_owned()).await.assert_problem(422, "bots.reason_empty");
        say("r".repeat(1_001)).await.assert_problem(422, "bots.reason_too_long");
        assert_eq!(reviewed.waiting().await, waiting);
        say("Sells pans".to_owned()).await.no_content();
        say("Sells pans".to_owned()).await.assert_problem(404, "bots.review_not_found");
        let refused = json!({ "state": "not_approved", "reason": "Sells pans", "seen": false });
        assert_eq!(ana.get(&path).await.ok()["review"], refused);
        assert_eq!(found(ben).await, json!([]));
        assert!(reviewed.mails().await[0].contains("Sells pans"));

        ana.patch(&path, json!({ "cap": 5 })).await.ok();
        assert!(reviewed.waiting().await.is_empty(), "nobody asked");
        ana.patch(&path, json!({ "prompt": "Cook." })).await.ok();
        reviewed.say("approved").await;
        assert_eq!(ben.get(&path).await.ok()["prompt"], "Cook.");
    }

    async fn what_was_changed_or_taken_back_since_it_was_looked_at_is_not_approved(store) {
        let reviewed = start(store).await;
        let Setting { ana, ben, .. } = &reviewed.setting;
        let path = make(ana, json!({})).await;
        let looked_at = reviewed.waiting().await[0].clone();
        let approve = async || {
            let said = json!({ "outcome": "approved", "version": looked_at["version"] });
            reviewed.operator.patch(&review_of(&looked_at), said).await
        };
        ana.patch(&path, json!({ "prompt": "Sell pans." })).await.ok();
        approve().await.assert_problem(409, "bots.review_changed");
        ben.delete(&format!("{path}/review")).await.assert_problem(404, "bots.no_access");
        let bot = ana.delete(&format!("{path}/review")).await.ok();
        assert_eq!(bot["review"]["state"], "withdrawn");
        approve().await.assert_problem(404, "bots.review_not_found");
        ana.delete(&format!("{path}/review")).await.assert_problem(404, "bots.review_not_found");
        ben.get(&path).await.assert_problem(404, "bots.no_access");

        ana.patch(&path, json!({ "published": true })).await.ok();
        ana.delete(&path).await.no_content();
        assert!(reviewed.waiting().await.is_empty(), "a deleted bot waits for nobody");
        approve().await.assert_problem(404, "bots.review_not_found");
        ana.post(&format!("{path}/restore"), json!({})).await.ok();
        reviewed.say("approved").await;
        let late = approve().await;
        late.assert_problem(404, "bots.review_not_found");
        assert_eq!(reviewed.mails().await.len(), 1, "what is refused tells nobody anything");
    }

    async fn a_picture_is_looked_at_too_and_those_nobody_sees_any_more_are_deleted(store) {
        let reviewed = start(store).await;
        let Setting { server, ana, ben, .. } = &reviewed.setting;
        let files = async || {
            server.run_jobs().await;
            server.services.files.list(Some("bots")).await.unwrap().len()
        };
        let path = make(ana, json!({ "published": false })).await;
        put_icon(ana, &path, 200).await.ok();
        ana.patch(&path, json!({ "published": true })).await.ok();
        let review = reviewed.waiting().await[0].clone();
        let icon = review["sent"]["icon"].as_str().unwrap();
        reviewed.operator.get(icon).await.assert_status(200);
        ben.get(icon).await.assert_problem(403, "identity.operator_only");
        reviewed.say("approved").await;
        reviewed.operator.get(icon).await.assert_problem(404, "bots.review_not_found");
        let first = ben.get(&path).await.ok()["icon"].clone();

        put_icon(ana, &path, 300).await.ok();
        assert_eq!(ben.get(&path).await.ok()["icon"], first);
        ben.get(first.as_str().unwrap()).await.assert_status(200);
        assert_eq!(files().await, 2, "the one that others see, and the one that waits");
        put_icon(ana, &path, 400).await.ok();
        assert_eq!(files().await, 2);
        reviewed.say("approved").await;
        assert_ne!(ben.get(&path).await.ok()["icon"], first);
        assert_eq!(files().await, 1);
    }

    async fn drafts_links_and_the_operators_own_bots_are_not_looked_at(store) {
        let reviewed = start(store).await;
        let Setting { ana, ben, .. } = &reviewed.setting;
        let path = make(ana, json!({ "accessibility": "link" })).await;
        make(ana, json!({ "accessibility": "only_me" })).await;
        make(ana, json!({ "published": false })).await;
        make(&reviewed.operator, json!({ "name": "House rules" })).await;
        assert!(reviewed.waiting().await.is_empty());
        assert_eq!(found(ben).await, json!(["House rules"]));

        // People with the link keep access while the bot waits for approval.
        ana.patch(&path, json!({ "accessibility": "public", "name": "Baker" })).await.ok();
        let seen = ben.get(&path).await.ok();
        assert_eq!((&seen["accessibility"], &seen["name"]), (&json!("link"), &json!("Chef")));
        assert_eq!(found(ben).await, json!(["House rules"]));
        ana.patch(&path, json!({ "accessibility": "link" })).await.ok();
        assert_eq!(ben.get(&path).await.ok()["name"], "Baker");
        assert!(reviewed.waiting().await.is_empty());
    }

    async fn who_knew_a_bot_learns_no_name_that_nobody_looked_at(store) {
        let reviewed = start(store).await;
        let Setting { ana, ben, .. } = &reviewed.setting;
        let path = make(ana, json!({})).await;
        reviewed.say("approved").await;
        ben.patch(&format!("{path}/marks"), json!({ "favorited": true })).await.ok();
        ana.patch(&path, json!({ "published": false })).await.ok();
        ana.patch(&path, json!({ "published": true, "name": "Buy pans" })).await.ok();
        let list = ben.get("/api/bots").await;
        assert!(!list.text().contains("pans"), "{}", list.text());
        ana.delete(&path).await.no_content();
        ben.get(&path).await.assert_problem(404, "bots.no_access");
    }
}
