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

/// How far a search is. The last three are final.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SearchState {
    /// Services are asked.
    Searching,
    /// Pages are read.
    Reading,
    /// A model writes.
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

impl From<Head> for EntryBody {
    fn from(head: Head) -> Self {
        let running = !head.state.is_final();
        Self { id: SearchId(head.id.0), title: head.title, running, created_at: head.created_at }
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
    pub fn new(kind: &str, thing: LibraryItem) -> Self {
        let LibraryItem { id, title, path, text, changed_at } = thing;
        Self { kind: kind.to_owned(), id, title, path, text, changed_at }
    }
}
