use serde::{Deserialize, Serialize};

use crate::{EngineLabel, ToolError};

/// A picture that a tool made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeImage {
    pub content: Vec<u8>,
    pub media_type: String,
    pub width: u32,
    pub height: u32,
    /// The engine that made it.
    pub label: EngineLabel,
}

/// The line in front of a picture in the output of an engine's process.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeHeader {
    pub media_type: String,
    pub width: u32,
    pub height: u32,
    pub label: EngineLabel,
}

impl MadeImage {
    /// Returns what is said of it in front of its content.
    pub fn header(&self) -> MadeHeader {
        MadeHeader {
            media_type: self.media_type.clone(),
            width: self.width,
            height: self.height,
            label: self.label,
        }
    }
}

/// Splits the output of an engine's process: a line of JSON, followed by the picture.
///
/// # Errors
///
/// The engine said why it made nothing, or said nothing that can be understood.
pub fn split_made(mut output: Vec<u8>) -> Result<MadeImage, ToolError> {
    let end = output.iter().position(|byte| *byte == b'\n').ok_or(ToolError::Broken)?;
    let outcome = serde_json::from_slice::<Result<MadeHeader, ToolError>>(&output[..end]);
    let MadeHeader { media_type, width, height, label } =
        outcome.unwrap_or(Err(ToolError::Broken))?;
    output.drain(..=end);
    Ok(MadeImage { content: output, media_type, width, height, label })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_is_a_line_and_the_picture() {
        let made = MadeImage {
            content: b"\n\xff".to_vec(),
            media_type: "image/png".to_owned(),
            width: 2,
            height: 3,
            label: EngineLabel::Filter,
        };
        let line = serde_json::to_vec(&Ok::<_, ToolError>(made.header())).unwrap();
        let output = [line.as_slice(), b"\n", &made.content].concat();
        assert_eq!(split_made(output), Ok(made));
        let refused = b"{\"Err\":\"mask_empty\"}\n".to_vec();
        assert_eq!(split_made(refused), Err(ToolError::MaskEmpty));
        for nonsense in [b"no line".as_slice(), b"", b"{}\n\xff"] {
            assert_eq!(split_made(nonsense.to_vec()), Err(ToolError::Broken));
        }
    }
}
