//! Actions of the operator on connections.

use std::time::Duration;

use ::store::{StoreResult, Tx, lock};
use audit::{Actor, Audit, Event, Kind};
use kernel::{Fallible, Problem, Secret};

use crate::catalogue::is_hidden;
use crate::connection::{
    Connection, ConnectionChange, ConnectionId, NewConnection, is_same_origin, key_hint,
    parse_base_url, parse_context, parse_credits, parse_fallbacks, parse_key, parse_name, slug_of,
};
use crate::discovery::{Discovered, discover};
use crate::model_list::ListedModel;
use crate::store::{
    Stored, delete_connection, insert_connection, list_connections, update_connection,
};
use crate::{Protocol, Providers, Target, problems};

/// Time a new connection waits for its first list of models; the fetch goes on in the background.
const FIRST_LIST_WAIT: Duration = Duration::from_secs(3);

/// A trial of a connection before it is created.
#[derive(Debug, Clone)]
pub struct Probe {
    pub protocol: Protocol,
    pub base_url: Option<String>,
    /// Absent: the stored key of `connection_id`, if that has the same address.
    pub api_key: Option<Secret<String>>,
    pub connection_id: Option<ConnectionId>,
}

/// The result of a [`Probe`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProbeResult {
    pub latency_ms: u64,
    /// Number of chat models found.
    pub models: usize,
    /// The problem found; `None` if it works.
    pub problem: Option<Problem>,
    /// A suggestion for fixing it.
    pub hint: Option<&'static str>,
}

impl Providers {
    /// Returns all connections, newest first.
    pub async fn list_connections(&self) -> Fallible<Vec<Connection>> {
        let stored = list_connections(&mut self.0.db.read().await?).await?;
        Ok(stored.iter().map(|stored| self.describe(stored)).collect())
    }

    /// Connects a provider, and fetches its models, on behalf of the command line.
    pub async fn create_connection(&self, new: NewConnection) -> Fallible<Connection> {
        self.create_connection_by(Actor::SYSTEM, new).await
    }

    /// Connects a provider on behalf of `by`.
    pub async fn create_connection_by(
        &self,
        by: Actor,
        new: NewConnection,
    ) -> Fallible<Connection> {
        let name = parse_name(&new.name)?;
        let base_url = parse_base_url(new.protocol, new.base_url.as_deref())?;
        let api_key = new.api_key.as_ref().map(parse_key).transpose()?.flatten();
        match new.protocol {
            Protocol::Builtin => return Err(problems::PROTOCOL_UNKNOWN.into()),
            Protocol::LocalFiles => {
                self.model_files()?;
            }
            protocol if protocol.needs_key() && api_key.is_none() => {
                return Err(problems::KEY_MISSING.into());
            }
            _ => {}
        }

        let mut tx = self.0.db.begin().await?;
        let taken = list_connections(&mut tx).await?;
        let is_local = |stored: &Stored| stored.protocol == Protocol::LocalFiles;
        if new.protocol == Protocol::LocalFiles && taken.iter().any(is_local) {
            return Err(problems::ALREADY_CONNECTED.into());
        }
        let stored =
            self.add_connection(&mut tx, &taken, new.protocol, name, base_url, api_key).await?;
        self.note(&mut tx, Kind::ConnectionMade, by, stored.id).await?;
        tx.commit().await?;
        self.tell_changed();
        self.fetch_for_a_while(&stored, FIRST_LIST_WAIT).await;
        self.find_connection(stored.id).await.map(|stored| self.describe(&stored))
    }

    /// Writes the row of a new connection.
    pub(crate) async fn add_connection(
        &self,
        tx: &mut Tx,
        taken: &[Stored],
        protocol: Protocol,
        name: String,
        base_url: String,
        api_key: Option<Secret<String>>,
    ) -> Fallible<Stored> {
        let now = self.0.clock.now();
        let id = ConnectionId::new(now);
        let stored = Stored {
            id,
            slug: self.free_slug(&slug_of(&name, protocol), taken),
            name,
            protocol,
            base_url,
            key_hint: api_key.as_ref().map(key_hint),
            api_key: api_key.map(|key| self.seal_key(id, &key)),
            enabled: true,
            models: Vec::new(),
            overrides: Default::default(),
            options: Default::default(),
            models_fetched_at: None,
            last_problem: None,
            version: 1,
            created_at: now,
        };
        insert_connection(tx, &stored).await?;
        Ok(stored)
    }

