use std::collections::HashMap;

use kernel::{ConversationId, Timestamp, UserId, id};
use serde::{Deserialize, Serialize};
use store::{Conn, StoreResult, Tx, sql};
use utoipa::ToSchema;

use crate::mcp::ToolInfo;

id! {
    /// A server of tools that a person connected.
    ToolServerId
}

/// Known state of a server.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ToolServerState)]
pub(crate) enum ServerState {
    /// It was never asked.
    #[default]
    Unchecked,
    Connected,
    NeedsSignIn,
    Failed,
}

/// A server's tools, as listed when it was last asked.
#[derive(Debug, Clone, Default)]
pub(crate) struct Listing {
    pub state: ServerState,
    pub problem: Option<String>,
    pub tools: Vec<ToolInfo>,
    pub checked_at: Option<Timestamp>,
}

/// A server that a person connected.
#[derive(Debug, Clone)]
pub(crate) struct OwnServer {
    pub id: ToolServerId,
    pub name: String,
    pub url: String,
    /// Sealed.
    pub token: Option<Vec<u8>>,
    pub listing: Listing,
}

/// A person's choices for a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Choice {
    pub enabled: bool,
    pub trust_read_only: bool,
}

impl Default for Choice {
    fn default() -> Self {
        Self { enabled: true, trust_read_only: false }
    }
}

/// A person's standing word on a tool.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ToolRule)]
pub(crate) enum Rule {
    /// They are asked each time.
    #[default]
    Ask,
    Always,
    /// Models are not offered it.
    Never,
}

impl Rule {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Always => "always",
            Self::Never => "never",
        }
    }
}

/// All of a person's rules, by server and tool: the rule, and the definition it applies to.
pub(crate) type Rules = HashMap<(String, String), (Rule, String)>;

pub(crate) async fn insert_server(
    tx: &mut Tx,
    user_id: UserId,
    server: &OwnServer,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO tool_servers (id, user_id, name, url, token, state, problem, tools, created_at)
         VALUES ($1, $2, $3, $4, $5, 'unchecked', NULL, '[]', $6)",
        server.id,
        user_id,
        server.name.as_str(),
        server.url.as_str(),
        server.token.as_deref(),
        now
    )?;
    Ok(())
}

/// Returns a person's own servers, oldest first.
pub(crate) async fn list_servers(conn: &mut Conn, user_id: UserId) -> StoreResult<Vec<OwnServer>> {
    let rows = sql!(
        conn,
        all ServerRow,
        "SELECT id, name, url, token, state, problem, tools, checked_at FROM tool_servers
         WHERE user_id = $1 ORDER BY created_at, id",
        user_id
    )?;
    Ok(rows.into_iter().map(OwnServer::from).collect())
}

pub(crate) async fn save_listing(
    tx: &mut Tx,
    id: ToolServerId,
    listing: &Listing,
) -> StoreResult<()> {
    let state = match listing.state {
        ServerState::Unchecked => "unchecked",
        ServerState::Connected => "connected",
        ServerState::NeedsSignIn => "needs_sign_in",
        ServerState::Failed => "failed",
    };
    let tools = serde_json::to_string(&listing.tools).expect("tools have string keys");
    sql!(
        tx,
        execute,
        "UPDATE tool_servers SET state = $2, problem = $3, tools = $4, checked_at = $5 WHERE id = $1",
        id,
        state,
        listing.problem.as_deref(),
        tools,
        listing.checked_at
    )?;
    Ok(())
}

/// Deletes a server with all that was chosen for it. `false` when it is not the person's.
pub(crate) async fn delete_server(
    tx: &mut Tx,
    user_id: UserId,
    id: ToolServerId,
) -> StoreResult<bool> {
    let delete = "DELETE FROM tool_servers WHERE id = $1 AND user_id = $2";
    if sql!(tx, execute, delete, id, user_id)? == 0 {
        return Ok(false);
    }
    let key = id.to_string();
    let rules = "DELETE FROM tool_rules WHERE user_id = $1 AND server = $2";
    sql!(tx, execute, rules, user_id, key.as_str())?;
    let choices = "DELETE FROM tool_server_choices WHERE user_id = $1 AND server = $2";
    sql!(tx, execute, choices, user_id, key.as_str())?;
    delete_sign_in(tx, user_id, &key).await?;
    Ok(true)
}

