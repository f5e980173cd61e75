//! Text runs of a Word document, each of one style and one direction.

use std::fmt::Write;

use super::package::SHADE;
use crate::blocks::{Span, Style};
use crate::is_of_right_to_left_script;
use crate::zipped::xml;

/// Writes a span in a paragraph that runs from the right, or does not.
pub(super) fn write(out: &mut String, span: &Span, is_rtl: bool) {
    // Code is left-to-right everywhere.
    let base = is_rtl && !span.style.code;
    for (number, line) in span.text.split('\n').enumerate() {
        if number > 0 {
            out.push_str("<w:r><w:br/></w:r>");
        }
        for (is_rtl, run) in sides_of(line, base) {
            let properties = properties(span.style, span.link.is_some(), is_rtl);
            let _ = write!(out, "<w:r>{properties}");
            for (number, piece) in run.split('\t').enumerate() {
                if number > 0 {
                    out.push_str("<w:tab/>");
                }
                if !piece.is_empty() {
                    let _ = write!(out, "<w:t xml:space=\"preserve\">{}</w:t>", xml(piece));
                }
            }
            out.push_str("</w:r>");
        }
    }
}

/// Splits a text where its direction changes. Neutral characters and spaces take the direction of both neighbors, or
/// else of the paragraph, following the bidirectional algorithm.
fn sides_of(text: &str, base: bool) -> Vec<(bool, &str)> {
    let mut begins: Vec<(usize, bool)> = Vec::new();
    let mut begin = |at: usize, side: bool| {
        if begins.last().is_none_or(|(_, last)| *last != side) {
            begins.push((at, side));
        }
    };
    let (mut before, mut behind) = (base, 0);
    for (at, character) in text.char_indices() {
        let Some(side) = side_of(character) else { continue };
        if behind < at {
            begin(behind, if before == side { side } else { base });
        }
        begin(at, side);
        (before, behind) = (side, at + character.len_utf8());
    }
    if behind < text.len() {
        begin(behind, base);
    }
    let ends = begins.iter().skip(1).map(|(at, _)| *at).chain([text.len()]);
    begins.iter().zip(ends).map(|((at, side), end)| (*side, &text[*at..end])).collect()
}

/// Returns the side that a character has of its own.
fn side_of(character: char) -> Option<bool> {
    if is_of_right_to_left_script(character) {
        return Some(true);
    }
    (character.is_alphabetic() || character.is_ascii_digit()).then_some(false)
}

/// Returns run properties, in the order that the standard requires.
fn properties(style: Style, is_link: bool, is_rtl: bool) -> String {
    let mut out = String::new();
    if style.code {
        out.push_str("<w:rFonts w:ascii=\"Consolas\" w:hAnsi=\"Consolas\" w:cs=\"Consolas\"/>");
    }
    if style.bold {
        out.push_str("<w:b/><w:bCs/>");
    }
    if style.italic {
        out.push_str("<w:i/><w:iCs/>");
    }
    if style.struck {
        out.push_str("<w:strike/>");
    }
    if style.code {
        out.push_str("<w:noProof/>");
    }
    if is_link {
        out.push_str("<w:color w:val=\"2457C5\"/><w:u w:val=\"single\"/>");
    }
    if style.code {
        out.push_str(SHADE);
    }
    if is_rtl {
        out.push_str("<w:rtl/>");
    }
    if out.is_empty() { out } else { format!("<w:rPr>{out}</w:rPr>") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_where_its_side_changes() {
        assert_eq!(sides_of("Hello, world.", false), [(false, "Hello, world.")]);
        assert_eq!(sides_of("مرحبا بك!", true), [(true, "مرحبا بك!")]);
        // The point behind a name of the other side stays the paragraph's.
        assert_eq!(sides_of("جرب GPT-4.", true), [(true, "جرب "), (false, "GPT-4"), (true, ".")]);
        assert_eq!(
            sides_of("The word «سلام» is old", false),
            [(false, "The word «"), (true, "سلام"), (false, "» is old")]
        );
        assert_eq!(sides_of("GPT جيد", true), [(false, "GPT"), (true, " جيد")]);
        assert_eq!(sides_of("… 100", true), [(true, "… "), (false, "100")]);
        assert_eq!(sides_of("…", true), [(true, "…")]);
        assert_eq!(sides_of("", true), []);
    }

    #[test]
    fn no_letter_is_lost_wherever_it_is_cut() {
        for base in [true, false] {
            for text in ["a ب c", "ب a", " a ب ", "1ب2", "ب (a) ب", "(ب)"] {
                let again: String = sides_of(text, base).iter().map(|(_, run)| *run).collect();
                assert_eq!(again, text);
            }
        }
    }
}
