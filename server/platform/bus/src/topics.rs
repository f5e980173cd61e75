use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::broadcast::{Receiver, Sender, channel};
use tokio::sync::mpsc::UnboundedSender;

/// Payload of a hint that says only that something may have been missed: read the database.
///
/// Sent when a reader was too slow, and when the line to other processes is up (again).
pub const RESYNC: &str = "";

/// Number of hints per topic that a slow reader may fall behind before it is told to reload.
const HINTS_KEPT: usize = 16;

/// Subscriptions within this process, by topic.
#[derive(Default)]
pub(crate) struct Topics {
    senders: Mutex<HashMap<Arc<str>, Sender<Arc<str>>>>,
    /// Notified when a topic has lost its last subscriber.
    abandoned: Option<UnboundedSender<Arc<str>>>,
}

impl Topics {
    pub(crate) fn telling(abandoned: UnboundedSender<Arc<str>>) -> Self {
        Self { senders: Mutex::default(), abandoned: Some(abandoned) }
    }

    /// Returns a subscription, and true if it is the topic's first.
    pub(crate) fn subscribe(topics: &Arc<Self>, topic: &str) -> (Subscription, bool) {
        let topic: Arc<str> = topic.into();
        let mut senders = topics.lock();
        let mut is_first = false;
        let sender = senders.entry(topic.clone()).or_insert_with(|| {
            is_first = true;
            channel(HINTS_KEPT).0
        });
        let receiver = sender.subscribe();
        (Subscription { topics: topics.clone(), topic, receiver }, is_first)
    }

    pub(crate) fn deliver(&self, topic: &str, payload: &str) {
        if let Some(sender) = self.lock().get(topic) {
            // No receiver is left if the last one is dropped right now: nobody to notify.
            sender.send(payload.into()).ok();
        }
    }

    /// Tells all readers to read the database again.
    pub(crate) fn resync(&self) {
        for topic in self.names() {
            self.deliver(&topic, RESYNC);
        }
    }

    pub(crate) fn names(&self) -> Vec<Arc<str>> {
        self.lock().keys().cloned().collect()
    }

    pub(crate) fn is_watched(&self, topic: &str) -> bool {
        self.lock().contains_key(topic)
    }

    fn leave(&self, topic: &Arc<str>) {
        let mut senders = self.lock();
        // The receiver being dropped is still counted.
        if senders.get(topic).is_some_and(|sender| sender.receiver_count() <= 1) {
            senders.remove(topic);
            if let Some(abandoned) = &self.abandoned {
                // Closed only when the bus itself is gone.
                abandoned.send(topic.clone()).ok();
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Arc<str>, Sender<Arc<str>>>> {
        // Nothing in here panics half-way, so a poisoned map is whole.
        self.senders.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The hints of one topic. Dropping it unsubscribes.
pub struct Subscription {
    topics: Arc<Topics>,
    topic: Arc<str>,
    receiver: Receiver<Arc<str>>,
}

impl Subscription {
    /// Returns the next hint; [`RESYNC`] if some were missed. `None` when the bus is gone.
    ///
    /// Dropping the future loses no hint.
    pub async fn next(&mut self) -> Option<String> {
        match self.receiver.recv().await {
            Ok(payload) => Some(payload.to_string()),
            Err(RecvError::Lagged(_)) => Some(RESYNC.into()),
            Err(RecvError::Closed) => None,
        }
    }

    /// Takes all hints that have arrived, without waiting. Returns true if there were any, or if some were missed.
    pub fn take_all(&mut self) -> bool {
        let mut is_any = false;
        loop {
            match self.receiver.try_recv() {
                Ok(_) | Err(TryRecvError::Lagged(_)) => is_any = true,
                Err(TryRecvError::Empty | TryRecvError::Closed) => return is_any,
            }
        }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.topics.leave(&self.topic);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topics() -> Arc<Topics> {
        Arc::new(Topics::default())
    }

    #[tokio::test]
    async fn every_subscriber_of_a_topic_gets_the_hint_and_no_other() {
        let topics = topics();
        let (mut ana, _) = Topics::subscribe(&topics, "user:ana");
        let (mut also_ana, _) = Topics::subscribe(&topics, "user:ana");
        let (mut ben, _) = Topics::subscribe(&topics, "user:ben");

        topics.deliver("user:ana", "hello");
        topics.deliver("user:ben", "other");

        assert_eq!(ana.next().await.as_deref(), Some("hello"));
        assert_eq!(also_ana.next().await.as_deref(), Some("hello"));
        assert_eq!(ben.next().await.as_deref(), Some("other"));
    }

    #[tokio::test]
    async fn a_reader_that_fell_behind_is_told_to_look_again_and_goes_on() {
        let topics = topics();
        let (mut slow, _) = Topics::subscribe(&topics, "t");
        for n in 0..=HINTS_KEPT {
            topics.deliver("t", &n.to_string());
        }

        assert_eq!(slow.next().await.as_deref(), Some(RESYNC));
        assert_eq!(slow.next().await.as_deref(), Some("1"));
    }

    #[test]
    fn hints_that_have_arrived_are_taken_at_once() {
        let topics = topics();
        let (mut reader, _) = Topics::subscribe(&topics, "t");
        assert!(!reader.take_all());
        topics.deliver("t", "1");
        topics.deliver("t", "2");
        assert!(reader.take_all());
        assert!(!reader.take_all());
        for _ in 0..=HINTS_KEPT {
            topics.deliver("t", "many");
        }
        assert!(reader.take_all());
        assert!(!reader.take_all());
    }

    #[test]
    fn a_topic_is_forgotten_with_its_last_subscriber() {
        let (abandoned, mut told) = tokio::sync::mpsc::unbounded_channel();
        let topics = Arc::new(Topics::telling(abandoned));
        let (first, is_first) = Topics::subscribe(&topics, "t");
        let (second, is_first_again) = Topics::subscribe(&topics, "t");
        assert!(is_first && !is_first_again);

        drop(first);
        assert!(topics.is_watched("t"));
        drop(second);
        assert!(!topics.is_watched("t"));
        assert_eq!(told.try_recv().as_deref(), Ok("t"));
    }
}
