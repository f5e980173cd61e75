//! The handle used by all other crates: lists models, and calls them.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use ::store::Db;
use bus::Bus;
use kernel::{Clock, Fallible, Problem, SECOND, Tier};
use live_settings::{Field, Section};
use model_files::ModelFiles;
use outbound::Outbound;
use serde::Deserialize;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use vault::Vault;

use crate::answer::counted::Counted;
use crate::discovery::{LocalServer, usual_places};
use crate::offer::{Offer, Snapshot};
use crate::refresh::Turns;
use crate::remembered::Remembered;
use crate::routing::{Cooling, FallbackGate, Routed};
use crate::{
    EmbeddingInfo, ModelInfo, ModelList, ResolvedEmbedding, ResolvedModel, TextModel, Timing, Wire,
    problems,
};

/// The bus topic of hints that the models changed.
pub const MODELS_TOPIC: &str = "models";

/// Maximum age of the cached models, which matters if the hint about another process's change was lost. In
/// microseconds.
const SNAPSHOT_MAX_AGE: i64 = 5 * SECOND;

/// The operator's settings of the section `providers`.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Look for Ollama on this machine at start, and connect it if nothing is connected.
    pub find_local_servers: bool,
    /// Longest wait for the first piece of an answer.
    pub first_event_timeout_seconds: u64,
    /// Longest silence in the middle of an answer.
    pub idle_timeout_seconds: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            find_local_servers: true,
            first_event_timeout_seconds: crate::limits::FIRST_EVENT_TIMEOUT_SECONDS,
            idle_timeout_seconds: crate::limits::IDLE_TIMEOUT_SECONDS,
        }
    }
}

/// Longest timeout, in seconds.
const TIMEOUT_MAX_SECONDS: i64 = 3_600;

impl Settings {
    /// Returns the settings, which the operator changes while the server runs.
    pub fn section(self) -> Section<Self> {
        let fields = vec![
            Field::switch("providers.find_local_servers", |it: &mut Self| {
                &mut it.find_local_servers
            }),
            Field::number(
                "providers.first_event_timeout_seconds",
                (1, TIMEOUT_MAX_SECONDS),
                |it| &mut it.first_event_timeout_seconds,
            ),
            Field::number("providers.idle_timeout_seconds", (1, TIMEOUT_MAX_SECONDS), |it| {
                &mut it.idle_timeout_seconds
            }),
        ];
        Section::new(self, fields)
    }
}

/// Setup of the handle; built from [`Settings`] outside tests.
#[derive(Clone)]
pub struct Setup {
    pub timing: Timing,
    /// Settings of the operator, which count before `timing`.
    pub settings: Option<Section<Settings>>,
    /// Addresses at which local servers are looked for.
    pub local_servers: Vec<LocalServer>,
    /// True if local servers found at start are connected automatically, unless `settings` say otherwise.
    pub find_local_servers: bool,
    /// Models that lie on this machine as files.
    pub model_files: Option<ModelFiles>,
    /// How providers are reached.
    pub outbound: Outbound,
}

impl From<&Section<Settings>> for Setup {
    fn from(settings: &Section<Settings>) -> Self {
        Self { settings: Some(settings.clone()), ..Self::default() }
    }
}

impl Setup {
    pub(crate) fn finds_local_servers(&self) -> bool {
        let own = self.find_local_servers;
        self.settings.as_ref().map_or(own, |settings| settings.get().find_local_servers)
    }
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            timing: Timing::default(),
            settings: None,
            local_servers: usual_places(),
            find_local_servers: true,
            model_files: None,
            outbound: Outbound::default(),
        }
    }
}

/// Models, and the connections that serve them. Cheap to clone.
#[derive(Clone)]
pub struct Providers(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub db: Db,
    pub vault: Vault,
    pub bus: Bus,
    pub clock: Clock,
    pub wire: Wire,
    pub setup: Setup,
    registered: RwLock<Vec<Registered>>,
    snapshot: Remembered<Snapshot>,
    /// Lets one task load the connections while the others wait for it.
    loading: tokio::sync::Mutex<()>,
    pub turns: Turns,
    pub cooling: Cooling,
    gate: OnceLock<Arc<dyn FallbackGate>>,
    pub tasks: TaskTracker,
    pub stopping: CancellationToken,
}

