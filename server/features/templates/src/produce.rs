//! Files and pages of filled templates.

use area::Services;
use bytes::Bytes;
use kernel::{Failure, Fallible, FileId, UserId};
use printed::Words;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::definition::{Definition, Output};
use crate::docx::{Work, Worked, work};
use crate::filling::{Blank, Filled, Values, check_complete, parse, render};
use crate::problems::{FORMAT_UNAVAILABLE, NOT_FOUND};

/// The format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = TemplateFormat)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Format {
    Docx,
    Pptx,
    Markdown,
}

impl Format {
    pub fn ending(self) -> &'static str {
        match self {
            Self::Docx => "docx",
            Self::Pptx => "pptx",
            Self::Markdown => "md",
        }
    }

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Markdown => "markdown",
            other => other.ending(),
        }
    }

    pub fn media_type(self) -> &'static str {
        match self {
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            Self::Pptx => {
                "application/vnd.openxmlformats-officedocument.presentationml.presentation"
            }
            Self::Markdown => "text/markdown",
        }
    }

    /// Returns the formats of a kind of document, the usual one first. All can be printed as PDF, too (decision 1085).
    pub fn of(output: Output) -> Vec<Self> {
        match output {
            Output::Document => vec![Self::Docx, Self::Markdown],
            Output::Slides => vec![Self::Pptx, Self::Markdown],
            Output::Word => vec![Self::Docx],
        }
    }
}

/// A template with what fills it.
pub(crate) struct Content<'a> {
    pub title: &'a str,
    pub definition: &'a Definition,
    pub values: &'a Values,
    pub locale: Option<&'a str>,
    /// The Word file that is the template.
    pub file_id: Option<FileId>,
    pub user_id: UserId,
}

/// Returns the content of a file.
///
/// Problems: [`FORMAT_UNAVAILABLE`]; `templates.fields_missing`, and nothing is made; those of Word files.
pub(crate) async fn produce(
    services: &Services,
    content: &Content<'_>,
    format: Format,
) -> Fallible<Bytes> {
    let Content { title, definition, values, locale, .. } = content;
    if !Format::of(definition.output).contains(&format) {
        return Err(FORMAT_UNAVAILABLE.into());
    }
    check_complete(definition, values)?;
    let filled = Filled::new(definition, values, *locale, Blank::Empty);
    if definition.output == Output::Word {
        let file = word_file(services, content).await?;
        return match work(services, &Work::Fill((&filled).into()), file).await? {
            Worked::File(file) => Ok(file),
            _ => Err(Failure::internal("a filled file was expected")),
        };
    }
    let markdown = render(&parse(&definition.content)?, &filled);
    let words = Words::of(*locale);
    Ok(match format {
        Format::Docx => printed::write_document_docx(title, &markdown, words)?.into(),
        Format::Pptx => printed::write_pptx(title, &markdown)?.into(),
        Format::Markdown => markdown.into(),
    })
}

/// Returns a page of the document as far as it is filled, with labels where it is not. `is_printed`: for the printer, not
/// for the screen.
pub(crate) async fn page(
    services: &Services,
    content: &Content<'_>,
    is_printed: bool,
) -> Fallible<String> {
    let Content { title, definition, values, locale, .. } = content;
    if is_printed {
        check_complete(definition, values)?;
    }
    let blank = if is_printed { Blank::Empty } else { Blank::Labeled };
    let filled = Filled::new(definition, values, *locale, blank);
    let words = Words::of(*locale);
    if definition.output == Output::Word {
        let file = word_file(services, content).await?;
        let Worked::Page(body) = work(services, &Work::Page((&filled).into()), file).await? else {
            return Err(Failure::internal("a page was expected"));
        };
        let style = if is_printed { WORD.to_owned() } else { format!("{WORD}{PAPER}") };
        let page = printed::write_document_page(title, "", words, &style);
        return Ok(page.replace("</body>", &format!("{body}</body>")));
    }
    let markdown = render(&parse(&definition.content)?, &filled);
    Ok(match (definition.output, is_printed) {
        (Output::Slides, true) => printed::write_slides_page(title, &markdown, words, ""),
        (Output::Slides, false) => printed::write_slides_page(title, &markdown, words, SCREEN),
        (_, true) => printed::write_document_page(title, &markdown, words, ""),
        (_, false) => printed::write_document_page(title, &markdown, words, PAPER),
    })
}

/// Pages beside each other, each as wide as the frame: columns of the height of a page, on sheets that are drawn behind
/// them. Light in dark mode, too: it is paper.
const PAPER: &str = include_str!("paper.css");
/// Slides beside each other, each as wide as the frame.
const SCREEN: &str = include_str!("screen.css");
const WORD: &str = include_str!("word.css");

async fn word_file(services: &Services, content: &Content<'_>) -> Fallible<Bytes> {
    let file_id = content.file_id.ok_or(NOT_FOUND)?;
    let mut conn = services.db.read().await?;
    let upload = services.files.find_upload(&mut conn, content.user_id, file_id).await?;
    drop(conn);
    let upload = upload.ok_or(NOT_FOUND)?;
    Ok(services.files.get(&upload.key()).await?.ok_or(NOT_FOUND)?)
}
