//! The line to Redis: one task that publishes, subscribes, and connects again when the line is lost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures::StreamExt;
use redis::aio::{MultiplexedConnection, PubSubSink, PubSubStream};
use redis::{Client, RedisResult};
use tokio::sync::mpsc::{
    Receiver, Sender, UnboundedReceiver, UnboundedSender, channel, unbounded_channel,
};
use tokio::task::AbortHandle;

use crate::BusError;
use crate::pace::{HINTS_PER_BATCH, HINTS_WAITING, RETRY_FIRST, RETRY_LAST};
use crate::topics::{RESYNC, Topics};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

pub(crate) struct RedisLink {
    hints: Sender<Hint>,
    changes: UnboundedSender<Arc<str>>,
    is_connected: Arc<AtomicBool>,
    task: AbortHandle,
}

struct Hint {
    topic: Box<str>,
    payload: Box<str>,
}

impl RedisLink {
    pub(crate) fn open(url: &str) -> Result<(Self, Arc<Topics>), BusError> {
        let client = Client::open(url)?;
        let (hints, hints_in) = channel(HINTS_WAITING);
        let (changes, changes_in) = unbounded_channel();
        let topics = Arc::new(Topics::telling(changes.clone()));
        let is_connected = Arc::new(AtomicBool::new(false));
        let line = Line {
            client,
            topics: topics.clone(),
            // This process has already delivered its own messages; their echo is recognized by this mark.
            own_mark: uuid::Uuid::new_v4().simple().to_string(),
            hints: hints_in,
            changes: changes_in,
            is_connected: is_connected.clone(),
        };
        #[expect(clippy::disallowed_methods, reason = "ends with the bus, and loses only hints")]
        let task = tokio::spawn(line.run()).abort_handle();
        Ok((Self { hints, changes, is_connected, task }, topics))
    }

    pub(crate) fn publish(&self, topic: &str, payload: &str) {
        let hint = Hint { topic: topic.into(), payload: payload.into() };
        if self.hints.try_send(hint).is_err() {
            tracing::debug!(bus.topic = topic, "hint dropped: Redis is behind");
        }
    }

    /// Subscribes to `topic` at Redis, because it has its first subscriber in this process.
    pub(crate) fn watch(&self, topic: &str) {
        // Closed only when the task has ended, with the bus.
        self.changes.send(topic.into()).ok();
    }

    pub(crate) fn is_connected(&self) -> bool {
        self.is_connected.load(Ordering::Relaxed)
    }
}

impl Drop for RedisLink {
    fn drop(&mut self) {
        self.task.abort();
    }
}

struct Line {
    client: Client,
    topics: Arc<Topics>,
    own_mark: String,
    hints: Receiver<Hint>,
    /// Topics that gained their first subscriber or lost their last: [`Topics`] says which.
    changes: UnboundedReceiver<Arc<str>>,
    is_connected: Arc<AtomicBool>,
}

impl Line {
    async fn run(mut self) {
        let mut wait = RETRY_FIRST;
        loop {
            match tokio::time::timeout(CONNECT_TIMEOUT, self.connect()).await {
                Ok(Ok((sink, stream, publisher))) => {
                    tracing::info!("bus connected to Redis");
                    self.is_connected.store(true, Ordering::Relaxed);
                    wait = RETRY_FIRST;
                    if let Err(error) = self.serve(sink, stream, publisher).await {
                        tracing::warn!(%error, "bus lost Redis: hints stay in this process");
                    }
                    self.is_connected.store(false, Ordering::Relaxed);
                }
                Ok(Err(error)) => tracing::warn!(%error, "bus cannot reach Redis"),
                Err(_) => tracing::warn!("bus cannot reach Redis: it does not answer"),
            }
            self.drop_hints_for(wait).await;
            wait = (wait * 2).min(RETRY_LAST);
        }
    }

    async fn connect(&self) -> RedisResult<(PubSubSink, PubSubStream, MultiplexedConnection)> {
        let publisher = self.client.get_multiplexed_async_connection().await?;
        let (mut sink, stream) = self.client.get_async_pubsub().await?.split();
        let topics = self.topics.names();
        if !topics.is_empty() {
            sink.subscribe(topics.iter().map(|topic| &**topic).collect::<Vec<_>>()).await?;
        }
        self.topics.resync();
        Ok((sink, stream, publisher))
    }

    async fn serve(
        &mut self,
        mut sink: PubSubSink,
        mut stream: PubSubStream,
        mut publisher: MultiplexedConnection,
    ) -> RedisResult<()> {
        let mut batch = Vec::with_capacity(HINTS_PER_BATCH);
        loop {
            tokio::select! {
                message = stream.next() => match message {
                    Some(message) => self.receive(&message),
                    None => return Ok(()),
                },
                count = self.hints.recv_many(&mut batch, HINTS_PER_BATCH) => {
                    if count == 0 {
                        return Ok(());
                    }
                    self.send(&mut publisher, &mut batch).await?;
                }
                Some(topic) = self.changes.recv() => self.follow(&mut sink, &topic).await?,
            }
        }
    }

    fn receive(&self, message: &redis::Msg) {
        let Ok(payload) = message.get_payload::<String>() else { return };
        match payload.split_once('|') {
            Some((mark, _)) if mark == self.own_mark => {}
            Some((_, payload)) => self.topics.deliver(message.get_channel_name(), payload),
            None => {}
        }
    }

    async fn send(
        &self,
        publisher: &mut MultiplexedConnection,
        batch: &mut Vec<Hint>,
    ) -> RedisResult<()> {
        let mut pipeline = redis::pipe();
        for hint in batch.drain(..) {
            let marked = format!("{}|{}", self.own_mark, hint.payload);
            pipeline.publish(&*hint.topic, marked).ignore();
        }
        pipeline.query_async(publisher).await
    }

    async fn follow(&self, sink: &mut PubSubSink, topic: &Arc<str>) -> RedisResult<()> {
        if self.topics.is_watched(topic) {
            sink.subscribe(&**topic).await?;
            // Messages published before Redis registered the subscription were missed.
            self.topics.deliver(topic, RESYNC);
        } else {
            sink.unsubscribe(&**topic).await?;
        }
        Ok(())
    }

    /// Waits, and throws away what would pile up meanwhile. Topics are read afresh on connecting.
    async fn drop_hints_for(&mut self, wait: Duration) {
        let drain = async {
            loop {
                tokio::select! {
                    Some(_) = self.hints.recv() => {}
                    Some(_) = self.changes.recv() => {}
                    else => std::future::pending().await,
                }
            }
        };
        tokio::time::timeout(wait, drain).await.unwrap_or(());
    }
}
