//! Rich Text Format 1.9.1. The libraries that read it leave out code pages, so that all letters but Western ones are
//! lost (decision 0979).

use std::collections::HashMap;

use encoding_rs::{Encoding, WINDOWS_1252};
use parsing::{ParseFailure, Parsed, Part, Unread, UnreadReason};

/// Groups that are no text of the document.
const LEFT_OUT: &[&str] = &[
    "fonttbl",
    "colortbl",
    "stylesheet",
    "info",
    "generator",
    "listtable",
    "listoverridetable",
    "rsidtbl",
    "themedata",
    "colorschememapping",
    "latentstyles",
    "datastore",
    "xmlnstbl",
    "filetbl",
    "revtbl",
    "mmathPr",
    "fldinst",
    "bkmkstart",
    "bkmkend",
    "objdata",
    "objclass",
    "nonshppict",
    "template",
    "panose",
    "falt",
    "shpinst",
    "sp",
    "sn",
    "sv",
    "pnseclvl",
    "listtext",
    "private",
    "userprops",
    "wgrffmtfilter",
];
/// Deepest group.
const DEPTH_MAX: usize = 500;

/// Reads the text of a document, with cells separated by bars.
pub(crate) fn read(content: &[u8]) -> Result<Parsed, ParseFailure> {
    if !content.trim_ascii_start().starts_with(b"{\\rtf") {
        return Err(ParseFailure::Broken);
    }
    let mut reader = Reader::new(content);
    reader.run();
    reader.flush();
    let unread = (reader.pictures > 0)
        .then_some(Unread { part: Part::Images(reader.pictures), reason: UnreadReason::Image });
    let text = reader.text.replace(" | \n", "\n");
    Parsed { unread: unread.into_iter().collect(), ..Parsed::single(text) }.check()
}

/// Settings that groups inherit from the group around them.
#[derive(Clone, Copy)]
struct State {
    is_left_out: bool,
    is_hidden: bool,
    /// True in the table of fonts.
    is_fonts: bool,
    encoding: &'static Encoding,
    /// Letters that stand after a character by number, for programs that do not know it.
    stand_ins: usize,
}

struct Reader<'a> {
    content: &'a [u8],
    at: usize,
    text: String,
    /// Bytes of letters that are not decoded yet: some letters take two.
    bytes: Vec<u8>,
    /// The first half of a character of two.
    surrogate: Option<u16>,
    state: State,
    open: Vec<State>,
    skip: usize,
    /// Encodings of fonts by their numbers; the one of which the encoding is read.
    fonts: HashMap<i32, &'static Encoding>,
    font: i32,
    page: &'static Encoding,
    pictures: u32,
}

impl<'a> Reader<'a> {
    fn new(content: &'a [u8]) -> Self {
        let encoding = WINDOWS_1252;
        let state =
            State { is_left_out: false, is_hidden: false, is_fonts: false, encoding, stand_ins: 1 };
        Self {
            content,
            at: 0,
            text: String::new(),
            bytes: Vec::new(),
            surrogate: None,
            state,
            open: Vec::new(),
            skip: 0,
            fonts: HashMap::new(),
            font: 0,
            page: encoding,
            pictures: 0,
        }
    }

    fn run(&mut self) {
        while let Some(byte) = self.next() {
            match byte {
                b'{' => {
                    self.flush();
                    if self.open.len() < DEPTH_MAX {
                        self.open.push(self.state);
                    }
                    self.skip = 0;
                }
                b'}' => {
                    self.flush();
                    self.skip = 0;
                    if let Some(state) = self.open.pop() {
                        self.state = state;
                    }
                }
                b'\\' => self.control(),
                b'\r' | b'\n' => {}
                byte => self.letter(byte),
            }
        }
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.content.get(self.at).copied();
        self.at += usize::from(byte.is_some());
        byte
    }

    /// Takes a letter of the document's encoding.
    fn letter(&mut self, byte: u8) {
        if self.skip > 0 {
            self.skip -= 1;
        } else if !self.state.is_left_out && !self.state.is_hidden {
            self.bytes.push(byte);
        }
    }

