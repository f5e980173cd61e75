use api::ProblemBody;
use area::OwnThing;
use kernel::{RunId, Timestamp, Uuid};
use retrieval::Cite;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web_search::{Domains, Report, SearchResult, Source};

use crate::effort::{Effort, Skill};
use crate::store::{Entry, Search, SearchId, SearchState};

/// A search to begin. Its id is the client's, so that sending it again does nothing twice.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSearch {
    pub id: SearchId,
    pub query: String,
    pub source: Source,
    #[serde(default)]
    pub effort: Effort,
    #[serde(default)]
    pub domains: Domains,
    #[serde(default)]
    pub skill: Skill,
    /// The model that answers; null: the person's default.
    #[serde(default)]
    pub model: Option<String>,
}

/// A search with all that it has by now.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Search)]
pub(crate) struct SearchBody {
    pub id: SearchId,
    pub title: String,
    pub query: String,
    pub source: Source,
    pub effort: Effort,
    pub domains: Domains,
    pub skill: Skill,
    pub state: SearchState,
    /// The model that answers; null where none is connected: then sentences of the sources are picked.
    pub model: Option<String>,
    /// The run that writes the answer, to be followed while `state` is `answering`.
    pub run_id: Option<RunId>,
    pub results: Vec<SearchResult>,
    pub engines: Vec<Report>,
    /// Markdown, with the numbers of results in square brackets.
    pub answer: Option<String>,
    /// Each numbered statement of the answer, and what its source says.
    pub cites: Vec<Cite>,
    pub problem: Option<ProblemBody>,
    pub created_at: Timestamp,
}

impl From<Search> for SearchBody {
    fn from(search: Search) -> Self {
        Self {
            id: search.id,
            title: search.title,
            query: search.wish.query,
            source: search.wish.source,
            effort: search.wish.effort,
            domains: search.wish.domains,
            skill: search.wish.skill,
            state: search.state,
            model: search.model,
            run_id: search.run_id,
            results: search.results,
            engines: search.reports,
            answer: search.answer,
            cites: search.cites,
            problem: search.problem,
            created_at: search.created_at,
        }
    }
}

/// A line of the search history.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchEntry)]
pub(crate) struct EntryBody {
    pub id: SearchId,
    pub title: String,
    /// Whether it is still going on.
    pub running: bool,
    pub created_at: Timestamp,
}

impl From<Entry> for EntryBody {
    fn from(entry: Entry) -> Self {
        let Entry { id, title, state, created_at } = entry;
        let running = matches!(state.as_str(), "searching" | "reading" | "answering");
        Self { id, title, running, created_at }
    }
}

/// Where can be searched.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchSourceInfo)]
pub(crate) struct SourceBody {
    pub source: Source,
    /// Names of the services that are asked.
    pub engines: Vec<String>,
}

/// All sources that can be searched.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SearchSources {
    pub items: Vec<SourceBody>,
}

/// What stood in a page when it was read.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchSnapshot)]
pub(crate) struct SnapshotBody {
    pub number: i64,
    pub text: String,
}

/// All services that searches ask.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SearchFinders {
    pub items: Vec<web_search::operator::SearchEngineBody>,
}

/// What to look for among one's own things.
#[derive(Debug, Deserialize, IntoParams)]
pub(crate) struct OwnQuery {
    #[serde(default)]
    pub q: String,
    /// Of each kind; 4 unless told, 20 at most.
    pub limit: Option<usize>,
    /// Conversations too. Whoever searches them beside, message by message, leaves them out here.
    #[serde(default)]
    pub chats: bool,
}

/// Which of one's own things.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(crate) struct OwnKindQuery {
    /// What it is, as a list of what was found says.
    pub kind: String,
}

/// What of the caller's own says the words: kind by kind, those that fit best first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnFinds {
    pub items: Vec<OwnFind>,
}

/// Something of the caller's own.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnFind {
    /// `my_memo`, `reading`, `document`, `highlight`, `file`, `research`, `search`, `chat`; others may come.
    pub kind: String,
    #[schema(value_type = String, format = "uuid")]
    pub id: Uuid,
    pub title: String,
    /// Where it is here.
    pub path: String,
    /// A part of what it says.
    pub text: String,
    pub changed_at: Timestamp,
}

impl OwnFind {
    pub fn new(kind: &str, thing: OwnThing) -> Self {
        let OwnThing { id, title, path, text, changed_at } = thing;
        Self { kind: kind.to_owned(), id, title, path, text, changed_at }
    }
}
