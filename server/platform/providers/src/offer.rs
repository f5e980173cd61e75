//! The models of a connection: its list of models merged with the catalogue and the operator's overrides.

use std::sync::Arc;

use kernel::{Fallible, Problem, Secret, Timestamp};

use crate::answer::counted::Counted;
use crate::catalogue::{self, Known};
use crate::connection::{Ability, Connection, ConnectionId, ConnectionModel};
use crate::model_list::ListedModel;
use crate::protocols::embedding_model;
use crate::providers::Providers;
use crate::store::{Stored, list_connections};
use crate::{
    EmbeddingInfo, EmbeddingModel, MediaCaller, MediaConnection, MediaModel, ModelInfo, Protocol,
    ResolvedEmbedding, ResolvedModel, Target, TextModel, Wire, problems, text_model,
};

/// Purpose under which keys are sealed.
pub(crate) const KEY_PURPOSE: &str = "provider_key";

/// All enabled connections as they were at one moment, newest first.
pub(crate) struct Snapshot {
    pub loaded_at: Timestamp,
    pub offers: Vec<Offer>,
}

/// One enabled connection, ready to be called.
pub(crate) struct Offer {
    pub id: ConnectionId,
    embedder: Option<Arc<dyn EmbeddingModel>>,
    slug: String,
    pub models: Vec<ModelInfo>,
    pub models_fetched_at: Option<Timestamp>,
    model: Arc<dyn TextModel>,
    target: Target,
    stored: Stored,
}

impl Snapshot {
    pub fn resolve(&self, slug: &str, name: &str) -> Option<ResolvedModel> {
        let offer = self.offers.iter().find(|offer| offer.slug == slug)?;
        let info = offer.model_info(slug, name)?;
        Some(ResolvedModel { model: offer.model.clone(), name_at_provider: name.to_owned(), info })
    }
}

impl Snapshot {
    /// Returns true if the models of a connection run on the operator's own machine.
    pub fn is_local(&self, slug: &str) -> bool {
        self.offers.iter().any(|offer| offer.slug == slug && offer.stored.protocol.is_local())
    }

    /// Returns the fallbacks of a model, in order.
    pub fn fallbacks(&self, slug: &str, name: &str) -> &[String] {
        let Some(offer) = self.offers.iter().find(|offer| offer.slug == slug) else { return &[] };
        let own = offer.stored.overrides.get(name).and_then(|said| said.fallbacks.as_ref());
        own.unwrap_or(&offer.stored.options.fallbacks)
    }

    pub fn resolve_embedding(&self, slug: &str, name: &str) -> Option<ResolvedEmbedding> {
        let offer = self.offers.iter().find(|offer| offer.slug == slug)?;
        let listed = offer.stored.models.iter().find(|model| model.id == name).cloned();
        let has_no_list = offer.stored.models.is_empty();
        let unlisted = || ListedModel { id: name.to_owned(), ..ListedModel::default() };
        let model = listed.or_else(|| has_no_list.then(unlisted))?;
        (catalogue::is_embedding(name) && offer.stored.is_model_enabled(name)).then_some(())?;
        Some(ResolvedEmbedding {
            model: offer.embedder.clone()?,
            name_at_provider: name.to_owned(),
            info: offer.stored.embedding_info(&model),
        })
    }

    /// Lists models that create embeddings, by name.
    pub fn embedding_models(&self) -> impl Iterator<Item = EmbeddingInfo> {
        let able = self.offers.iter().filter(|offer| offer.embedder.is_some());
        able.flat_map(|offer| {
            let is_one = |model: &&ListedModel| {
                catalogue::is_embedding(&model.id) && offer.stored.is_model_enabled(&model.id)
            };
            let models = offer.stored.models.iter().filter(is_one);
            models.map(|model| offer.stored.embedding_info(model))
        })
    }
}

impl Offer {
    fn model_info(&self, slug: &str, name: &str) -> Option<ModelInfo> {
        let listed =
            self.models.iter().find(|info| info.id.strip_prefix(slug) == Some(&format!("/{name}")));
        if listed.is_some() {
            return listed.cloned();
        }
        // A provider that has listed nothing yet is assumed to have the requested model: it refuses if it does not.
        let has_no_list = self.stored.models.is_empty() && !self.stored.protocol.is_media_only();
        let is_off = self.stored.overrides.get(name).is_some_and(|o| o.enabled == Some(false));
        (has_no_list && !is_off && !name.is_empty()).then(|| {
            self.stored.model_info(&ListedModel { id: name.to_owned(), ..Default::default() })
        })
    }

