//! The types on the wire.

use api::ProblemBody;
use kernel::{Secret, Tier, Timestamp};
use providers::{Ability, ConnectionId, Protocol};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The models that the caller can choose from.
#[derive(Debug, Serialize, ToSchema)]
pub struct ModelList {
    pub models: Vec<Model>,
    /// The id of the model that answers when the caller has chosen none.
    pub default_model: String,
}

/// A model.
#[derive(Debug, Serialize, ToSchema)]
pub struct Model {
    /// `<connection>/<model>`; the built-in engine is `builtin/assistant`.
    pub id: String,
    pub name: String,
    pub connection_name: String,
    pub provider: Protocol,
    pub tier: Tier,
    /// Size of the context window; null if unknown.
    pub context_tokens: Option<u32>,
    pub vision: bool,
    pub tools: bool,
    pub reasoning: bool,
    /// True if the caller's plan excludes it.
    pub locked: bool,
    pub price: Price,
}

/// The maximum price of one question.
#[derive(Debug, Serialize, ToSchema)]
pub struct Price {
    /// Meter; null if it is free.
    pub meter: Option<&'static str>,
    pub amount: i64,
    /// Price per thousand output tokens, if it is priced by tokens; only tokens that arrived are charged.
    pub per_1k: Option<i64>,
}

/// An address that serves models. Its key is never shown.
#[derive(Debug, Serialize, ToSchema)]
pub struct Connection {
    pub id: ConnectionId,
    pub name: String,
    pub protocol: Protocol,
    pub base_url: String,
    /// The last four characters of the key.
    pub key_hint: Option<String>,
    pub enabled: bool,
    /// True if its models are called through OpenAI's responses instead of chat completions.
    pub responses: bool,
    /// Ids of the models that answer, in this order, when one of this connection cannot.
    pub fallbacks: Vec<String>,
    pub models: Vec<ConnectionModel>,
    pub models_fetched_at: Option<Timestamp>,
    /// The problem of the last attempt to fetch the models.
    pub last_problem: Option<ProblemBody>,
    /// The version to send in `If-Match`.
    pub version: i64,
}

/// A model of a connection, as the operator sets it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConnectionModel {
    /// The provider's name of it.
    pub id: String,
    pub name: String,
    pub tier: Tier,
    /// Advanced credits for a thousand tokens that it writes; null: it costs by the answer.
    pub credits_per_1k: Option<i64>,
    pub enabled: bool,
    pub tools: bool,
    pub vision: bool,
    pub reasoning: bool,
    /// Size of the context window in tokens; null if unknown.
    pub context_tokens: Option<u32>,
    /// Its own fallbacks; null: the connection's.
    pub fallbacks: Option<Vec<String>>,
    /// Time until which fallbacks answer for it, because it failed; null while it is used.
    pub cooling_until: Option<Timestamp>,
}

/// All connections, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConnectionList {
    pub items: Vec<Connection>,
}

/// A connection to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewConnection {
    pub name: String,
    pub protocol: Protocol,
    /// The provider's own address when absent.
    pub base_url: Option<String>,
    #[schema(value_type = Option<String>)]
    pub api_key: Option<Secret<String>>,
}

/// Changes to a connection; absent fields stay as they are.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConnectionChange {
    pub name: Option<String>,
    pub base_url: Option<String>,
    /// An empty one takes the key away.
    #[schema(value_type = Option<String>)]
    pub api_key: Option<Secret<String>>,
    pub enabled: Option<bool>,
    pub responses: Option<bool>,
    pub fallbacks: Option<Vec<String>>,
    #[serde(default)]
    pub models: Vec<ModelChange>,
}

/// The operator's override of a model. A model that the provider does not list is added.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ModelChange {
    /// The provider's name of it.
    pub id: String,
    pub tier: Option<Tier>,
    /// 0: it costs by the answer.
    pub credits_per_1k: Option<i64>,
    pub enabled: Option<bool>,
    /// Its own fallbacks; an empty list uses the connection's.
    pub fallbacks: Option<Vec<String>>,
    pub tools: Option<Ability>,
    pub vision: Option<Ability>,
    pub reasoning: Option<Ability>,
    /// Size of the context window; 0: as the provider says.
    pub context_tokens: Option<u32>,
}

