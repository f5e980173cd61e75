use parsing::{Page, ParseFailure, Parsed, Unread, UnreadReason};

use super::charts::{chart_text, drawing_text};
use super::package::{Relations, main_part, text_of_part};
use crate::archive::Archive;
use crate::pages::Pages;
use crate::xml::{Step, attribute, walk};

/// Placeholders of a page of notes that repeat what the slide or its master says.
const REPEATED: &[&str] = &["sldNum", "hdr", "ftr", "dt", "sldImg"];

/// Reads each slide, in the order in which they are shown, with its tables, charts, diagrams, comments and notes.
pub(crate) fn read(content: &[u8]) -> Result<Parsed, ParseFailure> {
    let mut archive = Archive::open(content)?;
    let presentation = main_part(&mut archive, "ppt/presentation.xml")?;
    let mut pages = Pages::default();
    for (number, name) in (1..).zip(slides(&mut archive, &presentation)?) {
        match read_slide(&mut archive, &name) {
            Ok(Some(text)) => pages.push(Page { number, title: None, text })?,
            // One damaged slide does not cost the others.
            Ok(None) | Err(ParseFailure::Broken) => {
                pages.unread(Unread::page(number, UnreadReason::Damaged));
            }
            Err(failure) => return Err(failure),
        }
    }
    pages.check()
}

fn slides(archive: &mut Archive<'_>, presentation: &str) -> Result<Vec<String>, ParseFailure> {
    let xml = text_of_part(archive, presentation)?.ok_or(ParseFailure::Broken)?;
    let relations = Relations::of(archive, presentation)?;
    let mut slides = Vec::new();
    walk(&xml, |step| {
        if let Step::Open("sldId", element) = step {
            // Two attributes are named id; the relation's begins with a letter.
            let ids = element.attributes().flatten().map(|one| one.value.into_owned());
            slides.extend(ids.filter_map(|id| relations.target(&id).map(str::to_owned)));
        }
    })?;
    Ok(slides)
}

/// Reads a slide; `None`: it is not there.
fn read_slide(archive: &mut Archive<'_>, name: &str) -> Result<Option<String>, ParseFailure> {
    let Some(xml) = text_of_part(archive, name)? else { return Ok(None) };
    let relations = Relations::of(archive, name)?;
    let mut text = shapes_text(&xml)?;
    let mut add = |label: &str, more: String| {
        if !more.trim().is_empty() {
            text.push_str(&format!("\n{label}{}\n", more.trim()));
        }
    };
    for (_, target) in relations.of_kind("chart") {
        add("", text_of_part(archive, target)?.map_or(Ok(String::new()), |xml| chart_text(&xml))?);
    }
    for (_, target) in relations.of_kind("diagramData") {
        add(
            "",
            text_of_part(archive, target)?.map_or(Ok(String::new()), |xml| drawing_text(&xml))?,
        );
    }
    for (_, target) in relations.of_kind("comments") {
        let comments = text_of_part(archive, target)?.unwrap_or_default();
        add("Comment: ", comment_text(&comments)?);
    }
    for (_, target) in relations.of_kind("notesSlide") {
        let notes = text_of_part(archive, target)?.unwrap_or_default();
        add("Notes: ", shapes_text(&notes)?);
    }
    Ok(Some(text))
}

/// Returns the comments of a slide, old (`text`) and new (`t` in a body).
fn comment_text(xml: &str) -> Result<String, ParseFailure> {
    let mut text = String::new();
    let mut is_text = false;
    walk(xml, |step| match step {
        Step::Open("text" | "t", _) => is_text = true,
        Step::Close("text" | "t") => {
            is_text = false;
            text.push('\n');
        }
        Step::Text(piece) if is_text => text.push_str(piece),
        _ => {}
    })?;
    Ok(text)
}

/// Returns the text of the shapes of a slide or its notes, with each row of a table on a line.
fn shapes_text(xml: &str) -> Result<String, ParseFailure> {
    let mut shapes = Shapes::default();
    walk(xml, |step| shapes.take(step))?;
    Ok(shapes.text)
}

#[derive(Default)]
struct Shapes {
    text: String,
    is_text: bool,
    /// Cells of the row that is read; `None` outside of tables.
    cells: Option<usize>,
    /// Depth within what stands for an element that was read already.
    fallback: usize,
    /// Start of the shape that is read, until it ends.
    shape: Option<usize>,
    is_repeated: bool,
}

impl Shapes {
    fn take(&mut self, step: Step<'_>) {
        match step {
            Step::Open("Fallback", _) => self.fallback += 1,
            Step::Close("Fallback") => self.fallback = self.fallback.saturating_sub(1),
            _ if self.fallback > 0 => {}
            Step::Open("sp", _) => {
                self.shape = Some(self.text.len());
                self.is_repeated = false;
            }
            Step::Open("ph", element) => {
                let kind = attribute(element, "type").unwrap_or_default();
                self.is_repeated = REPEATED.contains(&kind.as_str());
            }
            Step::Close("sp") => {
                if let (Some(start), true) = (self.shape.take(), self.is_repeated) {
                    self.text.truncate(start);
                }
                self.is_repeated = false;
            }
            Step::Open("t", _) => self.is_text = true,
            Step::Close("t") => self.is_text = false,
            Step::Text(piece) if self.is_text => self.text.push_str(piece),
            Step::Open("tr", _) => self.cells = Some(0),
            Step::Open("tc", _) => {
                let Some(cells) = &mut self.cells else { return };
                if *cells > 0 {
                    self.text.truncate(self.text.trim_end().len());
                    self.text.push_str(" | ");
                }
                *cells += 1;
            }
            Step::Close("tr") => {
                self.cells = None;
                self.text.truncate(self.text.trim_end().len());
                self.text.push('\n');
            }
            Step::Open("br", _) | Step::Close("p") => {
                self.text.push(if self.cells.is_some() { ' ' } else { '\n' });
            }
            _ => {}
        }
    }
}
