//! Videos for programs.

use area::{Area, Services};
use axum::body::Body;
use http::Request;
use http::header::CONTENT_TYPE;
use ledger::{Grant, Meter};
use providers::{NewConnection, Protocol};
use serde_json::{Value, json};
use testing::{
    Client, ScriptedAnswer, ScriptedServer, TestPerson, TestServer, TestStore, colorful_png,
    for_each_store,
};
use video_models::VideoModels;

const VIDEOS: &str = "/v1/videos";
const MODEL: &str = "lab/sora-2";
/// Advanced credits for a second of it (its row in the catalogue), and those that Ana has.
const PER_SECOND: i64 = 10;
const GRANTED: i64 = 100;
const START: &str = "POST /v1/videos";
/// The beginning of an MP4.
const MP4: &[u8] = b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom\0\0\0\x08free\0\0\0\x08mdat";

/// A server with a provider of videos, and Ana with credits.
struct Studio {
    server: TestServer,
    lab: ScriptedServer,
    ana: TestPerson,
}

impl Studio {
    async fn open(store: TestStore) -> Self {
        let lab = ScriptedServer::start().await;
        let models = json!({ "data": [{ "id": "sora-2" }] });
        lab.answer("GET /v1/models", ScriptedAnswer::json(models));
        let web = lab.web();
        let change = |services: Services| {
            let video_models = VideoModels::new(services.providers.clone(), web.clone());
            Services { video_models, web, ..services }
        };
        let server = TestServer::with_changed(store, change, areas).await;
        let new = NewConnection {
            name: "Lab".to_owned(),
            protocol: Protocol::Openai,
            base_url: Some(format!("{}/v1", lab.url())),
            api_key: Some(kernel::Secret::new("sk-12345678".to_owned())),
        };
        server.services.providers.create_connection(new).await.unwrap();
        let ana = server.member("ana@example.com").await;
        let studio = Self { server, lab, ana };
        studio.grant(GRANTED).await;
        studio
    }

