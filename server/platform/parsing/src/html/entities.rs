use std::sync::LazyLock;

use entities::ENTITIES;
use rustc_hash::FxHashMap;

/// Entities by their names without `&`: with `;`, and without it where browsers know them so.
static NAMES: LazyLock<FxHashMap<&str, &str>> = LazyLock::new(|| {
    ENTITIES.iter().map(|entity| (&entity.entity[1..], entity.characters)).collect()
});
/// Longest name: `CounterClockwiseContourIntegral;`.
const NAME_MAX_BYTES: usize = 32;
/// Longest number with its mark, beyond which there is no character anyway.
const NUMBER_MAX_BYTES: usize = 12;
/// Characters of windows-1252 that pages mean by numbers from 128 to 159 (WHATWG HTML, 13.2.5.80); 0: none.
const WINDOWS_1252: [u16; 32] = [
    0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039,
    0x0152, 0, 0x017d, 0, 0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc,
    0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178,
];

/// Decodes the entities in a text as browsers do. What is none stays as it is written.
pub fn decode_entities(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let length = match rest.strip_prefix('#') {
            Some(number) => decode_number(number, &mut out).map(|length| length + 1),
            None => decode_name(rest, &mut out),
        };
        match length {
            Some(length) => rest = &rest[length..],
            None => out.push('&'),
        }
    }
    out.push_str(rest);
    out
}

/// Writes the entity that begins a text and returns the length of its name: the longest that is known.
fn decode_name(text: &str, out: &mut String) -> Option<usize> {
    let name = text.bytes().take(NAME_MAX_BYTES).take_while(u8::is_ascii_alphanumeric).count();
    if text[name..].starts_with(';')
        && let Some(characters) = NAMES.get(&text[..=name])
    {
        out.push_str(characters);
        return Some(name + 1);
    }
    let length = (2..=name).rev().find(|length| NAMES.contains_key(&text[..*length]))?;
    // In an address, `&copy=1` is a parameter.
    if text[length..].starts_with('=') {
        return None;
    }
    out.push_str(NAMES.get(&text[..length])?);
    Some(length)
}

/// Writes the character of a number and returns the length of the number with its end.
fn decode_number(text: &str, out: &mut String) -> Option<usize> {
    let (mark, radix) = if text.starts_with(['x', 'X']) { (1, 16) } else { (0, 10) };
    let digits = text[mark..]
        .bytes()
        .take(NUMBER_MAX_BYTES)
        .take_while(|byte| char::from(*byte).is_digit(radix))
        .count();
    if digits == 0 {
        return None;
    }
    let code = u32::from_str_radix(&text[mark..mark + digits], radix).unwrap_or(u32::MAX);
    let windows = code.checked_sub(128).and_then(|at| WINDOWS_1252.get(at as usize));
    let code = windows.filter(|code| **code != 0).map_or(code, |code| u32::from(*code));
    out.push(char::from_u32(code).filter(|ch| *ch != '\0').unwrap_or('\u{fffd}'));
    let end = mark + digits;
    Some(end + usize::from(text[end..].starts_with(';')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_are_read_as_browsers_read_them() {
        for (written, shown) in [
            ("pi&ugrave; cos&igrave;", "più così"),
            ("n&atilde;o, informa&ccedil;&otilde;es", "não, informações"),
            ("&iquest;Qu&eacute;? c&oelig;ur &scaron;", "¿Qué? cœur š"),
            ("x&sup2; &le; 5 &minus; &frac12; &ne; &permil;", "x² ≤ 5 − ½ ≠ ‰"),
            ("5&thinsp;km Wis&shy;sen", "5\u{2009}km Wis\u{ad}sen"),
            // Without a semicolon, where browsers know them so.
            ("caf&eacute , R&amp;D &copy 2024", "café , R&D © 2024"),
            ("&notit; &notin;", "¬it; ∉"),
            ("?a=1&copy=2&unknown;&", "?a=1&copy=2&unknown;&"),
            // Numbers.
            ("&#x41;&#66;&#67", "ABC"),
            ("It&#146;s &#147;own&#148; &#150; &#128;900", "It’s “own” – €900"),
            ("&#0;&#xD800;&#99999999999;", "\u{fffd}\u{fffd}\u{fffd}"),
            ("&#;&#x;&#xg", "&#;&#x;&#xg"),
            ("&CounterClockwiseContourIntegral;&NotEqualTilde;", "∳≂̸"),
        ] {
            assert_eq!(decode_entities(written), shown);
        }
    }
}