    /// Records an action on a connection.
    pub(crate) async fn note(
        &self,
        tx: &mut Tx,
        kind: Kind,
        by: Actor,
        id: ConnectionId,
    ) -> StoreResult<()> {
        Audit::new(self.0.clock.clone()).record(tx, Event::new(kind, by).subject(id.0)).await
    }

    fn free_slug(&self, wanted: &str, taken: &[Stored]) -> String {
        let is_free = |slug: &String| {
            !self.is_registered(slug) && !taken.iter().any(|stored| stored.slug == *slug)
        };
        std::iter::once(wanted.to_owned())
            .chain((2..).map(|n| format!("{wanted}-{n}")))
            .find(is_free)
            .expect("there are more numbers than connections")
    }

    /// Changes a connection. Another address or key makes its models be fetched again.
    pub async fn update_connection(
        &self,
        id: ConnectionId,
        change: ConnectionChange,
    ) -> Fallible<Connection> {
        self.update_connection_by(Actor::SYSTEM, id, change).await
    }

    /// Changes a connection on behalf of `by`.
    pub async fn update_connection_by(
        &self,
        by: Actor,
        id: ConnectionId,
        change: ConnectionChange,
    ) -> Fallible<Connection> {
        let mut tx = self.0.db.begin().await?;
        // The update below writes the whole row, as read here with the changes.
        lock(&mut tx, &format!("connection|{id}")).await?;
        let before = find_in(&list_connections(&mut tx).await?, id)?;
        if change.expected_version.is_some_and(|expected| expected != before.version) {
            return Err(problems::CHANGED_ELSEWHERE.into());
        }
        let after = self.changed(&before, change)?;
        update_connection(&mut tx, &after).await?;
        self.note(&mut tx, Kind::ConnectionChanged, by, id).await?;
        tx.commit().await?;
        self.tell_changed();

        let after = self.find_connection(id).await?;
        let is_other = after.base_url != before.base_url || after.api_key != before.api_key;
        if after.enabled && (is_other || !before.enabled) {
            self.fetch_for_a_while(&after, FIRST_LIST_WAIT).await;
        }
        self.find_connection(id).await.map(|stored| self.describe(&stored))
    }

    fn changed(&self, before: &Stored, change: ConnectionChange) -> Result<Stored, Problem> {
        let mut after = before.clone();
        if let Some(name) = change.name {
            after.name = parse_name(&name)?;
        }
        if let Some(base_url) = change.base_url {
            after.base_url = parse_base_url(before.protocol, Some(&base_url))?;
        }
        match change.api_key {
            Some(key) => {
                let key = parse_key(&key)?;
                if key.is_none() && before.protocol.needs_key() {
                    return Err(problems::KEY_MISSING.into());
                }
                after.key_hint = key.as_ref().map(key_hint);
                after.api_key = key.map(|key| self.seal_key(before.id, &key));
            }
            // Changing only the address must not reveal the key to it.
            None if before.api_key.is_some()
                && !is_same_origin(&before.base_url, &after.base_url) =>
            {
                return Err(problems::KEY_NEEDED_AGAIN.into());
            }
            None => {}
        }
        after.enabled = change.enabled.unwrap_or(before.enabled);
        for (model, said) in change.models {
            let entry = after.overrides.entry(model).or_default();
            entry.tier = said.tier.or(entry.tier);
            if let Some(credits) = said.credits_per_1k {
                entry.credits_per_1k = Some(parse_credits(credits)?);
            }
            entry.enabled = said.enabled.or(entry.enabled);
            entry.tools = said.tools.or(entry.tools);
            entry.vision = said.vision.or(entry.vision);
            entry.reasoning = said.reasoning.or(entry.reasoning);
            if let Some(tokens) = said.context_tokens {
                entry.context_tokens = Some(parse_context(tokens)?);
            }
            if let Some(fallbacks) = said.fallbacks {
                let fallbacks = parse_fallbacks(fallbacks)?;
                entry.fallbacks = (!fallbacks.is_empty()).then_some(fallbacks);
            }
        }
        after.options.responses = change.responses.unwrap_or(before.options.responses);
        if let Some(fallbacks) = change.fallbacks {
            after.options.fallbacks = parse_fallbacks(fallbacks)?;
        }
        Ok(after)
    }

    pub async fn delete_connection(&self, id: ConnectionId) -> Fallible<()> {
        self.delete_connection_by(Actor::SYSTEM, id).await
    }

