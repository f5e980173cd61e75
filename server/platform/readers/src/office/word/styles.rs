use std::collections::HashMap;

use parsing::ParseFailure;

use super::numbering::NumberRef;
use crate::xml::{Step, attribute, walk};

/// Maximum number of styles of which each is based on the next one.
const BASES_MAX: usize = 10;
/// Deepest heading of Markdown.
const LEVEL_MAX: usize = 6;

/// Styles of paragraphs, by their ids.
#[derive(Debug, Default)]
pub(super) struct Styles(HashMap<String, Style>);

#[derive(Debug, Default)]
struct Style {
    /// In lower case; the same in all languages for built-in styles, other than the id.
    name: String,
    based_on: Option<String>,
    /// Level of the outline, from 0.
    outline: Option<usize>,
    number: NumberRef,
}

impl Styles {
    pub fn read(xml: &str) -> Result<Self, ParseFailure> {
        let mut styles = HashMap::new();
        let mut open: Option<(String, Style)> = None;
        walk(xml, |step| match step {
            Step::Open("style", element) => {
                let id = attribute(element, "styleId").unwrap_or_default();
                open = Some((id, Style::default()));
            }
            Step::Close("style") => styles.extend(open.take()),
            Step::Open(name, element) => {
                let Some((_, style)) = &mut open else { return };
                let value = || attribute(element, "val");
                match name {
                    "name" => style.name = value().unwrap_or_default().to_lowercase(),
                    "basedOn" => style.based_on = value(),
                    "outlineLvl" => style.outline = value().and_then(|level| level.parse().ok()),
                    "numId" => style.number.list = value(),
                    "ilvl" => style.number.level = value().and_then(|level| level.parse().ok()),
                    _ => {}
                }
            }
            _ => {}
        })?;
        Ok(Self(styles))
    }

    /// Returns the level of a style's headings, from 1.
    pub fn heading_level(&self, id: &str) -> Option<usize> {
        let level = match self.chain(id).find_map(Style::level) {
            Some(level) => Some(level),
            // A document without styles.
            None if !self.0.contains_key(id) => {
                Style { name: id.to_lowercase(), ..Style::default() }.level()
            }
            None => None,
        };
        level.map(|level| level.min(LEVEL_MAX))
    }

    /// Returns the list that a style numbers its paragraphs by.
    pub fn number(&self, id: &str) -> NumberRef {
        let list = self.chain(id).find_map(|style| style.number.list.clone());
        NumberRef { list, level: self.chain(id).find_map(|style| style.number.level) }
    }

    /// Returns a style and those that it is based on.
    fn chain<'a>(&'a self, id: &str) -> impl Iterator<Item = &'a Style> {
        let base = |style: &&'a Style| self.0.get(style.based_on.as_deref()?);
        std::iter::successors(self.0.get(id), base).take(BASES_MAX)
    }
}

impl Style {
    fn level(&self) -> Option<usize> {
        if self.name == "title" {
            return Some(1);
        }
        let named = self.name.strip_prefix("heading").map(str::trim);
        let named = named.and_then(|level| level.parse::<usize>().ok()).filter(|level| *level > 0);
        // The body text is level 9 of the outline.
        named.or(self.outline.filter(|level| *level < 9).map(|level| level + 1))
    }
}
