use std::str::FromStr;

use kernel::Problem;

use crate::limits::NAME_MAX_BYTES;
use crate::problems::NAME_INVALID;

const EXTENSION: &str = ".gguf";

/// The name of a model file within the folder: never a way out of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileName(String);

impl FileName {
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the name without `.gguf`, which is the model's name in its id.
    pub fn model(&self) -> &str {
        &self.0[..self.0.len() - EXTENSION.len()]
    }
}

impl std::fmt::Display for FileName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for FileName {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let ends_well = text.strip_suffix(EXTENSION).is_some_and(|model| !model.is_empty());
        let is_plain = |ch: char| !ch.is_control() && !matches!(ch, '/' | '\\');
        let is_hidden = text.starts_with(['.', '-', ' ']);
        if !ends_well || is_hidden || text.len() > NAME_MAX_BYTES || !text.chars().all(is_plain) {
            return Err(NAME_INVALID.with("max_bytes", NAME_MAX_BYTES));
        }
        Ok(Self(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_in_its_folder() {
        for name in ["../a.gguf", "a/b.gguf", "a\\b.gguf", ".a.gguf", "-m.gguf", "a\n.gguf"] {
            assert!(name.parse::<FileName>().is_err(), "{name:?}");
        }
        assert!(format!("{}.gguf", "a".repeat(200)).parse::<FileName>().is_err());
    }

    #[test]
    fn only_model_files_have_such_a_name() {
        for name in ["", ".gguf", "gguf", "a.bin", "a.GGUF", "a.gguf.part", "é"] {
            assert!(name.parse::<FileName>().is_err(), "{name:?}");
        }
        let name: FileName = "Modell für Ümläute 7B.gguf".parse().unwrap();
        assert_eq!(name.model(), "Modell für Ümläute 7B");
    }
}
