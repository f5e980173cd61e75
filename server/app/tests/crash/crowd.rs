//! Many writers, while others read, copy and lock the database (security CR8).

use std::pin::pin;
use std::time::Duration;

use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::json;
use store::sqlx::{Connection, Executor, SqliteConnection};
use testing::FakeProvider;
use tokio::task::JoinSet;
use tokio::time::timeout;
use uuid::Uuid;

use crate::person::Person;
use crate::server::Server;
use crate::{SHORT, books};

const WRITERS: usize = 200;
/// Maximum time for which the database is locked: less than anybody waits for it.
const HELD: Duration = Duration::from_secs(4);

// security CR8: "no user-visible "database is locked""
#[tokio::test(flavor = "multi_thread")]
async fn many_write_while_others_read_copy_and_hold_the_database_and_nobody_is_told_that_it_is_locked()
 {
    let provider = FakeProvider::start_with(&[SHORT]).await;
    let mut server = Server::new_on_sqlite().await;
    let person = Person::sign_up(&server, &provider).await;
    let mut reader = connect(&server).await;
    reader.execute("BEGIN; SELECT COUNT(*) FROM memos").await.expect("it can be read");
    let mut holder = connect(&server).await;
    holder.execute("BEGIN IMMEDIATE").await.expect("nobody else writes");

    let mut writing = JoinSet::new();
    for _ in 0..WRITERS {
        let person = person.clone();
        writing.spawn(async move { person.ask(memo(&person)).await });
    }
    {
        let mut copying = pin!(server.back_up());
        let is_copied = timeout(HELD, &mut copying).await.is_ok();
        holder.execute("COMMIT").await.expect("it is let go");
        if !is_copied {
            copying.await;
        }
    }
    // A second connection with checkpoints of its own, which wait for the reader and are not waited for.
    holder.execute("PRAGMA busy_timeout = 50").await.expect("it is set");
    while let Some(written) = writing.join_next().await {
        let (status, body) = written.expect("a writer does not panic");
        assert_eq!(status, StatusCode::CREATED, "{body}");
        if writing.len().is_multiple_of(50) {
            let moved = holder.execute("PRAGMA wal_checkpoint(TRUNCATE)").await;
            moved.expect("a checkpoint says that it could not, and is no error");
        }
    }

    reader.execute("COMMIT").await.expect("it has read");
    server.stop().await;
    let log = server.log();
    assert!(!log.contains("locked"), "{log}");
    assert_eq!(books::count_memos(&server).await, WRITERS as i64);
    books::assert_whole(&server).await;
}

// security CR8: "queue bound ⇒ 503"
#[tokio::test(flavor = "multi_thread")]
async fn when_too_many_wait_to_write_the_next_ones_are_told_when_to_come_again() {
    let provider = FakeProvider::start_with(&[SHORT]).await;
    let mut server = Server::new_on_sqlite_with("[server]\nmax_waiting_writes = 4\n").await;
    let person = Person::sign_up(&server, &provider).await;
    let mut holder = connect(&server).await;
    holder.execute("BEGIN IMMEDIATE").await.expect("nobody else writes");

    let mut writing = JoinSet::new();
    let refused = loop {
        assert!(writing.len() < WRITERS, "somebody is refused");
        let writer = person.clone();
        writing.spawn(async move { writer.ask(memo(&writer)).await });
        // Nothing can be written: every response is a refusal.
        if let Ok(Some(answered)) = timeout(Duration::from_millis(20), writing.join_next()).await {
            break answered.expect("a writer does not panic");
        }
    };

    let (status, problem) = &refused;
    assert_eq!(
        (*status, &problem["code"]),
        (StatusCode::SERVICE_UNAVAILABLE, &json!("api.overloaded"))
    );
    person.call(Method::GET, "/api/memos", None).await;
    holder.execute("COMMIT").await.expect("it is let go");
    let mut served = 0;
    while let Some(written) = writing.join_next().await {
        let (status, body) = written.expect("a writer does not panic");
        // Some arrived while the refusal was being sent.
        assert!(status == StatusCode::CREATED || status == refused.0, "{status} {body}");
        served += usize::from(status == StatusCode::CREATED);
    }
    assert!(served > 0, "who waited is served");
    let (status, body) = person.ask(memo(&person)).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    server.stop().await;
}

async fn connect(server: &Server) -> SqliteConnection {
    SqliteConnection::connect(&server.store_url).await.expect("the database opens")
}

fn memo(person: &Person) -> RequestBuilder {
    let memo = json!({ "id": Uuid::now_v7(), "title": "Tides", "body": "They rise." });
    person.request(Method::POST, "/api/memos").json(&memo)
}
