//! Detection of the encoding of a text of any age and place.

use bytes::Bytes;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    Encoding, ISO_8859_2, ISO_8859_4, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1250, WINDOWS_1252,
    WINDOWS_1254, WINDOWS_1257, WINDOWS_1258,
};

/// First bytes in which a text declares its encoding (WHATWG HTML, 13.2.3.2).
const DECLARED_WITHIN_BYTES: usize = 4_096;
/// Bytes from which the encoding of a text without a declaration is guessed.
const GUESSED_FROM_BYTES: usize = 256 * 1_024;
/// Letters beyond ASCII below which a guess between Latin scripts is none: Western Europe's is taken.
const GUESSED_FROM_LETTERS: usize = 6;

/// Number of letters of valid UTF-8 for each damaged one from which a text is UTF-8.
const WHOLE_PER_DAMAGED: usize = 4;

/// Encodings of Latin letters that differ from Western Europe's in few of them.
const LATIN: [&Encoding; 6] =
    [WINDOWS_1250, ISO_8859_2, ISO_8859_4, WINDOWS_1254, WINDOWS_1257, WINDOWS_1258];

/// Decodes a text whose encoding nothing outside of it states.
pub fn decode_text(content: &[u8]) -> String {
    decode_text_as(content, None)
}

/// Decodes a text that was sent as `charset`, such as by a `Content-Type` header.
///
/// In order: a byte order mark, `charset`, the declaration of XML or HTML within the text, UTF-8 if it is mostly valid,
/// else detection. Valid UTF-8 overrules the statement of an encoding of single bytes, which is mostly a server's
/// default. A damaged byte costs one letter.
pub fn decode_text_as(content: &[u8], charset: Option<&str>) -> String {
    if let Some(text) = decode_utf16(content) {
        return text;
    }
    if let Some(content) = content.strip_prefix(b"\xef\xbb\xbf") {
        return String::from_utf8_lossy(content).into_owned();
    }
    let stated = charset.and_then(|label| Encoding::for_label(label.trim().as_bytes()));
    let encoding = stated.or_else(|| declared(content)).or_else(|| unmarked_utf16(content));
    let encoding = match encoding {
        Some(encoding) if encoding.is_single_byte() && is_utf8(content) => UTF_8,
        Some(encoding) if encoding != UTF_8 => encoding,
        _ if is_utf8(content) && !content.contains(&0x1b) => UTF_8,
        _ => guess(content),
    };
    encoding.decode_without_bom_handling(content).0.into_owned()
}

/// Returns true for UTF-16 with a byte order mark or mostly Latin letters.
pub(crate) fn is_utf16(content: &[u8]) -> bool {
    content.starts_with(b"\xff\xfe")
        || content.starts_with(b"\xfe\xff")
        || unmarked_utf16(content).is_some()
}

/// Returns a fetched text in UTF-8 with a byte order mark, which readers follow before any statement in it.
pub fn in_utf8(content: &[u8], content_type: Option<&str>) -> Bytes {
    format!("\u{feff}{}", decode_text_as(content, content_type.and_then(charset_of))).into()
}

/// Decodes UTF-16 that begins with a byte order mark; `None`: there is none.
pub fn decode_utf16(content: &[u8]) -> Option<String> {
    let (rest, encoding) = match content {
        [0xff, 0xfe, rest @ ..] => (rest, UTF_16LE),
        [0xfe, 0xff, rest @ ..] => (rest, UTF_16BE),
        _ => return None,
    };
    let whole = &rest[..rest.len() - rest.len() % 2];
    Some(encoding.decode_without_bom_handling(whole).0.into_owned())
}

/// Returns the charset of a `Content-Type` header.
pub fn charset_of(content_type: &str) -> Option<&str> {
    let mut parameters = content_type.split(';').skip(1);
    parameters.find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("charset").then(|| value.trim().trim_matches(['"', '\'']))
    })
}

/// Returns the encoding that an XML declaration or a `meta` element states.
fn declared(content: &[u8]) -> Option<&'static Encoding> {
    let head = &content[..content.len().min(DECLARED_WITHIN_BYTES)];
    let head: String = head.iter().map(|byte| char::from(byte.to_ascii_lowercase())).collect();
    let of_xml = || {
        let declaration = head.trim_start().strip_prefix("<?xml")?.split("?>").next()?;
        value_after(declaration, "encoding")
    };
    let of_meta = || {
        head.split("<meta").skip(1).find_map(|meta| value_after(meta.split('>').next()?, "charset"))
    };
    let label = of_xml().or_else(of_meta)?;
    let encoding = Encoding::for_label(label.as_bytes())?;
    // What was read as single bytes up to here is none of these.
    let is_wide = encoding == UTF_16LE || encoding == UTF_16BE;
    Some(if is_wide { UTF_8 } else { encoding })
}

/// Returns the value that follows `name=` with or without quotes.
fn value_after<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let after = text.split(name).skip(1).find_map(|after| after.trim_start().strip_prefix('='))?;
    let after = after.trim_start().trim_start_matches(['"', '\'']);
    let end =
        after.find(|ch: char| ch.is_whitespace() || matches!(ch, '"' | '\'' | ';' | '/' | '>'));
    Some(&after[..end.unwrap_or(after.len())])
}

/// Returns UTF-16 for a text of which every other byte is mostly zero, which is so where most letters are Latin.
fn unmarked_utf16(content: &[u8]) -> Option<&'static Encoding> {
    let head = &content[..content.len().min(DECLARED_WITHIN_BYTES)];
    let zeros = |from: usize| head.iter().skip(from).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd, pairs) = (zeros(0), zeros(1), head.len() / 2);
    let is_most = |zeros: usize, others: usize| pairs > 1 && zeros * 10 > pairs * 7 && others == 0;
    if is_most(odd, even) {
        return Some(UTF_16LE);
    }
    is_most(even, odd).then_some(UTF_16BE)
}

