//! Rate limits of several processes, over Redis and over PostgreSQL's notifications. `scripts/test-servers start` starts both.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use std::time::Duration;

use api::{RateExchange, RateLimit};
use bus::Bus;
use kernel::{Clock, Timestamp, Uuid};
use tokio::task::{JoinSet, yield_now};
use tokio::time::timeout;

const REDIS: &str = "redis://127.0.0.1:63799";
const POSTGRES: &str = "postgres://postgres@127.0.0.1:54329/postgres";
const BURST: u32 = 1;

fn limit(exchange: &RateExchange) -> RateLimit {
    RateLimit::new(exchange, "tests.limit", BURST, Duration::from_secs(20))
}

fn clock() -> Clock {
    Clock::frozen(Timestamp::from_micros(1_795_176_000_000_000))
}

/// Counts in the first of two processes until the second one knows of it.
async fn check_counts_together(buses: [Bus; 2]) {
    // Others use the same servers: what is counted here has names of its own.
    let own = Uuid::new_v4();
    let mut heard = buses[1].subscribe("rates");
    let exchanges = buses.map(|bus| RateExchange::new(clock(), bus));
    let [here, there] = exchanges.each_ref().map(limit);
    let mut running = JoinSet::new();
    for exchange in exchanges {
        running.spawn(async move { exchange.run().await });
    }
    let shared = async {
        for number in 0.. {
            let key = format!("{own} {number}");
            heard.take_all();
            here.check(&key).unwrap();
            // The second process may not have subscribed yet: then the next key is told.
            if timeout(Duration::from_millis(200), heard.next()).await.is_err() {
                continue;
            }
            for _ in 0..9 {
                yield_now().await;
            }
            if there.check(&key).is_err() {
                return;
            }
        }
    };
    timeout(Duration::from_secs(60), shared).await.expect("the second process hears of the first");
}

#[tokio::test]
async fn processes_count_together_over_redis() {
    check_counts_together([Bus::redis(REDIS).unwrap(), Bus::redis(REDIS).unwrap()]).await;
}

#[tokio::test]
async fn processes_count_together_over_postgresql() {
    check_counts_together([Bus::postgres(POSTGRES).unwrap(), Bus::postgres(POSTGRES).unwrap()])
        .await;
}

#[tokio::test]
async fn a_process_counts_alone_while_the_bus_is_down() {
    let exchange = RateExchange::new(clock(), Bus::redis("redis://127.0.0.1:1").unwrap());
    let limit = limit(&exchange);
    let counting = async {
        for _ in 0..BURST {
            assert!(limit.check("1.2.3.4").is_ok());
            yield_now().await;
        }
        assert!(limit.check("1.2.3.4").is_err(), "its own figure holds");
    };
    tokio::select! {
        () = exchange.run() => panic!("it runs as long as the bus exists"),
        () = counting => {}
    }
}