    /// Returns the connection as the makers of images and videos see it; `None` if it has no address.
    pub fn media_connection(&self, wire: &Wire) -> Option<MediaConnection> {
        let Stored { name, protocol, models, overrides, .. } = &self.stored;
        if matches!(protocol, Protocol::LocalFiles | Protocol::Builtin) {
            return None;
        }
        let is_listed = |id: &String| models.iter().any(|model| model.id == *id);
        let added = overrides.keys().filter(|id| !is_listed(id));
        let added = added.map(|id| MediaModel { id: id.clone(), name: None });
        let listed =
            models.iter().map(|of| MediaModel { id: of.id.clone(), name: of.name.clone() });
        let is_on = |model: &MediaModel| self.stored.is_model_enabled(&model.id);
        let off = overrides.keys().filter(|id| !self.stored.is_model_enabled(id));
        Some(MediaConnection {
            slug: self.slug.clone(),
            name: name.clone(),
            protocol: *protocol,
            caller: MediaCaller {
                protocol: *protocol,
                target: self.target.clone(),
                wire: wire.clone(),
            },
            models: listed.chain(added).filter(is_on).collect(),
            has_no_list: models.is_empty(),
            switched_off: off.cloned().collect(),
        })
    }
}

impl Providers {
    pub(crate) async fn load_snapshot(&self) -> Fallible<Snapshot> {
        let loaded_at = self.0.clock.now();
        let stored = list_connections(&mut self.0.db.read().await?).await?;
        let offers = stored.into_iter().filter(|stored| stored.enabled).map(|stored| {
            // Without its key a provider refuses, which tells what is wrong when it is called.
            let target = self.target_of(&stored).unwrap_or_else(|_| Target {
                base_url: stored.base_url.clone(),
                ..Target::default()
            });
            let wire = &self.0.wire;
            Offer {
                id: stored.id,
                slug: stored.slug.clone(),
                models: stored.enabled_models(),
                models_fetched_at: stored.models_fetched_at,
                embedder: embedding_model(stored.protocol, target.clone(), wire.clone()),
                target: target.clone(),
                model: Counted::over(
                    match stored.protocol {
                        Protocol::LocalFiles => self.file_model(),
                        protocol => text_model(protocol, target, wire.clone()),
                    },
                    stored.protocol,
                ),
                stored,
            }
        });
        Ok(Snapshot { loaded_at, offers: offers.collect() })
    }

    /// Returns the address of a connection, with its key.
    pub(crate) fn target_of(&self, stored: &Stored) -> Result<Target, Problem> {
        let api_key = match &stored.api_key {
            None => None,
            Some(sealed) => Some(self.open_key(stored.id, sealed)?),
        };
        Ok(Target {
            base_url: stored.base_url.clone(),
            api_key,
            responses: stored.options.responses,
        })
    }

    fn open_key(&self, id: ConnectionId, sealed: &[u8]) -> Result<Secret<String>, Problem> {
        let opened = self.0.vault.open_sealed(KEY_PURPOSE, key_place(id), sealed);
        let text = opened.map_err(|error| error.to_string()).and_then(|bytes| {
            String::from_utf8(bytes).map_err(|error| error.utf8_error().to_string())
        });
        match text {
            Ok(key) => Ok(Secret::new(key)),
            Err(error) => {
                tracing::warn!(connection.id = %id, error, "the key of a connection cannot be read");
                Err(problems::KEY_UNREADABLE.into())
            }
        }
    }

    pub(crate) fn seal_key(&self, id: ConnectionId, key: &Secret<String>) -> Vec<u8> {
        self.0.vault.seal(KEY_PURPOSE, key_place(id), key.expose().as_bytes())
    }

    /// Returns the connection as the operator sees it.
    pub(crate) fn describe(&self, stored: &Stored) -> Connection {
        let key_problem = self.target_of(stored).err();
        Connection {
            id: stored.id,
            slug: stored.slug.clone(),
            name: stored.name.clone(),
            protocol: stored.protocol,
            base_url: match stored.protocol {
                Protocol::LocalFiles => self.files_folder(),
                _ => stored.base_url.clone(),
            },
            key_hint: stored.key_hint.clone(),
            enabled: stored.enabled,
            options: stored.options.clone(),
            models: self.with_cooling(stored),
            models_fetched_at: stored.models_fetched_at,
            last_problem: key_problem.or_else(|| stored.last_problem.clone()),
            version: stored.version,
        }
    }
}

