//! A disk that is full, or of which a call fails (security CR3, CR4).

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testing::FakeProvider;
use uuid::Uuid;

use crate::faults::{Fault, Faults};
use crate::person::{Person, Question};
use crate::server::Server;
use crate::upload::Upload;
use crate::waiting::within;
use crate::{SHORT, STEADY, books};

/// Tokens after which the provider holds its answer.
const HELD_AFTER: usize = 5;
/// Answers at once, with three words.
const QUICK: &str = "fake-t3";

// security CR4: "507-type message, reads and login still work, recovers without restart"
#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_refuses_what_is_new_keeps_what_was_accepted_and_goes_on_when_there_is_room() {
    let provider = FakeProvider::start_with(&[STEADY, SHORT]).await;
    let faults = Faults::prepare().await;
    let mut server = Server::new_on_sqlite().await;
    let person = Person::sign_up(&server, &provider).await;
    faults.take(&mut server).await;
    let before = person.question(SHORT);
    person.send(&before).await.expect("the server answers");
    person.wait_for_end(&before).await;
    let upload = Upload::begin(&person, "notes.txt", b"Tides rise twice a day.".to_vec()).await;
    provider.hold_after(HELD_AFTER);
    let running = person.question(STEADY);
    let run_id = person.send(&running).await.expect("the server answers").run_id;
    let received = person.read_until_event(&run_id, 2).await;
    provider.wait_until_held(1).await;

    faults.leave_room(0);

    let accepted = keep_until_refused(&person).await;
    assert_no_room(person.ask(upload.sending(&person, 0)).await);
    let refused = person.question(SHORT);
    assert_no_room(person.ask(person.sending(&refused)).await);
    assert_no_room(person.ask(memo(&person, Uuid::now_v7())).await);
    assert!(faults.hits() > 0, "there was no room");
    let reserve = server.folder().join("ensemble.reserve");
    assert!(!reserve.exists(), "it was given up, and is not taken back for what is new");
    // Existing data can be read, and its owner can sign in on another device.
    person.assert_is_readable(&before.conversation_id.to_string()).await;
    let elsewhere = person.sign_in_again().await.expect("who has an account can sign in");
    elsewhere.assert_is_readable(&before.conversation_id.to_string()).await;
    // A running answer completes.
    provider.release();
    let stored = elsewhere.wait_for_end(&running).await;
    stored.assert_ended("completed", 1);
    stored.assert_has_words(12);
    received.assert_part_of(&stored);
    let path = format!("/api/chat/conversations/{}", refused.conversation_id);
    let (status, _) = person.ask(person.request(Method::GET, &path)).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "what was refused is not there");
    for id in accepted {
        person.call(Method::GET, &format!("/api/memos/{id}"), None).await;
    }

    faults.clear();

    until_done(|| person.ask(person.sending(&refused))).await;
    person.wait_for_end(&refused).await.assert_has_words(20);
    person.assert_is_there_once(&refused).await;
    upload.send(&person, 0).await.expect("the chunk is taken");
    upload.assert_is_kept(&person).await;
    assert!(reserve.exists(), "room is kept for the next time");
    server.stop().await;
    books::assert_whole(&server).await;
    books::assert_balanced(&server).await;
    books::assert_reserved(&server, &provider, &[STEADY, SHORT]).await;
}

/// Creates memos until one is refused for lack of space, and returns the accepted ones: there may be space left in
/// files, and a request may find the reserve just released.
async fn keep_until_refused(person: &Person) -> Vec<Uuid> {
    let mut accepted = Vec::new();
    for _ in 0..1_000 {
        let id = Uuid::now_v7();
        let (status, problem) = person.ask(memo(person, id)).await;
        if !status.is_success() {
            assert_no_room((status, problem));
            return accepted;
        }
        accepted.push(id);
    }
    panic!("there is always room");
}

fn assert_no_room((status, problem): (StatusCode, Value)) {
    assert_eq!(status, StatusCode::INSUFFICIENT_STORAGE, "{problem}");
    assert_eq!(problem["code"], "api.no_room");
}

