//! Two processes on PostgreSQL without Redis: answers that one writes are read at the other as they come.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use store::sql;
use testing::{EventStream, TestServer};

use crate::setting::{Setting, events_path, message, messages_path, new_conversation};

/// Reads a stream to its end. Returns when each event came, by its id.
async fn arrivals(mut events: EventStream) -> HashMap<String, Instant> {
    let mut arrivals = HashMap::new();
    while let Some(event) = events.next().await {
        if let Some(id) = event.id {
            let first = arrivals.insert(id, Instant::now());
            assert_eq!(first, None, "each event comes once");
        }
    }
    arrivals
}

#[tokio::test]
async fn a_follower_at_another_process_lags_by_milliseconds() {
    let setting = Setting::with_postgres_bus().await;
    let other = setting.server.another_process_with_its_bus().await;
    let ana = setting.ana().await;
    let ana_there = other.member("ana@example.com").await;
    let path = messages_path(new_conversation());
    let sent = ana.post(&path, message("Go", "fake/t60-d20", None)).await.accepted();

    let here = ana.events(&events_path(&sent)).await;
    let there = ana_there.events(&events_path(&sent)).await;
    let (here, there) = tokio::join!(arrivals(here), arrivals(there));

    assert_eq!(here.len(), there.len(), "both see all events");
    let lag = |(id, at): (&String, &Instant)| there[id].saturating_duration_since(*at);
    let mut lags: Vec<Duration> = here.iter().map(lag).collect();
    lags.sort();
    let (p50, p99) = (lags[lags.len() / 2], lags[lags.len() * 99 / 100]);
    println!("lag of a follower over PostgreSQL: p50 {p50:?}, p99 {p99:?}, {} events", lags.len());
    assert!(p50 <= Duration::from_millis(20), "{lags:?}");
}

#[tokio::test]
async fn a_follower_sees_every_event_once_though_the_bus_loses_its_connections() {
    let setting = Setting::with_postgres_bus().await;
    let other = setting.server.another_process_with_its_bus().await;
    let ana = setting.ana().await;
    let ana_there = other.member("ana@example.com").await;
    let path = messages_path(new_conversation());
    let sent = ana.post(&path, message("Go", "fake/t60-d20", None)).await.accepted();
    let mut there = ana_there.events(&events_path(&sent)).await;
    there.next_of("part.started").await;

    let (mut seen, mut ended) = (Vec::new(), 0);
    while let Some(event) = there.next().await {
        let Some(id) = event.id else { continue };
        seen.push(id.parse::<i64>().unwrap());
        if seen.len() % 8 == 1 {
            ended += end_bus_connections(&setting.server).await;
        }
    }

    assert!(ended >= 2, "{ended} connections were ended");
    assert_eq!(seen, (seen[0]..seen[0] + seen.len() as i64).collect::<Vec<_>>());
    assert_eq!(setting.provider.call_count(), 1);
}

/// Ends the connections of the two buses. Returns their number.
async fn end_bus_connections(server: &TestServer) -> i64 {
    let mut conn = server.db().read().await.unwrap();
    let (count,) = sql!(
        &mut conn,
        one(i64,),
        "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'ensemble bus'"
    )
    .unwrap();
    count
}
