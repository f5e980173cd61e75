//! Abandoned responses over shared connections (security CR6): a client that leaves in the middle of an answer leaves
//! nothing behind that somebody else gets.

use std::time::Duration;

use futures::StreamExt;
use reqwest::{Method, RequestBuilder, header};
use serde_json::json;
use testing::{Chance, FakeProvider};
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::person::Person;
use crate::server::Server;
use crate::several::Redis;
use crate::{SHORT, books};

/// Words that mark everything of each person.
const CANARIES: [&str; 2] = ["kingfisher", "woodpecker"];
/// Number of windows per person, and of requests in each.
const WINDOWS: usize = 4;
const ASKED: u64 = 200;

// security CR6: "never the other's value"
#[tokio::test(flavor = "multi_thread")]
async fn people_who_leave_in_the_middle_of_answers_never_see_what_is_somebody_elses() {
    let redis = Redis::start().await;
    // Two connections for everybody, so that each is reused by another request a moment later.
    let told = vec![("BUS__URL", redis.url()), ("STORE__MAX_CONNECTIONS", "2".to_owned())];
    let mut server = Server::new_among_several(told).await;
    let provider = FakeProvider::start_with(&[SHORT]).await;
    let first = Person::sign_up(&server, &provider).await;
    let password = server.create_member("second@example.com").await;
    let second =
        first.sign_in("second@example.com", &password).await.expect("they have an account");

    let mut windows = JoinSet::new();
    for (number, person) in [first.clone(), second].into_iter().enumerate() {
        let (own, other) = (CANARIES[number], CANARIES[1 - number]);
        person.call(Method::PATCH, "/api/accounts/me", Some(&json!({ "name": own }))).await;
        for window in 0..WINDOWS {
            let chance = Chance::of(&format!("{own} {window}"));
            windows.spawn(ask_and_leave(person.clone(), own, other, chance));
        }
    }
    let answered = windows.join_all().await;

    let (whole, left): (Vec<u64>, Vec<u64>) = answered.into_iter().unzip();
    let (whole, left) = (whole.iter().sum::<u64>(), left.iter().sum::<u64>());
    assert!(whole > 0 && left > 0, "{whole} answers were read and {left} were left");
    // Nothing is stuck: everybody gets a response.
    first.call(Method::GET, "/api/accounts/session", None).await;
    server.stop().await;
    books::assert_sums_hold(&server).await;
}

/// Asks for this and that, and leaves about half of the answers at some moment; how many came, and how many did not.
async fn ask_and_leave(person: Person, own: &str, other: &str, mut chance: Chance) -> (u64, u64) {
    let (mut whole, mut left) = (0, 0);
    for _ in 0..ASKED {
        let request = some_request(&person, own, &mut chance);
        // Within the time that most answers take.
        let patience = match chance.below(2) {
            0 => Duration::from_micros(chance.below(8_000) as u64),
            _ => Duration::from_secs(30),
        };
        match tokio::time::timeout(patience, read(request)).await {
            Ok(text) => {
                assert!(!text.contains(other), "{own} is told of {other}: {text}");
                whole += 1;
            }
            Err(_) => left += 1,
        }
    }
    (whole, left)
}

fn some_request(person: &Person, own: &str, chance: &mut Chance) -> RequestBuilder {
    match chance.below(6) {
        0 => person.request(Method::GET, "/api/accounts/session"),
        1 => person.request(Method::GET, "/api/memos"),
        2 => person.request(Method::GET, &format!("/api/search/own?q={}", CANARIES[0])),
        3 => person.request(Method::GET, "/api/events").header(header::ACCEPT, "text/event-stream"),
        4 => {
            let change = json!({ "name": own });
            person.request(Method::PATCH, "/api/accounts/me").json(&change)
        }
        _ => {
            let memo = json!({ "id": Uuid::now_v7(), "title": own, "body": own });
            person.request(Method::POST, "/api/memos").json(&memo)
        }
    }
}

/// Reads an answer; of an endless one, its beginning.
async fn read(request: RequestBuilder) -> String {
    let answer = request.send().await.expect("the server answers");
    let kind = answer.headers().get(header::CONTENT_TYPE).cloned();
    let is_endless = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"));
    let status = answer.status();
    assert!(status.is_success(), "{status}");
    let mut body = answer.bytes_stream();
    let mut text = Vec::new();
    while let Some(piece) = body.next().await {
        text.extend_from_slice(&piece.expect("a whole answer"));
        if is_endless {
            break;
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}
