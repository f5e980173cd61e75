//! A report as a file.

use api::Disposition;
use area::Services;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::header::{
    CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, X_FRAME_OPTIONS,
};
use identity::SignedIn;
use kernel::Fallible;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::problems::NO_REPORT;
use crate::report::{Written, text_of};
use crate::research::ResearchId;
use crate::store::{list_sections, list_sources, list_statements};
use crate::work::ResearchTask;

/// A page that runs nothing and fetches nothing, shown in a frame of ours so that it can be printed.
const PRINTED: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'";

/// As which file a report goes out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ResearchFormat)]
pub(crate) enum Format {
    Markdown,
    Html,
    Docx,
}

#[derive(Debug, Deserialize, IntoParams)]
pub(crate) struct ExportQuery {
    #[param(inline)]
    pub format: Format,
    /// BCP 47: in which language the file says what no model wrote; the caller's where there is none.
    pub locale: Option<String>,
    /// The web page is to be looked at and printed, not saved.
    #[serde(default)]
    pub shown: bool,
}

/// The report of a research of the caller's, as a file.
///
/// Problems: `research.not_found`, [`NO_REPORT`].
pub(crate) async fn export(
    services: &Services,
    caller: &SignedIn,
    id: ResearchId,
    query: ExportQuery,
) -> Fallible<Response> {
    let mut conn = services.db.read().await?;
    let research = tasks::find::<ResearchTask>(&mut conn, caller.user_id, id).await?;
    let sources = list_sources(&mut conn, id, false).await?;
    let statements = list_statements(&mut conn, id).await?;
    let sections = list_sections(&mut conn, id).await?;
    drop(conn);
    if sections.is_empty() && statements.is_empty() {
        return Err(NO_REPORT.into());
    }
    let written = Written {
        research: &research,
        sources: &sources,
        statements: &statements,
        sections: &sections,
    };
    let locale = query.locale.or_else(|| caller.locale.clone());
    let text = text_of(&written, locale.as_deref());
    let (ending, media_type, bytes) = match query.format {
        Format::Markdown => {
            ("md", "text/markdown; charset=utf-8", printed::write_markdown(&text).into_bytes())
        }
        Format::Html => {
            ("html", "text/html; charset=utf-8", printed::write_html(&text).into_bytes())
        }
        Format::Docx => (
            "docx",
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            printed::write_docx(&text)?,
        ),
    };
    let name = format!("{}.{ending}", printed::file_name(&research.head.title, "research"));
    let mut response = Body::from(bytes).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    if query.shown && query.format == Format::Html {
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(PRINTED));
        headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    } else {
        headers.insert(CONTENT_DISPOSITION, Disposition::Save.named(&name));
    }
    Ok(response)
}