    fn control(&mut self) {
        let Some(first) = self.next() else { return };
        if !first.is_ascii_alphabetic() {
            match first {
                b'\'' => {
                    let digits = self.content.get(self.at..self.at + 2).unwrap_or_default();
                    let digits = std::str::from_utf8(digits).unwrap_or_default();
                    self.at += 2;
                    if let Ok(byte) = u8::from_str_radix(digits, 16) {
                        self.letter(byte);
                    }
                }
                b'*' => self.begin_unknown(),
                b'~' => self.say(" "),
                b'_' => self.say("-"),
                b'\r' | b'\n' => self.say("\n"),
                b'\\' | b'{' | b'}' => self.letter(first),
                _ => {}
            }
            return;
        }
        let start = self.at - 1;
        while self.content.get(self.at).is_some_and(u8::is_ascii_alphabetic) {
            self.at += 1;
        }
        let word = std::str::from_utf8(&self.content[start..self.at]).unwrap_or_default();
        let start = self.at;
        if self.content.get(self.at) == Some(&b'-') {
            self.at += 1;
        }
        while self.content.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        let number = std::str::from_utf8(&self.content[start..self.at]).unwrap_or_default();
        let number: Option<i32> = number.parse().ok();
        if self.content.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
        self.word(word, number);
    }

    fn word(&mut self, word: &str, number: Option<i32>) {
        match word {
            "par" | "line" | "sect" | "row" | "nestrow" => self.say("\n"),
            "page" => self.say("\n\n"),
            "cell" | "nestcell" => self.say(" | "),
            "tab" => self.say("\t"),
            "emdash" => self.say("—"),
            "endash" => self.say("–"),
            "lquote" => self.say("‘"),
            "rquote" => self.say("’"),
            "ldblquote" => self.say("“"),
            "rdblquote" => self.say("”"),
            "bullet" => self.say("•"),
            "emspace" | "enspace" | "qmspace" => self.say(" "),
            "footnote" | "annotation" => self.say(" ["),
            "u" => self.character(number.unwrap_or_default()),
            "uc" => {
                self.state.stand_ins = number.and_then(|count| count.try_into().ok()).unwrap_or(1)
            }
            "v" => {
                self.flush();
                self.state.is_hidden = number != Some(0);
            }
            "plain" => {
                self.flush();
                self.state.is_hidden = false;
            }
            "ansicpg" => {
                let encoding = number.and_then(code_page).unwrap_or(WINDOWS_1252);
                (self.page, self.state.encoding) = (encoding, encoding);
            }
            "mac" => {
                (self.page, self.state.encoding) = (encoding_rs::MACINTOSH, encoding_rs::MACINTOSH);
            }
            "f" if self.state.is_fonts => self.font = number.unwrap_or_default(),
            "f" => {
                self.flush();
                let font = number.unwrap_or_default();
                self.state.encoding = self.fonts.get(&font).copied().unwrap_or(self.page);
            }
            "fcharset" if self.state.is_fonts => {
                if let Some(encoding) = number.and_then(charset) {
                    self.fonts.insert(self.font, encoding);
                }
            }
            "pict" => {
                self.pictures += u32::from(!self.state.is_left_out);
                self.state.is_left_out = true;
            }
            "bin" => {
                // Bytes that are no text, whatever stands in them.
                let length: usize = number.and_then(|number| number.try_into().ok()).unwrap_or(0);
                self.at = (self.at + length).min(self.content.len());
            }
            word if LEFT_OUT.contains(&word) => {
                self.flush();
                self.state.is_fonts |= word == "fonttbl";
                self.state.is_left_out = true;
            }
            _ => {}
        }
    }

    /// Leaves out the group that begins, unless it is known: `\*` says that readers may.
    fn begin_unknown(&mut self) {
        let rest = &self.content[self.at..];
        let is_read = [b"\\shppict".as_slice(), b"\\annotation", b"\\footnote", b"\\shptxt"]
            .iter()
            .any(|word| rest.starts_with(word));
        if !is_read {
            self.flush();
            self.state.is_left_out = true;
        }
    }

