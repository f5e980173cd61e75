//! Files that bots answer from.

use axum::body::Body;
use http::Request;
use kernel::FileId;
use serde_json::{Value, json};
use testing::{Answer, FakeProvider, NOW, TestPerson, for_each_store};

use crate::setting::{Setting, begin, make, message, messages_path};

/// Uploads a file and has it read; returns its id.
async fn upload(setting: &Setting, person: &TestPerson, name: &str, content: &str) -> String {
    let id = FileId::new(NOW).to_string();
    let new = json!({ "id": id, "name": name, "size_bytes": content.len() });
    person.post("/api/documents/files", new).await.created();
    let chunk = Request::patch(format!("/api/documents/files/{id}"))
        .header("content-type", "application/offset+octet-stream")
        .header("upload-offset", "0");
    person.send(chunk.body(Body::from(content.to_owned())).unwrap()).await.assert_status(200);
    setting.server.run_jobs().await;
    id
}

async fn add(person: &TestPerson, bot: &str, file: &str) -> Answer {
    person.post(&format!("{bot}/files"), json!({ "file_id": file })).await
}

async fn say(setting: &Setting, person: &TestPerson, bot: &str, text: &str) -> Value {
    let talk = begin(person, bot).await;
    let asked = person.post(&messages_path(&talk), message(text, &talk["leaf_id"])).await;
    asked.accepted();
    setting.server.services.generation.wait_idle().await;
    setting.server.run_jobs().await;
    let id = talk["conversation_id"].as_str().unwrap();
    let detail = person.get(&format!("/api/chat/conversations/{id}")).await.ok();
    detail["messages"].as_array().unwrap().last().unwrap().clone()
}

/// Returns the messages that the last answer was made from; the model names conversations, too.
fn asked(provider: &FakeProvider) -> String {
    let mut asked = provider.calls().into_iter().map(|call| call.body["messages"].to_string());
    asked.rfind(|text| !text.contains("Name the conversation")).unwrap()
}

fn names(bot: &Value) -> Vec<&str> {
    bot["files"].as_array().unwrap().iter().map(|file| file["name"].as_str().unwrap()).collect()
}

const GUIDE: &str = "The museum closes at nine in the evening.";

