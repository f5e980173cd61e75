//! Delivers hints to readers, in this process and in others: a hint says that something changed, never what is true.
//!
//! In-process by default; over Redis if several processes serve. A hint can be lost, repeated or late, so receivers
//! read the database. Start at [`Bus`]; `topics.rs` is the delivery inside this process, `redis_link.rs` the connection
//! to the others.

mod redis_link;
mod topics;

use std::sync::Arc;

use kernel::UserId;
use redis_link::RedisLink;
use topics::Topics;
pub use topics::{RESYNC, Subscription};

/// Topic of changes to the operator's notice.
pub const NOTICE_TOPIC: &str = "notice";

/// The bus cannot be set up.
#[derive(Debug, thiserror::Error)]
#[error("bus.url is not a Redis address ({0}): write redis://host:6379")]
pub struct BusError(#[from] redis::RedisError);

/// Publishes hints and subscribes to them. Cheap to clone.
#[derive(Clone)]
pub struct Bus(Arc<Inner>);

struct Inner {
    topics: Arc<Topics>,
    /// Dropped with the last clone, which ends the background task.
    redis: Option<RedisLink>,
}

impl Bus {
    /// Creates a bus within this process.
    pub fn in_process() -> Self {
        Self(Arc::new(Inner { topics: Arc::new(Topics::default()), redis: None }))
    }

    /// Creates a bus over Redis. Connects in the background and again after a loss: meanwhile hints reach this process
    /// only.
    pub fn redis(url: &str) -> Result<Self, BusError> {
        let (link, topics) = RedisLink::open(url)?;
        Ok(Self(Arc::new(Inner { topics, redis: Some(link) })))
    }

    /// Publishes `payload` to the current subscribers of `topic`. Never waits, never fails.
    pub fn publish(&self, topic: &str, payload: &str) {
        self.0.topics.deliver(topic, payload);
        if let Some(redis) = &self.0.redis {
            redis.publish(topic, payload);
        }
    }

    /// Publishes `hint` to a person's open windows.
    pub fn notify_user(&self, user_id: UserId, hint: &str) {
        self.publish(&user_topic(user_id), hint);
    }

    /// Subscribes to hints for a person's open windows.
    pub fn subscribe_to_user(&self, user_id: UserId) -> Subscription {
        self.subscribe(&user_topic(user_id))
    }

    /// Subscribes to `topic`: messages published from now on are delivered, until the subscription is dropped.
    ///
    /// Subscribe first, then read the database, then wait; so nothing is missed.
    pub fn subscribe(&self, topic: &str) -> Subscription {
        let (subscription, is_first) = Topics::subscribe(&self.0.topics, topic);
        if is_first && let Some(redis) = &self.0.redis {
            redis.watch(topic);
        }
        subscription
    }

    /// Returns true if hints reach other processes too.
    pub fn is_shared(&self) -> bool {
        self.0.redis.is_some()
    }

    /// Returns the transport of hints: `in-process`, `redis`, or `redis (not connected)`.
    pub fn describe(&self) -> &'static str {
        match &self.0.redis {
            None => "in-process",
            Some(redis) if redis.is_connected() => "redis",
            Some(_) => "redis (not connected)",
        }
    }
}

fn user_topic(user_id: UserId) -> String {
    format!("user:{user_id}")
}
