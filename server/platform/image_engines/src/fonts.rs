use std::sync::Arc;

use resvg::usvg::fontdb::{Database, ID, Source, Style, Weight};
use skrifa::{FontRef, MetadataProvider};

/// Families that are preferred where they have the letters: plain ones, which all systems have one of.
const PREFERRED: [&str; 7] =
    ["Inter", "Noto Sans", "Liberation Sans", "DejaVu Sans", "Arial", "Helvetica", "Noto"];
/// Most fonts of a weight that one text takes, and the largest file of one.
const FONTS_MAX: usize = 8;
const FONT_MAX_BYTES: usize = 40 * 1024 * 1024;

/// Returns fonts of the system that have all letters of a text, bold and regular, in memory; `None`: they are not there.
pub(crate) fn fonts_for(text: &str) -> Option<Database> {
    let mut system = Database::new();
    system.load_system_fonts();
    let mut chosen = Database::new();
    let is_drawn = |letter: &char| !letter.is_whitespace() && !letter.is_control();
    for weight in [Weight::BOLD, Weight::NORMAL] {
        let mut files = 0;
        let mut missing: Vec<char> = text.chars().filter(is_drawn).collect();
        missing.sort_unstable();
        missing.dedup();
        for id in ordered(&system, weight) {
            if missing.is_empty() || files >= FONTS_MAX {
                break;
            }
            if add_if_useful(&system, id, &mut missing, &mut chosen) {
                files += 1;
            }
        }
        // Without bold letters, regular ones are drawn; without those, nothing.
        if weight == Weight::NORMAL && !missing.is_empty() {
            return None;
        }
    }
    Some(chosen)
}

/// Returns the upright fonts of a weight, preferred ones first.
fn ordered(system: &Database, weight: Weight) -> Vec<ID> {
    let fits = system.faces().filter(|face| face.weight == weight && face.style == Style::Normal);
    let rank = |families: &[(String, resvg::usvg::fontdb::Language)]| {
        let name = families.first().map_or("", |(name, _)| name.as_str());
        let is_plain = !["Mono", "Serif", "Display", "Condensed", "Symbols", "Emoji"]
            .iter()
            .any(|other| name.contains(other));
        let place = PREFERRED.iter().position(|wanted| name.starts_with(wanted));
        (!is_plain, place.unwrap_or(PREFERRED.len()), name.to_owned())
    };
    let mut faces: Vec<_> = fits.map(|face| (rank(&face.families), face.id)).collect();
    faces.sort_by(|one, two| one.0.cmp(&two.0));
    faces.into_iter().map(|(_, id)| id).collect()
}

fn add_if_useful(
    system: &Database,
    id: ID,
    missing: &mut Vec<char>,
    chosen: &mut Database,
) -> bool {
    let read = system.with_face_data(id, |content, index| {
        let font = FontRef::from_index(content, index).ok()?;
        let letters = font.charmap();
        let before = missing.len();
        missing.retain(|letter| letters.map(*letter).is_none());
        let is_useful = missing.len() < before && content.len() <= FONT_MAX_BYTES;
        is_useful.then(|| content.to_vec())
    });
    let Some(Some(content)) = read else { return false };
    // In memory: the process that draws can open no file.
    chosen.load_font_source(Source::Binary(Arc::new(content)));
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_no_font_has_are_not_drawn_as_boxes() {
        // A private place, which no font may fill for all.
        assert!(fonts_for("\u{10fffd}").is_none());
    }
}