/// Returns true if a text is UTF-8, of which single letters may be damaged.
fn is_utf8(content: &[u8]) -> bool {
    let (mut whole, mut damaged) = (0, 0);
    for chunk in content.utf8_chunks() {
        whole += chunk.valid().chars().filter(|ch| !ch.is_ascii()).count();
        damaged += usize::from(!chunk.invalid().is_empty());
    }
    damaged == 0 || whole >= damaged * WHOLE_PER_DAMAGED
}

fn guess(content: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(&content[..content.len().min(GUESSED_FROM_BYTES)], true);
    let guessed = detector.guess(None, Utf8Detection::Deny);
    if content.is_ascii() && guessed == WINDOWS_1252 {
        return UTF_8;
    }
    let letters = || {
        let text = guessed.decode_without_bom_handling(content).0;
        text.chars().filter(|ch| !ch.is_ascii() && ch.is_alphabetic()).count()
    };
    let is_latin = LATIN.contains(&guessed);
    if is_latin && letters() < GUESSED_FROM_LETTERS { WINDOWS_1252 } else { guessed }
}

#[cfg(test)]
mod tests {
    use encoding_rs::{
        BIG5, EUC_JP, EUC_KR, GB18030, GBK, ISO_2022_JP, KOI8_R, SHIFT_JIS, WINDOWS_1251,
        WINDOWS_1255, WINDOWS_1256,
    };

    use super::*;

    #[test]
    fn marks_and_valid_utf8_come_first() {
        for (content, text) in [
            ("é".as_bytes(), "é"),
            (b"\xef\xbb\xbfa", "a"),
            (b"\xff\xfea\0", "a"),
            (b"\xfe\xff\0a", "a"),
            (b"\xff\xfea\0b", "a"),
            (b"a\0b\0c\0", "abc"),
            (b"\0a\0b\0c", "abc"),
            (b"caf\xe9", "café"),
            (b"", ""),
            (b"it\x92s \x80900", "it’s €900"),
            (b"\x8cuvre, \x8aimon", "Œuvre, Šimon"),
            // A server's default says less than the text itself.
            ("<meta charset=iso-8859-1>über".as_bytes(), "<meta charset=iso-8859-1>über"),
        ] {
            assert_eq!(decode_text(content), text, "{content:?}");
        }
    }

    #[test]
    fn texts_of_any_place_are_read_without_a_statement() {
        let russian = "Аренда квартиры составляет девятьсот евро в месяц, залог возвращается.";
        let chinese = "房租每月九百欧元，押金在六十天内退还给租客，违约金另计。";
        let traditional = "房租每月九百歐元，押金在六十天內退還給租客，違約金另計。";
        let japanese = "家賃は月に九百ユーロで、敷金は六十日以内に返されます。";
        let korean = "집세는 한 달에 구백 유로이며 보증금은 육십 일 안에 돌려받습니다.";
        let polish =
            "Czynsz wynosi dziewięćset złotych miesięcznie, a kaucja zostanie zwrócona później.";
        let hebrew = "שכר הדירה הוא תשע מאות אירו לחודש והפיקדון יוחזר בתוך שישים יום.";
        let arabic = "الإيجار تسعمائة يورو في الشهر ويعاد التأمين خلال ستين يوما.";
        for (text, encoding) in [
            (russian, WINDOWS_1251),
            (russian, KOI8_R),
            (chinese, GB18030),
            (chinese, GBK),
            (traditional, BIG5),
            (japanese, SHIFT_JIS),
            (japanese, EUC_JP),
            (japanese, ISO_2022_JP),
            (korean, EUC_KR),
            (polish, ISO_8859_2),
            (hebrew, WINDOWS_1255),
            (arabic, WINDOWS_1256),
        ] {
            let (content, _, _) = encoding.encode(text);
            assert_eq!(decode_text(&content), text, "{}", encoding.name());
        }
    }

    #[test]
    fn statements_of_headers_and_documents_are_followed() {
        let (content, _, _) = WINDOWS_1251.encode("Да");
        assert_eq!(decode_text_as(&content, Some("windows-1251")), "Да");
        assert_eq!(decode_text_as(&content, Some("CP1251 ")), "Да");
        for head in [
            "<html><head><meta charset=\"windows-1251\">",
            "<meta http-equiv='Content-Type' content='text/html; charset=windows-1251'>",
            "<?xml version=\"1.0\" encoding='windows-1251'?>",
            "<META CHARSET = windows-1251 />",
        ] {
            let content = [head.as_bytes(), &content].concat();
            assert_eq!(decode_text(&content), format!("{head}Да"));
        }
        // Bytes that were read as ASCII are no UTF-16.
        let wrong = "<meta charset=utf-16>é";
        assert_eq!(decode_text(wrong.as_bytes()), wrong);
    }

    #[test]
    fn a_damaged_byte_costs_one_letter() {
        let mut content = "größer als üblich ".repeat(500).into_bytes();
        content.pop();
        content.extend_from_slice(&"ß".as_bytes()[..1]);
        let text = decode_text(&content);
        assert!(text.starts_with("größer als üblich") && text.ends_with('\u{fffd}'));
        assert_eq!(text.matches('\u{fffd}').count(), 1);
    }

    #[test]
    fn the_charset_of_a_header_is_found() {
        for (header, charset) in [
            ("text/html; charset=utf-8", Some("utf-8")),
            ("text/html;Charset=\"GB2312\"", Some("GB2312")),
            ("text/html; boundary=x; charset = euc-kr", Some("euc-kr")),
            ("text/html", None),
        ] {
            assert_eq!(charset_of(header), charset);
        }
    }
}
