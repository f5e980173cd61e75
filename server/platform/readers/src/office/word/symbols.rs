/// Letters of the font Symbol from `A` on, and from `a` on.
const SYMBOL_UPPER: &str = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ";
const SYMBOL_LOWER: &str = "αβχδεφγηιϕκλμνοπθρστυϖωξψζ";

/// Returns the character that a symbol of a font shows (`w:sym`); `code` may lie in the private use area.
pub(super) fn symbol(font: &str, code: u32) -> Option<char> {
    let low = code & 0xff;
    let is_private = (0xf000..=0xf0ff).contains(&code);
    match font {
        "Symbol" => of_symbol(low),
        name if name.starts_with("Wingdings") => of_wingdings(name, low),
        _ if is_private => None,
        _ => char::from_u32(code),
    }
}

fn of_symbol(code: u32) -> Option<char> {
    let letter = |letters: &str, from: u32| letters.chars().nth((code - from) as usize);
    match code {
        0x41..=0x5a => letter(SYMBOL_UPPER, 0x41),
        0x61..=0x7a => letter(SYMBOL_LOWER, 0x61),
        0xa3 => Some('≤'),
        0xa5 => Some('∞'),
        0xab => Some('↔'),
        0xac => Some('←'),
        0xae => Some('→'),
        0xb0 => Some('°'),
        0xb1 => Some('±'),
        0xb3 => Some('≥'),
        0xb4 => Some('×'),
        0xb7 => Some('•'),
        0xb8 => Some('÷'),
        0xb9 => Some('≠'),
        0xbb => Some('≈'),
        0xce => Some('∈'),
        0xd6 => Some('√'),
        0xe5 => Some('∑'),
        0xf2 => Some('∫'),
        0x20..=0x7e => char::from_u32(code),
        _ => None,
    }
}

fn of_wingdings(font: &str, code: u32) -> Option<char> {
    match (font, code) {
        ("Wingdings", 0x6c | 0x9f) => Some('•'),
        ("Wingdings", 0x6f | 0xa8 | 0x71) => Some('☐'),
        ("Wingdings", 0xfb) => Some('✗'),
        ("Wingdings", 0xfc) => Some('✓'),
        ("Wingdings", 0xfd) => Some('☒'),
        ("Wingdings", 0xfe) => Some('☑'),
        ("Wingdings", 0xe0 | 0xf0) => Some('→'),
        ("Wingdings", 0xa7) => Some('▪'),
        ("Wingdings", 0x4a) => Some('☺'),
        ("Wingdings 2", 0x50) => Some('✓'),
        ("Wingdings 2", 0x52) => Some('☑'),
        ("Wingdings 2", 0xa3) => Some('☐'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_of_fonts_are_the_characters_that_they_show() {
        assert_eq!(symbol("Symbol", 0xf061), Some('α'));
        assert_eq!(symbol("Symbol", 0xf057), Some('Ω'));
        assert_eq!(symbol("Wingdings", 0xf0fc), Some('✓'));
        assert_eq!(symbol("Segoe UI Symbol", 0x2612), Some('☒'));
        assert_eq!(symbol("Webdings", 0xf031), None);
    }
}
