//! Two processes on one Redis. Redis is started by `scripts/test-servers`.

use bus::{Bus, RESYNC};

const URL: &str = "redis://127.0.0.1:63799";

fn connect() -> Bus {
    Bus::redis(URL).expect("the address is well formed")
}

/// Waits for the first hint, which confirms that the subscription is active at Redis.
async fn stand(subscription: &mut bus::Subscription) {
    let hint = tokio::time::timeout(std::time::Duration::from_secs(60), subscription.next()).await;
    let hint = hint.expect("no Redis at redis://127.0.0.1:63799: run scripts/test-servers");
    assert_eq!(hint.as_deref(), Some(RESYNC));
}

/// Returns the next hint with content; while connecting, readers are told to reload more than once.
async fn said(subscription: &mut bus::Subscription) -> Option<String> {
    loop {
        let hint = subscription.next().await;
        if hint.as_deref() != Some(RESYNC) {
            return hint;
        }
    }
}

#[tokio::test]
async fn a_hint_reaches_another_process() {
    let (here, there) = (connect(), connect());
    let topic = format!("user:{}", uuid::Uuid::new_v4());
    let mut reader = there.subscribe(&topic);
    stand(&mut reader).await;

    here.publish(&topic, "a|b");

    assert_eq!(said(&mut reader).await.as_deref(), Some("a|b"));
    assert_eq!(there.describe(), "redis");
}

#[tokio::test]
async fn a_process_hears_its_own_hint_once() {
    let (here, there) = (connect(), connect());
    let topic = format!("user:{}", uuid::Uuid::new_v4());
    let mut own = here.subscribe(&topic);
    stand(&mut own).await;

    here.publish(&topic, "mine");
    there.publish(&topic, "theirs");

    assert_eq!(said(&mut own).await.as_deref(), Some("mine"));
    assert_eq!(said(&mut own).await.as_deref(), Some("theirs"));
}

#[tokio::test]
async fn without_redis_hints_still_travel_within_the_process() {
    let bus = Bus::redis("redis://127.0.0.1:1").expect("the address is well formed");
    let mut reader = bus.subscribe("t");

    bus.publish("t", "hello");

    assert_eq!(reader.next().await.as_deref(), Some("hello"));
    assert_eq!(bus.describe(), "redis (not connected)");
}

#[test]
fn an_address_that_is_no_redis_is_refused_with_what_to_write() {
    let error = Bus::redis("http://example.com").err().expect("refused").to_string();
    assert!(error.contains("redis://host:6379"), "{error}");
}
