//! Delivers hints to readers, in this process and in others: a hint says that something changed, never what is true.
//!
//! If several processes serve, hints travel over Redis, or over PostgreSQL's notifications where there is no Redis. A hint
//! can be lost, repeated or late, so receivers read the database. Start at [`Bus`]; `topics.rs` is the delivery inside this
//! process, `redis_link.rs` and `postgres_link.rs` are the connections to the others.

mod notices;
mod pace;
mod postgres_link;
mod redis_link;
mod topics;

use std::sync::Arc;

use kernel::UserId;
use postgres_link::{PostgresLink, State};
use redis_link::RedisLink;
use topics::Topics;
pub use topics::{RESYNC, Subscription};

/// Topic of changes to the operator's notice.
pub const NOTICE_TOPIC: &str = "notice";
/// Topic that nobody publishes to, for waiting until the bus is connected.
const NOTHING_TOPIC: &str = "nothing";

/// The bus cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum BusError {
    #[error("bus.url is not a Redis address ({0}): write redis://host:6379")]
    Redis(#[from] redis::RedisError),
    #[error(
        "bus.url is not a PostgreSQL address ({0}): write postgres://user:password@host/database"
    )]
    Postgres(#[source] sqlx::Error),
    #[error("bus.url: {0}")]
    PostgresAddress(#[from] pg_address::PgAddressError),
    #[error(
        "bus.url names {0}, which is not supported: write the address of one Redis, redis://host:6379, or leave it out on \
         PostgreSQL, whose notifications do the same"
    )]
    NotSupported(&'static str),
}

/// Publishes hints and subscribes to them. Cheap to clone.
#[derive(Clone)]
pub struct Bus(Arc<Inner>);

struct Inner {
    topics: Arc<Topics>,
    link: Link,
}

/// The connection to other processes. Dropped with the last clone of the bus, which ends its background task.
enum Link {
    None,
    Redis(RedisLink),
    Postgres(PostgresLink),
}

impl Bus {
    /// Creates a bus within this process.
    pub fn in_process() -> Self {
        Self::with(Arc::default(), Link::None)
    }

    /// Creates a bus over Redis. Connects in the background and again after a loss: meanwhile hints reach this process
    /// only.
    pub fn redis(url: &str) -> Result<Self, BusError> {
        if let Some(kind) = unsupported(url) {
            return Err(BusError::NotSupported(kind));
        }
        let (link, topics) = RedisLink::open(url)?;
        Ok(Self::with(topics, Link::Redis(link)))
    }

    /// Creates a bus over the notifications of PostgreSQL, with one connection. Connects in the background and again after
    /// a loss: meanwhile hints reach this process only. So they do if a pooler passes no notifications.
    pub fn postgres(url: &str) -> Result<Self, BusError> {
        let (link, topics) = PostgresLink::open(url)?;
        Ok(Self::with(topics, Link::Postgres(link)))
    }

    fn with(topics: Arc<Topics>, link: Link) -> Self {
        Self(Arc::new(Inner { topics, link }))
    }

    /// Publishes `payload` to the current subscribers of `topic`. Never waits, never fails.
    pub fn publish(&self, topic: &str, payload: &str) {
        self.0.topics.deliver(topic, payload);
        match &self.0.link {
            Link::None => {}
            Link::Redis(redis) => redis.publish(topic, payload),
            Link::Postgres(postgres) => postgres.publish(topic, payload),
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
        if is_first && let Link::Redis(redis) = &self.0.link {
            redis.watch(topic);
        }
        subscription
    }

    /// Returns true if hints reach other processes too, or will once the bus is connected.
    pub fn is_shared(&self) -> bool {
        match &self.0.link {
            Link::None => false,
            Link::Redis(_) => true,
            Link::Postgres(postgres) => postgres.state() != State::Silent,
        }
    }

    /// Returns once the bus is connected to what carries its hints, or knows that this carries none.
    pub async fn wait_until_connected(&self) {
        match &self.0.link {
            Link::None => {}
            Link::Redis(_) => {
                // The first hint confirms the subscription.
                self.subscribe(NOTHING_TOPIC).next().await;
            }
            Link::Postgres(postgres) => postgres.wait_until_known().await,
        }
    }

    /// Returns the transport of hints, such as `in-process`, `redis`, or `redis (not connected)`.
    pub fn describe(&self) -> &'static str {
        match &self.0.link {
            Link::None => "in-process",
            Link::Redis(redis) if redis.is_connected() => "redis",
            Link::Redis(_) => "redis (not connected)",
            Link::Postgres(postgres) => match postgres.state() {
                State::Connecting => "postgresql (not connected)",
                State::Alone | State::Connected => "postgresql",
                State::Silent => "polling (a pooler passes no notifications)",
            },
        }
    }
}

/// Returns the kind of Redis that an address names and that is not supported.
fn unsupported(url: &str) -> Option<&'static str> {
    let (scheme, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?']).next().unwrap_or(rest);
    let hosts = authority.rsplit_once('@').map_or(authority, |(_, hosts)| hosts);
    let query = rest.split_once('?').map_or("", |(_, query)| query);
    if scheme.contains("sentinel") || query.contains("sentinel") || query.contains("master_name") {
        Some("Redis Sentinel")
    } else if scheme.contains("cluster") {
        Some("Redis Cluster")
    } else if hosts.contains(',') {
        Some("several hosts (Redis Sentinel or Cluster)")
    } else {
        None
    }
}

fn user_topic(user_id: UserId) -> String {
    format!("user:{user_id}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentinel_and_cluster_are_said_to_be_unsupported() {
        for (url, kind) in [
            ("redis-sentinel://h:26379/mymaster", Some("Redis Sentinel")),
            ("redis+sentinel://h:26379/mymaster/0", Some("Redis Sentinel")),
            ("redis://h:26379/?sentinel=mymaster", Some("Redis Sentinel")),
            ("redis+cluster://h:6379", Some("Redis Cluster")),
            ("redis://u:p,w@a:6379,b:6379", Some("several hosts (Redis Sentinel or Cluster)")),
            ("redis://u:p,w@h:6379/0", None),
            ("rediss://h:6379", None),
            ("unix:///run/redis.sock", None),
        ] {
            assert_eq!(unsupported(url), kind, "{url}");
        }
        let refused = Bus::redis("redis://a:6379,b:6379").map(|_| ()).map_err(|e| e.to_string());
        assert!(refused.is_err_and(|text| text.contains("redis://host:6379")));
    }
}
