//! A reading and a search whose server dies while a model writes for them (issue 5: "survives a restart").

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use testing::FakeProvider;
use uuid::Uuid;

use crate::person::{Ended, Person, Received};
use crate::research::{SmallWeb, search_with};
use crate::server::Server;
use crate::{STEADY, books};

/// A kind of work that a model writes for: how to begin it, and its states.
struct Kind {
    begin: fn(&Person, Uuid) -> (&'static str, Value),
    /// While a model writes.
    writing: &'static str,
    /// State when it has written.
    done: &'static str,
    text_of: fn(&Value) -> &str,
}

const READING: Kind = Kind {
    begin: |person, id| {
        let text = "The moon pulls the sea. Tides rise twice a day.";
        let model = person.model(STEADY);
        let source = json!({ "type": "text", "title": "Tides", "text": text });
        ("/api/reading/readings", json!({ "id": id, "source": source, "model": model }))
    },
    writing: "summarizing",
    done: "complete",
    text_of: |body| body["summaries"][0]["text"].as_str().unwrap_or_default(),
};

const SEARCH: Kind = Kind {
    begin: |person, id| {
        let model = person.model(STEADY);
        let new =
            json!({ "id": id, "query": "Why are there tides?", "source": "web", "model": model });
        ("/api/search/searches", new)
    },
    writing: "answering",
    done: "completed",
    text_of: |body| body["answer"].as_str().unwrap_or_default(),
};

#[tokio::test(flavor = "multi_thread")]
async fn a_reading_whose_server_died_goes_on_or_says_that_it_was_broken_off_with_its_text() {
    kill_while_written(&READING).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_whose_server_died_goes_on_or_says_that_it_was_broken_off_with_its_text() {
    kill_while_written(&SEARCH).await;
}

async fn kill_while_written(kind: &Kind) {
    let provider = FakeProvider::start_with(&[STEADY]).await;
    let web = SmallWeb::start().await;
    let mut server = Server::new_on_sqlite_with(&web.settings()).await;
    let person = Person::sign_up(&server, &provider).await;
    search_with(&person, &web).await;

    // Before a model was asked: the work resumes by itself.
    for wait_millis in [0, 5, 20, 80] {
        let path = begin(&person, kind).await;
        tokio::time::sleep(Duration::from_millis(wait_millis)).await;
        server.kill().await;
        server.start().await;
        check_ended(&person, kind, &path, &Received::default()).await;
    }
    // At the first event of the text, the second, the fourth, and so on, until it is complete before that.
    let mut is_over = false;
    for event in (0..6).map(|doubled| 1 << doubled) {
        let path = begin(&person, kind).await;
        let written = person
            .wait_until(&path, |body| body["state"] == kind.writing || body["state"] == kind.done);
        let run_id = written.await["run_id"].as_str().expect("a run").to_owned();
        let received = person.read_until_event(&run_id, event).await;
        is_over = received.ended == Ended::ByServer;
        server.kill().await;
        server.start().await;
        check_ended(&person, kind, &path, &received).await;
        if is_over {
            break;
        }
    }
    assert!(is_over, "what is written comes to its end");
    books::wait_until_runs_end(&server).await;
    server.stop().await;
    books::assert_balanced(&server).await;
    books::assert_reserved(&server, &provider, &[STEADY]).await;
}

async fn begin(person: &Person, kind: &Kind) -> String {
    let id = Uuid::now_v7();
    let (folder, new) = (kind.begin)(person, id);
    person.call(Method::POST, folder, Some(&new)).await;
    format!("{folder}/{id}")
}

/// Checks that the work is complete, or failed with a reason; and that the received text is part of the stored one.
async fn check_ended(person: &Person, kind: &Kind, path: &str, received: &Received) {
    let is_over = |body: &Value| body["state"] == kind.done || body["state"] == "failed";
    let ended = person.wait_until(path, is_over).await;
    let text = (kind.text_of)(&ended);
    assert!(text.starts_with(&received.text), "{:?} was received of {ended}", received.text);
    if ended["state"] == kind.done {
        assert_eq!(text.split_whitespace().count(), 12, "{ended}");
    } else {
        assert!(ended["problem"]["code"].is_string(), "{ended}");
    }
}
