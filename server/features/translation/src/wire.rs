//! The types on the wire.

use kernel::{Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Texts to translate.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TextsToTranslate {
    /// Texts, with links and code marked: `<1>words</1>`, `<2/>`. Each number once, at most three digits.
    pub texts: Vec<String>,
    /// A tag of `/api/translation/languages`.
    pub target_language: String,
    /// Source language; null: each text may be in another language.
    #[serde(default)]
    pub source_language: Option<String>,
    /// `<connection>/<model>`; null: the person's usual one.
    #[serde(default)]
    pub model: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TranslationLanguages)]
pub(crate) struct LanguagesBody {
    /// BCP 47.
    pub items: Vec<&'static str>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TranslationMemory)]
pub(crate) struct MemoryBody {
    /// Number of stored translations.
    pub translations: i64,
    /// Maximum number of them.
    pub max: i64,
}

/// A term of the caller's glossary.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GlossaryTerm)]
pub(crate) struct TermBody {
    pub id: Uuid,
    pub original: String,
    pub translation: String,
    /// Source language; null: any.
    pub source_language: Option<String>,
    pub target_language: String,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Glossary)]
pub(crate) struct GlossaryBody {
    pub items: Vec<TermBody>,
}

/// A term to create, or the new state of a term.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TermToKeep {
    #[serde(default)]
    pub original: String,
    #[serde(default)]
    pub translation: String,
    #[serde(default)]
    pub source_language: Option<String>,
    pub target_language: String,
}

/// A table of terms (RFC 4180): `original`, `translation`, `source_language`, `target_language`.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = GlossaryTable)]
pub(crate) struct TableBody {
    pub csv: String,
}

/// The result of importing a table.
#[derive(Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = GlossaryImport)]
pub(crate) struct ImportedBody {
    pub added: usize,
    /// Terms that were there and have another translation now.
    pub changed: usize,
    pub unchanged: usize,
    pub refused: Vec<RefusedLine>,
}

/// A line that is no term.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RefusedGlossaryLine)]
pub(crate) struct RefusedLine {
    /// Counted from 1, the head included.
    pub line: usize,
    /// The problem's code.
    pub code: String,
}
