//! The lots of the ledger as the operator reads them, and what operators said of those that they gave.

use ::store::{Conn, Cursor, Page, StoreResult, Tx, like_pattern, sql, to_json};
use kernel::{Timestamp, UserId, Uuid, WorkspaceId};
use ledger::ADD_ON;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::grants::{GrantId, OPERATOR};
use crate::rules::Gift;

/// The source of a lot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = LotSource)]
pub(crate) enum Source {
    /// Credits that were bought.
    Purchase,
    /// An invitation.
    Reward,
    /// A plan's allowance in a window.
    Plan,
    Operator,
}

impl Source {
    /// Returns the ledger's name of the source; a plan's has the plan's name after it.
    fn as_stored(self) -> &'static str {
        match self {
            Self::Purchase => ADD_ON,
            Self::Reward => entitlements::REWARD,
            Self::Plan => "plan:",
            Self::Operator => OPERATOR,
        }
    }

    fn from_stored(text: &str) -> Self {
        match text {
            ADD_ON => Self::Purchase,
            OPERATOR => Self::Operator,
            text if text.starts_with("plan:") => Self::Plan,
            _ => Self::Reward,
        }
    }
}

/// Filter of the list of lots.
#[derive(Debug, Clone, Default)]
pub(crate) struct LotFilter {
    /// The source; `None`: all but plans' own allowances.
    pub source: Option<Source>,
    /// Text that the name or the address of the recipient contains.
    pub search: String,
}

/// A grant to a workspace.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct Lot {
    pub id: Uuid,
    pub meter: String,
    source: String,
    pub reference: String,
    pub is_unlimited: bool,
    /// Amount that was granted, whatever became of it.
    pub given: i64,
    pub used: i64,
    pub held: i64,
    pub taken_back: i64,
    pub detail: String,
    pub created_at: Timestamp,
    pub ends_at: Option<Timestamp>,
    pub workspace_id: WorkspaceId,
    /// Name of the recipient: a person, or a team.
    pub name: String,
    /// Email address; `None`: a team.
    pub email: Option<String>,
}

impl Lot {
    pub fn source(&self) -> Source {
        Source::from_stored(&self.source)
    }

    /// Returns the plan that gave it.
    pub fn plan(&self) -> Option<&str> {
        self.source.strip_prefix("plan:")
    }

    /// Returns the id of the operator's grant that it came from.
    pub fn grant_id(&self) -> Option<Uuid> {
        let is_given = self.source == OPERATOR;
        is_given.then(|| Uuid::parse_str(&self.reference).ok()).flatten()
    }
}

macro_rules! select_lots {
    ($rest:literal) => {
        concat!(
            "SELECT b.id, b.meter, b.source, b.period AS reference, b.is_unlimited, b.used, b.held,
                 b.created_at, b.ends_at, b.workspace_id,
                 COALESCE(u.name, w.name) AS name, u.email,
                 CAST((SELECT COALESCE(SUM(e.change), 0) FROM ledger_entries e
                       WHERE e.bucket_id = b.id AND e.reason IN ('grant', 'allowance')) AS BIGINT) AS given,
                 CAST((SELECT COALESCE(-SUM(e.change), 0) FROM ledger_entries e
                       WHERE e.bucket_id = b.id AND e.reason = 'taken_back') AS BIGINT) AS taken_back,
                 COALESCE((SELECT MIN(e.detail) FROM ledger_entries e
                           WHERE e.bucket_id = b.id AND e.reason = 'grant'), '') AS detail
             FROM ledger_buckets b JOIN workspaces w ON w.id = b.workspace_id
                 LEFT JOIN users u ON u.id = w.owner_user_id ",
            $rest
        )
    };
}

