//! SQL of connections.

use std::collections::BTreeMap;

use ::store::{Conn, StoreResult, Tx};
use kernel::{Failure, Fallible, Problem, Timestamp};
use serde::{Deserialize, Serialize};

use crate::connection::{ConnectionId, ConnectionOptions, ModelOverride};
use crate::model_list::ListedModel;
use crate::{PROBLEMS, Protocol};

/// A connection as it is stored.
#[derive(Debug, Clone)]
pub(crate) struct Stored {
    pub id: ConnectionId,
    pub slug: String,
    pub name: String,
    pub protocol: Protocol,
    pub base_url: String,
    /// Sealed.
    pub api_key: Option<Vec<u8>>,
    pub key_hint: Option<String>,
    pub enabled: bool,
    pub models: Vec<ListedModel>,
    pub overrides: BTreeMap<String, ModelOverride>,
    pub options: ConnectionOptions,
    pub models_fetched_at: Option<Timestamp>,
    pub last_problem: Option<Problem>,
    pub version: i64,
    pub created_at: Timestamp,
}

#[derive(::store::FromRow)]
struct Row {
    id: ConnectionId,
    slug: String,
    name: String,
    protocol: String,
    base_url: String,
    api_key: Option<Vec<u8>>,
    key_hint: Option<String>,
    enabled: bool,
    models: String,
    overrides: String,
    options: String,
    models_fetched_at: Option<Timestamp>,
    last_problem: Option<String>,
    version: i64,
    created_at: Timestamp,
}

/// Lists all connections, newest first. There are few of them, so there is no query for a single one.
pub(crate) async fn list_connections(conn: &mut Conn) -> Fallible<Vec<Stored>> {
    let rows = ::store::sql!(
        conn,
        all Row,
        "SELECT id, slug, name, protocol, base_url, api_key, key_hint, enabled, models, overrides,
                options, models_fetched_at, last_problem, version, created_at
         FROM provider_connections ORDER BY created_at DESC, id DESC"
    )?;
    rows.into_iter().map(Stored::try_from).collect()
}

pub(crate) async fn insert_connection(tx: &mut Tx, connection: &Stored) -> StoreResult<()> {
    ::store::sql!(
        tx,
        execute,
        "INSERT INTO provider_connections (id, slug, name, protocol, base_url, api_key, key_hint,
            enabled, models, overrides, options, version, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        connection.id,
        &connection.slug,
        &connection.name,
        connection.protocol.as_str(),
        &connection.base_url,
        &connection.api_key,
        &connection.key_hint,
        connection.enabled,
        to_json(&connection.models),
        to_json(&connection.overrides),
        to_json(&connection.options),
        connection.version,
        connection.created_at,
    )?;
    Ok(())
}

/// Writes what an operator may change, and counts the version up.
pub(crate) async fn update_connection(tx: &mut Tx, connection: &Stored) -> StoreResult<()> {
    ::store::sql!(
        tx,
        execute,
        "UPDATE provider_connections SET name = $2, base_url = $3, api_key = $4, key_hint = $5,
            enabled = $6, overrides = $7, options = $8, version = version + 1 WHERE id = $1",
        connection.id,
        &connection.name,
        &connection.base_url,
        &connection.api_key,
        &connection.key_hint,
        connection.enabled,
        to_json(&connection.overrides),
        to_json(&connection.options),
    )?;
    Ok(())
}

pub(crate) async fn delete_connection(tx: &mut Tx, id: ConnectionId) -> StoreResult<bool> {
    let deleted = ::store::sql!(tx, execute, "DELETE FROM provider_connections WHERE id = $1", id)?;
    Ok(deleted > 0)
}

/// Stores the provider's list, unless the connection was changed while it was fetched.
pub(crate) async fn save_models(
    tx: &mut Tx,
    asked: &Stored,
    models: &[ListedModel],
    now: Timestamp,
) -> StoreResult<bool> {
    let saved = ::store::sql!(
        tx,
        execute,
        "UPDATE provider_connections
         SET models = $3, models_fetched_at = $4, last_problem = NULL
         WHERE id = $1 AND version = $2",
        asked.id,
        asked.version,
        to_json(&models),
        now,
    )?;
    Ok(saved > 0)
}

/// Stores the reason why the provider listed nothing; the models of the last list stay.
pub(crate) async fn save_problem(
    tx: &mut Tx,
    asked: &Stored,
    problem: &Problem,
) -> StoreResult<bool> {
    let saved = ::store::sql!(
        tx,
        execute,
        "UPDATE provider_connections SET last_problem = $3 WHERE id = $1 AND version = $2",
        asked.id,
        asked.version,
        to_json(&StoredProblem::from(problem)),
    )?;
    Ok(saved > 0)
}

/// Records that a local server was connected automatically. False if it was recorded before.
pub(crate) async fn insert_discovery(
    tx: &mut Tx,
    base_url: &str,
    now: Timestamp,
) -> StoreResult<bool> {
    let inserted = ::store::sql!(
        tx,
        execute,
        "INSERT INTO provider_discoveries (base_url, found_at) VALUES ($1, $2)
         ON CONFLICT (base_url) DO NOTHING",
        base_url,
        now,
    )?;
    Ok(inserted > 0)
}

impl TryFrom<Row> for Stored {
    type Error = Failure;

    fn try_from(row: Row) -> Result<Self, Failure> {
        let protocol = Protocol::parse(&row.protocol)
            .ok_or_else(|| Failure::internal(format!("unknown protocol {}", row.protocol)))?;
        let problem: Option<StoredProblem> =
            row.last_problem.map(|json| serde_json::from_str(&json)).transpose().map_err(broken)?;
        Ok(Self {
            id: row.id,
            slug: row.slug,
            name: row.name,
            protocol,
            base_url: row.base_url,
            api_key: row.api_key,
            key_hint: row.key_hint,
            enabled: row.enabled,
            models: serde_json::from_str(&row.models).map_err(broken)?,
            overrides: serde_json::from_str(&row.overrides).map_err(broken)?,
            options: serde_json::from_str(&row.options).map_err(broken)?,
            models_fetched_at: row.models_fetched_at,
            last_problem: problem.and_then(StoredProblem::into_problem),
            version: row.version,
            created_at: row.created_at,
        })
    }
}

fn broken(error: serde_json::Error) -> Failure {
    Failure::internal(error)
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("these types have text keys and no foreign serializers")
}

#[derive(Serialize, Deserialize)]
struct StoredProblem {
    code: String,
    message: Option<String>,
    retry_after_seconds: Option<String>,
}

impl From<&Problem> for StoredProblem {
    fn from(problem: &Problem) -> Self {
        let param = |name| problem.params.get(name).cloned();
        Self {
            code: problem.kind.code.to_owned(),
            message: param("message"),
            retry_after_seconds: param("retry_after_seconds"),
        }
    }
}

impl StoredProblem {
    /// Converts into a problem; `None` for a code of another version of the program.
    fn into_problem(self) -> Option<Problem> {
        let mut kinds = PROBLEMS.iter().chain(model_files::PROBLEMS);
        let kind = kinds.find(|kind| kind.code == self.code)?;
        let mut problem = Problem::from(*kind);
        let params = [("message", self.message), ("retry_after_seconds", self.retry_after_seconds)];
        for (name, value) in params {
            if let Some(value) = value {
                problem = problem.with(name, value);
            }
        }
        Some(problem)
    }
}