    async fn grant(&self, amount: i64) {
        let grant = Grant {
            meter: Meter::AdvancedCredit,
            amount,
            source: "reward",
            reference: "a test".to_owned(),
            ends_at: None,
            detail: String::new(),
        };
        let mut tx = self.server.db().begin().await.unwrap();
        let ledger = &self.server.services.ledger;
        ledger.grant(&mut tx, self.ana.workspace_id, &grant).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Returns a program with a new key of Ana's, and the key's limit.
    async fn program(&self, scopes: &[&str], cap: Option<i64>) -> Client {
        self.program_of(&self.ana, scopes, cap).await
    }

    async fn program_of(&self, person: &TestPerson, scopes: &[&str], cap: Option<i64>) -> Client {
        let new = json!({ "name": "p", "cap": cap, "scopes": scopes });
        let made = person.post("/api/gateway/keys", new).await.created();
        self.server
            .visitor()
            .with_header("origin", "")
            .with_header("sec-fetch-site", "")
            .with_header("authorization", &format!("Bearer {}", made["secret"].as_str().unwrap()))
    }

    /// Writes down the answers of a provider that works for a while.
    fn works(&self) {
        let queued = json!({ "id": "v-1", "status": "queued", "progress": 0 });
        self.lab.answer(START, ScriptedAnswer::json(queued));
        let poll = "GET /v1/videos/v-1";
        let working = json!({ "id": "v-1", "status": "in_progress", "progress": 40 });
        self.lab.answer(poll, ScriptedAnswer::json(working));
        self.lab.answer(poll, ScriptedAnswer::json(json!({ "id": "v-1", "status": "completed" })));
        let content = ScriptedAnswer::new(200, "video/mp4", MP4);
        self.lab.answer("GET /v1/videos/v-1/content", content);
        self.lab.answer("DELETE /v1/videos/v-1", ScriptedAnswer::json(json!({})));
    }

    /// Does the work that is due in the next half minute.
    async fn go_on(&self) {
        self.server.clock().advance(30 * kernel::SECOND);
        self.server.run_jobs().await;
    }

    fn orders(&self) -> usize {
        self.lab.lines().iter().filter(|line| line.starts_with(START)).count()
    }

    /// Returns the credits that are neither used nor held.
    async fn left(&self) -> i64 {
        let mut conn = self.server.db().read().await.unwrap();
        let usage = self.server.services.ledger.usage(&mut conn, &self.ana.payer()).await.unwrap();
        usage.iter().find(|one| one.meter == Meter::AdvancedCredit).unwrap().left.unwrap()
    }

    /// Returns what was counted to the limit of Ana's newest key.
    async fn spent(&self) -> Value {
        self.ana.get("/api/gateway/keys").await.ok()["items"][0]["spent"].clone()
    }
}

fn areas(services: &Services) -> Vec<Area> {
    vec![tasks::area(), gateway::area(), videos::area(services)]
}

fn waves(changes: Value) -> Value {
    let mut body = json!({ "model": MODEL, "prompt": "Waves", "seconds": "4" });
    for (name, value) in changes.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

fn at(video: &Value) -> String {
    format!("{VIDEOS}/{}", video["id"].as_str().unwrap())
}

/// Returns a form with an image that the video begins with.
fn form(image: &[u8]) -> Request<Body> {
    let mut body = Vec::new();
    for (name, text) in [("model", MODEL), ("prompt", "Waves"), ("size", "1280x720")] {
        let part =
            format!("--X\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n");
        body.extend_from_slice(part.as_bytes());
    }
    let head = "--X\r\nContent-Disposition: form-data; name=\"input_reference\"; \
        filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n";
    body.extend_from_slice(head.as_bytes());
    body.extend_from_slice(image);
    body.extend_from_slice(b"\r\n--X--\r\n");
    let request = Request::post(VIDEOS);
    request.header(CONTENT_TYPE, "multipart/form-data; boundary=X").body(Body::from(body)).unwrap()
}

for_each_store! {
    async fn a_video_is_followed_fetched_and_charged_once(store) {
        let studio = Studio::open(store).await;
        studio.works();
        let program = studio.program(&["videos"], Some(90)).await;
        let asked = waves(json!({ "seconds": "8", "size": "1280x720" }));
        let begun = program.post(VIDEOS, asked).await.ok();
        let seen = (&begun["object"], &begun["status"], &begun["seconds"], &begun["size"]);
        assert_eq!(seen, (&json!("video"), &json!("queued"), &json!("8"), &json!("1280x720")));
        assert!(begun["id"].as_str().unwrap().starts_with("video_") && begun["error"].is_null());
        let price = 8 * PER_SECOND;
        assert_eq!((studio.left().await, studio.spent().await), (GRANTED - price, json!(price)));
        let content = format!("{}/content", at(&begun));
        let early = program.get(&content).await.assert_status(400).json();
        assert_eq!(early["error"]["code"], "video_not_ready");
        studio.server.run_jobs().await;
        studio.go_on().await;
        let working = program.get(&at(&begun)).await.ok();
        assert_eq!((&working["status"], &working["progress"]), (&json!("in_progress"), &json!(40)));
        studio.go_on().await;
        let done = program.get(&at(&begun)).await.ok();
        assert_eq!((&done["status"], &done["progress"]), (&json!("completed"), &json!(100)));
        assert!(done["completed_at"].is_i64());
        let fetched = program.get(&content).await.assert_status(200);
        assert_eq!((fetched.headers["content-type"].as_bytes(), &fetched.body[..]), (&b"video/mp4"[..], MP4));
        assert_eq!((studio.left().await, studio.orders()), (GRANTED - price, 1));
        let own = studio.ana.get("/api/videos").await.ok();
        assert_eq!(own["items"][0]["prompt"], "Waves", "the person has it, too");
    }

    async fn a_form_brings_the_image_that_it_begins_with(store) {
        let studio = Studio::open(store).await;
        studio.works();
        let program = studio.program(&["videos"], None).await;
        let begun = program.send(form(&colorful_png((320, 320), 3))).await.ok();
        assert_eq!(begun["seconds"], "4", "the model's usual length");
        studio.server.run_jobs().await;
        assert_eq!(studio.orders(), 1);
        let refused = program.send(form(b"GIF89a")).await.assert_status(400).json();
        assert_eq!(refused["error"]["param"], "input_reference");
        let url = json!({ "image_url": "data:image/png;base64,!" });
        let refused = program.post(VIDEOS, waves(json!({ "input_reference": url }))).await;
        assert_eq!(refused.assert_status(400).json()["error"]["param"], "input_reference");
    }

    async fn what_a_model_does_not_have_is_refused_by_its_name_and_costs_nothing(store) {
        let studio = Studio::open(store).await;
        let program = studio.program(&["videos"], None).await;
        for (changes, status, param, code) in [
            (json!({ "model": "lab/nothing" }), 404, Value::Null, json!("model_not_found")),
            (json!({ "prompt": " " }), 400, json!("prompt"), Value::Null),
            (json!({ "seconds": "7" }), 400, json!("seconds"), Value::Null),
            (json!({ "size": "800x800" }), 400, json!("size"), Value::Null),
            (json!({ "seed": 7 }), 400, json!("seed"), Value::Null),
            (json!({ "seconds": "12" }), 402, Value::Null, json!("insufficient_quota")),
        ] {
            let refused = program.post(VIDEOS, waves(changes.clone())).await.assert_status(status);
            let error = &refused.json()["error"];
            assert_eq!((&error["param"], &error["code"]), (&param, &code), "{changes}");
        }
        let poor = studio.program(&["videos"], Some(39)).await;
        let refused = poor.post(VIDEOS, waves(json!({}))).await.assert_status(402).json();
        assert_eq!(refused["error"]["code"], "insufficient_quota");
        assert_eq!((studio.left().await, studio.spent().await, studio.orders()), (GRANTED, json!(0), 0));
    }

    async fn a_video_that_fails_says_why_and_gives_everything_back(store) {
        let studio = Studio::open(store).await;
        let refused = json!({ "error": { "message": "Blocked by our moderation system.", "code": "moderation_blocked" } });
        studio.lab.answer(START, ScriptedAnswer::refusal(400, refused));
        let program = studio.program(&["videos"], Some(50)).await;
        let begun = program.post(VIDEOS, waves(json!({}))).await.ok();
        studio.server.run_jobs().await;
        let failed = program.get(&at(&begun)).await.ok();
        assert_eq!(failed["status"], "failed");
        assert!(failed["error"]["message"].as_str().unwrap().contains("moderation"), "{failed}");
        assert_eq!((studio.left().await, studio.spent().await), (GRANTED, json!(0)));
    }

    async fn the_same_request_sent_again_is_the_same_video(store) {
        let studio = Studio::open(store).await;
        studio.works();
        let program = studio.program(&["videos"], None).await.with_header("idempotency-key", "one");
        let first = program.post(VIDEOS, waves(json!({}))).await.ok();
        let again = program.post(VIDEOS, waves(json!({ "seconds": 4 }))).await.ok();
        assert_eq!(again["id"], first["id"]);
        studio.server.run_jobs().await;
        assert_eq!((studio.orders(), studio.left().await), (1, GRANTED - 4 * PER_SECOND));
        let other = program.post(VIDEOS, waves(json!({ "prompt": "Hills" }))).await;
        assert_eq!(other.assert_status(422).json()["error"]["code"], "gateway.repeat_differs");
    }

    async fn a_deleted_video_is_stopped_and_gone(store) {
        let studio = Studio::open(store).await;
        studio.works();
        let program = studio.program(&["videos"], None).await;
        let begun = program.post(VIDEOS, waves(json!({}))).await.ok();
        studio.server.run_jobs().await;
        let deleted = program.delete(&at(&begun)).await.ok();
        assert_eq!(deleted, json!({ "id": begun["id"], "object": "video.deleted", "deleted": true }));
        studio.go_on().await;
        assert!(studio.lab.lines().contains(&"DELETE /v1/videos/v-1".to_owned()), "its provider is told");
        program.get(&at(&begun)).await.assert_status(404);
        assert_eq!(program.get(VIDEOS).await.ok()["data"], json!([]));
        assert_eq!(studio.left().await, GRANTED);
    }

    async fn a_video_that_is_completed_is_changed_for_the_price_of_its_length(store) {
        let studio = Studio::open(store).await;
        studio.works();
        let program = studio.program(&["videos"], None).await.with_header("idempotency-key", "one");
        let first = program.post(VIDEOS, waves(json!({ "size": "1280x720" }))).await.ok();
        let remix = format!("{}/remix", at(&first));
        let change = json!({ "prompt": "At night" });
        let program = program.with_header("idempotency-key", "two");
        let early = program.post(&remix, change.clone()).await.assert_status(400).json();
        assert_eq!(early["error"]["code"], "video_not_ready");
        for _ in 0..3 {
            studio.go_on().await;
        }
        let place = "POST /v1/videos/v-1/remix";
        studio.lab.answer(place, ScriptedAnswer::json(json!({ "id": "v-2", "status": "completed" })));
        studio.lab.answer("GET /v1/videos/v-2/content", ScriptedAnswer::new(200, "video/mp4", MP4));
        let changed = program.post(&remix, change.clone()).await.ok();
        let again = program.post(&remix, change).await.ok();
        assert_eq!((&again["id"], &changed["remixed_from_video_id"]), (&changed["id"], &first["id"]));
        let seen = (&changed["prompt"], &changed["seconds"], &changed["size"]);
        assert_eq!(seen, (&json!("At night"), &json!("4"), &json!("1280x720")));
        studio.server.run_jobs().await;
        assert_eq!(program.get(&at(&changed)).await.ok()["status"], "completed");
        let lines = studio.lab.lines();
        assert_eq!(lines.iter().filter(|line| *line == place).count(), 1, "{lines:?}");
        assert_eq!(studio.left().await, GRANTED - 2 * 4 * PER_SECOND);
        for (path, body, status) in [
            (&remix, json!({ "prompt": " " }), 400),
            (&"/v1/videos/video_1/remix".to_owned(), json!({ "prompt": "At night" }), 404),
        ] {
            program.post(path, body.clone()).await.assert_status(status);
        }
        let ben = studio.server.member("ben@example.com").await;
        let other = studio.program_of(&ben, &["videos"], None).await;
        other.post(&remix, json!({ "prompt": "At night" })).await.assert_status(404);
    }

    async fn videos_are_listed_by_pages(store) {
        let studio = Studio::open(store).await;
        let program = studio.program(&["videos"], None).await;
        let mut ids = Vec::new();
        for prompt in ["One", "Two"] {
            studio.server.clock().advance(kernel::SECOND);
            ids.push(program.post(VIDEOS, waves(json!({ "prompt": prompt }))).await.ok()["id"].clone());
        }
        let page = program.get("/v1/videos?limit=1").await.ok();
        assert_eq!((&page["data"][0]["id"], &page["has_more"], &page["last_id"]), (&ids[1], &json!(true), &ids[1]));
        let next = format!("/v1/videos?limit=1&after={}", ids[1].as_str().unwrap());
        let next = program.get(&next).await.ok();
        assert_eq!((&next["data"][0]["id"], &next["has_more"]), (&ids[0], &json!(false)));
        let oldest = program.get("/v1/videos?order=asc").await.ok();
        assert_eq!(oldest["data"][0]["id"], ids[0]);
        program.get("/v1/videos?limit=0").await.assert_status(400);
    }

    async fn videos_are_for_the_keys_of_their_person_that_may(store) {
        let studio = Studio::open(store).await;
        let program = studio.program(&["videos"], None).await;
        let begun = program.post(VIDEOS, waves(json!({}))).await.ok();
        let chats = studio.program(&["models", "chat", "images"], None).await;
        let refused = chats.post(VIDEOS, waves(json!({}))).await.assert_status(403).json();
        assert_eq!(refused["error"]["code"], "identity.key_scope_missing");
        for path in [VIDEOS.to_owned(), at(&begun), format!("{}/content", at(&begun))] {
            chats.get(&path).await.assert_status(403);
        }
        chats.delete(&at(&begun)).await.assert_status(403);
        let ben = studio.server.member("ben@example.com").await;
        let other = studio.program_of(&ben, &["videos"], None).await;
        let missing = other.get(&at(&begun)).await.assert_status(404).json();
        assert_eq!(missing["error"]["type"], "invalid_request_error");
        other.delete(&at(&begun)).await.assert_status(404);
        other.get("/v1/videos/video_1").await.assert_status(404);
    }
}
