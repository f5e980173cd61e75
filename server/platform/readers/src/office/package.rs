use parsing::ParseFailure;
use percent_encoding::percent_decode_str;

use crate::archive::{Archive, resolve};
use crate::xml::{Step, attribute, walk};

/// The parts that a part refers to.
#[derive(Debug, Default)]
pub(super) struct Relations(Vec<Relation>);

#[derive(Debug)]
struct Relation {
    id: String,
    /// The last segment of its type, such as `footnotes`: the rest differs between editions of the standard.
    kind: String,
    target: String,
}

impl Relations {
    /// Reads the relations of a part; of the package, if `part` is empty.
    pub fn of(archive: &mut Archive<'_>, part: &str) -> Result<Self, ParseFailure> {
        let (folder, name) = part.rsplit_once('/').unwrap_or(("", part));
        let slash = if folder.is_empty() { "" } else { "/" };
        let Some(xml) = archive.text(&format!("{folder}{slash}_rels/{name}.rels"))? else {
            return Ok(Self::default());
        };
        let mut relations = Vec::new();
        walk(&xml, |step| {
            let Step::Open("Relationship", element) = step else { return };
            let of = |name: &str| attribute(element, name).unwrap_or_default();
            if of("TargetMode") == "External" {
                return;
            }
            let kind = of("Type").rsplit('/').next().unwrap_or_default().to_owned();
            relations.push(Relation { id: of("Id"), kind, target: resolve(part, &of("Target")) });
        })?;
        Ok(Self(relations))
    }

    /// Returns the part of a relation.
    pub fn target(&self, id: &str) -> Option<&str> {
        self.0.iter().find(|one| one.id == id).map(|one| one.target.as_str())
    }

    /// Returns the parts of a kind, each with the id of its relation.
    pub fn of_kind<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.0
            .iter()
            .filter(move |one| one.kind == kind)
            .map(|one| (one.id.as_str(), one.target.as_str()))
    }

    /// Reads the first part of a kind; empty if there is none.
    pub fn text_of(&self, archive: &mut Archive<'_>, kind: &str) -> Result<String, ParseFailure> {
        let Some((_, target)) = self.of_kind(kind).next() else { return Ok(String::new()) };
        Ok(text_of_part(archive, target)?.unwrap_or_default())
    }
}

/// Returns the name of the part that a package is about, which its relations state; `usual`, if they do not.
pub(super) fn main_part(archive: &mut Archive<'_>, usual: &str) -> Result<String, ParseFailure> {
    let relations = Relations::of(archive, "")?;
    let stated = relations.of_kind("officeDocument").next().map(|(_, target)| target.to_owned());
    Ok(stated.unwrap_or_else(|| usual.to_owned()))
}

/// Reads a part, whose name may be written with percent signs in relations.
pub(super) fn text_of_part(
    archive: &mut Archive<'_>,
    name: &str,
) -> Result<Option<String>, ParseFailure> {
    if let Some(text) = archive.text(name)? {
        return Ok(Some(text));
    }
    let decoded = percent_decode_str(name).decode_utf8_lossy();
    if decoded == name { Ok(None) } else { archive.text(&decoded) }
}