/// Returns the lots that fit, newest first.
pub(crate) async fn list_lots(
    conn: &mut Conn,
    filter: &LotFilter,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<Lot>> {
    let (search, rows_max) = (like_pattern(&filter.search), limit as i64 + 1);
    let rows = match filter.source {
        Some(Source::Plan) => sql!(
            conn,
            all Lot,
            select_lots!(
                r"WHERE b.source LIKE 'plan:%' AND (b.created_at, b.id) < ($1, $2)
                      AND (LOWER(COALESCE(u.name, w.name)) LIKE $3 ESCAPE '\'
                           OR LOWER(u.email) LIKE $3 ESCAPE '\')
                  ORDER BY b.created_at DESC, b.id DESC LIMIT $4"
            ),
            cursor.at,
            cursor.id,
            search,
            rows_max
        )?,
        source => sql!(
            conn,
            all Lot,
            select_lots!(
                r"WHERE b.source NOT LIKE 'plan:%' AND (b.created_at, b.id) < ($1, $2)
                      AND (LOWER(COALESCE(u.name, w.name)) LIKE $3 ESCAPE '\'
                           OR LOWER(u.email) LIKE $3 ESCAPE '\')
                      AND ($5 = '' OR b.source = $5)
                  ORDER BY b.created_at DESC, b.id DESC LIMIT $4"
            ),
            cursor.at,
            cursor.id,
            search,
            rows_max,
            source.map_or("", Source::as_stored)
        )?,
    };
    Ok(Page::of(rows, limit, |row| Cursor { at: row.created_at, id: row.id }))
}

/// Returns the lot of an operator's grant.
pub(crate) async fn find_lot(conn: &mut Conn, given: &Given) -> StoreResult<Option<Lot>> {
    sql!(
        conn,
        optional Lot,
        select_lots!("WHERE b.workspace_id = $1 AND b.meter = $2 AND b.source = $3 AND b.period = $4"),
        given.workspace_id,
        given.meter.as_str(),
        OPERATOR,
        given.id.to_string()
    )
}

/// The operator's details of a grant.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct Given {
    pub id: GrantId,
    pub workspace_id: WorkspaceId,
    pub meter: String,
    pub amount: i64,
    pub ends_at: Option<Timestamp>,
    pub reason: String,
    /// Name of the operator who granted it; `None`: their account is gone.
    pub given_by: Option<String>,
    pub taken_at: Option<Timestamp>,
    pub taken_by: Option<String>,
}

impl Given {
    /// Returns true if the same grant was made to this workspace.
    pub fn is_same(&self, workspace_id: WorkspaceId, gift: &Gift) -> bool {
        self.workspace_id == workspace_id
            && self.meter == gift.meter.as_str()
            && self.amount == gift.amount
            && self.ends_at == gift.ends_at
            && self.reason == gift.reason
    }
}

macro_rules! select_given {
    ($rest:literal) => {
        concat!(
            "SELECT g.id, g.workspace_id, g.meter, g.amount, g.ends_at, g.reason, giver.name AS given_by,
                 g.taken_at, taker.name AS taken_by
             FROM admin_grants g LEFT JOIN users giver ON giver.id = g.given_by
                 LEFT JOIN users taker ON taker.id = g.taken_by ",
            $rest
        )
    };
}

pub(crate) async fn find_given(conn: &mut Conn, id: GrantId) -> StoreResult<Option<Given>> {
    sql!(conn, optional Given, select_given!("WHERE g.id = $1"), id)
}

/// Lists the operators' details of the grants with these ids.
pub(crate) async fn list_given(conn: &mut Conn, ids: &[Uuid]) -> StoreResult<Vec<Given>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let ids = to_json(&ids)?;
    sql!(
        conn,
        all Given,
        {
            sqlite: select_given!("WHERE g.id IN (SELECT unhex(value, '-') FROM json_each($1))"),
            postgres: select_given!(
                "WHERE g.id IN (SELECT value::uuid FROM jsonb_array_elements_text($1::jsonb) AS value)"
            ),
        },
        ids
    )
}

/// Records a grant. Returns `false`, and changes nothing, if there is one with this id.
pub(crate) async fn add_given(
    tx: &mut Tx,
    id: GrantId,
    workspace_id: WorkspaceId,
    gift: &Gift,
    given_by: UserId,
    now: Timestamp,
) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO admin_grants (id, workspace_id, meter, amount, ends_at, reason, given_by, given_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING",
        id,
        workspace_id,
        gift.meter.as_str(),
        gift.amount,
        gift.ends_at,
        gift.reason.as_str(),
        given_by,
        now
    )?;
    Ok(added == 1)
}

/// Records that a grant is taken back. Returns `false` if it already was.
pub(crate) async fn note_taken(
    tx: &mut Tx,
    id: GrantId,
    taken_by: UserId,
    now: Timestamp,
) -> StoreResult<bool> {
    let noted = sql!(
        tx,
        execute,
        "UPDATE admin_grants SET taken_at = $2, taken_by = $3 WHERE id = $1 AND taken_at IS NULL",
        id,
        now,
        taken_by
    )?;
    Ok(noted == 1)
}

/// A recipient of grants.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct Recipient {
    pub workspace_id: WorkspaceId,
    pub name: String,
    /// Email address; `None`: it is a team.
    pub email: Option<String>,
}

macro_rules! select_recipients {
    ($rest:literal) => {
        concat!(
            "SELECT w.id AS workspace_id, COALESCE(u.name, w.name) AS name, u.email
             FROM workspaces w LEFT JOIN users u ON u.id = w.owner_user_id
             WHERE w.closing_at IS NULL AND ",
            $rest
        )
    };
}

pub(crate) async fn find_recipient(
    conn: &mut Conn,
    workspace_id: WorkspaceId,
) -> StoreResult<Option<Recipient>> {
    sql!(conn, optional Recipient, select_recipients!("w.id = $1"), workspace_id)
}

/// Lists people and teams whose name or address contains `search`, by name.
pub(crate) async fn list_recipients(
    conn: &mut Conn,
    search: &str,
    limit: i64,
) -> StoreResult<Vec<Recipient>> {
    sql!(
        conn,
        all Recipient,
        select_recipients!(
            r"(LOWER(COALESCE(u.name, w.name)) LIKE $1 ESCAPE '\' OR LOWER(u.email) LIKE $1 ESCAPE '\')
              ORDER BY name, workspace_id LIMIT $2"
        ),
        like_pattern(search),
        limit
    )
}
