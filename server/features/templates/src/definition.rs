use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A template: its text with placeholders, and the fields that fill them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = TemplateDefinition)]
#[serde(deny_unknown_fields)]
pub(crate) struct Definition {
    pub name: String,
    #[serde(default)]
    pub description: String,
    pub output: Output,
    /// Markdown with placeholders. Empty where a Word file is the template.
    #[serde(default)]
    pub content: String,
    pub fields: Vec<Field>,
}

/// The kind of document that a template makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = TemplateOutput)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Output {
    /// Pages, of Markdown.
    Document,
    /// Slides, of Markdown: each heading of the second level begins one.
    Slides,
    /// Pages, of an uploaded Word file, whose design stays.
    Word,
}

/// A field of a template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = TemplateField)]
#[serde(deny_unknown_fields)]
pub(crate) struct Field {
    /// Name by which the text refers to it.
    pub name: String,
    pub label: String,
    pub kind: FieldKind,
    #[serde(default)]
    pub required: bool,
    /// A value as it could be.
    #[serde(default)]
    pub example: String,
    /// Values to choose from.
    #[serde(default)]
    pub options: Vec<String>,
    /// Calculation of its value (decision 1085).
    #[serde(default)]
    pub formula: String,
    /// Fields of each row.
    #[serde(default)]
    #[schema(no_recursion)]
    pub columns: Vec<Field>,
}

/// The type of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = TemplateFieldKind)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FieldKind {
    /// One line.
    Text,
    /// Paragraphs, in Markdown.
    LongText,
    Number,
    /// `2026-11-30`.
    Date,
    Choice,
    /// Rows of columns.
    List,
    /// A number calculated from others.
    Formula,
}

impl Field {
    /// Returns true if somebody fills it.
    pub fn is_filled(&self) -> bool {
        self.kind != FieldKind::Formula
    }
}

impl Definition {
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}

/// Creates a field of a kind, as tests and uploaded documents have them.
pub(crate) fn new_field(name: &str, label: &str, kind: FieldKind) -> Field {
    Field {
        name: name.to_owned(),
        label: label.to_owned(),
        kind,
        required: false,
        example: String::new(),
        options: Vec::new(),
        formula: String::new(),
        columns: Vec::new(),
    }
}
