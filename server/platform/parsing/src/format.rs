use serde::{Deserialize, Serialize};

use pictures::image_size;

use crate::charset::is_utf16;

/// A kind of file that is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    Text,
    Markdown,
    /// Source code, settings, data in text.
    Code,
    /// Cells of a Jupyter notebook.
    Notebook,
    Csv,
    Html,
    Pdf,
    Docx,
    Xlsx,
    Pptx,
    /// The binary formats of Word, Excel and PowerPoint up to 2003.
    Doc,
    Xls,
    Ppt,
    /// An Excel workbook in binary parts.
    Xlsb,
    /// A text, spreadsheet and presentation in OpenDocument.
    Odt,
    Ods,
    Odp,
    Rtf,
    Epub,
    /// A message as mail servers keep it, and as Outlook does.
    Eml,
    Msg,
    /// An archive of files of these kinds.
    Zip,
    Png,
    Jpeg,
}

/// First bytes of a ZIP archive, and of a Compound File ([MS-CFB] 2.2).
const ZIP_MARK: &[u8] = b"PK\x03\x04";
const CFB_MARK: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
/// A text has one zero byte in so many bytes at most: logs have some.
const BYTES_PER_ZERO: usize = 10;

/// Formats that pages are rarely and that are known by their media types.
const PACKED: [Format; 12] = [
    Format::Docx,
    Format::Xlsx,
    Format::Pptx,
    Format::Doc,
    Format::Xls,
    Format::Ppt,
    Format::Odt,
    Format::Ods,
    Format::Odp,
    Format::Rtf,
    Format::Epub,
    Format::Eml,
];

const CODE: &[&str] = &[
    "bash",
    "bat",
    "c",
    "cc",
    "cfg",
    "clj",
    "conf",
    "cpp",
    "cs",
    "css",
    "dart",
    "diff",
    "ex",
    "exs",
    "go",
    "gradle",
    "graphql",
    "h",
    "hpp",
    "hs",
    "ini",
    "java",
    "jl",
    "js",
    "json",
    "jsonl",
    "jsx",
    "kt",
    "less",
    "lua",
    "m",
    "mjs",
    "nim",
    "patch",
    "php",
    "pl",
    "properties",
    "proto",
    "ps1",
    "py",
    "r",
    "rb",
    "rs",
    "scala",
    "scss",
    "sh",
    "sql",
    "srt",
    "svelte",
    "swift",
    "tex",
    "toml",
    "ts",
    "tsx",
    "vtt",
    "vue",
    "xml",
    "yaml",
    "yml",
    "zig",
];