pub(crate) async fn list_choices(
    conn: &mut Conn,
    user_id: UserId,
) -> StoreResult<HashMap<String, Choice>> {
    let rows = sql!(
        conn,
        all(String, bool, bool),
        "SELECT server, enabled, trust_read_only FROM tool_server_choices WHERE user_id = $1",
        user_id
    )?;
    let choice = |(server, enabled, trust_read_only)| (server, Choice { enabled, trust_read_only });
    Ok(rows.into_iter().map(choice).collect())
}

pub(crate) async fn save_choice(
    tx: &mut Tx,
    user_id: UserId,
    server: &str,
    choice: Choice,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO tool_server_choices (user_id, server, enabled, trust_read_only)
         VALUES ($1, $2, $3, $4)
         ON CONFLICT (user_id, server)
         DO UPDATE SET enabled = excluded.enabled, trust_read_only = excluded.trust_read_only",
        user_id,
        server,
        choice.enabled,
        choice.trust_read_only
    )?;
    Ok(())
}

pub(crate) async fn list_rules(conn: &mut Conn, user_id: UserId) -> StoreResult<Rules> {
    let rows = sql!(
        conn,
        all(String, String, String, String),
        "SELECT server, tool, rule, definition FROM tool_rules WHERE user_id = $1",
        user_id
    )?;
    let rule = |(server, tool, rule, definition): (String, String, String, String)| {
        let rule = match rule.as_str() {
            "always" => Rule::Always,
            "never" => Rule::Never,
            _ => Rule::Ask,
        };
        ((server, tool), (rule, definition))
    };
    Ok(rows.into_iter().map(rule).collect())
}

pub(crate) async fn save_rule(
    tx: &mut Tx,
    user_id: UserId,
    server: &str,
    tool: &ToolInfo,
    rule: Rule,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO tool_rules (user_id, server, tool, rule, definition)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (user_id, server, tool)
         DO UPDATE SET rule = excluded.rule, definition = excluded.definition",
        user_id,
        server,
        tool.name.as_str(),
        rule.as_str(),
        tool.definition()
    )?;
    Ok(())
}

/// One sealed column.
type Sealed = (Vec<u8>,);

pub(crate) async fn find_sign_in(
    conn: &mut Conn,
    user_id: UserId,
    server: &str,
) -> StoreResult<Option<Vec<u8>>> {
    let row = sql!(
        conn,
        optional Sealed,
        "SELECT data FROM tool_sign_ins WHERE user_id = $1 AND server = $2",
        user_id,
        server
    )?;
    Ok(row.map(|(data,)| data))
}

/// Returns the servers at which a person is signed in.
pub(crate) async fn list_sign_ins(conn: &mut Conn, user_id: UserId) -> StoreResult<Vec<String>> {
    let find = "SELECT server FROM tool_sign_ins WHERE user_id = $1";
    let rows = sql!(conn, all(String,), find, user_id)?;
    Ok(rows.into_iter().map(|(server,)| server).collect())
}

pub(crate) async fn save_sign_in(
    tx: &mut Tx,
    user_id: UserId,
    server: &str,
    data: &[u8],
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO tool_sign_ins (user_id, server, data) VALUES ($1, $2, $3)
         ON CONFLICT (user_id, server) DO UPDATE SET data = excluded.data",
        user_id,
        server,
        data
    )?;
    Ok(())
}

pub(crate) async fn delete_sign_in(tx: &mut Tx, user_id: UserId, server: &str) -> StoreResult<()> {
    let delete = "DELETE FROM tool_sign_ins WHERE user_id = $1 AND server = $2";
    sql!(tx, execute, delete, user_id, server)?;
    Ok(())
}

