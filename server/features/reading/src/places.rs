//! A text split into numbered places, which summaries cite.

use serde::{Deserialize, Serialize};

use crate::captions::Cue;
use crate::limits::{PLACE_MAX_CHARS, TEXT_MAX_CHARS};

/// Place of a text: one or a few paragraphs, or a few seconds of a video.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Place {
    /// Counted from 1.
    pub number: i64,
    pub text: String,
    /// The page of a PDF.
    #[serde(default)]
    pub page: Option<i64>,
    /// Time in a video.
    #[serde(default)]
    pub at_seconds: Option<i64>,
    /// True if it was recognized on a picture and may contain errors.
    #[serde(default)]
    pub recognised: bool,
    /// True if the text after it was cut.
    #[serde(default)]
    pub cut: bool,
}

/// Paragraphs shorter than this are merged with the next one.
const PLACE_MIN_CHARS: usize = 220;
/// Approximate length and duration of a place of a video.
const SPOKEN_CHARS: usize = 260;
const SPOKEN_SECONDS: i64 = 30;

/// Splits pages, `(page, text)`, into places; without page numbers if there is only one page.
pub(crate) fn of_pages<'a>(pages: impl IntoIterator<Item = (Option<i64>, &'a str)>) -> Vec<Place> {
    let mut cutter = Cutter::default();
    for (page, text) in pages {
        cutter.page = page;
        for line in text.lines().map(str::trim_end).filter(|line| !line.trim().is_empty()) {
            cutter.paragraph(line);
        }
        cutter.close();
    }
    cutter.places
}

/// Splits the captions of a video into places.
pub(crate) fn of_cues(cues: &[Cue]) -> Vec<Place> {
    let mut cutter = Cutter::default();
    let mut began = 0;
    let mut last = "";
    for cue in cues {
        // Captions that roll up say each line twice.
        let said = cue.text.trim();
        if said.is_empty() || said == last {
            continue;
        }
        last = said;
        let is_full = cutter.text.chars().count() + said.chars().count() > SPOKEN_CHARS
            || cue.at_seconds - began >= SPOKEN_SECONDS;
        if is_full {
            cutter.close();
        }
        if cutter.text.is_empty() {
            began = cue.at_seconds;
            cutter.at_seconds = Some(cue.at_seconds);
        } else {
            cutter.text.push(' ');
        }
        cutter.text.push_str(&said.chars().take(PLACE_MAX_CHARS).collect::<String>());
    }
    cutter.close();
    cutter.places
}

#[derive(Default)]
struct Cutter {
    places: Vec<Place>,
    text: String,
    page: Option<i64>,
    at_seconds: Option<i64>,
    chars: usize,
}

impl Cutter {
    fn paragraph(&mut self, line: &str) {
        // A heading stands at the beginning of a place.
        if line.starts_with('#') {
            self.close();
        }
        for piece in pieces(line) {
            let own = self.text.chars().count();
            if own >= PLACE_MIN_CHARS || own + piece.chars().count() > PLACE_MAX_CHARS {
                self.close();
            }
            if !self.text.is_empty() {
                self.text.push('\n');
            }
            self.text.push_str(piece);
        }
    }

    /// Ends a place. Text beyond the limit is cut.
    fn close(&mut self) {
        let text = std::mem::take(&mut self.text);
        let text = text.trim_end();
        let chars = text.chars().count();
        if text.is_empty() {
            return;
        }
        self.chars += chars;
        if self.chars > TEXT_MAX_CHARS {
            if let Some(last) = self.places.last_mut() {
                last.cut = true;
            }
            return;
        }
        self.places.push(Place {
            number: self.places.len() as i64 + 1,
            text: text.to_owned(),
            page: self.page,
            at_seconds: self.at_seconds,
            recognised: false,
            cut: false,
        });
    }
}

/// Splits a paragraph into pieces of at most the length of a place: after a sentence, otherwise at a space.
fn pieces(line: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = line;
    while let Some((limit, _)) = rest.char_indices().nth(PLACE_MAX_CHARS) {
        let window = &rest[..limit];
        let signs = [". ", "! ", "? ", "。", "！", "？", "؟ ", " "];
        let found = signs.iter().find_map(|sign| {
            let at = window.rfind(sign)? + sign.len();
            (at > limit / 2).then_some(at)
        });
        let (piece, after) = rest.split_at(found.unwrap_or(limit));
        pieces.push(piece.trim_end());
        rest = after;
    }
    pieces.push(rest);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places_of(text: &str) -> Vec<Place> {
        of_pages([(None, text)])
    }

    #[test]
    fn places_are_numbered_and_hold_the_whole_text_in_its_order() {
        let line = "A sentence of some words that is not long. ".repeat(60);
        let text = format!("# Title\n\nShort.\n\nAlso short.\n{line}\n## Second\nLast words.");
        let places = places_of(&text);
        let numbers: Vec<i64> = places.iter().map(|place| place.number).collect();
        assert_eq!(numbers, (1..=places.len() as i64).collect::<Vec<_>>());
        assert!(places.iter().all(|place| place.text.chars().count() <= PLACE_MAX_CHARS));
        assert!(places[0].text.starts_with("# Title\nShort."));
        assert_eq!(places.last().unwrap().text, "## Second\nLast words.");
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let all: Vec<&str> = places.iter().map(|place| place.text.as_str()).collect();
        assert_eq!(words(&all.join("\n")), words(&text));
    }

    #[test]
    fn text_without_spaces_is_cut_too() {
        let places = places_of(&"没有空格".repeat(1_000));
        assert!(places.len() > 3);
        assert!(places.iter().all(|place| place.text.chars().count() <= PLACE_MAX_CHARS));
    }

    #[test]
    fn a_place_is_on_one_page() {
        let places = of_pages([(Some(1), "One."), (Some(2), "Two.")]);
        assert_eq!(places.iter().map(|place| place.page).collect::<Vec<_>>(), [Some(1), Some(2)]);
    }

    #[test]
    fn what_is_beyond_three_hundred_thousand_characters_is_left_out() {
        assert!(!places_of("Short.")[0].cut);
        let places = places_of(&format!("{}\n", "word ".repeat(100)).repeat(700));
        let chars: usize = places.iter().map(|place| place.text.chars().count()).sum();
        assert!(chars <= TEXT_MAX_CHARS && chars > TEXT_MAX_CHARS - PLACE_MAX_CHARS, "{chars}");
        let cut: Vec<bool> = places.iter().map(|place| place.cut).collect();
        assert_eq!(cut.iter().position(|cut| *cut), Some(places.len() - 1), "and that is said");
    }

    #[test]
    fn a_place_of_a_video_begins_where_its_first_caption_does() {
        let cue = |at_seconds, text: &str| Cue { at_seconds, text: text.to_owned() };
        let cues = [
            cue(0, "Hello"),
            cue(2, "Hello"),
            cue(4, "and welcome"),
            cue(40, "to the second part"),
            cue(41, ""),
        ];
        let places = of_cues(&cues);
        assert_eq!(places.len(), 2);
        assert_eq!((places[0].text.as_str(), places[0].at_seconds), ("Hello and welcome", Some(0)));
        assert_eq!(places[1].at_seconds, Some(40));
    }
}
