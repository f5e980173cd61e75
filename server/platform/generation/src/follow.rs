use std::convert::Infallible;
use std::time::Duration;

use api::sse;
use bytes::Bytes;
use conversations::find_message;
use futures::Stream;
use kernel::RunId;
use store::{Conn, StoreResult};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, timeout, timeout_at};

use crate::event::{RunEvent, Sequenced};
use crate::generation::Generation;
use crate::hub::Frame;
use crate::store::{find_run, list_events};
use crate::{DraftState, Run, RunState};

/// Events that are read from the journal at a time.
const READ_EVENTS: i64 = 500;
/// Interval at which a reader in another process polls when no hint arrives.
const LOOK_EVERY: Duration = Duration::from_secs(1);

impl Generation {
    /// Returns the frames of a run's journal after `after`, followed by live ones, up to its last event and `done`.
    ///
    /// Every event is delivered once and in order, whichever process writes the run. Following never starts anything,
    /// and a follower that disconnects stops nothing.
    pub fn follow(
        &self,
        run: Run,
        after: i64,
    ) -> impl Stream<Item = Result<Bytes, Infallible>> + Send + use<> {
        let this = self.clone();
        async_stream::stream! {
            let mut events = std::pin::pin!(this.events(run, after));
            let mut beat = Instant::now() + sse::HEARTBEAT;
            loop {
                match timeout_at(beat, futures::StreamExt::next(&mut events)).await {
                    Ok(Some(frame)) => yield Ok(frame.bytes),
                    Ok(None) => return,
                    Err(_) => yield Ok(sse::HEARTBEAT_FRAME),
                }
                beat = Instant::now() + sse::HEARTBEAT;
            }
        }
    }

    fn events(&self, run: Run, after: i64) -> impl Stream<Item = Frame> + Send + use<> {
        let this = self.clone();
        async_stream::stream! {
            let mut last = after;
            let mut hints = this.0.bus.subscribe(&format!("run:{}", run.id));
            loop {
                // Subscribed before reading, so that nothing falls between.
                let (live, before) = match this.0.hub.join(run.id) {
                    Some(joined) => (Some(joined.live), joined.before),
                    None => (None, None),
                };
                let stored = match before {
                    Some(first) => Ok(first.into_iter().filter(|frame| frame.seq > last).collect()),
                    None => this.read_journal(&run, last).await,
                };
                match stored {
                    Ok(frames) => {
                        let is_whole = frames.len() < READ_EVENTS as usize;
                        for frame in frames {
                            last = frame.seq;
                            let is_final = frame.is_final;
                            yield frame;
                            if is_final {
                                yield done();
                                return;
                            }
                        }
                        if !is_whole {
                            continue;
                        }
                    }
                    Err(error) => {
                        tracing::warn!(run.id = %run.id, %error, "the journal could not be read");
                        tokio::time::sleep(LOOK_EVERY).await;
                        continue;
                    }
                }
                let Some(mut live) = live else {
                    // Another process writes it: wait for its hints, or poll.
                    let _hint_or_time = timeout(LOOK_EVERY, hints.next()).await;
                    continue;
                };
                while let Some(frame) = next_in_order(&mut live, last).await {
                    last = frame.seq;
                    let is_final = frame.is_final;
                    yield frame;
                    if is_final {
                        yield done();
                        return;
                    }
                }
            }
        }
    }

    /// Returns the events after `after`; a snapshot if the run is final and its events are gone.
    async fn read_journal(&self, run: &Run, after: i64) -> StoreResult<Vec<Frame>> {
        let mut conn = self.0.db.read().await?;
        let frames = stored_frames(&mut conn, run.id, after).await?;
        if !frames.is_empty() {
            return Ok(frames);
        }
        let Some(now) = find_run(&mut conn, run.id).await? else {
            return Ok(vec![snapshot(after, Vec::new(), DraftState::Interrupted)]);
        };
        if !now.state.is_final() {
            return Ok(Vec::new());
        }
        // Its last event may have come between the two reads.
        let frames = stored_frames(&mut conn, run.id, after).await?;
        if !frames.is_empty() {
            return Ok(frames);
        }
        let parts = match run.message_id {
            Some(id) => find_message(&mut conn, run.user_id, id).await?.map(|m| m.parts),
            None => None,
        };
        Ok(vec![snapshot(after, parts.unwrap_or_default(), draft_state(now.state))])
    }
}

/// Returns the next live frame after `last`; `None` when the reader must look into the journal again.
async fn next_in_order(live: &mut broadcast::Receiver<Frame>, last: i64) -> Option<Frame> {
    loop {
        match live.recv().await {
            Ok(frame) if frame.seq <= last => {}
            Ok(frame) if frame.seq == last + 1 => return Some(frame),
            Ok(_) | Err(RecvError::Lagged(_) | RecvError::Closed) => return None,
        }
    }
}

/// Returns the stored events after `after`, up to the first one that is missing: a database that was down may have lost
/// it, and gets it again from the process that wrote it.
async fn stored_frames(conn: &mut Conn, run_id: RunId, after: i64) -> StoreResult<Vec<Frame>> {
    let rows = list_events(conn, run_id, after, READ_EVENTS).await?;
    let first = after.max(0).saturating_add(1);
    let in_order = rows.iter().zip(first..).take_while(|((seq, _), expected)| seq == expected);
    Ok(in_order.map(|((seq, data), _)| stored_frame(*seq, data)).collect())
}

fn stored_frame(seq: i64, data: &str) -> Frame {
    let (name, is_final) = match serde_json::from_str::<Sequenced>(data) {
        Ok(event) => (event.event.name(), event.event.is_final()),
        Err(_) => ("unknown", false),
    };
    Frame { seq, bytes: sse::frame(Some(seq), name, data), is_final }
}

/// Returns a frame that represents all events so far; its number is higher than any the reader has seen, whatever
/// number the reader claims.
fn snapshot(after: i64, parts: Vec<conversations::Part>, state: DraftState) -> Frame {
    let seq = after.saturating_add(1);
    let event = Sequenced { seq, event: RunEvent::Snapshot { parts, state } };
    let data = serde_json::to_string(&event).expect("events have string keys and finite numbers");
    Frame { seq: event.seq, bytes: sse::frame(Some(event.seq), "snapshot", &data), is_final: true }
}

fn done() -> Frame {
    Frame { seq: i64::MAX, bytes: sse::frame(None, "done", "{}"), is_final: true }
}

fn draft_state(state: RunState) -> DraftState {
    match state {
        RunState::Queued | RunState::Running | RunState::Paused => DraftState::Running,
        RunState::Completed => DraftState::Completed,
        RunState::Failed => DraftState::Failed,
        RunState::Cancelled => DraftState::Cancelled,
        RunState::Interrupted => DraftState::Interrupted,
    }
}
