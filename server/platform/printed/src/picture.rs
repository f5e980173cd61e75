//! Images in exported files: those in the text, and rendered diagrams.

use std::collections::HashMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use pictures::PictureKind;
use pictures::image_size;

/// A PNG or JPEG without metadata.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    pub kind: PictureKind,
    pub width: u32,
    pub height: u32,
    pub content: Bytes,
}

impl Picture {
    /// Reads one that is either, and nothing else.
    pub fn read(content: Vec<u8>) -> Option<Self> {
        let kind = PictureKind::of(&content)?;
        let is_known = matches!(kind, PictureKind::Png | PictureKind::Jpeg);
        let size = image_size(&content).filter(|_| is_known)?;
        Some(Self { kind, width: size.width, height: size.height, content: content.into() })
    }

    /// Returns a data URL with the picture itself.
    pub fn address(&self) -> String {
        format!("data:{};base64,{}", self.kind.media_type(), STANDARD.encode(&self.content))
    }
}

/// Diagrams that were drawn, by their code.
#[derive(Debug, Default, PartialEq)]
pub struct Diagrams(HashMap<String, Picture>);

impl Diagrams {
    /// Adds the picture rendered from a code block.
    pub fn add(&mut self, code: &str, picture: Picture) {
        self.0.insert(key_of(code), picture);
    }

    /// Returns the picture rendered from a code block.
    pub fn find(&self, code: &str) -> Option<&Picture> {
        if self.0.is_empty() { None } else { self.0.get(&key_of(code)) }
    }
}

/// Returns the key of a code block: the code without trailing spaces, because that is how pages show it.
fn key_of(code: &str) -> String {
    code.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim().to_owned()
}

#[cfg(test)]
pub(crate) fn sample_diagram(code: &str) -> Diagrams {
    let content = include_bytes!("../tests/fixtures/diagram.png");
    let picture = Picture::read(content.to_vec()).expect("it was drawn by hand");
    Diagrams(HashMap::from([(key_of(code), picture)]))
}
