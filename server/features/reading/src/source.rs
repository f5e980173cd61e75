use kernel::FileId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Kind of a source. Spec §1: "Page, video-site and PDF summaries."
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReadingKind)]
pub(crate) enum Kind {
    Page,
    /// By its captions.
    Video,
    Pdf,
}

impl Kind {
    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Video => "video",
            Self::Pdf => "pdf",
        }
    }
}

/// Length of a summary.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReadingLength)]
pub(crate) enum Length {
    Short,
    #[default]
    Medium,
    Long,
}

impl Length {
    pub const ALL: [Self; 3] = [Self::Short, Self::Medium, Self::Long];

    /// Returns the instructions for the model about the form.
    pub fn instruction(self) -> &'static str {
        match self {
            Self::Short => {
                "Sum it up in two to four sentences in one paragraph: what it is about, and what follows from it."
            }
            Self::Medium => {
                "First say in two or three sentences what it is about, then list its five to eight key points."
            }
            Self::Long => {
                "Sum it up at length, in sections with short headings that follow the order of the text. Keep \
                 figures, names, dates, reasons and reservations. End with a section of what follows from it."
            }
        }
    }

    /// Returns the number of sentences picked where no model is connected.
    pub fn sentences(self) -> usize {
        match self {
            Self::Short => 3,
            Self::Medium => 7,
            Self::Long => 15,
        }
    }
}

/// Origin of a text. Text sent by a client is stored in the snapshot instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Source {
    /// The server fetches it.
    Address { url: String },
    /// A client read it in the person's browser.
    Sent { url: Option<String> },
    /// The person uploaded it.
    File { file_id: FileId },
}

impl Source {
    /// Returns true if its text can be read again.
    pub fn can_be_read_again(&self) -> bool {
        !matches!(self, Self::Sent { .. })
    }

    pub fn url(&self) -> Option<&str> {
        match self {
            Self::Address { url } => Some(url),
            Self::Sent { url } => url.as_deref(),
            Self::File { .. } => None,
        }
    }

    pub fn file_id(&self) -> Option<FileId> {
        match self {
            Self::File { file_id } => Some(*file_id),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec §1: "Page, video-site and PDF summaries."
    #[test]
    fn pages_videos_and_pdfs_are_read() {
        let kinds = serde_json::json!([Kind::Page, Kind::Video, Kind::Pdf]);
        assert_eq!(kinds, serde_json::json!(["page", "video", "pdf"]));
    }

    #[test]
    fn a_longer_summary_has_more_sentences() {
        assert_eq!(Length::ALL.map(Length::sentences), [3, 7, 15]);
        assert_eq!(serde_json::json!(Length::ALL), serde_json::json!(["short", "medium", "long"]));
    }
}