    /// Deletes a connection on behalf of `by`.
    pub async fn delete_connection_by(&self, by: Actor, id: ConnectionId) -> Fallible<()> {
        let mut tx = self.0.db.begin().await?;
        if !delete_connection(&mut tx, id).await? {
            return Err(problems::CONNECTION_NOT_FOUND.into());
        }
        self.note(&mut tx, Kind::ConnectionDeleted, by, id).await?;
        tx.commit().await?;
        self.tell_changed();
        Ok(())
    }

    /// Fetches a connection's models now; what went wrong is in `last_problem`.
    pub async fn refresh_connection(&self, id: ConnectionId) -> Fallible<Connection> {
        let stored = self.find_connection(id).await?;
        self.fetch_now(&stored).await?;
        self.find_connection(id).await.map(|stored| self.describe(&stored))
    }

    /// Tests a connection that is about to be created or changed.
    ///
    /// # Errors
    ///
    /// Only internal errors: problems of the connection are in the result.
    pub async fn test_connection(&self, probe: Probe) -> Fallible<ProbeResult> {
        let started = std::time::Instant::now();
        let stored = match probe.connection_id {
            Some(id) => Some(self.find_connection(id).await?),
            None => None,
        };
        let protocol = probe.protocol;
        let outcome = match self.probe_target(probe, stored.as_ref()) {
            Ok(target) => self.probe(protocol, &target).await,
            Err(problem) => Err(problem),
        };
        let latency_ms = started.elapsed().as_millis() as u64;
        Ok(match outcome {
            Ok(models) => ProbeResult { latency_ms, models, problem: None, hint: None },
            Err(problem) => ProbeResult {
                latency_ms,
                models: 0,
                hint: problems::hint_for(&problem, protocol),
                problem: Some(problem),
            },
        })
    }

    fn probe_target(&self, probe: Probe, stored: Option<&Stored>) -> Result<Target, Problem> {
        let stored_url = stored.map(|stored| stored.base_url.as_str());
        let base_url = parse_base_url(probe.protocol, probe.base_url.as_deref().or(stored_url))?;
        let given = probe.api_key.as_ref().map(parse_key).transpose()?.flatten();
        let api_key = match (given, stored) {
            (Some(key), _) => Some(key),
            (None, Some(stored)) if stored.api_key.is_some() => {
                if !is_same_origin(&stored.base_url, &base_url) {
                    return Err(problems::KEY_NEEDED_AGAIN.into());
                }
                self.target_of(stored)?.api_key
            }
            (None, _) => None,
        };
        if api_key.is_none() && probe.protocol.needs_key() {
            return Err(problems::KEY_MISSING.into());
        }
        Ok(Target { base_url, api_key, ..Target::default() })
    }

    async fn probe(&self, protocol: Protocol, target: &Target) -> Result<usize, Problem> {
        let models = self.fetch_list(protocol, target).await?;
        let is_offered = |model: &&ListedModel| protocol.is_media_only() || !is_hidden(&model.id);
        match models.iter().filter(is_offered).count() {
            // ComfyUI may load its models by other ways than checkpoints.
            0 if protocol.is_media_only() => Ok(0),
            0 => Err(problems::NO_MODELS.into()),
            count => Ok(count),
        }
    }

    /// Lists model servers on this machine that are not connected yet.
    pub async fn discovered(&self) -> Fallible<Vec<Discovered>> {
        let stored = list_connections(&mut self.0.db.read().await?).await?;
        let found = discover(&self.0.wire, &self.0.setup.local_servers).await;
        let is_new = |server: &Discovered| {
            !stored.iter().any(|stored| is_same_origin(&stored.base_url, &server.base_url))
        };
        let has_files = stored.iter().any(|stored| stored.protocol == Protocol::LocalFiles);
        let files = if has_files { None } else { self.discovered_files().await };
        Ok(files.into_iter().chain(found.into_iter().filter(is_new)).collect())
    }

    pub(crate) async fn find_connection(&self, id: ConnectionId) -> Fallible<Stored> {
        let stored = list_connections(&mut self.0.db.read().await?).await?;
        Ok(find_in(&stored, id)?)
    }
}

fn find_in(stored: &[Stored], id: ConnectionId) -> Result<Stored, Problem> {
    let found = stored.iter().find(|stored| stored.id == id).cloned();
    found.ok_or_else(|| problems::CONNECTION_NOT_FOUND.into())
}
