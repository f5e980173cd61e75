//! The texts with which answers and summaries were compared, moved from one server to another: they can be opened
//! although the original address may be gone.

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use kernel::{ConversationId, MessageId};
use serde_json::{Value, json};
use testing::{FakeProvider, NOW, TestPerson, TestServer, TestStore, for_each_store};
use tokio::task::JoinSet;

use crate::account::{chat_about, entries};
use crate::setting::{archive_of, import, text_of, zip};

/// Two pages, as the tests' parser reads them; the second one is an image.
const TIDES: &str = "%PDF-plain\nBoats float.\u{c}!The moon pulls the sea.";
const MOON: &str = "The moon pulls the sea.\nIt is round.";
const CITING: &str = "say-“The-moon-pulls-the-sea”-[1].-It-is-square-[1].";
const CITING_SECOND: &str = "say-“The-moon-pulls-the-sea”-[2].-It-is-square-[2].";

/// A server, and a web with a page and a PDF that lasts as long as this.
struct Knowledge {
    server: TestServer,
    address: String,
    _provider: FakeProvider,
    web: JoinSet<()>,
}

impl Knowledge {
    async fn start(store: TestStore) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let found = json!({ "results": [{ "url": format!("http://{address}/moon"), "title": "The moon", "content": "On tides." }] });
        let routes = Router::new()
            .route("/search", get(move || async move { axum::Json(found) }))
            .route("/moon", get(|| async { MOON }))
            .route("/tides.pdf", get(|| async { ([(CONTENT_TYPE, "application/pdf")], TIDES) }));
        let mut web = JoinSet::new();
        web.spawn(async move { axum::serve(listener, routes).await.unwrap() });
        let server = TestServer::with_web(store, vec![address.clone()], |services| {
            vec![
                chat::area(services),
                documents::area(services, documents::Settings::default()),
                reading::area(services),
                search::area(services, search::Settings::default()),
                runs::area(),
                portability::area(services),
            ]
        })
        .await;
        let provider = FakeProvider::start_with(&[CITING, CITING_SECOND]).await;
        let new = providers::NewConnection {
            name: "Fake".to_owned(),
            protocol: providers::Protocol::OpenaiCompatible,
            base_url: Some(provider.openai_url()),
            api_key: None,
        };
        server.services.providers.create_connection(new).await.unwrap();
        let operator = server.operator().await;
        for (engine, change) in [
            ("searxng", json!({ "address": format!("http://{address}") })),
            ("wikipedia", json!({ "enabled": false })),
        ] {
            operator.patch(&format!("/api/search/finders/{engine}"), change).await.ok();
        }
        Self { server, address, _provider: provider, web }
    }

    /// Does all the work that there is, and waits for models.
    async fn work(&self) {
        for _ in 0..2 {
            self.server.run_jobs().await;
            self.server.services.generation.wait_idle().await;
        }
        self.server.run_jobs().await;
    }

    /// Has the PDF summarized, and returns the reading.
    async fn read(&self, person: &TestPerson) -> Value {
        let new = json!({
            "id": kernel::uuid_v7(NOW), "model": format!("fake/{CITING_SECOND}"),
            "source": { "type": "address", "url": format!("http://{}/tides.pdf", self.address) },
        });
        let begun = person.post("/api/reading/readings", new).await.accepted();
        self.work().await;
        person.get(&reading_path(&begun)).await.ok()
    }

    /// Asks a question about the web, and returns the answer.
    async fn ask(&self, person: &TestPerson, text: &str) -> Value {
        person.put("/api/search/chat", json!({ "on": true, "trigger": "manually" })).await.ok();
        let message = json!({ "id": MessageId::new(NOW), "parent_id": null, "text": text, "model": format!("fake/{CITING}") });
        let path = format!("/api/chat/conversations/{}", ConversationId::new(NOW));
        person.post(&format!("{path}/messages"), message).await.accepted();
        self.work().await;
        person.get(&path).await.ok()["messages"].as_array().unwrap().last().unwrap().clone()
    }
}

fn reading_path(reading: &Value) -> String {
    format!("/api/reading/readings/{}", reading["id"].as_str().unwrap())
}

fn page_path(answer: &Value) -> String {
    format!("/api/search/answers/{}/pages/1", answer["id"].as_str().unwrap())
}

/// Returns a reading without the run that wrote it, which is in no archive.
fn without_run(mut reading: Value) -> Value {
    reading["run_id"] = Value::Null;
    reading
}

async fn source_of(person: &TestPerson, reading: &Value) -> Value {
    person.get(&format!("{}/source", reading_path(reading))).await.ok()
}

