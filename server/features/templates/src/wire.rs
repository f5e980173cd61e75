//! The wire types of this area.

use std::collections::BTreeMap;

use files::Upload;
use kernel::{FileId, Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::definition::Definition;
use crate::filling::FieldValue;
use crate::produce::Format;

/// A template.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Template)]
pub(crate) struct TemplateBody {
    /// The id of one's own, or the name of a preset.
    pub key: String,
    /// In lists without its text.
    pub definition: Definition,
    /// False for presets.
    pub mine: bool,
    /// The formats in which its documents are saved. All can be printed, too.
    pub formats: Vec<Format>,
    pub version: i64,
    /// Null for presets.
    pub updated_at: Option<Timestamp>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TemplateList)]
pub(crate) struct TemplateList {
    pub items: Vec<TemplateBody>,
}

/// A new template. A retry with the same id creates nothing.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewTemplate)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTemplate {
    #[schema(value_type = String, format = "uuid")]
    pub id: Uuid,
    pub definition: Definition,
}

/// A copy of a template, as one's own.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewTemplateCopy)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewCopy {
    #[schema(value_type = String, format = "uuid")]
    pub id: Uuid,
}

/// A document that is filled.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TemplateDocument)]
pub(crate) struct DocumentBody {
    #[schema(value_type = String, format = "uuid")]
    pub id: Uuid,
    pub template: String,
    pub title: String,
    /// The template as it was when the document was begun.
    pub definition: Definition,
    pub formats: Vec<Format>,
    pub values: BTreeMap<String, FieldValue>,
    /// The newest file of each format.
    pub files: Vec<FileBody>,
    pub version: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A document without its content.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TemplateDocumentSummary)]
pub(crate) struct SummaryBody {
    #[schema(value_type = String, format = "uuid")]
    pub id: Uuid,
    pub template: String,
    /// Name of its template.
    pub template_name: String,
    pub title: String,
    pub updated_at: Timestamp,
}

/// A new document. A retry with the same id creates nothing.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewTemplateDocument)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewDocument {
    #[schema(value_type = String, format = "uuid")]
    pub id: Uuid,
    pub template: String,
    /// The template's name if it is left out.
    #[serde(default)]
    pub title: Option<String>,
    #[serde(default)]
    pub values: BTreeMap<String, FieldValue>,
}

/// A document's title and values. Fields may be missing; they are needed when a file is made.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = TemplateDocumentChange)]
#[serde(deny_unknown_fields)]
pub(crate) struct DocumentChange {
    pub title: String,
    pub values: BTreeMap<String, FieldValue>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewTemplateFile)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewFile {
    pub format: Format,
}

/// A file that was made. Its content is among the person's files.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TemplateFile)]
pub(crate) struct FileBody {
    pub format: String,
    pub file_id: FileId,
    pub name: String,
    pub media_type: String,
    pub size_bytes: i64,
    pub created_at: Timestamp,
}

impl FileBody {
    pub fn new(format: &str, upload: Upload) -> Self {
        Self {
            format: format.to_owned(),
            file_id: upload.id,
            name: upload.name,
            media_type: upload.media_type,
            size_bytes: upload.size_bytes,
            created_at: upload.created_at,
        }
    }
}

/// Documents of the rows of a table, one each.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewTemplateBatch)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewBatch {
    pub template: String,
    /// A table among the person's files: CSV or a workbook. Its first row names fields.
    pub file_id: FileId,
    pub format: Format,
}

/// The files of a batch, in an archive.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TemplateBatch)]
pub(crate) struct BatchBody {
    pub file: FileBody,
    /// Number of documents in it.
    pub documents: usize,
    /// Columns of the table that no field is called like.
    pub unused_columns: Vec<String>,
}

/// Material from which a model fills the fields of a template.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = TemplateSuggestionInput)]
#[serde(deny_unknown_fields)]
pub(crate) struct SuggestionInput {
    pub template: String,
    /// The document that is filled: its fields count, which the template may no longer have.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = "uuid")]
    pub document_id: Option<Uuid>,
    /// The person's words for the document's content.
    #[serde(default)]
    pub instructions: String,
    #[serde(default)]
    pub source: Option<SourceBody>,
    #[serde(default)]
    pub values: BTreeMap<String, FieldValue>,
    #[serde(default)]
    pub model: Option<String>,
}

/// A text that a model reads: an item of the person's library, or one of their files.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = TemplateSource)]
#[serde(deny_unknown_fields)]
pub(crate) struct SourceBody {
    /// A kind of the library, such as `chat`; `file` for a file.
    pub kind: String,
    #[schema(value_type = String, format = "uuid")]
    pub id: Uuid,
}

/// Values that a model found.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TemplateSuggestion)]
pub(crate) struct SuggestionBody {
    pub values: BTreeMap<String, FieldValue>,
    pub model_name: String,
    /// True if the source was too long to be read as a whole.
    pub is_cut: bool,
}
