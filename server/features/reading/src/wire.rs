use api::ProblemBody;
use kernel::{FileId, RunId, Timestamp};
use serde::{Deserialize, Serialize};
use tasks::Head;
use utoipa::ToSchema;

use crate::places::Place;
use crate::source::{Kind, Length};
use crate::state::State;
use crate::summary::Summary;
use crate::videos::link_to;
use crate::work::{Label, Reading};

kernel::id! {
    /// Identifies a reading; also its task's id.
    ReadingId
}

/// A reading to begin. Its id is the client's, so that sending it again does nothing twice.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewReading {
    pub id: ReadingId,
    pub source: NewSource,
    #[serde(default)]
    pub length: Length,
    /// The model that sums up; null: the person's default.
    #[serde(default)]
    pub model: Option<String>,
    /// Whether the text stays when it was summed up, to be read beside the summary.
    #[serde(default = "yes")]
    pub keep_source: bool,
}

fn yes() -> bool {
    true
}

/// Where the text is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = NewReadingSource)]
pub(crate) enum NewSource {
    /// The server fetches it: a page, a video, a PDF.
    Address { url: String },
    /// The client read it where its person is.
    Text {
        #[serde(default)]
        url: Option<String>,
        #[serde(default)]
        title: String,
        text: String,
    },
    /// A file that the person uploaded.
    File { file_id: FileId },
}

/// How a reading is to be summed up again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReadingAgain)]
pub(crate) struct Again {
    #[serde(default)]
    pub length: Length,
    #[serde(default)]
    pub model: Option<String>,
}

/// What can be changed in a reading.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadingChange {
    pub keep_source: bool,
}

/// A reading with all that it has by now.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Reading)]
pub(crate) struct ReadingBody {
    pub id: ReadingId,
    pub title: String,
    pub kind: Kind,
    /// Null for a file.
    pub url: Option<String>,
    pub file_id: Option<FileId>,
    pub state: State,
    /// Of the summary that is being made, or was made last.
    pub length: Length,
    /// The model that sums up; null where none is connected: then sentences are picked.
    pub model: Option<String>,
    /// The run that writes the summary, to be followed while `state` is `summarizing`.
    pub run_id: Option<RunId>,
    /// One for each length that was made.
    pub summaries: Vec<Summary>,
    pub keep_source: bool,
    /// Whether its text is here.
    pub has_source: bool,
    /// Whether it can be summed up again.
    pub repeatable: bool,
    pub problem: Option<ProblemBody>,
    /// What is behind the problem, where that is known.
    pub cause: Option<ProblemBody>,
    pub created_at: Timestamp,
}

impl ReadingBody {
    pub fn of(reading: Reading, has_source: bool) -> Self {
        let state = State::of(&reading.head);
        let (head, wish) = (reading.head, reading.input);
        Self {
            id: ReadingId(head.id.0),
            title: head.title,
            kind: wish.kind,
            url: wish.source.url().map(str::to_owned),
            file_id: wish.source.file_id(),
            state,
            length: wish.length,
            model: wish.model,
            run_id: head.run_id,
            summaries: reading.output.summaries,
            keep_source: wish.keep_source,
            has_source,
            repeatable: has_source || wish.source.can_be_read_again(),
            problem: head.problem,
            cause: head.cause,
            created_at: head.created_at,
        }
    }
}

/// A line of the list of readings.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReadingEntry)]
pub(crate) struct EntryBody {
    pub id: ReadingId,
    pub title: String,
    pub kind: Kind,
    pub url: Option<String>,
    pub state: State,
    pub created_at: Timestamp,
}

impl From<Head> for EntryBody {
    fn from(head: Head) -> Self {
        let state = State::of(&head);
        let label = serde_json::from_value(head.label);
        let Label { kind, url } = label.unwrap_or(Label { kind: Kind::Page, url: None });
        Self {
            id: ReadingId(head.id.0),
            title: head.title,
            kind,
            url,
            state,
            created_at: head.created_at,
        }
    }
}

/// The text of a reading.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReadingSource)]
pub(crate) struct SourceBody {
    pub places: Vec<PlaceBody>,
    /// The PDF whose pages the places are on, as it was read; null where there is none, or it is not kept.
    pub pdf_file_id: Option<FileId>,
}

/// A numbered place of a text.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReadingPlace)]
pub(crate) struct PlaceBody {
    pub number: i64,
    pub text: String,
    /// The page of a PDF.
    pub page: Option<i64>,
    /// Where in a video.
    pub at_seconds: Option<i64>,
    /// What leads to that time.
    pub url: Option<String>,
    /// Whether it was recognised on a picture, and may have mistakes.
    pub recognised: bool,
    /// Whether the text goes on behind it, and that was left out.
    pub cut: bool,
}

impl PlaceBody {
    pub fn of(place: Place, source: Option<&str>) -> Self {
        let Place { number, text, page, at_seconds, recognised, cut } = place;
        let url = source.zip(at_seconds).and_then(|(url, seconds)| link_to(url, seconds));
        Self { number, text, page, at_seconds, url, recognised, cut }
    }
}