for_each_store! {
    // issue 5: "each cited quote is matched against a stored snapshot (page, PDF box, …) and jumps to the highlighted place"
    // issue 3: "the whole account as an archive that comes back byte for byte, proved by a test"
    async fn what_was_read_and_cited_is_opened_in_another_account(store) {
        let here = Knowledge::start(store).await;
        let ana = here.server.member("ana@example.com").await;
        let read = here.read(&ana).await;
        assert_eq!(read["state"], "complete", "{read}");
        let states: Vec<&str> = read["summaries"][0]["cites"].as_array().unwrap().iter()
            .map(|cite| cite["state"].as_str().unwrap()).collect();
        assert_eq!(states, ["quoted", "not_found"]);
        let source = source_of(&ana, &read).await;
        assert_eq!((&source["places"][1]["page"], &source["places"][1]["recognised"]), (&json!(2), &json!(true)));
        let file_id = source["pdf_file_id"].as_str().unwrap();
        let answer = here.ask(&ana, "Why are there tides?").await;
        let cited = answer["parts"].as_array().unwrap().iter().find(|part| part["kind"] == "citation").unwrap();
        assert_eq!((&cited["web"]["kept_with"], &cited["cites"][0]["state"]), (&answer["id"], &json!("quoted")), "{answer}");
        assert_eq!(cited["cites"][1]["state"], "not_found");
        let page = ana.get(&page_path(&answer)).await.ok();
        assert!(page["text"].as_str().unwrap().contains("The moon pulls the sea."), "{page}");
        let archive = archive_of(&ana).await;
        let blobs = entries(&archive, "blobs/");
        assert!(blobs.iter().map(|(_, bytes)| bytes.as_slice()).eq([TIDES.as_bytes()]), "{blobs:?}");

        // The page on the web is gone.
        let mut there = Knowledge::start(store).await;
        let Knowledge { mut web, .. } = here;
        web.shutdown().await;
        there.web.shutdown().await;
        let other = there.server.member("other@example.com").await;
        for _ in 0..2 {
            let done = import(&there.server, &other, &archive).await;
            assert_eq!(done["report"]["unmapped"], json!([]), "{done}");
            assert!(archive_of(&other).await == archive, "byte for byte");
        }
        let brought = other.get(&reading_path(&read)).await.ok();
        assert_eq!(brought, without_run(read.clone()));
        assert_eq!(source_of(&other, &read).await, source);
        let content = format!("/api/documents/files/{file_id}/content");
        assert_eq!(other.get(&content).await.assert_status(200).body, TIDES.as_bytes());
        let chat = chat_about(&other, "Why are there tides?").await;
        let brought = chat["messages"].as_array().unwrap().last().unwrap();
        assert_eq!(brought["parts"], answer["parts"]);
        assert_eq!(other.get(&page_path(&answer)).await.ok(), page);

        // It belongs to that account, as if it had been read there: others see nothing, and it is deleted with it.
        let stranger = there.server.member("ben@example.com").await;
        for path in [reading_path(&read), page_path(&answer), content.clone()] {
            stranger.get(&path).await.assert_status(404);
        }
        other.patch(&reading_path(&read), json!({ "keep_source": false })).await.ok();
        other.get(&content).await.assert_status(404);
        let chat = format!("/api/chat/conversations/{}", chat["conversation"]["id"].as_str().unwrap());
        other.delete(&chat).await.assert_status(204);
        other.get(&page_path(&answer)).await.assert_problem(404, "search.page_not_read");
    }

    // security UP6: an archive may say anything of itself.
    async fn of_a_false_archive_the_text_comes_and_nothing_that_it_made_up(store) {
        let here = Knowledge::start(store).await;
        let ana = here.server.member("ana@example.com").await;
        let read = here.read(&ana).await;
        let answer = here.ask(&ana, "Why are there tides?").await;
        let archive = archive_of(&ana).await;
        let lines = entries(&archive, "");
        let there = Knowledge::start(store).await;
        let changed = |name: &str, bytes: &[u8]| -> Vec<u8> {
            let files: Vec<(&str, &[u8])> = lines.iter().map(|(path, own)| {
                (path.as_str(), if path.starts_with(name) { bytes } else { own.as_slice() })
            }).collect();
            zip(&files)
        };

        // A PDF of another size is not the one that was read.
        let cat = there.server.member("cat@example.com").await;
        let done = import(&there.server, &cat, &changed("blobs/", b"%PDF-plain\nOther.")).await;
        assert_eq!(done["report"]["unmapped_counts"], json!({ "file": 1 }), "{done}");
        assert_eq!(source_of(&cat, &read).await["pdf_file_id"], Value::Null);
        assert_eq!(source_of(&cat, &read).await["places"][1]["text"], "The moon pulls the sea.");

        // Nobody gets another person's reading, or page, by its id.
        let dan = there.server.member("dan@example.com").await;
        let done = import(&there.server, &dan, &archive).await;
        assert_ne!(done["report"]["unmapped"], json!([]), "they are the other one's there: {done}");
        dan.get(&reading_path(&read)).await.assert_status(404);
        dan.get(&page_path(&answer)).await.assert_status(404);
        assert_eq!(text_of(&chat_about(&cat, "Why are there tides?").await["messages"][0]), "Why are there tides?");
    }
}