impl Format {
    /// Returns the format that a name promises.
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        Some(match extension.to_ascii_lowercase().as_str() {
            "txt" | "text" | "log" => Self::Text,
            "md" | "markdown" => Self::Markdown,
            "csv" | "tsv" => Self::Csv,
            "html" | "htm" | "xhtml" => Self::Html,
            "ipynb" => Self::Notebook,
            "pdf" => Self::Pdf,
            "docx" | "docm" | "dotx" => Self::Docx,
            "xlsx" | "xlsm" => Self::Xlsx,
            "pptx" | "pptm" | "ppsx" => Self::Pptx,
            "doc" | "dot" => Self::Doc,
            "xls" => Self::Xls,
            "ppt" | "pps" => Self::Ppt,
            "xlsb" => Self::Xlsb,
            "odt" | "ott" => Self::Odt,
            "ods" => Self::Ods,
            "odp" => Self::Odp,
            "rtf" => Self::Rtf,
            "epub" => Self::Epub,
            "eml" => Self::Eml,
            "msg" => Self::Msg,
            "zip" => Self::Zip,
            "png" => Self::Png,
            "jpg" | "jpeg" => Self::Jpeg,
            code if CODE.contains(&code) => Self::Code,
            _ => return None,
        })
    }

    /// Returns the format of a fetched page: by its first bytes where they leave no doubt, then its content type, its
    /// name, and finally what it looks like. Images are none.
    pub fn of_page(content_type: Option<&str>, path: &str, content: &[u8]) -> Option<Self> {
        let kind = content_type.unwrap_or_default().split(';').next().unwrap_or_default().trim();
        let kind = kind.to_ascii_lowercase();
        if Self::Pdf.begins_with(content) && !is_text_kind(&kind, content) {
            return Some(Self::Pdf);
        }
        let format = match kind.as_str() {
            "text/html" | "application/xhtml+xml" => Some(Self::Html),
            "application/pdf" | "application/x-pdf" => Some(Self::Pdf),
            "text/plain" | "text/markdown" | "text/csv" => Some(Self::Text),
            "application/json" => Some(Self::Code),
            kind if kind.ends_with("xml") && !kind.starts_with("image/") => Some(Self::Html),
            ""
            | "application/octet-stream"
            | "binary/octet-stream"
            | "application/force-download"
            | "application/x-download"
            | "application/zip" => Self::of_name(path).or_else(|| of_look(content)),
            kind => PACKED.into_iter().find(|format| format.media_type() == kind),
        };
        format.filter(|format| !format.is_image() && format.begins_with(content))
    }

    /// Returns the media type under which the file is stored and served: never the one that the client stated.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Text | Self::Code => "text/plain",
            Self::Notebook => "application/x-ipynb+json",
            Self::Markdown => "text/markdown",
            Self::Csv => "text/csv",
            Self::Html => "text/html",
            Self::Pdf => "application/pdf",
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::Pptx => {
                "application/vnd.openxmlformats-officedocument.presentationml.presentation"
            }
            Self::Doc => "application/msword",
            Self::Xls => "application/vnd.ms-excel",
            Self::Ppt => "application/vnd.ms-powerpoint",
            Self::Xlsb => "application/vnd.ms-excel.sheet.binary.macroenabled.12",
            Self::Odt => "application/vnd.oasis.opendocument.text",
            Self::Ods => "application/vnd.oasis.opendocument.spreadsheet",
            Self::Odp => "application/vnd.oasis.opendocument.presentation",
            Self::Rtf => "application/rtf",
            Self::Epub => "application/epub+zip",
            Self::Eml => "message/rfc822",
            Self::Msg => "application/vnd.ms-outlook",
            Self::Zip => "application/zip",
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
        }
    }

    pub fn is_image(self) -> bool {
        matches!(self, Self::Png | Self::Jpeg)
    }

    /// Returns true if it can be read without a parser for containers.
    pub fn is_plain(self) -> bool {
        matches!(self, Self::Text | Self::Markdown | Self::Code | Self::Csv)
    }

    /// Returns true if the first bytes of a file match this format.
    pub fn begins_with(self, head: &[u8]) -> bool {
        match self {
            Self::Pdf => head[..head.len().min(1_024)].windows(5).any(|five| five == b"%PDF-"),
            // The container of all of them; the reader detects which one it is.
            Self::Docx
            | Self::Xlsx
            | Self::Pptx
            | Self::Xlsb
            | Self::Odt
            | Self::Ods
            | Self::Odp
            | Self::Epub
            | Self::Zip => head.starts_with(ZIP_MARK),
            // Old programs saved other formats under these names as well; their readers look.
            Self::Doc | Self::Xls | Self::Ppt => {
                head.starts_with(CFB_MARK) || head.starts_with(ZIP_MARK) || is_text(head)
            }
            Self::Msg => head.starts_with(CFB_MARK),
            Self::Rtf => head.trim_ascii_start().starts_with(b"{\\rtf"),
            Self::Png => head.starts_with(b"\x89PNG\r\n\x1a\n"),
            Self::Jpeg => head.starts_with(b"\xff\xd8\xff"),
            Self::Text
            | Self::Markdown
            | Self::Code
            | Self::Notebook
            | Self::Csv
            | Self::Html
            | Self::Eml => is_text(head),
        }
    }

    /// Returns true if an image's sides can be read and are no longer than `max`; always true for other files.
    pub fn fits(self, content: &[u8], max: u32) -> bool {
        !self.is_image()
            || image_size(content).is_some_and(|size| size.width <= max && size.height <= max)
    }
}

/// Returns true if a page is text that mentions PDF, rather than one that is wrongly labeled: a PDF begins at once.
fn is_text_kind(kind: &str, content: &[u8]) -> bool {
    kind.starts_with("text/") && !content.trim_ascii_start().starts_with(b"%PDF-")
}

/// Returns the format of a text that nothing else is known of.
fn of_look(content: &[u8]) -> Option<Format> {
    if !is_text(content) {
        return None;
    }
    let is_html = content.trim_ascii_start().starts_with(b"<");
    Some(if is_html { Format::Html } else { Format::Text })
}

