//! Model files on the server's machine, through HTTP: the server's own work with a stand-in for llama-server.
//! `scripts/peers` tests the real one.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use std::path::{Path, PathBuf};
use std::time::Duration;

use axum::body::Body;
use kernel::ConversationId;
use model_files::{Memory, Setup};
use serde_json::{Value, json};
use testing::{
    Client, NOW, TestPerson, TestServer, TestStore, fake_llama_server, for_each_store, model_file,
    starts_of, write_model_file,
};

struct House {
    server: TestServer,
    operator: TestPerson,
    folder: PathBuf,
    _data: tempfile::TempDir,
}

impl House {
    async fn new(store: TestStore, files: &[&str]) -> Self {
        Self::with(store, files, |_| {}).await
    }

    async fn with(store: TestStore, files: &[&str], change: impl FnOnce(&mut Setup)) -> Self {
        let data = tempfile::tempdir().unwrap();
        let folder = data.path().join("models");
        for name in files {
            write_model_file(&folder, name);
        }
        let mut setup = Setup::in_folder(folder.clone(), fake_llama_server());
        setup.memory = Memory::Unlimited;
        setup.max_loaded = 2;
        change(&mut setup);
        let areas =
            |services: &area::Services| vec![chat::area(services), runs::area(), models::area()];
        let server = TestServer::with_model_files(store, setup, areas).await;
        let operator = server.operator().await;
        Self { server, operator, folder, _data: data }
    }

    async fn connect(&self) -> Value {
        let new = json!({ "name": "Here", "protocol": "local_files" });
        self.operator.post("/api/models/connections", new).await.created()
    }

    async fn file(&self, name: &str) -> Value {
        let list = self.operator.get("/api/models/files").await.ok();
        let items = list["items"].as_array().unwrap();
        items.iter().find(|item| item["name"] == name).unwrap().clone()
    }

    /// Waits until a file is in a state.
    async fn wait_for(&self, name: &str, state: &str) -> Value {
        loop {
            let file = self.file(name).await;
            if file["state"] == state {
                return file;
            }
            tokio::task::yield_now().await;
        }
    }

    fn starts(&self, name: &str) -> usize {
        starts_of(&self.folder, name).len()
    }
}

/// Asks the model, and gives its answer when that is over.
async fn answer_of(client: &Client, model: &str) -> Value {
    let conversation = ConversationId::new(NOW);
    let sent = ask(client, conversation, model).await;
    client.events(&events_path(&sent)).await.rest().await;
    last_message(client, conversation).await
}

async fn ask(client: &Client, conversation: ConversationId, model: &str) -> Value {
    let message = json!({
        "id": kernel::MessageId::new(NOW), "parent_id": null, "text": "Hi", "model": model,
    });
    client
        .post(&format!("/api/chat/conversations/{conversation}/messages"), message)
        .await
        .accepted()
}

fn events_path(sent: &Value) -> String {
    format!("/api/runs/{}/events", sent["assistant_message"]["run_id"].as_str().unwrap())
}

async fn last_message(client: &Client, conversation: ConversationId) -> Value {
    let chat = client.get(&format!("/api/chat/conversations/{conversation}")).await.ok();
    chat["messages"].as_array().unwrap().last().unwrap().clone()
}

fn text(message: &Value) -> String {
    let parts = message["parts"].as_array().unwrap().iter();
    parts.filter_map(|part| part["text"].as_str()).collect()
}

fn load_path(name: &str) -> String {
    format!("/api/models/files/{name}/load")
}

async fn send_piece(client: &Client, name: &str, offset: usize, bytes: &[u8]) -> testing::Answer {
    let size = model_file().len();
    let path = format!("/api/models/files/{name}?offset={offset}&size_bytes={size}&modified_at=7");
    let request = http::Request::put(path).header("content-type", "application/octet-stream");
    client.send(request.body(Body::from(bytes.to_vec())).unwrap()).await
}