fn memo(person: &Person, id: Uuid) -> reqwest::RequestBuilder {
    let memo =
        json!({ "id": id, "title": "Tides", "body": "They rise twice a day. ".repeat(1_000) });
    person.request(Method::POST, "/api/memos").json(&memo)
}

// security CR3: "clean error, no corruption"
#[tokio::test(flavor = "multi_thread")]
async fn whichever_call_on_the_data_fails_nothing_is_lost_and_the_books_hold() {
    fail_each_call(&[Fault::InputOutput, Fault::NoSpace]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whichever_call_on_the_data_is_cut_short_nothing_is_lost_and_the_books_hold() {
    fail_each_call(&[Fault::Interrupted, Fault::ShortWrite]).await;
}

/// Does the same again and again, while its first call fails, its second, and so on, until none is left to fail. After the
/// first ones, which are the densest, some are left out.
async fn fail_each_call(kinds: &[Fault]) {
    const DENSE: i64 = 16;
    let provider = FakeProvider::start_with(&[QUICK]).await;
    let faults = Faults::prepare().await;
    let mut server = Server::new_on_sqlite().await;
    let person = Person::sign_up(&server, &provider).await;
    faults.take(&mut server).await;
    for &kind in kinds {
        let mut calls = 0;
        let mut asked = Vec::new();
        loop {
            faults.fail_after(kind, calls);
            let question = do_all(&person).await;
            let is_over = faults.hits() == 0;
            faults.clear();
            person.wait_for_end(&question).await;
            asked.push(question);
            if is_over {
                break;
            }
            calls += if calls < DENSE { 1 } else { calls / 4 };
        }
        assert!(calls > DENSE, "{kind:?}: only {calls} calls could fail");
        for question in &asked {
            person.assert_is_there_once(question).await;
        }
        books::wait_until_runs_end(&server).await;
        server.stop().await;
        books::assert_whole(&server).await;
        books::assert_balanced(&server).await;
        books::assert_reserved(&server, &provider, &[QUICK]).await;
        server.start().await;
    }
    server.stop().await;
}

/// Creates a message and its answer, a memo, a file. Refused requests are retried, as clients do.
async fn do_all(person: &Person) -> Question {
    let question = person.question(QUICK);
    until_done(|| person.ask(person.sending(&question))).await;
    let conversation = format!("/api/chat/conversations/{}", question.conversation_id);
    let ended = within(60, async || {
        let told = until_done(|| person.ask(person.request(Method::GET, &conversation))).await;
        let messages = told["messages"].as_array().expect("messages");
        let is_over = messages.iter().all(|message| message["state"] != "running");
        if is_over { Ok(()) } else { Err(told) }
    });
    ended.await.expect("the answer comes to its end");
    let id = Uuid::now_v7();
    until_done(|| person.ask(memo(person, id))).await;
    let file = format!("/api/documents/files/{}", Uuid::now_v7());
    let new = json!({ "id": file.rsplit('/').next(), "name": "notes.txt", "size_bytes": 5 });
    until_done(|| person.ask(person.request(Method::POST, "/api/documents/files").json(&new)))
        .await;
    let chunk = || {
        let request = person.request(Method::PATCH, &file).header("upload-offset", 0);
        request.header("content-type", "application/offset+octet-stream").body("Tides")
    };
    let sent = within(60, async || {
        let known = until_done(|| person.ask(person.request(Method::GET, &file))).await;
        if known["received_bytes"] == 5 {
            return Ok(());
        }
        let (status, problem) = person.ask(chunk()).await;
        assert!(status.is_success() || status.is_server_error(), "{status} {problem}");
        Err(problem)
    });
    sent.await.expect("the chunk is taken");
    question
}

/// Retries while the server responds with an internal error.
async fn until_done<F>(ask: impl Fn() -> F) -> Value
where
    F: Future<Output = (StatusCode, Value)>,
{
    let done = within(10, async || {
        let (status, body) = ask().await;
        assert!(status.is_success() || status.is_server_error(), "{status} {body}");
        if status.is_success() { Ok(body) } else { Err(body) }
    });
    done.await.expect("the server comes to itself")
}
