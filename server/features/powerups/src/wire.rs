//! The wire types of this area, beside the definition.

use kernel::{Fallible, RunId, Timestamp};
use ledger::Meter;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::access::View;
use crate::changes::Change;
use crate::definition::{Definition, Reads, Sites, Skill};
use crate::prompt::Values;
use crate::states::{Scope, State};
use crate::store::{PowerupId, VersionRow};

/// A PowerUP as the reader has it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Powerup)]
pub(crate) struct PowerupBody {
    pub id: PowerupId,
    pub definition: Definition,
    /// Number of that definition, counted from 1.
    pub version: i64,
    /// True if the reader wrote it.
    pub mine: bool,
    pub state: State,
    /// Why it was rejected or removed; empty for others than its author.
    pub reason: String,
    pub scope: Scope,
    /// True if its author's name is not shown.
    pub anonymous: bool,
    /// The people who have it now.
    pub shown_scope: Scope,
    /// Number of the version that others have; null: nobody ever had one.
    pub shown_version: Option<i64>,
    pub favorited: bool,
    /// Number of others than its author who favorited it. With any, it cannot be changed or deleted.
    pub favorites: i64,
    /// The PowerUP that it is a copy of.
    pub origin_id: Option<PowerupId>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl PowerupBody {
    pub fn of(view: View) -> Fallible<Self> {
        let View { row, definition, is_own, is_shown } = view;
        let shown = row.shown()?;
        Ok(Self {
            id: row.id,
            definition,
            version: if is_shown { row.shown_version.unwrap_or(row.version) } else { row.version },
            mine: is_own,
            // What becomes of a later version is its author's and the reviewer's.
            state: match (is_shown && !is_own, shown.scope) {
                (true, Scope::Private) => State::Unshared,
                (true, _) => State::Shared,
                (false, _) => row.state()?,
            },
            scope: if is_own || !is_shown { row.scope()? } else { shown.scope },
            anonymous: row.anonymous,
            shown_scope: shown.scope,
            shown_version: row.shown_version,
            favorited: row.favorited,
            favorites: row.favorites,
            origin_id: row.origin_id.filter(|_| is_own),
            created_at: row.created_at,
            updated_at: row.updated_at,
            reason: if is_own { row.reason } else { String::new() },
        })
    }
}

/// A PowerUP with its author and its app.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PowerupDetail)]
pub(crate) struct DetailBody {
    #[serde(flatten)]
    pub powerup: PowerupBody,
    /// Null: it is released anonymously, or its author left.
    pub author: Option<String>,
    /// The artifact of a mini app, as it is published; null: it is none.
    #[schema(value_type = Option<Object>)]
    pub app: Option<Value>,
}

/// The list of a person's PowerUPs.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PowerupList)]
pub(crate) struct ListBody {
    pub items: Vec<PowerupBody>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PowerupListOf)]
pub(crate) enum ListOf {
    #[default]
    Mine,
    Favorites,
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    #[serde(default)]
    #[param(inline)]
    pub of: ListOf,
}

/// A search of public PowerUPs.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExploreQuery {
    /// Text of the name or the description.
    #[serde(default)]
    pub q: String,
    pub cursor: Option<String>,
    pub limit: Option<usize>,
}

/// A new PowerUP. A retry with the same id creates nothing.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPowerup {
    pub id: PowerupId,
    pub definition: Definition,
}

/// A copy to be made. A retry with the same id copies nothing.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPowerupCopy {
    pub id: PowerupId,
}

/// Who is to have a PowerUP.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PowerupSharing)]
pub(crate) struct SharingBody {
    pub scope: Scope,
    #[serde(default)]
    pub anonymous: bool,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PowerupFavorite)]
pub(crate) struct FavoriteBody {
    pub favorited: bool,
}

/// What changed since a copy was made.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PowerupChanges)]
pub(crate) struct ChangesBody {
    /// Changes of the copy.
    pub here: Vec<Change>,
    /// Changes of what was copied; null: it is not there any more.
    pub origin: Option<Vec<Change>>,
}

/// A version without its definition.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PowerupVersion)]
pub(crate) struct VersionBody {
    /// Counted from 1.
    pub number: i64,
    pub created_at: Timestamp,
}