/// A connection to try out.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConnectionTest {
    pub protocol: Protocol,
    pub base_url: Option<String>,
    /// The stored key of `connection_id` when absent.
    #[schema(value_type = Option<String>)]
    pub api_key: Option<Secret<String>>,
    pub connection_id: Option<ConnectionId>,
}

/// The result of testing a connection.
#[derive(Debug, Serialize, ToSchema)]
pub struct TestResult {
    pub ok: bool,
    pub latency_ms: u64,
    /// Number of chat models found.
    pub models: usize,
    pub problem: Option<ProblemBody>,
    /// A suggestion for fixing it, as a code that clients have a text for.
    pub hint: Option<&'static str>,
}

/// Model servers on the server's machine that are not connected.
#[derive(Debug, Serialize, ToSchema)]
pub struct DiscoveredList {
    pub items: Vec<DiscoveredServer>,
}

/// A model server that was found.
#[derive(Debug, Serialize, ToSchema)]
pub struct DiscoveredServer {
    pub name: String,
    pub protocol: Protocol,
    pub base_url: String,
    pub models: usize,
}

impl From<providers::Connection> for Connection {
    fn from(connection: providers::Connection) -> Self {
        let models = connection.models.into_iter().map(|model| ConnectionModel {
            id: model.id,
            name: model.name,
            tier: model.tier,
            credits_per_1k: model.credits_per_1k,
            enabled: model.enabled,
            tools: model.tools,
            vision: model.vision,
            reasoning: model.reasoning,
            context_tokens: model.context_tokens,
            fallbacks: model.fallbacks,
            cooling_until: model.cooling_until,
        });
        Self {
            id: connection.id,
            name: connection.name,
            protocol: connection.protocol,
            base_url: connection.base_url,
            key_hint: connection.key_hint,
            enabled: connection.enabled,
            responses: connection.options.responses,
            fallbacks: connection.options.fallbacks,
            models: models.collect(),
            models_fetched_at: connection.models_fetched_at,
            last_problem: connection.last_problem.as_ref().map(ProblemBody::from),
            version: connection.version,
        }
    }
}

impl From<NewConnection> for providers::NewConnection {
    fn from(new: NewConnection) -> Self {
        let NewConnection { name, protocol, base_url, api_key } = new;
        Self { name, protocol, base_url, api_key }
    }
}

impl ConnectionChange {
    pub fn expecting(self, expected_version: Option<i64>) -> providers::ConnectionChange {
        let models = self.models.into_iter().map(|model| {
            let said = providers::ModelOverride {
                tier: model.tier,
                credits_per_1k: model.credits_per_1k,
                enabled: model.enabled,
                fallbacks: model.fallbacks,
                tools: model.tools,
                vision: model.vision,
                reasoning: model.reasoning,
                context_tokens: model.context_tokens,
            };
            (model.id, said)
        });
        providers::ConnectionChange {
            name: self.name,
            base_url: self.base_url,
            api_key: self.api_key,
            enabled: self.enabled,
            responses: self.responses,
            fallbacks: self.fallbacks,
            models: models.collect(),
            expected_version,
        }
    }
}

impl From<ConnectionTest> for providers::Probe {
    fn from(test: ConnectionTest) -> Self {
        let ConnectionTest { protocol, base_url, api_key, connection_id } = test;
        Self { protocol, base_url, api_key, connection_id }
    }
}

impl From<providers::ProbeResult> for TestResult {
    fn from(result: providers::ProbeResult) -> Self {
        Self {
            ok: result.problem.is_none(),
            latency_ms: result.latency_ms,
            models: result.models,
            problem: result.problem.as_ref().map(ProblemBody::from),
            hint: result.hint,
        }
    }
}

impl From<providers::Discovered> for DiscoveredServer {
    fn from(server: providers::Discovered) -> Self {
        let providers::Discovered { name, protocol, base_url, models } = server;
        Self { name, protocol, base_url, models }
    }
}