/// A model inside this program.
struct Registered {
    slug: String,
    model: Arc<dyn TextModel>,
    infos: Vec<ModelInfo>,
}

impl Providers {
    pub fn new(db: Db, vault: Vault, bus: Bus, clock: Clock, setup: Setup) -> Self {
        let wire = Wire::through(&setup.outbound, clock.clone(), setup.timing.clone())
            .with_settings(setup.settings.clone());
        Self(Arc::new(Inner {
            db,
            vault,
            bus,
            clock,
            wire,
            setup,
            registered: RwLock::default(),
            snapshot: Remembered::default(),
            loading: tokio::sync::Mutex::default(),
            turns: Turns::default(),
            cooling: Cooling::default(),
            gate: OnceLock::new(),
            tasks: TaskTracker::new(),
            stopping: CancellationToken::new(),
        }))
    }

    /// Offers a model inside this program (the built-in engine), under `<slug>/<name>`.
    ///
    /// The ids in `infos` begin with `slug` and a slash.
    pub fn register(&self, slug: &str, model: Arc<dyn TextModel>, infos: Vec<ModelInfo>) {
        let mut registered = self.0.registered.write().unwrap_or_else(PoisonError::into_inner);
        let model = match infos.first() {
            Some(info) => Counted::over(model, info.protocol),
            None => model,
        };
        registered.push(Registered { slug: slug.to_owned(), model, infos });
    }

    /// Sets the gate that allows fallbacks. Only the first call has an effect.
    pub fn set_gate(&self, gate: Arc<dyn FallbackGate>) {
        let _set_before = self.0.gate.set(gate);
    }

    /// Returns the model with this id, ready to be called.
    ///
    /// # Errors
    ///
    /// `providers.model_unknown` when no enabled connection has it, or the operator switched it off.
    pub async fn resolve(&self, model_id: &str) -> Fallible<ResolvedModel> {
        if let Some(found) = self.resolve_registered(model_id) {
            return Ok(found);
        }
        let snapshot = self.snapshot().await?;
        let found = model_id.split_once('/').and_then(|(slug, name)| {
            let found = snapshot.resolve(slug, name)?;
            Some(self.with_fallbacks(found, &snapshot, snapshot.fallbacks(slug, name)))
        });
        found.ok_or_else(|| Problem::from(problems::MODEL_UNKNOWN).into())
    }

    /// Returns the model with its fallbacks. Those that are gone, and the model itself, are skipped.
    fn with_fallbacks(
        &self,
        asked: ResolvedModel,
        snapshot: &Snapshot,
        fallbacks: &[String],
    ) -> ResolvedModel {
        let others = fallbacks.iter().filter(|id| **id != asked.info.id);
        let others = others.filter_map(|id| {
            let (slug, name) = id.split_once('/')?;
            snapshot.resolve(slug, name)
        });
        let others: Vec<_> = others.collect();
        if others.is_empty() {
            return asked;
        }
        let candidates = std::iter::once(asked.clone()).chain(others).collect();
        let (cooling, clock) = (self.0.cooling.clone(), self.0.clock.clone());
        let gate = self.0.gate.get().cloned();
        ResolvedModel { model: Arc::new(Routed { candidates, cooling, clock, gate }), ..asked }
    }

    /// Returns the model with this id, ready to make embeddings.
    ///
    /// # Errors
    ///
    /// `providers.model_unknown`; `providers.no_embeddings` when it is a model of another kind.
    pub async fn resolve_embedding(&self, model_id: &str) -> Fallible<ResolvedEmbedding> {
        let snapshot = self.snapshot().await?;
        let found = model_id
            .split_once('/')
            .and_then(|(slug, name)| snapshot.resolve_embedding(slug, name));
        match found {
            Some(found) => Ok(found),
            None if self.resolve(model_id).await.is_ok() => Err(problems::NO_EMBEDDINGS.into()),
            None => Err(problems::MODEL_UNKNOWN.into()),
        }
    }

