use api::ProblemBody;
use area::LibraryItem;
use kernel::{RunId, Timestamp, Uuid};
use retrieval::Cite;
use serde::{Deserialize, Serialize};
use tasks::{Head, State};
use utoipa::{IntoParams, ToSchema};
use web_search::{Domains, Report, SearchResult, Source};

use crate::effort::{Effort, Skill};
use crate::work::Search;

kernel::id! {
    /// Identifies a search; also its task's id.
    SearchId
}

/// State of a search. The last three are final.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SearchState {
    /// Search engines are queried.
    Searching,
    /// Pages are being read.
    Reading,
    /// A model is writing.
    Answering,
    Completed,
    Failed,
    Cancelled,
}

impl SearchState {
    /// Returns the state of a task in this area's words.
    pub fn of(head: &Head) -> Self {
        match head.state {
            State::Succeeded => Self::Completed,
            State::Failed => Self::Failed,
            State::Cancelled => Self::Cancelled,
            _ if head.open_run().is_some() => Self::Answering,
            _ if head.stage.is_empty() => Self::Searching,
            _ => Self::Reading,
        }
    }

    /// Returns the state of the task.
    pub fn into_task(self) -> State {
        match self {
            Self::Searching | Self::Reading | Self::Answering => State::Running,
            Self::Completed => State::Succeeded,
            Self::Failed => State::Failed,
            Self::Cancelled => State::Cancelled,
        }
    }
}

/// New search. The client chooses its id, so that retries start nothing twice.
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

/// Search with its current state.
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
    /// Numbered statements of the answer with the text of their sources.
    pub cites: Vec<Cite>,
    pub problem: Option<ProblemBody>,
    pub created_at: Timestamp,
}

impl From<Search> for SearchBody {
    fn from(search: Search) -> Self {
        let state = SearchState::of(&search.head);
        let (head, asked, answered) = (search.head, search.input, search.output);
        Self {
            id: SearchId(head.id.0),
            title: head.title,
            query: asked.wish.query,
            source: asked.wish.source,
            effort: asked.wish.effort,
            domains: asked.wish.domains,
            skill: asked.wish.skill,
            state,
            model: asked.model,
            run_id: head.run_id,
            results: answered.results,
            engines: answered.reports,
            answer: answered.answer,
            cites: answered.cites,
            problem: head.problem,
            created_at: head.created_at,
        }
    }
}

/// Entry of the search history.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchEntry)]
pub(crate) struct EntryBody {
    pub id: SearchId,
    pub title: String,
    /// True while it runs.
    pub running: bool,
    pub created_at: Timestamp,
}

impl From<Head> for EntryBody {
    fn from(head: Head) -> Self {
        let running = !head.state.is_final();
        Self { id: SearchId(head.id.0), title: head.title, running, created_at: head.created_at }
    }
}

/// A source that can be searched.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchSourceInfo)]
pub(crate) struct SourceBody {
    pub source: Source,
    /// Names of the search engines queried.
    pub engines: Vec<String>,
}

/// All sources that can be searched.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SearchSources {
    pub items: Vec<SourceBody>,
}

/// Text of a page as it was read.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchSnapshot)]
pub(crate) struct SnapshotBody {
    pub number: i64,
    pub text: String,
}

/// All search engines.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SearchEngineList {
    pub items: Vec<web_search::operator::SearchEngineBody>,
}

/// Query of a search in the caller's library.
#[derive(Debug, Deserialize, IntoParams)]
pub(crate) struct OwnQuery {
    #[serde(default)]
    pub q: String,
    /// Maximum number per kind; 4 by default, at most 20.
    pub limit: Option<usize>,
    /// Includes conversations. A client that searches messages separately leaves them out.
    #[serde(default)]
    pub chats: bool,
}

/// Filter by kind of library item.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(crate) struct OwnKindQuery {
    /// Kind of the item, as in search results.
    pub kind: String,
}

/// Library items that match the query, grouped by kind, best matches first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnFinds {
    pub items: Vec<OwnFind>,
}

/// Library item of the caller.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnFind {
    /// `my_memo`, `reading`, `document`, `highlight`, `file`, `research`, `search`, `chat`; others may come.
    pub kind: String,
    #[schema(value_type = String, format = "uuid")]
    pub id: Uuid,
    pub title: String,
    /// Path of its page.
    pub path: String,
    /// Excerpt of its text.
    pub text: String,
    pub changed_at: Timestamp,
}

impl OwnFind {
    pub fn new(kind: &str, thing: LibraryItem) -> Self {
        let LibraryItem { id, title, path, text, changed_at } = thing;
        Self { kind: kind.to_owned(), id, title, path, text, changed_at }
    }
}