fn is_alive(starts: &[String]) -> bool {
    let id = starts[0].split(' ').next().unwrap();
    // A process that has ended and was not waited for is one no more.
    let stat = std::fs::read_to_string(Path::new("/proc").join(id).join("stat"));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

for_each_store! {
    async fn a_model_file_is_connected_offered_and_answers(store) {
        let house = House::new(store, &["tiny-t3.gguf"]).await;
        let found = house.operator.get("/api/models/discovered").await.ok();
        assert_eq!((&found["items"][0]["protocol"], &found["items"][0]["models"]), (&json!("local_files"), &json!(1)));

        let connection = house.connect().await;

        assert_eq!(connection["last_problem"], json!(null));
        assert_eq!(connection["models"][0]["id"], "tiny-t3");
        assert!(Path::new(connection["base_url"].as_str().unwrap()).ends_with("models"));
        let ana = house.server.member("ana@example.com").await;
        let model = ana.get("/api/models").await.ok()["models"][0].clone();
        assert_eq!(model["id"], "here/tiny-t3");
        assert_eq!((&model["name"], &model["context_tokens"]), (&json!("Tiny Llama (Q4_K_M)"), &json!(4_096)));
        assert_eq!((&model["tools"], &model["vision"]), (&json!(true), &json!(false)));

        let answer = answer_of(&ana, "here/tiny-t3").await;
        assert_eq!((text(&answer).as_str(), &answer["state"]), ("word0 word1 word2 ", &json!("completed")));
        assert_eq!(answer["receipt"]["output_tokens"], 3);
        assert_eq!(house.file("tiny-t3.gguf").await["state"], "loaded");
        // It stays loaded, and is stopped when the server is.
        answer_of(&ana, "here/tiny-t3").await;
        assert_eq!(house.starts("tiny-t3.gguf"), 1);
        house.server.services.providers.stop().await;
        assert!(!is_alive(&starts_of(&house.folder, "tiny-t3.gguf")));
    }

    async fn a_crash_in_the_middle_keeps_what_was_written_and_says_why(store) {
        let house = House::with(store, &["a-crash2.gguf"], |setup| {
            setup.backoff = Duration::from_secs(3_600);
        }).await;
        house.connect().await;

        let answer = answer_of(&house.operator, "here/a-crash2").await;

        assert_eq!((answer["state"].as_str(), text(&answer).as_str()), (Some("failed"), "word0 word1 "));
        assert_eq!(answer["problem"]["code"], "model_files.stopped");
        let message = answer["problem"]["params"]["message"].as_str().unwrap();
        // The program's output, without the server's folders.
        assert!(message.contains("GGML_ASSERT(a-crash2.gguf) failed"), "{message}");
        let file = house.wait_for("a-crash2.gguf", "failed").await;
        assert_eq!(file["problem"]["code"], "model_files.stopped");

        // It is not loaded for a while, and then on the next request.
        let again = answer_of(&house.operator, "here/a-crash2").await;
        assert_eq!(again["problem"]["code"], "model_files.stopped");
        assert_eq!(house.starts("a-crash2.gguf"), 1);
        house.operator.post(&load_path("a-crash2.gguf"), json!({})).await.no_content();
        assert_eq!(house.starts("a-crash2.gguf"), 2);
    }

    async fn a_file_that_the_program_cannot_load_says_its_cause_and_harms_nothing(store) {
        let house = House::new(store, &["a-bad.gguf", "b.gguf"]).await;
        house.connect().await;

        let refused = house.operator.post(&load_path("a-bad.gguf"), json!({})).await;

        refused.assert_problem(502, "model_files.did_not_start");
        let file = house.file("a-bad.gguf").await;
        assert_eq!(file["state"], "failed");
        let message = file["problem"]["params"]["message"].as_str().unwrap();
        assert!(message.starts_with("llama_model_load: error loading model: unknown architecture in a-bad.gguf"), "{message}");
        assert_eq!(answer_of(&house.operator, "here/b").await["state"], "completed");
    }

    async fn what_is_no_model_is_listed_with_what_is_wrong_and_not_offered(store) {
        let house = House::new(store, &["good.gguf"]).await;
        let whole = model_file();
        std::fs::write(house.folder.join("cut.gguf"), &whole[..whole.len() - 10]).unwrap();
        std::fs::write(house.folder.join("page.gguf"), "<!doctype html>").unwrap();
        std::fs::write(house.folder.join("notes.txt"), "not looked at").unwrap();

        let connection = house.connect().await;

        let names: Vec<_> = connection["models"].as_array().unwrap().iter().map(|model| &model["id"]).collect();
        assert_eq!(names, ["good"]);
        for (name, code) in [("cut.gguf", "model_files.incomplete"), ("page.gguf", "model_files.not_a_model")] {
            let file = house.file(name).await;
            assert_eq!((file["state"].as_str(), file["problem"]["code"].as_str()), (Some("unusable"), Some(code)));
            house.operator.post(&load_path(name), json!({})).await.assert_problem(422, code);
        }
        assert_eq!(house.operator.get("/api/models/files").await.ok()["items"].as_array().unwrap().len(), 3);
    }

    async fn a_model_that_takes_too_long_is_given_up(store) {
        let house = House::with(store, &["a-slow.gguf"], |setup| {
            setup.start_timeout = Duration::from_millis(1_500);
        }).await;
        let refused = house.operator.post(&load_path("a-slow.gguf"), json!({})).await;
        refused.assert_problem(504, "model_files.start_timed_out");
        assert!(!is_alive(&starts_of(&house.folder, "a-slow.gguf")));
    }

    async fn a_model_that_is_too_large_is_refused_before_it_is_loaded(store) {
        let house = House::with(store, &["a.gguf"], |setup| setup.memory = Memory::Fixed(1_000)).await;
        let list = house.operator.get("/api/models/files").await.ok();
        assert_eq!(list["free_bytes"], 1_000);
        assert!(list["items"][0]["needed_bytes"].as_u64().unwrap() > 1_000);
        let refused = house.operator.post(&load_path("a.gguf"), json!({})).await;
        refused.assert_problem(503, "model_files.too_large");
        assert_eq!(house.starts("a.gguf"), 0);
    }

    async fn without_the_program_that_is_what_is_said(store) {
        let house = House::with(store, &["a.gguf"], |setup| setup.programs.clear()).await;
        let connection = house.connect().await;
        assert_eq!(connection["last_problem"]["code"], "model_files.program_missing");
        assert_eq!(connection["models"], json!([]));
        let list = house.operator.get("/api/models/files").await.ok();
        assert_eq!((&list["program"], &list["items"][0]["state"]), (&json!(null), &json!("unloaded")));
        house.operator.post(&load_path("a.gguf"), json!({})).await
            .assert_problem(503, "model_files.program_missing");
    }

    async fn a_model_that_nobody_asks_is_unloaded(store) {
        let house = House::with(store, &["a.gguf"], |setup| {
            setup.idle_unload = Some(Duration::from_millis(20));
        }).await;
        house.operator.post(&load_path("a.gguf"), json!({})).await.no_content();
        house.wait_for("a.gguf", "unloaded").await;
        assert!(!is_alive(&starts_of(&house.folder, "a.gguf")));
    }

    async fn an_answer_in_the_making_keeps_its_model_until_it_is_unloaded_by_hand(store) {
        let house = House::with(store, &["a-hold.gguf"], |setup| {
            setup.idle_unload = Some(Duration::from_millis(1));
        }).await;
        house.connect().await;
        let conversation = ConversationId::new(NOW);
        let sent = ask(&house.operator, conversation, "here/a-hold").await;
        let events = house.operator.events(&events_path(&sent)).await;
        house.wait_for("a-hold.gguf", "loaded").await;
        // Polled for far longer than its maximum idle time.
        for _ in 0..20 {
            assert_eq!(house.file("a-hold.gguf").await["state"], "loaded");
        }
        house.operator.delete(&load_path("a-hold.gguf")).await.no_content();
        events.rest().await;
        let answer = last_message(&house.operator, conversation).await;
        assert_eq!(answer["problem"]["code"], "model_files.stopped");
        assert_eq!(house.file("a-hold.gguf").await["state"], "unloaded");
    }

    async fn one_model_makes_room_for_another(store) {
        let house = House::with(store, &["a.gguf", "b.gguf"], |setup| setup.max_loaded = 1).await;
        house.operator.post(&load_path("a.gguf"), json!({})).await.no_content();
        house.operator.post(&load_path("b.gguf"), json!({})).await.no_content();
        assert_eq!(house.file("a.gguf").await["state"], "unloaded");
        assert_eq!(house.file("b.gguf").await["state"], "loaded");
        assert!(!is_alive(&starts_of(&house.folder, "a.gguf")));
    }

    async fn a_file_is_uploaded_in_pieces_goes_on_after_a_break_and_is_offered(store) {
        let house = House::new(store, &[]).await;
        house.connect().await;
        let (bytes, operator) = (model_file(), &house.operator);
        let first = send_piece(operator, "up.gguf", 0, &bytes[..100]).await.ok();
        assert_eq!(first, json!({ "received_bytes": 100, "complete": false }));
        let list = operator.get("/api/models/files").await.ok();
        assert_eq!(list["unfinished"][0], json!({ "name": "up.gguf", "size_bytes": bytes.len(), "received_bytes": 100 }));
        let again = send_piece(operator, "up.gguf", 0, &bytes[..100]).await
            .assert_problem(409, "model_files.wrong_offset");
        assert_eq!(again["params"]["offset"], "100");

        let last = send_piece(operator, "up.gguf", 100, &bytes[100..]).await.ok();

        assert_eq!(last["complete"], true);
        let models = operator.get("/api/models").await.ok();
        assert_eq!(models["models"][0]["id"], "here/up");
        send_piece(operator, "up.gguf", 0, &bytes).await.assert_problem(409, "model_files.exists");
        operator.delete("/api/models/files/up.gguf").await.no_content();
        assert_eq!(operator.get("/api/models").await.ok()["models"], json!([]));
        operator.delete("/api/models/files/up.gguf").await.assert_problem(404, "model_files.file_missing");
    }

    async fn names_that_lead_elsewhere_and_files_that_are_none_are_refused(store) {
        let house = House::new(store, &[]).await;
        let operator = &house.operator;
        for name in ["..%2Fa.gguf", "a%2Fb.gguf", ".a.gguf", "a.txt", "-m.gguf"] {
            send_piece(operator, name, 0, b"GGUF").await.assert_problem(422, "model_files.name_invalid");
            operator.delete(&format!("/api/models/files/{name}")).await
                .assert_problem(422, "model_files.name_invalid");
        }
        send_piece(operator, "a.gguf", 0, b"PK\x03\x04").await.assert_problem(422, "model_files.not_a_model");
        let list = operator.get("/api/models/files").await.ok();
        assert_eq!((&list["items"], &list["unfinished"]), (&json!([]), &json!([])));
    }

    async fn only_the_operator_may_touch_model_files_and_they_are_connected_once(store) {
        let house = House::new(store, &["a.gguf"]).await;
        house.connect().await;
        let twice = json!({ "name": "Again", "protocol": "local_files" });
        house.operator.post("/api/models/connections", twice).await
            .assert_problem(409, "providers.already_connected");
        let ana = house.server.member("ana@example.com").await;
        let answers = [
            ana.get("/api/models/files").await,
            send_piece(&ana, "b.gguf", 0, &model_file()).await,
            ana.delete("/api/models/files/a.gguf").await,
            ana.post(&load_path("a.gguf"), json!({})).await,
            ana.delete(&load_path("a.gguf")).await,
        ];
        for answer in answers {
            answer.assert_status(403);
        }
        assert_eq!(house.starts("a.gguf"), 0);
    }
}