impl Providers {
    fn with_cooling(&self, stored: &Stored) -> Vec<ConnectionModel> {
        let now = self.0.clock.now();
        let mut models = stored.connection_models();
        for model in &mut models {
            model.cooling_until =
                self.0.cooling.until(&format!("{}/{}", stored.slug, model.id), now);
        }
        models
    }
}

fn key_place(id: ConnectionId) -> String {
    format!("provider_connections|{id}|api_key")
}

impl Stored {
    /// Returns the models that can be chosen for chats, the catalogue's best first.
    fn enabled_models(&self) -> Vec<ModelInfo> {
        if self.protocol.is_media_only() {
            return Vec::new();
        }
        self.ordered_models()
            .iter()
            .filter(|model| self.is_model_enabled(&model.id))
            .map(|model| self.model_info(model))
            .collect()
    }

    fn connection_models(&self) -> Vec<ConnectionModel> {
        let describe = |model: &ListedModel| {
            let info = self.model_info(model);
            ConnectionModel {
                id: model.id.clone(),
                name: info.name,
                tier: info.tier,
                credits_per_1k: info.credits_per_1k,
                tools: info.tools,
                vision: info.vision,
                reasoning: info.reasoning,
                context_tokens: info.context_tokens,
                enabled: self.is_model_enabled(&model.id),
                fallbacks: self.overrides.get(&model.id).and_then(|said| said.fallbacks.clone()),
                cooling_until: None,
            }
        };
        self.ordered_models().iter().map(describe).collect()
    }

    /// Returns the listed chat models, or those of images and videos where there are no others, and those that the operator added by hand.
    fn ordered_models(&self) -> Vec<ListedModel> {
        let is_listed = |id: &String| self.models.iter().any(|model| model.id == *id);
        let added = self.overrides.keys().filter(|id| !is_listed(id));
        let added = added.map(|id| ListedModel { id: id.clone(), ..ListedModel::default() });
        let is_wanted = |model: &&ListedModel| {
            !catalogue::is_hidden(&model.id)
                || self.overrides.contains_key(&model.id)
                || self.protocol.is_media_only()
        };
        let mut models: Vec<_> =
            self.models.iter().filter(is_wanted).cloned().chain(added).collect();
        models.sort_by_cached_key(|model| catalogue::look_up(&model.id).rank);
        models
    }

    fn embedding_info(&self, model: &ListedModel) -> EmbeddingInfo {
        let ModelInfo { id, name, connection_name, .. } = self.model_info(model);
        EmbeddingInfo { id, name, connection_name }
    }

    fn is_model_enabled(&self, id: &str) -> bool {
        self.overrides.get(id).and_then(|said| said.enabled).unwrap_or(true)
    }

    /// Merges a model's facts: the operator's override wins, then the provider's, then the catalogue's.
    fn model_info(&self, model: &ListedModel) -> ModelInfo {
        let Known { name, tier, credits_per_1k, context_tokens, vision, tools, reasoning, .. } =
            catalogue::look_up(&model.id);
        let said = self.overrides.get(&model.id).cloned().unwrap_or_default();
        let given_name = model.name.as_deref().filter(|name| !name.trim().is_empty());
        ModelInfo {
            id: format!("{}/{}", self.slug, model.id),
            name: given_name.or(name).unwrap_or(&model.id).to_owned(),
            connection_name: self.name.clone(),
            protocol: self.protocol,
            tier: said.tier.unwrap_or(tier),
            credits_per_1k: said.credits_per_1k.or(credits_per_1k).filter(|credits| *credits > 0),
            context_tokens: said
                .context_tokens
                .filter(|tokens| *tokens > 0)
                .or(model.context_tokens)
                .or(context_tokens),
            vision: Ability::set(said.vision).or(model.vision).unwrap_or(vision),
            tools: Ability::set(said.tools).or(model.tools).unwrap_or(tools),
            reasoning: Ability::set(said.reasoning).or(model.reasoning).unwrap_or(reasoning),
        }
    }
}
