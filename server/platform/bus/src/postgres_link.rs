//! The line to PostgreSQL: one task on one connection, which publishes with `NOTIFY`, listens, and connects again when
//! the line is lost.

use std::sync::Arc;
use std::time::Duration;

use pg_address::PgAddress;
use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use sqlx::{Connection, PgConnection};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::watch;
use tokio::task::AbortHandle;
use tokio::time::{Instant, timeout, timeout_at};

use crate::BusError;
use crate::notices::{Notice, Peers, to_payloads};
use crate::pace::{HINTS_PER_BATCH, HINTS_WAITING, RETRY_FIRST, RETRY_LAST};
use crate::topics::Topics;

/// Name of the one channel that all processes of a database share: a listener for each topic would cost a statement for
/// each reader, and PostgreSQL wakes all listeners of a database in any case.
const CHANNEL: &str = "ensemble_bus";
/// Name under which the connection is listed in `pg_stat_activity`.
const APPLICATION_NAME: &str = "ensemble bus";
/// Time for connecting and for each statement.
const PATIENCE: Duration = Duration::from_secs(5);
/// Time after which a notification does not arrive any more.
const PROBE_PATIENCE: Duration = Duration::from_secs(3);
/// Interval at which a process says that it listens. It also finds a line that died silently.
const PRESENT_EVERY: Duration = Duration::from_secs(30);
/// Time before trying again a line that passes no notifications.
const RETRY_SILENT: Duration = Duration::from_secs(60);

/// The state of the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// Not connected, or not any more.
    Connecting,
    /// Connected, and no other process listens.
    Alone,
    /// Connected to other processes.
    Connected,
    /// Connected through a pooler that passes no notifications.
    Silent,
}

pub(crate) struct PostgresLink {
    hints: Sender<Notice>,
    state: watch::Receiver<State>,
    task: AbortHandle,
}

impl PostgresLink {
    pub(crate) fn open(url: &str) -> Result<(Self, Arc<Topics>), BusError> {
        let servers = url.parse::<PgAddress>()?.connect_options().map_err(BusError::Postgres)?;
        let (hints, hints_in) = channel(HINTS_WAITING);
        let (set_state, state) = watch::channel(State::Connecting);
        let topics = Arc::new(Topics::default());
        let line = Line {
            servers: servers
                .into_iter()
                .map(|one| one.application_name(APPLICATION_NAME))
                .collect(),
            server: 0,
            topics: topics.clone(),
            // This process has already delivered its own messages; their echo is recognized by this mark.
            own_mark: uuid::Uuid::new_v4().simple().to_string(),
            hints: hints_in,
            state: set_state,
        };
        #[expect(clippy::disallowed_methods, reason = "ends with the bus, and loses only hints")]
        let task = tokio::spawn(line.run()).abort_handle();
        Ok((Self { hints, state, task }, topics))
    }

    pub(crate) fn publish(&self, topic: &str, payload: &str) {
        // Nobody would hear it; who begins to listen reads the database first.
        if self.state() != State::Connected {
            return;
        }
        let hint = Notice::Hint { topic: topic.into(), payload: payload.into() };
        if self.hints.try_send(hint).is_err() {
            tracing::debug!(bus.topic = topic, "hint dropped: PostgreSQL is behind");
        }
    }

    pub(crate) fn state(&self) -> State {
        *self.state.borrow()
    }

    /// Returns when the line is connected, or known to pass no notifications.
    pub(crate) async fn wait_until_known(&self) {
        let mut state = self.state.clone();
        // Closed only when the task has ended, with the bus.
        let _ended = state.wait_for(|state| *state != State::Connecting).await;
    }
}

impl Drop for PostgresLink {
    fn drop(&mut self) {
        self.task.abort();
    }
}

struct Line {
    /// The servers of the address: one that fails, or is a replica, is followed by the next.
    servers: Vec<PgConnectOptions>,
    server: usize,
    topics: Arc<Topics>,
    own_mark: String,
    hints: Receiver<Notice>,
    state: watch::Sender<State>,
}

impl Line {
    async fn run(mut self) {
        let mut wait = RETRY_FIRST;
        let mut has_warned = false;
        loop {
            match self.connect().await {
                Ok(Some(listener)) => {
                    tracing::info!("bus connected to PostgreSQL");
                    self.state.send_replace(State::Alone);
                    wait = RETRY_FIRST;
                    // What was published while nobody listened here was missed.
                    self.topics.resync();
                    match self.serve(listener).await {
                        Ok(()) => tracing::warn!("bus lost PostgreSQL: hints stay in this process"),
                        Err(error) => {
                            tracing::warn!(%error, "bus lost PostgreSQL: hints stay in this process");
                        }
                    }
                    self.state.send_replace(State::Connecting);
                }
                Ok(None) => {
                    self.state.send_replace(State::Silent);
                    if !has_warned {
                        tracing::warn!(
                            "the database is reached through a pooler that passes no notifications \
                             (pgbouncer in transaction mode): other processes are read by polling. \
                             Set bus.url to PostgreSQL's own address, or to a Redis"
                        );
                    }
                    has_warned = true;
                    wait = RETRY_SILENT;
                }
                Err(error) => {
                    tracing::warn!(%error, "bus cannot reach PostgreSQL");
                    self.server = (self.server + 1) % self.servers.len();
                }
            }
            self.drop_hints_for(wait).await;
            wait = (wait * 2).min(RETRY_LAST);
        }
    }

