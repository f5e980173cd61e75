//! Fetches of many people: who fetches much delays nobody else.

use std::time::Duration;

use fair_queue::Share;
use kernel::{UserId, Uuid};
use tokio::task::{JoinSet, yield_now};
use tokio::time::timeout;
use web_access::Limits;

use crate::support::{Answer, Server};

/// Fetches of one person at the same time.
const OF_ONE: usize = 16;

fn person(number: u128) -> Share {
    UserId(Uuid::from_u128(number)).into()
}

#[tokio::test]
async fn forty_slow_fetches_of_one_person_delay_nobody_else() {
    let server = Server::start(|path, _| match path {
        "/slow" => Answer::Silence,
        _ => Answer::Bytes(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok".to_vec()),
    })
    .await;
    let web = server.web();
    let mut slow = JoinSet::new();
    for _ in 0..40 {
        let (web, url) = (web.clone(), server.url("/slow"));
        slow.spawn(person(1).scope(async move { web.get(&url, Limits::PAGE).await }));
    }
    while server.connections() < OF_ONE {
        yield_now().await;
    }
    let url = server.url("/quick");
    let quick = person(2).scope(web.get(&url, Limits::PAGE));
    let quick = timeout(Duration::from_secs(8), quick).await.expect("there is a slot for it");
    assert_eq!(&quick.unwrap().body[..], b"ok");
    assert_eq!(server.connections(), OF_ONE + 1, "the others of the first person wait");
}