for_each_store! {
    async fn everybody_is_answered_from_the_files_and_nobody_else_can_open_them(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, ben, provider, .. } = &setting;
        let bot = make(ana, json!({ "model": "fake/say-It closes at nine (guide.txt)." })).await;
        let file = upload(&setting, ana, "guide.txt", GUIDE).await;
        assert_eq!(names(&add(ana, &bot, &file).await.ok()), ["guide.txt"]);
        assert_eq!(names(&ben.get(&bot).await.ok()), ["guide.txt"]);

        for (person, is_own) in [(ben, false), (ana, true)] {
            let answer = say(&setting, person, &bot, "When does it close?").await;
            let asked = asked(provider);
            assert!(asked.contains(GUIDE), "{asked}");
            assert!(asked.contains("the person did not attach them"), "{asked}");
            let parts = answer["parts"].as_array().unwrap();
            let source = parts.iter().find(|part| part["kind"] == "citation").unwrap();
            assert_eq!(source["title"], "guide.txt");
            let expected = if is_own { json!(file) } else { Value::Null };
            assert_eq!(source["file_id"], expected);
        }
        for path in ["", "/content"] {
            let opened = ben.get(&format!("/api/documents/files/{file}{path}")).await;
            opened.assert_problem(404, "files.not_found");
        }
    }

    // decision 1003
    async fn programs_are_answered_from_the_files_too(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, ben, provider, server } = &setting;
        let bot = make(ana, json!({ "model": "fake/say-It closes at nine (guide.txt)." })).await;
        let file = upload(&setting, ana, "guide.txt", GUIDE).await;
        add(ana, &bot, &file).await.ok();
        let key = json!({ "name": "p", "cap": null, "scopes": ["chat"] });
        let key = ben.post("/api/gateway/keys", key).await.created();
        let bearer = format!("Bearer {}", key["secret"].as_str().unwrap());
        let program = server.visitor().with_header("origin", "").with_header("sec-fetch-site", "");
        let program = program.with_header("authorization", &bearer);

        let model = format!("bot:{}", bot.trim_start_matches("/api/bots/"));
        let messages = json!([{ "role": "user", "content": "When does it close?" }]);
        let request = json!({ "model": model, "messages": messages });
        program.post("/v1/chat/completions", request).await.ok();
        let asked = asked(provider);
        assert!(asked.contains(GUIDE), "{asked}");
        assert!(asked.contains("When does it close?"), "{asked}");
    }

    async fn a_file_is_kept_while_a_bot_has_it_and_let_go_when_it_is_removed(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, .. } = &setting;
        let bot = make(ana, json!({})).await;
        let file = upload(&setting, ana, "guide.txt", GUIDE).await;
        add(ana, &bot, &file).await.ok();
        let again = add(ana, &bot, &file).await.ok();
        assert_eq!((names(&again).len(), &again["version"]), (1, &json!(2)));
        let address = format!("/api/documents/files/{file}");
        ana.delete(&address).await.assert_problem(409, "files.in_use");

        let path = format!("{bot}/files/{file}");
        assert!(names(&ana.delete(&path).await.ok()).is_empty());
        ana.delete(&path).await.assert_problem(404, "bots.file_not_found");
        ana.delete(&address).await.no_content();
    }

    async fn a_deleted_bot_keeps_its_files_as_long_as_it_can_be_restored(store) {
        let setting = Setting::new(store).await;
        let Setting { server, ana, .. } = &setting;
        let bot = make(ana, json!({})).await;
        let file = upload(&setting, ana, "guide.txt", GUIDE).await;
        add(ana, &bot, &file).await.ok();
        ana.delete(&bot).await.no_content();
        let back = ana.post(&format!("{bot}/restore"), json!({})).await.ok();
        assert_eq!(names(&back), ["guide.txt"]);

        ana.delete(&bot).await.no_content();
        server.clock().advance(31 * kernel::DAY);
        for upkeep in bots::area(&server.services, bots::Settings::default()).upkeep {
            (upkeep.run)(server.services.clone()).await.unwrap();
        }
        let ana = server.member("ana@example.com").await;
        ana.delete(&format!("/api/documents/files/{file}")).await.no_content();
    }

    async fn files_that_cannot_be_used_are_refused(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, ben, .. } = &setting;
        let (bot, other) = (make(ana, json!({})).await, make(ana, json!({})).await);
        let foreign = upload(&setting, ben, "guide.txt", GUIDE).await;
        add(ana, &bot, &foreign).await.assert_status(404);
        let file = upload(&setting, ana, "guide.txt", GUIDE).await;
        add(ben, &bot, &foreign).await.assert_problem(404, "bots.no_access");
        let unread = FileId::new(NOW).to_string();
        let new = json!({ "id": unread, "name": "later.txt", "size_bytes": 3 });
        ana.post("/api/documents/files", new).await.created();
        add(ana, &bot, &unread).await.assert_problem(409, "files.not_ready");

        add(ana, &bot, &file).await.ok();
        add(ana, &other, &file).await.assert_problem(409, "bots.file_in_use");
        for at in 1..20 {
            let file = upload(&setting, ana, &format!("{at}.txt"), GUIDE).await;
            add(ana, &bot, &file).await.ok();
        }
        let one_more = upload(&setting, ana, "more.txt", GUIDE).await;
        add(ana, &bot, &one_more).await.assert_problem(422, "bots.too_many_files");
    }

    async fn during_review_others_are_answered_from_the_files_that_were_approved(store) {
        let setting = Setting::with(store, bots::Settings { review_public: true }).await;
        let Setting { ana, ben, provider, .. } = &setting;
        let operator = setting.server.operator().await;
        let bot = make(ana, json!({ "published": false })).await;
        let old = upload(&setting, ana, "old.txt", "Approved words").await;
        add(ana, &bot, &old).await.ok();
        ana.patch(&bot, json!({ "published": true })).await.ok();
        let reviews = operator.get("/api/bots/reviews").await.ok();
        assert_eq!(reviews["items"][0]["sent"]["files"], json!(["old.txt"]));
        let address =
            format!("/api/bots/reviews/{}", reviews["items"][0]["bot_id"].as_str().unwrap());
        let version = |reviews: &Value| reviews["items"][0]["version"].clone();
        let said = json!({ "outcome": "approved", "version": version(&reviews) });
        operator.patch(&address, said).await.no_content();

        let new = upload(&setting, ana, "new.txt", "Words to sell pans").await;
        add(ana, &bot, &new).await.ok();
        ana.delete(&format!("{bot}/files/{old}")).await.ok();
        say(&setting, ben, &bot, "Eggs").await;
        let asked = asked(provider);
        assert!(asked.contains("Approved words") && !asked.contains("sell pans"), "{asked}");
        let kept = ana.delete(&format!("/api/documents/files/{old}")).await;
        kept.assert_problem(409, "files.in_use");

        let reviews = operator.get("/api/bots/reviews").await.ok();
        let said = json!({ "outcome": "approved", "version": version(&reviews) });
        operator.patch(&address, said).await.no_content();
        assert_eq!(names(&ben.get(&bot).await.ok()), ["new.txt"]);
        ana.delete(&format!("/api/documents/files/{old}")).await.no_content();
    }
}
