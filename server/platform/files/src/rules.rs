use kernel::{Problem, limits};
use unicode_normalization::UnicodeNormalization;

use crate::problems::{FILE_EMPTY, FILE_TOO_LARGE, FILE_TYPE};

limits! { "files";
    /// Files in one message.
    FILES_MAX: usize = 20, "files", "spec §5";
    /// One file. A megabyte is 1,000,000 bytes: spec §9 counts file sizes in base 1000.
    FILE_MAX_BYTES: i64 = 20_000_000, "bytes", "spec §5";
    /// One picture in a chat.
    IMAGE_MAX_BYTES: i64 = 4_000_000, "bytes", "spec §5";
    /// Longest side of a picture.
    IMAGE_MAX_PIXELS: u32 = 2_048, "pixels", "spec §5";
    /// Words in all files of one message.
    WORDS_MAX: i64 = 100_000, "words", "spec §5";
    /// Longest name, in bytes: what file systems take.
    NAME_MAX_BYTES: usize = 255, "bytes", "spec §9";
    /// Maximum size of a chunk: the most that a lost connection costs.
    CHUNK_MAX_BYTES: usize = 1_048_576, "bytes", "ours (decision 0640)";
    /// Maximum size of all stored files of one person.
    STORED_MAX_BYTES: i64 = 5_000_000_000, "bytes", "ours (decision 0640)";
    /// Number of hours after which a stalled upload is deleted.
    STALE_HOURS: i64 = 24, "hours", "ours (decision 0640)";
    /// Number of days for which a file that no message has is kept for its draft.
    DRAFT_DAYS: i64 = 60, "days", "ours (decision 0640)";
}

/// Checks the declared size of a file before any of it arrives.
pub fn check_size(size_bytes: i64, is_image: bool) -> Result<(), Problem> {
    let max = if is_image { IMAGE_MAX_BYTES } else { FILE_MAX_BYTES };
    match size_bytes {
        ..=0 => Err(FILE_EMPTY.into()),
        size if size > max => Err(FILE_TOO_LARGE.with("max_bytes", max)),
        _ => Ok(()),
    }
}

/// Checks a promised SHA-256: 64 hexadecimal digits, made lower case.
pub fn parse_sha256(text: &str) -> Result<String, Problem> {
    let is_hash = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hash { Ok(text.to_ascii_lowercase()) } else { Err(FILE_TYPE.with("detail", "sha256")) }
}

/// Sanitizes a name so that any file system, header and list can show it: never empty, no path, no control character,
/// no device name, at most 255 bytes with its extension kept. Idempotent.
pub fn sanitise_name(name: &str) -> String {
    let composed: String = name.nfc().collect();
    let last = composed.rsplit(['/', '\\']).find(|piece| !piece.is_empty()).unwrap_or_default();
    let plain: String = last.chars().filter_map(plain_char).collect();
    let stripped = strip(&plain);
    let named = if is_device(stripped) { format!("file-{stripped}") } else { stripped.to_owned() };
    let short = shorten(&named);
    if short.is_empty() { DEFAULT_NAME.to_owned() } else { short }
}

const DEFAULT_NAME: &str = "untitled";

/// Returns the replacement of a character; `None`: it is dropped.
fn plain_char(ch: char) -> Option<char> {
    match ch {
        '<' | '>' | ':' | '"' | '|' | '?' | '*' => Some('_'),
        _ if ch.is_control() || is_invisible(ch) => None,
        _ if ch.is_whitespace() => Some(' '),
        _ => Some(ch),
    }
}

/// Returns true for marks that change the direction of text, and for other invisible characters that shape no letters.
fn is_invisible(ch: char) -> bool {
    matches!(ch, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        | '\u{fffd}')
}

/// Strips leading dots and underscores, and trailing dots and spaces.
fn strip(name: &str) -> &str {
    name.trim_start_matches(['.', '_', ' ']).trim_end_matches(['.', ' '])
}

/// Returns true for names of devices on Windows, with any extension.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    if matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$") {
        return true;
    }
    let number = stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT"));
    number.is_some_and(|number| {
        let mut chars = number.chars();
        matches!(chars.next(), Some('0'..='9' | '¹' | '²' | '³')) && chars.next().is_none()
    })
}