    /// Takes a character by its number, of which greater ones are written as negative.
    fn character(&mut self, number: i32) {
        self.flush();
        let unit = (number & 0xffff) as u16;
        match self.surrogate.take() {
            Some(high) => {
                let pair = String::from_utf16_lossy(&[high, unit]);
                self.write(&pair);
            }
            None if (0xd800..0xdc00).contains(&unit) => self.surrogate = Some(unit),
            None => self.write(&String::from_utf16_lossy(&[unit])),
        }
        self.skip = self.state.stand_ins;
    }

    fn say(&mut self, text: &str) {
        self.flush();
        if self.skip > 0 {
            self.skip -= 1;
            return;
        }
        self.write(text);
    }

    fn write(&mut self, text: &str) {
        if !self.state.is_left_out && !self.state.is_hidden {
            self.text.push_str(text);
        }
    }

    fn flush(&mut self) {
        if !self.bytes.is_empty() {
            let (text, _) = self.state.encoding.decode_without_bom_handling(&self.bytes);
            self.text.push_str(&text);
            self.bytes.clear();
        }
    }
}

/// Returns the encoding of a Windows code page.
fn code_page(number: i32) -> Option<&'static Encoding> {
    let label = match number {
        932 => "shift_jis".to_owned(),
        936 => "gbk".to_owned(),
        949 => "euc-kr".to_owned(),
        950 => "big5".to_owned(),
        10_000 => "macintosh".to_owned(),
        65_001 => "utf-8".to_owned(),
        number => format!("windows-{number}"),
    };
    Encoding::for_label(label.as_bytes())
}

/// Returns the encoding of a font's character set (the table of `\fcharset`).
fn charset(number: i32) -> Option<&'static Encoding> {
    code_page(match number {
        0 => 1252,
        77 => 10_000,
        128 => 932,
        129 => 949,
        134 => 936,
        136 => 950,
        161 => 1253,
        162 => 1254,
        163 => 1258,
        177 => 1255,
        178 => 1256,
        186 => 1257,
        204 => 1251,
        222 => 874,
        238 => 1250,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(rtf: &str) -> String {
        read(rtf.as_bytes()).unwrap().pages.remove(0).text
    }

    #[test]
    fn text_is_read_without_what_formats_it() {
        for (rtf, text) in [
            (r"{\rtf1\ansi{\fonttbl{\f0 Arial;}}\f0 Hello\par\b bold\b0  end}", "Hello\nbold end"),
            (r"{\rtf1 a\'e4b \u8364?900 \u-10179?\u-8704?}", "aäb €900 😀"),
            (r"{\rtf1{\*\generator x;}{\info{\title no}}yes \{1\}\~2\_3}", "yes {1} 2-3"),
            (r"{\rtf1 a\cell b\cell\row c}", "a | b\nc"),
            (r"{\rtf1 a{\v hidden}b{\field{\*\fldinst HYPERLINK x}{\fldrslt link}}}", "ablink"),
            (r"{\rtf1\uc2 a\u228xxb}", "aäb"),
            // Letters of a font, and of the document.
            (r"{\rtf1{\fonttbl{\f1\fcharset204 A;}}\f1\'c4\'e0\f0\'e4}", "Даä"),
            (r"{\rtf1\ansicpg932 \'89\'c6}", "家"),
        ] {
            assert_eq!(text_of(rtf), text, "{rtf}");
        }
    }

    #[test]
    fn damaged_files_are_read_as_far_as_they_go() {
        let whole = r"{\rtf1\ansi Hello {\pict\bin4 ab}d} {\b world\'e4\u228?}}";
        for cut in 8..whole.len() {
            // Nothing but a panic would be wrong.
            let outcome = read(&whole.as_bytes()[..cut]);
            assert!(outcome.is_ok() || outcome == Err(ParseFailure::NoText), "{cut}");
        }
        assert_eq!(read(b"{\\no"), Err(ParseFailure::Broken));
        assert!(read("{".repeat(10_000).as_bytes()).is_err());
    }
}
