//! A summary without a model: sentences of the text, picked and not written.

use builtin::key_sentences;
use kernel::collapse_whitespace;
use retrieval::{Cite, CiteState};

use crate::places::Place;
use crate::prompt::fitting;
use crate::source::Length;
use crate::summary::Summary;

/// Number of sentences considered: each is compared with every other one.
const COMPARED_MAX_TOKENS: usize = 16_000;

/// Returns the most representative sentences of a text, each with the number of its place.
pub(crate) fn extract(places: &[Place], length: Length) -> Summary {
    let given = fitting(places, COMPARED_MAX_TOKENS);
    let texts: Vec<&str> = given.iter().map(|place| place.text.as_str()).collect();
    let picked = key_sentences(&texts.join("\n\n"), length.sentences());
    let mut lines = Vec::new();
    let mut cites = Vec::new();
    for sentence in picked {
        let wanted = collapse_whitespace(&sentence);
        let Some(place) =
            given.iter().find(|place| collapse_whitespace(&place.text).contains(&wanted))
        else {
            continue;
        };
        lines.push(format!("- {} [{}]", escaped(&sentence), place.number));
        cites.push(Cite {
            number: place.number,
            statement: sentence.clone(),
            state: CiteState::Quoted,
            quote: Some(sentence),
        });
    }
    Summary {
        length,
        model: None,
        text: lines.join("\n"),
        cites,
        places: places.len() as i64,
        places_given: given.len() as i64,
        partial: false,
    }
}

/// Escapes text for Markdown.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for ch in text.chars() {
        if matches!(ch, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '$') {
            escaped.push('\\');
        }
        escaped.push(ch);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::places::of_pages;

    const TIDES: &str = "# Tides\n\nTides are the rise and fall of sea levels that the pull of the moon causes.\n\n\
        The pull of the moon is strongest on the side of the earth that faces it.\n\n\
        Boats in a harbour rise and fall with the sea levels twice a day.\n\n\
        Fishermen know the times of the tides by heart and by printed tables.\n\n\
        The sun causes tides as well, though its pull is less than half as strong.\n\n\
        Spring tides come when the sun and the moon pull along the same line.\n\n\
        Neap tides come when the pull of the sun is at right angles to the moon's.\n\n\
        Some harbours can be entered by large boats at high tide only.";

    #[test]
    fn sentences_are_picked_word_for_word_and_lead_to_their_places() {
        let places = of_pages([(None, TIDES)]);
        let short = extract(&places, Length::Short);
        let long = extract(&places, Length::Long);
        assert_eq!(short.text.lines().count(), 3);
        assert!(long.text.lines().count() > 3);
        assert_eq!(short.model, None);
        for cite in &long.cites {
            let place = &places[cite.number as usize - 1];
            assert!(place.text.contains(cite.quote.as_deref().unwrap()), "{cite:?}");
        }
    }

    #[test]
    fn a_text_too_short_to_choose_from_is_given_as_it_is() {
        let places = of_pages([(None, "Only this stands *here*.")]);
        let summary = extract(&places, Length::Medium);
        assert_eq!(summary.text, "- Only this stands \\*here\\*. [1]");
    }
}
