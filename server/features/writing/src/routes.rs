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

/// Text to check for grammar.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GrammarText {
    text: String,
}

/// Findings of a check. Positions are in UTF-16 units, as in browsers.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GrammarReport {
    /// Other languages are not checked.
    pub is_english: bool,
    /// Position the check reached; the rest took too long.
    pub checked: usize,
    /// Name and version of the checker.
    pub checker: String,
    /// Sorted by position; they do not overlap.
    pub findings: Vec<Finding>,
}

/// Finding of a rule in the text.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GrammarFinding)]
pub(crate) struct Finding {
    pub start: usize,
    pub end: usize,
    /// Replacements, best first. An empty one deletes the words.
    pub options: Vec<String>,
    /// True for a definite mistake; otherwise a matter of style, or possibly a name.
    pub is_mistake: bool,
    /// Explanation in English.
    pub reason: String,
}

impl GrammarReport {
    pub fn not_english() -> Self {
        Self { is_english: false, checked: 0, checker: String::new(), findings: Vec::new() }
    }
}

/// Checks the grammar of an English text, without a model. The text is not stored.
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