    /// Returns true if a model of any kind runs on the operator's own machine. False for a model that is gone.
    pub async fn is_local(&self, model_id: &str) -> bool {
        if self.resolve_registered(model_id).is_some() {
            return true;
        }
        let Ok(snapshot) = self.snapshot().await else { return false };
        let slug = model_id.split_once('/').map(|(slug, _)| slug);
        slug.is_some_and(|slug| snapshot.is_local(slug))
    }

    /// Returns all models that make embeddings.
    pub async fn list_embedding_models(&self) -> Fallible<Vec<EmbeddingInfo>> {
        Ok(self.snapshot().await?.embedding_models().collect())
    }

    /// Returns all models that can be called now. Never waits for a provider.
    pub async fn list_models(&self) -> Fallible<ModelList> {
        let snapshot = self.snapshot().await?;
        self.refresh_stale(&snapshot);
        let registered = self.registered_models();
        let default_model = default_of(&snapshot.offers)
            .or(registered.first())
            .map(|info| info.id.clone())
            .unwrap_or_default();
        let connected = snapshot.offers.iter().flat_map(|offer| offer.models.iter().cloned());
        Ok(ModelList { models: connected.chain(registered).collect(), default_model })
    }

    fn resolve_registered(&self, model_id: &str) -> Option<ResolvedModel> {
        let registered = self.0.registered.read().unwrap_or_else(PoisonError::into_inner);
        registered.iter().find_map(|entry| {
            let info = entry.infos.iter().find(|info| info.id == model_id)?;
            let name = info.id.strip_prefix(&entry.slug)?.strip_prefix('/')?;
            Some(ResolvedModel {
                model: entry.model.clone(),
                name_at_provider: name.to_owned(),
                info: info.clone(),
            })
        })
    }

    fn registered_models(&self) -> Vec<ModelInfo> {
        let registered = self.0.registered.read().unwrap_or_else(PoisonError::into_inner);
        registered.iter().flat_map(|entry| entry.infos.iter().cloned()).collect()
    }

    pub(crate) fn is_registered(&self, slug: &str) -> bool {
        let registered = self.0.registered.read().unwrap_or_else(PoisonError::into_inner);
        registered.iter().any(|entry| entry.slug == slug)
    }

    /// Returns the connections as they are offered: from memory while that is fresh, else from the database.
    #[expect(
        clippy::await_holding_invalid_type,
        reason = "one reads the database for all who wait"
    )]
    pub(crate) async fn snapshot(&self) -> Fallible<Arc<Snapshot>> {
        if let Some(fresh) = self.fresh_snapshot() {
            return Ok(fresh);
        }
        let _turn = self.0.loading.lock().await;
        if let Some(fresh) = self.fresh_snapshot() {
            return Ok(fresh);
        }
        let before = self.0.snapshot.before();
        let loaded = Arc::new(self.load_snapshot().await?);
        self.0.snapshot.keep(&loaded, before);
        Ok(loaded)
    }

    fn fresh_snapshot(&self) -> Option<Arc<Snapshot>> {
        let now = self.0.clock.now();
        self.0.snapshot.get().filter(|found| now.since(found.loaded_at) < SNAPSHOT_MAX_AGE)
    }

    pub(crate) fn forget_snapshot(&self) {
        self.0.snapshot.forget();
    }

    /// Notifies this process and the others that the models changed.
    pub(crate) fn tell_changed(&self) {
        self.0.cooling.clear();
        self.forget_snapshot();
        self.0.bus.publish(MODELS_TOPIC, "changed");
    }
}

/// Returns the default model of people who have chosen none: of the newest connection with models, the first standard
/// one, so that a free plan can use it; else its first.
fn default_of(offers: &[Offer]) -> Option<&ModelInfo> {
    let models = &offers.iter().find(|offer| !offer.models.is_empty())?.models;
    models.iter().find(|info| info.tier == Tier::Standard).or(models.first())
}