pub(crate) async fn insert_attempt(
    tx: &mut Tx,
    state_hash: &str,
    user_id: UserId,
    data: &[u8],
    expires_at: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO tool_sign_in_attempts (state_hash, user_id, data, expires_at)
         VALUES ($1, $2, $3, $4)",
        state_hash,
        user_id,
        data,
        expires_at
    )?;
    Ok(())
}

/// Takes a sign-in in progress; it can be taken once, and only by the person who started it.
pub(crate) async fn take_attempt(
    tx: &mut Tx,
    state_hash: &str,
    user_id: UserId,
    now: Timestamp,
) -> StoreResult<Option<Vec<u8>>> {
    let row = sql!(
        tx,
        optional Sealed,
        "DELETE FROM tool_sign_in_attempts
         WHERE state_hash = $1 AND user_id = $2 AND expires_at > $3 RETURNING data",
        state_hash,
        user_id,
        now
    )?;
    Ok(row.map(|(data,)| data))
}

/// Returns true if a conversation belongs to another person. One that nobody has begun belongs to nobody.
pub(crate) async fn is_foreign(
    conn: &mut Conn,
    user_id: UserId,
    conversation_id: ConversationId,
) -> StoreResult<bool> {
    let find = "SELECT user_id FROM conversations WHERE id = $1";
    let owner = sql!(conn, optional(UserId,), find, conversation_id)?;
    Ok(owner.is_some_and(|(owner,)| owner != user_id))
}

/// Returns the keys of the servers that are off in a conversation.
pub(crate) async fn list_off(
    conn: &mut Conn,
    user_id: UserId,
    conversation_id: ConversationId,
) -> StoreResult<Vec<String>> {
    let row = sql!(
        conn,
        optional(String,),
        "SELECT off FROM tool_chats WHERE user_id = $1 AND conversation_id = $2",
        user_id,
        conversation_id
    )?;
    Ok(row.and_then(|(off,)| serde_json::from_str(&off).ok()).unwrap_or_default())
}

pub(crate) async fn save_off(
    tx: &mut Tx,
    user_id: UserId,
    conversation_id: ConversationId,
    off: &[String],
    now: Timestamp,
) -> StoreResult<()> {
    let off = serde_json::to_string(off).expect("a list of texts");
    sql!(
        tx,
        execute,
        "INSERT INTO tool_chats (user_id, conversation_id, off, changed_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (user_id, conversation_id)
         DO UPDATE SET off = excluded.off, changed_at = excluded.changed_at",
        user_id,
        conversation_id,
        off,
        now
    )?;
    Ok(())
}

/// Deletes leftovers: sign-ins that were never finished, and choices for conversations that are gone or were never
/// begun.
pub(crate) async fn drop_leftovers(
    tx: &mut Tx,
    now: Timestamp,
    chats_before: Timestamp,
) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM tool_sign_in_attempts WHERE expires_at < $1", now)?;
    sql!(
        tx,
        execute,
        "DELETE FROM tool_chats WHERE changed_at < $1
         AND NOT EXISTS (SELECT 1 FROM conversations c WHERE c.id = tool_chats.conversation_id)",
        chats_before
    )?;
    Ok(())
}

#[derive(::store::FromRow)]
struct ServerRow {
    id: ToolServerId,
    name: String,
    url: String,
    token: Option<Vec<u8>>,
    state: String,
    problem: Option<String>,
    tools: String,
    checked_at: Option<Timestamp>,
}

impl From<ServerRow> for OwnServer {
    fn from(row: ServerRow) -> Self {
        let listing = Listing {
            state: match row.state.as_str() {
                "connected" => ServerState::Connected,
                "needs_sign_in" => ServerState::NeedsSignIn,
                "failed" => ServerState::Failed,
                _ => ServerState::Unchecked,
            },
            problem: row.problem,
            tools: serde_json::from_str(&row.tools).unwrap_or_default(),
            checked_at: row.checked_at,
        };
        Self { id: row.id, name: row.name, url: row.url, token: row.token, listing }
    }
}
