mod recent;

use std::time::Duration;

use bus::Bus;
use kernel::RunId;
use store::{Db, Engine, StoreResult};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use crate::event::Sequenced;
use crate::hub::{Frame, Hub};
use crate::journal::recent::Recent;
use crate::store::{insert_events, insert_events_alone, insert_events_over};

/// Writes what runs say to the database, many runs in one transaction, and only then lets readers see it.
#[derive(Clone)]
pub(crate) struct Journal(mpsc::Sender<Entry>);

/// An event as it is stored and sent.
pub(crate) struct Row {
    pub run_id: RunId,
    pub seq: i64,
    pub data: String,
    pub name: &'static str,
    pub is_final: bool,
}

impl Row {
    pub fn new(run_id: RunId, event: &Sequenced) -> Self {
        let data =
            serde_json::to_string(event).expect("events have string keys and finite numbers");
        let (name, is_final) = (event.event.name(), event.event.is_final());
        Self { run_id, seq: event.seq, data, name, is_final }
    }

    pub fn frame(&self) -> Frame {
        let bytes = api::sse::frame(Some(self.seq), self.name, &self.data);
        Frame { seq: self.seq, bytes, is_final: self.is_final }
    }
}

struct Entry {
    rows: Vec<Row>,
    /// True if a reader is waiting for this entry: the first words of an answer.
    is_urgent: bool,
    done: Option<oneshot::Sender<()>>,
}

/// Entries a full channel holds; then runs wait, and with them their providers.
const CHANNEL_ENTRIES: usize = 4_096;
/// Time for which entries that are not urgent are collected, so that one commit serves many runs.
const GATHER: Duration = Duration::from_millis(12);
const RETRY_FIRST: Duration = Duration::from_millis(50);
const RETRY_LONGEST: Duration = Duration::from_secs(2);

impl Journal {
    /// Creates the journal and the loop that serves it; the loop ends when the last clone is gone.
    pub fn new(db: Db, hub: Hub, bus: Bus) -> (Self, impl Future<Output = ()>) {
        let (sender, receiver) = mpsc::channel(CHANNEL_ENTRIES);
        (Self(sender), serve(db, hub, bus, receiver))
    }

    /// Enqueues events. They are written in the order of the calls.
    pub async fn append(&self, rows: Vec<Row>, is_urgent: bool) {
        self.send(Entry { rows, is_urgent, done: None }).await;
    }

    /// Returns when everything that was appended before is written.
    pub async fn flush(&self) {
        let (done, written) = oneshot::channel();
        self.send(Entry { rows: Vec::new(), is_urgent: true, done: Some(done) }).await;
        if written.await.is_err() {
            tracing::error!("the journal ended before it was flushed");
        }
    }

    async fn send(&self, entry: Entry) {
        if self.0.send(entry).await.is_err() {
            tracing::error!("the journal has ended: an event was not written");
        }
    }
}

async fn serve(db: Db, hub: Hub, bus: Bus, mut entries: mpsc::Receiver<Entry>) {
    let mut recent = Recent::default();
    let mut last_commit = Instant::now();
    loop {
        let first = match recent.next_check(Instant::now()) {
            Some(check) => match tokio::time::timeout_at(check, entries.recv()).await {
                Ok(first) => first,
                Err(_) => {
                    write_until_written(&db, &[], &mut recent).await;
                    continue;
                }
            },
            None => entries.recv().await,
        };
        let Some(first) = first else { return };
        let mut batch = vec![first];
        gather(&mut entries, &mut batch, last_commit + GATHER).await;
        let rows: Vec<&Row> = batch.iter().flat_map(|entry| &entry.rows).collect();
        if !rows.is_empty() {
            let began = Instant::now();
            write_until_written(&db, &rows, &mut recent).await;
            last_commit = Instant::now();
            metrics::histogram!("journal_write_seconds")
                .record((last_commit - began).as_secs_f64());
        }
        for row in rows {
            hub.publish(row.run_id, row.frame());
            if bus.is_shared() {
                bus.publish(&format!("run:{}", row.run_id), "");
            }
        }
        for entry in batch {
            if db.engine() == Engine::Postgres {
                recent.keep(entry.rows, last_commit);
            }
            if let Some(done) = entry.done {
                // A run that no longer waits was dropped at shutdown.
                let _nobody_waits = done.send(());
            }
        }
    }
}

/// Takes the queued entries, and waits for more until `deadline` unless one is urgent.
async fn gather(entries: &mut mpsc::Receiver<Entry>, batch: &mut Vec<Entry>, deadline: Instant) {
    loop {
        while let Ok(entry) = entries.try_recv() {
            batch.push(entry);
        }
        if batch.iter().any(|entry| entry.is_urgent) {
            return;
        }
        match tokio::time::timeout_at(deadline, entries.recv()).await {
            Ok(Some(entry)) => batch.push(entry),
            Ok(None) | Err(_) => return,
        }
    }
}

/// Writes rows, however long it takes: nothing is dropped. While the database is down, no reader sees the words.
async fn write_until_written(db: &Db, rows: &[&Row], recent: &mut Recent) {
    let mut wait = RETRY_FIRST;
    while let Err(error) = write(db, rows, recent).await {
        tracing::warn!(%error, "the journal could not be written, trying again");
        tokio::time::sleep(wait).await;
        wait = (wait * 2).min(RETRY_LONGEST);
    }
}

async fn write(db: &Db, rows: &[&Row], recent: &mut Recent) -> StoreResult<()> {
    if db.engine() == Engine::Postgres {
        let mut conn = db.read().await?;
        if insert_events_alone(&mut conn, rows, &recent.backends()).await? {
            recent.forget_old(Instant::now());
            return Ok(());
        }
    }
    let mut tx = db.begin_relaxed().await?;
    let backend = insert_events_over(&mut tx, rows).await?;
    if let Some(backend) = backend.filter(|backend| !recent.knows(*backend)) {
        insert_events(&mut tx, &recent.rows()).await?;
        tx.commit().await?;
        recent.learn(backend);
    } else {
        tx.commit().await?;
    }
    recent.forget_old(Instant::now());
    Ok(())
}
