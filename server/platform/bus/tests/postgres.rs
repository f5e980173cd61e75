//! Two processes on one PostgreSQL, which `scripts/test-servers` starts.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

mod silent_pooler;

use std::time::{Duration, Instant};

use bus::{Bus, RESYNC, Subscription};
use silent_pooler::SilentPooler;
use sqlx::{Connection, PgConnection};
use tokio::time::timeout;

const SERVER: &str = "postgres://postgres@127.0.0.1:54329";
const PATIENCE: Duration = Duration::from_secs(60);

/// A database of its own: all processes of a database hear each other.
struct Database(String);

impl Database {
    async fn create() -> Self {
        let name = format!("bus_{}", uuid::Uuid::new_v4().simple());
        administer(format!("CREATE DATABASE {name}")).await;
        Self(name)
    }

    fn url(&self) -> String {
        format!("{SERVER}/{}", self.0)
    }

    fn connect(&self) -> Bus {
        Bus::postgres(&self.url()).unwrap()
    }

    /// Creates two buses that hear each other.
    async fn two(&self) -> (Bus, Bus) {
        let (a, b) = (self.connect(), self.connect());
        wait_until_heard(&a, &b).await;
        wait_until_heard(&b, &a).await;
        (a, b)
    }

    /// Ends all connections of buses. Returns their number.
    async fn end_connections(&self) -> i64 {
        let mut admin = PgConnection::connect(&format!("{SERVER}/postgres")).await.unwrap();
        sqlx::query_scalar(
            "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
             WHERE datname = $1 AND application_name = 'ensemble bus'",
        )
        .bind(&self.0)
        .fetch_one(&mut admin)
        .await
        .unwrap()
    }

    async fn drop(self) {
        administer(format!("DROP DATABASE {} WITH (FORCE)", self.0)).await;
    }
}

async fn administer(statement: String) {
    let mut admin = PgConnection::connect(&format!("{SERVER}/postgres"))
        .await
        .expect("PostgreSQL answers on port 54329: run scripts/test-servers");
    sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&mut admin).await.unwrap();
}

/// Publishes at `there` until it arrives `here`.
async fn wait_until_heard(here: &Bus, there: &Bus) {
    let topic = uuid::Uuid::new_v4().to_string();
    let mut reader = here.subscribe(&topic);
    let heard = async {
        loop {
            there.publish(&topic, "heard");
            let hint = timeout(Duration::from_millis(20), reader.next()).await;
            if hint.is_ok_and(|hint| hint.as_deref() == Some("heard")) {
                return;
            }
        }
    };
    timeout(PATIENCE, heard).await.expect("the two hear each other");
}

async fn next(reader: &mut Subscription) -> Option<String> {
    timeout(PATIENCE, reader.next()).await.expect("a hint comes")
}

#[tokio::test]
async fn a_hint_reaches_another_process_and_its_own_once() {
    let database = Database::create().await;
    let (here, there) = database.two().await;
    let (mut own, mut other) = (here.subscribe("user:ana"), there.subscribe("user:ana"));

    here.publish("user:ana", "a|b");
    there.publish("user:ana", "c");

    assert_eq!(next(&mut own).await.as_deref(), Some("a|b"));
    assert_eq!(next(&mut own).await.as_deref(), Some("c"));
    let heard = [next(&mut other).await.unwrap(), next(&mut other).await.unwrap()];
    assert_eq!(heard, ["c", "a|b"], "one's own comes at once");
    assert_eq!((here.describe(), here.is_shared()), ("postgresql", true));
    database.drop().await;
}

#[tokio::test]
async fn a_hint_too_long_for_a_notification_says_read_again() {
    let database = Database::create().await;
    let (here, there) = database.two().await;
    let mut reader = there.subscribe("t");

    here.publish("t", &"x".repeat(8_000));
    here.publish("t", "after");

    assert_eq!(next(&mut reader).await.as_deref(), Some(RESYNC));
    assert_eq!(next(&mut reader).await.as_deref(), Some("after"));
    database.drop().await;
}

#[tokio::test]
async fn readers_are_told_to_read_again_after_a_lost_connection() {
    let database = Database::create().await;
    let (here, there) = database.two().await;
    let mut reader = there.subscribe("t");

    assert_eq!(database.end_connections().await, 2);

    assert_eq!(next(&mut reader).await.as_deref(), Some(RESYNC));
    wait_until_heard(&there, &here).await;
    here.publish("t", "again");
    while next(&mut reader).await.as_deref() != Some("again") {}
    database.drop().await;
}

#[tokio::test]
async fn a_hint_arrives_within_20_ms() {
    let database = Database::create().await;
    let (here, there) = database.two().await;
    let mut reader = there.subscribe("t");
    let mut took = Vec::new();
    for n in 0..101 {
        let (sent, published) = (n.to_string(), Instant::now());
        here.publish("t", &sent);
        while next(&mut reader).await.as_deref() != Some(&*sent) {}
        took.push(published.elapsed());
    }
    took.sort();
    println!("a hint over PostgreSQL: p50 {:?}, p99 {:?}", took[50], took[99]);
    assert!(took[50] <= Duration::from_millis(20), "{:?}", took[50]);
    database.drop().await;
}

#[tokio::test]
async fn behind_a_pooler_that_passes_no_notifications_hints_stay_in_the_process() {
    let database = Database::create().await;
    let pooler = SilentPooler::start(54329).await;
    let bus = Bus::postgres(&format!("postgres://postgres@{}/{}", pooler.address, database.0));
    let bus = bus.unwrap();
    let mut reader = bus.subscribe("t");

    timeout(PATIENCE, bus.wait_until_connected()).await.expect("it gives up");

    assert_eq!(bus.describe(), "polling (a pooler passes no notifications)");
    assert!(!bus.is_shared(), "readers of other processes poll");
    bus.publish("t", "hello");
    assert_eq!(next(&mut reader).await.as_deref(), Some("hello"));
    database.drop().await;
}

#[tokio::test]
async fn without_postgresql_hints_still_travel_within_the_process() {
    let bus = Bus::postgres("postgres://postgres@127.0.0.1:1/none").unwrap();
    let mut reader = bus.subscribe("t");

    bus.publish("t", "hello");

    assert_eq!(reader.next().await.as_deref(), Some("hello"));
    assert_eq!(bus.describe(), "postgresql (not connected)");
}

#[test]
fn an_address_that_is_no_postgresql_is_refused_with_what_to_write() {
    let error = Bus::postgres("postgres:///x?port=none").err().expect("refused").to_string();
    assert!(error.contains("postgres://user:password@host:5432/database"), "{error}");
}