impl From<VersionRow> for VersionBody {
    fn from(row: VersionRow) -> Self {
        Self { number: row.number, created_at: row.created_at }
    }
}

/// Versions, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PowerupVersions)]
pub(crate) struct VersionsBody {
    pub items: Vec<VersionBody>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PowerupVersionDetail)]
pub(crate) struct VersionDetail {
    pub number: i64,
    pub definition: Definition,
    /// What changed since, up to the present version.
    pub changes: Vec<Change>,
}

/// What a run works on. Where both are given, the text is taken.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PowerupRunInput)]
pub(crate) struct RunInput {
    /// A pasted text, or what a client read of a page.
    #[serde(default)]
    pub text: Option<String>,
    /// A page that this server reads.
    #[serde(default)]
    pub url: Option<String>,
    /// Values by the names of fields; what is left out has its default.
    #[serde(default)]
    pub values: Values,
    /// `<connection>/<model>`; null: the preferred one.
    #[serde(default)]
    pub model: Option<String>,
    /// The name of the page or text, for the history only; a URL where it is left out.
    #[serde(default)]
    pub title: Option<String>,
    /// True: the answer is not kept in the history.
    #[serde(default)]
    pub forget: bool,
}

/// A run of a definition that is not saved.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PowerupTry)]
pub(crate) struct TryBody {
    pub definition: Definition,
    pub input: RunInput,
}

/// A run that was started. Its events are at `/api/runs/{run_id}/events`.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PowerupRun)]
pub(crate) struct RunBody {
    pub run_id: RunId,
    pub model_name: String,
    /// What leaves the person, and for whom.
    pub sent: Vec<SentBody>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PowerupSentKind)]
pub(crate) enum SentKind {
    /// To the model.
    Text,
    /// To the model.
    Page,
    /// To the model.
    Values,
    /// To search engines.
    Search,
}

/// A thing that was sent.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PowerupSent)]
pub(crate) struct SentBody {
    pub kind: SentKind,
    pub chars: usize,
    /// The URL of a page, or what search engines were asked.
    pub detail: Option<String>,
    /// True if the page is longer than what was sent.
    pub is_cut: bool,
}

impl SentBody {
    pub fn new(kind: SentKind) -> Self {
        Self { kind, chars: 0, detail: None, is_cut: false }
    }
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PriceQuery {
    /// `<connection>/<model>`; without it, the caller's usual one.
    pub model: Option<String>,
    /// True if the model is only preferred: another one is told where the caller has not got it.
    #[serde(default)]
    pub preferred: bool,
}

/// The maximum price of a run.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PowerupPrice)]
pub(crate) struct PriceBody {
    pub model: String,
    pub model_name: String,
    /// Null: it is free.
    pub meter: Option<Meter>,
    pub amount: i64,
    /// True if this server charges for it.
    pub charges: bool,
}

/// What a PowerUP may do, for the reviewer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PowerupPermissions)]
pub(crate) struct PermissionsBody {
    pub sites: Sites,
    pub reads: Reads,
    pub skills: Vec<Skill>,
    /// True if its task goes to search engines.
    pub searches_web: bool,
    /// True if it is a program, which runs in a sandboxed frame.
    pub runs_code: bool,
}

/// A PowerUP that waits for the reviewer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PowerupReview)]
pub(crate) struct ReviewBody {
    pub powerup: DetailBody,
    /// Also of one that is released anonymously.
    pub author: Option<String>,
    pub sent_at: Timestamp,
    pub permissions: PermissionsBody,
    /// What changed since the version that others have; null: nobody has one.
    pub changes: Option<Vec<Change>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PowerupReviewOutcome)]
pub(crate) enum ReviewOutcome {
    Approved,
    Rejected,
}

/// The reviewer's decision.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PowerupReviewSettlement)]
pub(crate) struct ReviewSettlement {
    pub outcome: ReviewOutcome,
    /// Version that was reviewed; refused if another one waits.
    pub version: i64,
    /// For the author; needed where it is rejected.
    #[serde(default)]
    pub reason: String,
}

/// Why a PowerUP is removed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PowerupRemoval)]
pub(crate) struct RemovalBody {
    pub reason: String,
}