/// Returns true if bytes can be text: no magic number of another format, and no more than a few zero bytes except in
/// UTF-16.
pub fn is_text(head: &[u8]) -> bool {
    let marks: [&[u8]; 9] = [
        b"%PDF-",
        ZIP_MARK,
        CFB_MARK,
        b"\x89PNG",
        b"\xff\xd8\xff",
        b"GIF8",
        b"MZ\x90",
        b"\x7fELF",
        b"\x1f\x8b",
    ];
    if marks.iter().any(|mark| head.starts_with(mark)) {
        return false;
    }
    let zeros = head.iter().filter(|byte| **byte == 0).count();
    zeros * BYTES_PER_ZERO <= head.len() || is_utf16(head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_promises_a_format() {
        assert_eq!(Format::of_name("A.PDF"), Some(Format::Pdf));
        assert_eq!(Format::of_name("main.rs"), Some(Format::Code));
        assert_eq!(Format::of_name("photo.JPG"), Some(Format::Jpeg));
        for (name, format) in [
            ("old.DOC", Format::Doc),
            ("book.xlsm", Format::Xlsx),
            ("deck.odp", Format::Odp),
            ("mail.eml", Format::Eml),
            ("all.zip", Format::Zip),
            ("work.ipynb", Format::Notebook),
        ] {
            assert_eq!(Format::of_name(name), Some(format));
        }
        for refused in ["song.mp3", "run.exe", "pic.svg", "x.gif", "x.heic", "x.rar", "noextension"]
        {
            assert_eq!(Format::of_name(refused), None, "{refused}");
        }
    }

    #[test]
    fn a_page_is_read_as_what_it_is() {
        let docx = Format::Docx.media_type();
        for (kind, path, content, format) in [
            ("text/html; charset=utf-8", "/", "<p>x", Some(Format::Html)),
            ("application/pdf", "/", "%PDF-1.7", Some(Format::Pdf)),
            ("application/pdf", "/", "<html>", None),
            ("application/octet-stream", "/a.pdf", "%PDF-1.7", Some(Format::Pdf)),
            ("application/octet-stream", "/download?id=5", "%PDF-1.7", Some(Format::Pdf)),
            ("text/html", "/", "%PDF-1.7", Some(Format::Pdf)),
            ("text/plain", "/", "a text about %PDF-", Some(Format::Text)),
            ("application/octet-stream", "/", "<!doctype html><p>x", Some(Format::Html)),
            ("", "/", "<html>", Some(Format::Html)),
            ("", "/", "words", Some(Format::Text)),
            ("application/json", "/", "{}", Some(Format::Code)),
            ("text/xml", "/", "<?xml version='1.0'?><doc/>", Some(Format::Html)),
            (docx, "/", "PK\u{3}\u{4}", Some(Format::Docx)),
            ("application/octet-stream", "/a.docx", "PK\u{3}\u{4}", Some(Format::Docx)),
            ("image/png", "/a.html", "x", None),
            ("video/mp4", "/a.html", "x", None),
            ("image/svg+xml", "/", "<svg>", None),
        ] {
            assert_eq!(
                Format::of_page(Some(kind), path, content.as_bytes()),
                format,
                "{kind} {path}"
            );
        }
    }

    #[test]
    fn a_file_must_begin_as_its_name_promises() {
        let texts = [
            Format::Text,
            Format::Markdown,
            Format::Code,
            Format::Notebook,
            Format::Csv,
            Format::Html,
            Format::Doc,
            Format::Xls,
            Format::Ppt,
            Format::Eml,
        ];
        let zips = [
            Format::Docx,
            Format::Xlsx,
            Format::Pptx,
            Format::Doc,
            Format::Xls,
            Format::Ppt,
            Format::Xlsb,
            Format::Odt,
            Format::Ods,
            Format::Odp,
            Format::Epub,
            Format::Zip,
        ];
        let with_rtf = [texts.as_slice(), &[Format::Rtf]].concat();
        let all = [
            texts.as_slice(),
            &zips,
            &[Format::Pdf, Format::Rtf, Format::Msg, Format::Png, Format::Jpeg],
        ]
        .concat();
        let heads: [(&[u8], &[Format]); 9] = [
            (b"%PDF-1.7\n", &[Format::Pdf]),
            (b"PK\x03\x04....", &zips),
            (CFB_MARK, &[Format::Doc, Format::Xls, Format::Ppt, Format::Msg]),
            (b"\x89PNG\r\n\x1a\n", &[Format::Png]),
            (b"\xff\xd8\xff\xe0", &[Format::Jpeg]),
            (b"{\\rtf1 x}", &with_rtf),
            (b"hello", &texts),
            (b"h\0e\0l\0l\0o\0", &texts),
            (b"MZ\x90\0", &[]),
        ];
        for (head, wanted) in heads {
            for format in &all {
                let is_wanted = wanted.contains(format);
                assert_eq!(format.begins_with(head), is_wanted, "{format:?} of {head:?}");
            }
        }
    }
}
