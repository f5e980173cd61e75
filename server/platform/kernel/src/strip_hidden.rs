/// Returns `text` without control characters and without what hides or reverses text, so that models are shown what
/// people are.
///
/// Characters that shape letters stay, though they are invisible themselves: joiners and non-joiners of Persian and the
/// scripts of India, variation selectors and joiners of emoji, direction marks, places where words of Thai and Khmer may
/// break. A long row of them shapes nothing; its rest may carry a hidden message and is left out.
pub fn strip_hidden(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut shaping = 0;
    let mut is_flag = false;
    for ch in text.chars() {
        is_flag = ch == FLAG || is_flag && is_tag(ch);
        shaping = if is_shaping(ch) { shaping + 1 } else { 0 };
        if shaping <= SHAPING_MAX && !is_hidden(ch) && (is_flag || !is_tag(ch)) {
            shown.push(ch);
        }
    }
    shown
}

/// Longest row of invisible characters that shapes letters.
const SHAPING_MAX: usize = 3;

/// The flag that tags turn into the flag of a part of a country.
const FLAG: char = '\u{1f3f4}';

fn is_tag(ch: char) -> bool {
    matches!(ch, '\u{e0000}'..='\u{e007f}')
}

fn is_shaping(ch: char) -> bool {
    matches!(ch, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{e0100}'..='\u{e01ef}')
}

fn is_hidden(ch: char) -> bool {
    (ch.is_control() && !matches!(ch, '\n' | '\t'))
        || matches!(ch, '\u{202a}'..='\u{202e}' | '\u{2061}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0080}'..='\u{e00ff}' | '\u{e01f0}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_shapes_letters_stays() {
        for text in [
            "می\u{200c}خواهم",
            "क\u{94d}\u{200d}ष",
            "👩\u{200d}💻 ❤\u{fe0f}\u{200d}🔥",
            "葛\u{e0100}",
            "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
            "ភាសា\u{200b}ខ្មែរ",
            "\u{200f}שלום\u{200e}!",
            "a\n\tb",
        ] {
            assert_eq!(strip_hidden(text), text);
        }
    }

    #[test]
    fn what_hides_or_reverses_text_is_left_out() {
        assert_eq!(strip_hidden("a\u{1b}[31mb\u{202e}c\u{2066}d\u{feff}"), "a[31mbcd");
        assert_eq!(strip_hidden("a\u{e0041}\u{e0042}b"), "ab");
        assert_eq!(
            strip_hidden(&format!("a{}b", "\u{200b}".repeat(40))),
            "a\u{200b}\u{200b}\u{200b}b"
        );
    }
}
