use std::sync::Arc;

use api::{ApiResult, Json, ProblemBody};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::extract::State;
use identity::SignedIn;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Pace, grammar};

pub(crate) fn router() -> Routes {
    Routes::new().routes(routes!(check_grammar))
}

/// A text whose grammar is to be checked.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GrammarText {
    text: String,
}

/// What was found. Places are counted in UTF-16, as browsers do.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GrammarReport {
    /// Other languages are not checked.
    pub is_english: bool,
    /// How far the check came: what is behind it took too long.
    pub checked: usize,
    /// Who checked, with its version.
    pub checker: String,
    /// In the order of the text; they do not overlap.
    pub findings: Vec<Finding>,
}

/// One place of the text that a rule points at.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GrammarFinding)]
pub(crate) struct Finding {
    pub start: usize,
    pub end: usize,
    /// What may stand there instead, the best first. An empty one takes the words away.
    pub options: Vec<String>,
    /// Surely a mistake; otherwise a matter of taste, or perhaps a name.
    pub is_mistake: bool,
    /// Why, in English.
    pub reason: String,
}

impl GrammarReport {
    pub fn not_english() -> Self {
        Self { is_english: false, checked: 0, checker: String::new(), findings: Vec::new() }
    }
}

/// Checks the grammar of an English text, without a model. The text is not kept.
#[utoipa::path(post, path = "/api/writing/grammar", tag = "writing", request_body = GrammarText,
    responses((status = 200, body = GrammarReport), (status = 422, body = ProblemBody)))]
async fn check_grammar(
    State(services): State<Services>,
    Extension(pace): Extension<Arc<Pace>>,
    caller: SignedIn,
    Json(GrammarText { text }): Json<GrammarText>,
) -> ApiResult<Json<GrammarReport>> {
    pace.0.check(&caller.user_id.to_string())?;
    Ok(Json(grammar::check(&services, text).await?))
}