/// Maximum length of an extension that is kept when a name is truncated.
const EXTENSION_MAX_BYTES: usize = 20;

fn shorten(name: &str) -> String {
    if name.len() <= NAME_MAX_BYTES {
        return name.to_owned();
    }
    let (stem, extension) = match name.rfind('.') {
        Some(at) if name.len() - at <= EXTENSION_MAX_BYTES => name.split_at(at),
        _ => (name, ""),
    };
    let mut end = NAME_MAX_BYTES - extension.len();
    while !stem.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}{extension}", stem[..end].trim_end_matches(['.', ' ']))
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec §9: "chat images 4M"
    // spec §5: "Images: JPG and PNG only; over 2048 pixels rejected (re-upload)"
    // spec §5: "Up to 20 files at a time, 20MB per file, 100K words total."
    #[test]
    fn a_file_may_have_twenty_megabytes_and_a_picture_four() {
        assert_eq!((FILES_MAX, FILE_MAX_BYTES, WORDS_MAX), (20, 20_000_000, 100_000));
        assert_eq!((IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS), (4_000_000, 2_048));
        assert!(check_size(20_000_000, false).is_ok());
        let problem = check_size(20_000_001, false).unwrap_err();
        assert_eq!(problem.kind.text, "File size exceeds the maximum size limit");
        assert!(check_size(4_000_000, true).is_ok());
        assert!(check_size(4_000_001, true).is_err());
        assert_eq!(check_size(0, false).unwrap_err().kind.code, "files.empty");
    }

    // spec §5: "Filenames are sanitised: unsafe characters replaced, leading dots and underscores stripped,
    // default \"untitled\", maximum 255, reserved device names prefixed."
    // spec §9: "Filename 255."
    #[test]
    fn a_name_is_made_safe_and_stays_readable() {
        let table = [
            ("report.pdf", "report.pdf"),
            ("../../x.pdf", "x.pdf"),
            ("..\\..\\x", "x"),
            ("C:\\Users\\me\\notes.txt", "notes.txt"),
            (".env", "env"),
            ("__a", "a"),
            ("._-", "-"),
            ("", "untitled"),
            (".", "untitled"),
            ("..", "untitled"),
            ("___", "untitled"),
            ("///", "untitled"),
            ("CON", "file-CON"),
            ("con.txt", "file-con.txt"),
            ("LPT9.pdf", "file-LPT9.pdf"),
            ("COM¹.txt", "file-COM¹.txt"),
            ("console.txt", "console.txt"),
            ("a:b*c?d\"e<f>g|h", "a_b_c_d_e_f_g_h"),
            ("a\0b\r\nc\u{7f}d\u{85}e", "abcde"),
            ("\u{202e}exe.fdp", "exe.fdp"),
            ("trailing. ", "trailing"),
            ("file.pdf%00.png", "file.pdf%00.png"),
            ("%2e%2e%2f", "%2e%2e%2f"),
            ("cafe\u{301}.txt", "café.txt"),
            ("年报 2026.pdf", "年报 2026.pdf"),
        ];
        for (given, wanted) in table {
            assert_eq!(sanitise_name(given), wanted, "{given:?}");
        }
    }

    #[test]
    fn a_long_name_is_cut_between_characters_and_keeps_its_extension() {
        let long = format!("{}.pdf", "😀".repeat(100));
        let name = sanitise_name(&long);
        assert!(name.len() <= 255 && name.ends_with("😀.pdf"), "{name}");
        assert_eq!(sanitise_name(&"a".repeat(300)).len(), 255);
        assert_eq!(sanitise_name(&"a".repeat(255)).len(), 255);
    }

    #[test]
    fn doing_it_twice_changes_nothing() {
        let odd = ["..__ CON .txt", "a/.", "\u{200b}.x", "LPT1", &"é".repeat(200), " . _x. "];
        for name in odd {
            let once = sanitise_name(name);
            assert!(!once.is_empty() && once.len() <= 255);
            assert_eq!(sanitise_name(&once), once, "{name:?}");
        }
    }
}