    fn options(&self) -> &PgConnectOptions {
        &self.servers[self.server]
    }

    /// Connects and listens. `None` if notifications do not arrive.
    async fn connect(&self) -> sqlx::Result<Option<PgListener>> {
        let pool = PgPoolOptions::new()
            .max_connections(1)
            .acquire_timeout(PATIENCE)
            .max_lifetime(None)
            .idle_timeout(None)
            .connect_lazy_with(self.options().clone());
        let mut listener = PgListener::connect_with(&pool).await?;
        listener.ignore_pool_close_event(true);
        // Connecting again is up to this task, which has to announce it.
        listener.eager_reconnect(false);
        in_time(listener.listen(CHANNEL)).await?;
        let hears = self.hears_others(&mut listener).await?;
        Ok(hears.then_some(listener))
    }

    /// Returns true if what another connection notifies arrives at `listener`. A pooler in transaction mode accepts
    /// `LISTEN` and gives the connection that listens to somebody else.
    async fn hears_others(&self, listener: &mut PgListener) -> sqlx::Result<bool> {
        let mut other = in_time(PgConnection::connect_with(self.options())).await?;
        let probe = Notice::Probe.to_payload(&self.own_mark);
        in_time(send(&mut other, &[probe])).await?;
        let until = Instant::now() + PROBE_PATIENCE;
        let hears = loop {
            match timeout_at(until, listener.try_recv()).await {
                Ok(Ok(Some(notification))) => {
                    let (mark, notice) = Notice::parse(notification.payload());
                    if mark == self.own_mark && notice == Some(Notice::Probe) {
                        break true;
                    }
                }
                Ok(Ok(None)) => return Err(sqlx::Error::WorkerCrashed),
                Ok(Err(error)) => return Err(error),
                Err(_) => break false,
            }
        };
        in_time(other.close()).await?;
        Ok(hears)
    }

    /// Publishes and delivers until the connection is lost.
    async fn serve(&mut self, mut listener: PgListener) -> sqlx::Result<()> {
        let mut peers = Peers::default();
        let mut batch = Vec::with_capacity(HINTS_PER_BATCH);
        let mut present = tokio::time::interval(PRESENT_EVERY);
        batch.push(Notice::Hello);
        self.send(&mut listener, &mut batch).await?;
        loop {
            tokio::select! {
                notification = listener.try_recv() => match notification? {
                    Some(notification) => {
                        if let Some(answer) = self.receive(notification.payload(), &mut peers) {
                            batch.push(answer);
                            self.send(&mut listener, &mut batch).await?;
                        }
                    }
                    None => return Ok(()),
                },
                count = self.hints.recv_many(&mut batch, HINTS_PER_BATCH) => {
                    if count == 0 {
                        return Ok(());
                    }
                    self.send(&mut listener, &mut batch).await?;
                }
                now = present.tick() => {
                    batch.push(Notice::Present);
                    self.send(&mut listener, &mut batch).await?;
                    peers.forget_silent(now);
                    self.set_peers(&peers);
                }
            }
        }
    }

    /// Delivers what another process published. Returns the answer to a process that has begun to listen.
    fn receive(&self, payload: &str, peers: &mut Peers) -> Option<Notice> {
        let (mark, notice) = Notice::parse(payload);
        if mark == self.own_mark {
            return None;
        }
        let is_new = peers.hear(mark, Instant::now());
        self.set_peers(peers);
        if is_new || notice == Some(Notice::Hello) {
            // What it published before one of the two knew that the other one listens was missed.
            self.topics.resync();
        }
        match notice? {
            Notice::Hint { topic, payload } => self.topics.deliver(&topic, &payload),
            Notice::Hello => return Some(Notice::Present),
            Notice::Present | Notice::Probe => {}
        }
        None
    }

    fn set_peers(&self, peers: &Peers) {
        let now = if peers.is_empty() { State::Alone } else { State::Connected };
        self.state.send_if_modified(|state| std::mem::replace(state, now) != now);
    }

    async fn send(&self, listener: &mut PgListener, batch: &mut Vec<Notice>) -> sqlx::Result<()> {
        let payloads = to_payloads(batch, &self.own_mark);
        batch.clear();
        let conn = sqlx::Acquire::acquire(listener).await?;
        in_time(send(conn, &payloads)).await
    }

    /// Waits, and throws away what would pile up meanwhile.
    async fn drop_hints_for(&mut self, wait: Duration) {
        let drain = async { while self.hints.recv().await.is_some() {} };
        timeout(wait, drain).await.unwrap_or(());
    }
}

async fn send(conn: &mut PgConnection, payloads: &[String]) -> sqlx::Result<()> {
    sqlx::query("SELECT pg_notify($1, payload) FROM unnest($2::text[]) payload")
        .bind(CHANNEL)
        .bind(payloads)
        .execute(conn)
        .await
        .map(|_| ())
}

/// Fails if the database does not answer within [`PATIENCE`].
async fn in_time<T>(work: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    match timeout(PATIENCE, work).await {
        Ok(outcome) => outcome,
        Err(_) => Err(sqlx::Error::PoolTimedOut),
    }
}
