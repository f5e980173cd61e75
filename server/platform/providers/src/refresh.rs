//! Refreshes lists of models in the background, and connects a local Ollama automatically.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use audit::{Actor, Kind};
use kernel::{Fallible, MINUTE, SECOND, Timestamp};

use crate::connection::ConnectionId;
use crate::discovery::discover;
use crate::limits::MODELS_MAX_AGE_SECONDS;
use crate::offer::Snapshot;
use crate::providers::MODELS_TOPIC;
use crate::store::{Stored, insert_discovery, list_connections, save_models, save_problem};
use crate::{Protocol, Providers};

impl Providers {
    /// Starts the background work: listens to other processes, fetches stale lists of models, looks for a local Ollama.
    /// Returns at once.
    pub fn start(&self) {
        let mut changes = self.0.bus.subscribe(MODELS_TOPIC);
        let this = self.clone();
        self.in_background(async move {
            while changes.next().await.is_some() {
                this.forget_snapshot();
            }
        });
        let this = self.clone();
        self.in_background(async move {
            if let Err(error) = this.connect_local_server().await {
                tracing::warn!(%error, "local model servers were not looked for");
            }
            if let Err(error) = this.list_models().await {
                tracing::warn!(%error, "the lists of models were not refreshed");
            }
        });
    }

    /// Stops the background work.
    pub async fn stop(&self) {
        self.0.stopping.cancel();
        if let Some(files) = &self.0.setup.model_files {
            files.stop().await;
        }
        self.0.tasks.close();
        self.0.tasks.wait().await;
    }

    fn in_background(&self, work: impl Future<Output = ()> + Send + 'static) {
        let stopping = self.0.stopping.clone();
        self.0.tasks.spawn(async move {
            tokio::select! {
                () = stopping.cancelled() => {}
                () = work => {}
            }
        });
    }

    /// Connects an Ollama on this machine when nothing is connected; each address once, so that one
    /// that the operator deletes stays deleted.
    pub async fn connect_local_server(&self) -> Fallible<()> {
        if !self.0.setup.finds_local_servers() {
            return Ok(());
        }
        if !list_connections(&mut self.0.db.read().await?).await?.is_empty() {
            return Ok(());
        }
        let places = &self.0.setup.local_servers;
        let found = discover(&self.0.wire, places).await;
        let is_usable =
            |server: &&crate::Discovered| server.protocol == Protocol::Ollama && server.models > 0;
        let Some(server) = found.iter().find(is_usable) else { return Ok(()) };

        let mut tx = self.0.db.begin().await?;
        let taken = list_connections(&mut tx).await?;
        let is_first = insert_discovery(&mut tx, &server.base_url, self.0.clock.now()).await?;
        if !taken.is_empty() || !is_first {
            return Ok(());
        }
        let (name, base_url) = (server.name.clone(), server.base_url.clone());
        let stored =
            self.add_connection(&mut tx, &taken, server.protocol, name, base_url, None).await?;
        self.note(&mut tx, Kind::ConnectionMade, Actor::SYSTEM, stored.id).await?;
        tx.commit().await?;
        tracing::info!(connection.slug = stored.slug, "connected a model server on this machine");
        self.fetch_now(&stored).await
    }

    /// Refreshes stale lists in the background.
    pub(crate) fn refresh_stale(&self, snapshot: &Snapshot) {
        let now = self.0.clock.now();
        let stale = snapshot.offers.iter().filter(|offer| is_stale(offer.models_fetched_at, now));
        for id in stale.map(|offer| offer.id) {
            let Some(turn) = self.0.turns.take(id, now) else { continue };
            let this = self.clone();
            self.in_background(async move {
                if let Err(error) = this.fetch_if_stale(id).await {
                    tracing::warn!(connection.id = %id, %error, "models were not fetched");
                }
                drop(turn);
            });
        }
    }

    async fn fetch_if_stale(&self, id: ConnectionId) -> Fallible<()> {
        let stored = self.find_connection(id).await?;
        if is_stale(stored.models_fetched_at, self.0.clock.now()) {
            self.fetch_now(&stored).await?;
        }
        Ok(())
    }

    /// Fetches in the background, and waits at most `longest` for it.
    pub(crate) async fn fetch_for_a_while(&self, stored: &Stored, longest: Duration) {
        let (done, is_done) = tokio::sync::oneshot::channel::<()>();
        let (this, stored) = (self.clone(), stored.clone());
        self.in_background(async move {
            if let Err(error) = this.fetch_now(&stored).await {
                tracing::warn!(connection.id = %stored.id, %error, "models were not fetched");
            }
            drop(done);
        });
        // Ends with an error when the sender is dropped, which is the sign that it is done.
        let _ = tokio::time::timeout(longest, is_done).await;
    }

    /// Fetches the models of `stored` and stores them, or the reason for the failure.
    pub(crate) async fn fetch_now(&self, stored: &Stored) -> Fallible<()> {
        let outcome = match self.target_of(stored) {
            Ok(target) => self.fetch_list(stored.protocol, &target).await,
            Err(problem) => Err(problem),
        };
        let mut tx = self.0.db.begin().await?;
        let is_saved = match &outcome {
            Ok(models) => save_models(&mut tx, stored, models, self.0.clock.now()).await?,
            Err(problem) => save_problem(&mut tx, stored, problem).await?,
        };
        tx.commit().await?;
        let is_news = match &outcome {
            Ok(models) => *models != stored.models || stored.last_problem.is_some(),
            Err(problem) => stored.last_problem.as_ref() != Some(problem),
        };
        if is_saved && is_news {
            self.tell_changed();
        } else {
            self.forget_snapshot();
        }
        Ok(())
    }
}

fn is_stale(fetched_at: Option<Timestamp>, now: Timestamp) -> bool {
    fetched_at.is_none_or(|at| now.since(at) > MODELS_MAX_AGE_SECONDS * SECOND)
}

/// Tracks which connections are having their models fetched in the background, and when each was fetched last.
#[derive(Clone, Default)]
pub(crate) struct Turns(Arc<Mutex<HashMap<ConnectionId, LastTurn>>>);

struct LastTurn {
    began_at: Timestamp,
    is_over: bool,
}

impl Turns {
    /// Takes the right to fetch: one at a time per connection, and not soon after another attempt, which may have
    /// failed.
    fn take(&self, id: ConnectionId, now: Timestamp) -> Option<Turn> {
        let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_soon = |last: &LastTurn| !last.is_over || now.since(last.began_at) < MINUTE;
        if turns.get(&id).is_some_and(is_soon) {
            return None;
        }
        turns.insert(id, LastTurn { began_at: now, is_over: false });
        Some(Turn { turns: self.clone(), id })
    }
}

/// A turn of fetching, over when it is dropped.
struct Turn {
    turns: Turns,
    id: ConnectionId,
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut turns = self.turns.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = turns.get_mut(&self.id) {
            turn.is_over = true;
        }
    }
}
