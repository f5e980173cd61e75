//! The wire types of results.

use kernel::{RunId, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::store::ResultRow;
use crate::store::PowerupId;

/// What a run answered.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PowerupResult)]
pub(crate) struct ResultBody {
    pub run_id: RunId,
    /// It may be gone.
    pub powerup_id: PowerupId,
    /// Name and icon of the PowerUP when it ran.
    pub name: String,
    pub icon: String,
    /// The page or text that it ran on; empty: it has no name.
    pub title: String,
    pub model_name: String,
    /// Markdown.
    pub answer: String,
    pub created_at: Timestamp,
}

impl From<ResultRow> for ResultBody {
    fn from(row: ResultRow) -> Self {
        let ResultRow { run_id, powerup_id, name, icon, title, model_name, answer, created_at } =
            row;
        Self { run_id, powerup_id, name, icon, title, model_name, answer, created_at }
    }
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ResultsQuery {
    /// Only results of this PowerUP.
    pub powerup_id: Option<PowerupId>,
    pub cursor: Option<String>,
    pub limit: Option<usize>,
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ClearedQuery {
    /// Only results of this PowerUP.
    pub powerup_id: Option<PowerupId>,
}
