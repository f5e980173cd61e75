use serde::{Deserialize, Serialize};

use pictures::image_size;

/// A kind of file that is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    Text,
    Markdown,
    /// Source code, settings, data in text.
    Code,
    Csv,
    Html,
    Pdf,
    Docx,
    Xlsx,
    Pptx,
    Epub,
    Png,
    Jpeg,
}

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
    "ipynb",
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
            "html" | "htm" => Self::Html,
            "pdf" => Self::Pdf,
            "docx" => Self::Docx,
            "xlsx" => Self::Xlsx,
            "pptx" => Self::Pptx,
            "epub" => Self::Epub,
            "png" => Self::Png,
            "jpg" | "jpeg" => Self::Jpeg,
            code if CODE.contains(&code) => Self::Code,
            _ => return None,
        })
    }

    /// Returns the media type under which the file is stored and served: never the one that the client stated.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Text | Self::Code => "text/plain",
            Self::Markdown => "text/markdown",
            Self::Csv => "text/csv",
            Self::Html => "text/html",
            Self::Pdf => "application/pdf",
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::Pptx => {
                "application/vnd.openxmlformats-officedocument.presentationml.presentation"
            }
            Self::Epub => "application/epub+zip",
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
            Self::Docx | Self::Xlsx | Self::Pptx | Self::Epub => head.starts_with(b"PK\x03\x04"),
            Self::Png => head.starts_with(b"\x89PNG\r\n\x1a\n"),
            Self::Jpeg => head.starts_with(b"\xff\xd8\xff"),
            Self::Text | Self::Markdown | Self::Code | Self::Csv | Self::Html => is_text(head),
        }
    }

    /// Returns true if an image's sides can be read and are no longer than `max`; always true for other files.
    pub fn fits(self, content: &[u8], max: u32) -> bool {
        !self.is_image()
            || image_size(content).is_some_and(|size| size.width <= max && size.height <= max)
    }
}

/// Returns true if bytes can be text: no magic number of another format, and no zero byte except in UTF-16.
fn is_text(head: &[u8]) -> bool {
    let is_utf16 = head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff");
    let marks: [&[u8]; 8] = [
        b"%PDF-",
        b"PK\x03\x04",
        b"\x89PNG",
        b"\xff\xd8\xff",
        b"GIF8",
        b"MZ\x90",
        b"\x7fELF",
        b"\x1f\x8b",
    ];
    is_utf16 || (!head.contains(&0) && !marks.iter().any(|mark| head.starts_with(mark)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_promises_a_format() {
        assert_eq!(Format::of_name("A.PDF"), Some(Format::Pdf));
        assert_eq!(Format::of_name("main.rs"), Some(Format::Code));
        assert_eq!(Format::of_name("photo.JPG"), Some(Format::Jpeg));
        for refused in ["song.mp3", "run.exe", "pic.svg", "x.gif", "x.heic", "x.zip", "noextension"]
        {
            assert_eq!(Format::of_name(refused), None, "{refused}");
        }
    }

    #[test]
    fn a_file_must_begin_as_its_name_promises() {
        let heads: [(&[u8], &[Format]); 6] = [
            (b"%PDF-1.7\n", &[Format::Pdf]),
            (b"PK\x03\x04....", &[Format::Docx, Format::Xlsx, Format::Pptx, Format::Epub]),
            (b"\x89PNG\r\n\x1a\n", &[Format::Png]),
            (b"\xff\xd8\xff\xe0", &[Format::Jpeg]),
            (b"hello", &[Format::Text, Format::Markdown, Format::Code, Format::Csv, Format::Html]),
            (b"MZ\x90\0", &[]),
        ];
        let all = [
            Format::Text,
            Format::Markdown,
            Format::Code,
            Format::Csv,
            Format::Html,
            Format::Pdf,
            Format::Docx,
            Format::Xlsx,
            Format::Pptx,
            Format::Epub,
            Format::Png,
            Format::Jpeg,
        ];
        for (head, wanted) in heads {
            let found: Vec<Format> =
                all.into_iter().filter(|format| format.begins_with(head)).collect();
            let mut wanted = wanted.to_vec();
            wanted.sort_by_key(|format| all.iter().position(|one| one == format));
            assert_eq!(found, wanted, "{head:?}");
        }
    }
}
