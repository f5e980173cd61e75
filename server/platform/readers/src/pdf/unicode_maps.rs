//! Maps from codes of a font to Unicode (`ToUnicode`), read as far as they make sense: one entry that is damaged or empty costs no
//! other.

use std::collections::HashMap;

/// Most codes that one range of a map may have.
const RANGE_MAX: u32 = 0xffff;
/// Most codes that all entries of a map may name: twice those of a font with codes of two bytes.
const CODES_MAX: usize = 0x2_0000;
/// Maximum length of the text of one code, as the format says.
const TEXT_MAX_BYTES: usize = 512;

/// Returns the texts of codes.
pub(super) fn read_map(map: &[u8]) -> HashMap<u32, String> {
    let mut texts = Texts { by_code: HashMap::new(), left: CODES_MAX };
    let mut section: Option<(bool, Vec<Token>)> = None;
    for token in tokens(map) {
        match &token {
            Token::Word(word) if word == b"beginbfchar" => section = Some((false, Vec::new())),
            Token::Word(word) if word == b"beginbfrange" => section = Some((true, Vec::new())),
            Token::Word(word) if word.starts_with(b"end") => match section.take() {
                Some((true, entries)) => add_ranges(&entries, &mut texts),
                Some((false, entries)) => add_codes(&entries, &mut texts),
                None => {}
            },
            _ => {
                if let Some((_, entries)) = &mut section {
                    entries.push(token);
                }
            }
        }
    }
    texts.by_code
}

/// The texts that a map gave so far.
struct Texts {
    by_code: HashMap<u32, String>,
    /// Number of codes that it may still name.
    left: usize,
}

impl Texts {
    fn add(&mut self, found: impl Iterator<Item = (u32, String)>) {
        for (code, text) in found.take(self.left) {
            self.by_code.insert(code, text);
            self.left -= 1;
        }
    }
}

enum Token {
    Hex(Vec<u8>),
    Open,
    Close,
    Word(Vec<u8>),
}

fn tokens(map: &[u8]) -> Vec<Token> {
    let mut found = Vec::new();
    let mut rest = map;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        match first {
            b'<' => {
                let end = rest.iter().position(|byte| *byte == b'>').unwrap_or(rest.len());
                found.push(Token::Hex(bytes_of(&rest[..end])));
                rest = rest.get(end + 1..).unwrap_or_default();
            }
            b'[' => found.push(Token::Open),
            b']' => found.push(Token::Close),
            b'a'..=b'z' | b'A'..=b'Z' => {
                let end = rest.iter().position(|byte| !byte.is_ascii_alphanumeric());
                let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
                found.push(Token::Word([&[*first], word].concat()));
                rest = after;
            }
            _ => {}
        }
    }
    found
}

/// Returns the bytes of a hexadecimal string; what is no digit is left out.
fn bytes_of(hex: &[u8]) -> Vec<u8> {
    let digits: Vec<u8> = hex
        .iter()
        .filter_map(|digit| char::from(*digit).to_digit(16).and_then(|digit| digit.try_into().ok()))
        .collect();
    digits.chunks(2).map(|two| two[0] << 4 | two.get(1).copied().unwrap_or(0)).collect()
}

fn add_codes(entries: &[Token], texts: &mut Texts) {
    let found = entries.chunks(2).filter_map(|entry| match entry {
        [Token::Hex(code), Token::Hex(text)] => Some((code_of(code), text_of(text, 0))),
        _ => None,
    });
    texts.add(found);
}

fn add_ranges(entries: &[Token], texts: &mut Texts) {
    let mut entries = entries.iter();
    while let (Some(first), Some(last), Some(to)) = (entries.next(), entries.next(), entries.next())
    {
        let (Token::Hex(first), Token::Hex(last)) = (first, last) else { continue };
        let codes = code_of(first)..=code_of(last).min(code_of(first).saturating_add(RANGE_MAX));
        match to {
            Token::Hex(text) => {
                let all = codes.zip(0..=u16::MAX);
                texts.add(all.map(|(code, step)| (code, text_of(text, step))));
            }
            Token::Open => {
                let listed = entries.by_ref().take_while(|entry| !matches!(entry, Token::Close));
                let listed = listed.map(|entry| match entry {
                    Token::Hex(text) => text_of(text, 0),
                    _ => String::new(),
                });
                // All are taken, so that the next range begins behind them.
                let listed: Vec<String> = listed.collect();
                texts.add(codes.zip(listed));
            }
            _ => {}
        }
    }
}

fn code_of(bytes: &[u8]) -> u32 {
    bytes.iter().take(4).fold(0, |code, byte| code << 8 | u32::from(*byte))
}

/// Returns the text of a code, the last unit of which is `step` higher than it is written.
fn text_of(bytes: &[u8], step: u16) -> String {
    let bytes = bytes.get(..TEXT_MAX_BYTES).unwrap_or(bytes);
    let mut units: Vec<u16> = match bytes {
        [one] => vec![u16::from(*one)],
        _ => bytes.chunks_exact(2).map(|two| u16::from_be_bytes([two[0], two[1]])).collect(),
    };
    if let Some(last) = units.last_mut() {
        *last = last.wrapping_add(step);
    }
    char::decode_utf16(units).filter_map(Result::ok).filter(|letter| *letter != '\0').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_or_damaged_entry_costs_no_other() {
        let map = b"1 begincodespacerange <0000> <ffff> endcodespacerange 3 beginbfchar\n<025f> <>\n<003d> <0939093f>\n\
            <0003> <0020>\nendbfchar 2 beginbfrange <0010> <0012> <0041> <0020> <0021> [<0061> <d835dc00>] endbfrange";
        let texts = read_map(map);
        let text = |code: u32| texts.get(&code).map(String::as_str);
        assert_eq!(text(0x25f), Some(""));
        assert_eq!(text(0x3d), Some("हि"));
        assert_eq!(text(3), Some(" "));
        assert_eq!(text(0x12), Some("C"));
        assert_eq!(text(0x21), Some("𝐀"));
        assert_eq!(text(0), None);
        assert!(read_map(b"beginbfrange <00> <").is_empty());
    }

    #[test]
    fn hostile_maps_cost_little() {
        let range = |at: u32| format!("<{at:04x}0000> <{at:04x}ffff> <0041> ");
        let ranges: String = (0..1_000).map(range).collect();
        let texts = read_map(format!("beginbfrange {ranges}endbfrange").as_bytes());
        assert_eq!(texts.len(), CODES_MAX);
        assert_eq!(texts.get(&0xffff).map(String::as_str), Some("@"));

        let long = "0041".repeat(100_000);
        let texts = read_map(format!("beginbfchar <01> <{long}> endbfchar").as_bytes());
        assert_eq!(texts[&1].len(), TEXT_MAX_BYTES / 2);
    }
}
