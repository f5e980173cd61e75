use std::collections::HashMap;

use parsing::{Page, ParseFailure, Parsed};

use crate::archive::{Archive, resolve};
use crate::pages::Pages;
use crate::xml::{Step, attribute, walk};

const PRESENTATION: &str = "ppt/presentation.xml";

/// Returns the text of each slide, in the order in which they are shown.
pub(crate) fn read(content: &[u8]) -> Result<Parsed, ParseFailure> {
    let mut archive = Archive::open(content)?;
    let mut pages = Pages::default();
    for (number, name) in (1..).zip(slides(&mut archive)?) {
        let Some(xml) = archive.text(&name)? else { continue };
        pages.push(Page { number, title: None, text: slide_text(&xml)? })?;
    }
    pages.check()
}

fn slides(archive: &mut Archive<'_>) -> Result<Vec<String>, ParseFailure> {
    let presentation = archive.required(PRESENTATION)?;
    let relations = archive.text("ppt/_rels/presentation.xml.rels")?.unwrap_or_default();
    let targets = relations_of(&relations)?;
    let mut slides = Vec::new();
    walk(&presentation, |step| {
        if let Step::Open("sldId", element) = step {
            // Two attributes are named id; the relation's begins with a letter.
            let ids = element.attributes().flatten().map(|one| one.value.into_owned());
            slides
                .extend(ids.filter_map(|id| targets.get(&id).map(|to| resolve(PRESENTATION, to))));
        }
    })?;
    Ok(slides)
}

/// Returns the targets of an entry's relations, by their ids.
fn relations_of(xml: &str) -> Result<HashMap<String, String>, ParseFailure> {
    let mut targets = HashMap::new();
    walk(xml, |step| {
        if let Step::Open("Relationship", element) = step
            && let (Some(id), Some(target)) =
                (attribute(element, "Id"), attribute(element, "Target"))
        {
            targets.insert(id, target);
        }
    })?;
    Ok(targets)
}

fn slide_text(xml: &str) -> Result<String, ParseFailure> {
    let mut text = String::new();
    let mut is_text = false;
    walk(xml, |step| match step {
        Step::Open("t", _) => is_text = true,
        Step::Close("t") => is_text = false,
        Step::Text(piece) if is_text => text.push_str(piece),
        Step::Open("br", _) | Step::Close("p") => text.push('\n'),
        _ => {}
    })?;
    Ok(text)
}
