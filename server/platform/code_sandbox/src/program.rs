use bytes::Bytes;
use serde::{Deserialize, Serialize};

use crate::{CODE_MAX_BYTES, FILES_MAX, INPUT_MAX_BYTES, Language};

/// A program, with the files it may read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Program {
    pub language: Language,
    pub code: String,
    /// The time that the program sees, in microseconds since 1970.
    pub now: i64,
    #[serde(skip)]
    pub files: Vec<CodeFile>,
}

/// A file that a program reads or writes, by its bare name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeFile {
    pub name: String,
    pub content: Bytes,
}

/// The outcome of a program.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Its output, and the value of its last expression.
    pub printed: String,
    /// Why it ended early: a syntax error, an exception with its place.
    pub error: Option<String>,
    /// Files that it wrote, also before an error.
    #[serde(skip)]
    pub files: Vec<CodeFile>,
}

/// Why a program was not run to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeError {
    CodeTooLong,
    TooManyFiles,
    FilesTooLarge,
    /// It computed for too long, or took too much memory.
    Exhausted,
    /// The interpreter failed.
    Broken,
}

impl Program {
    /// Checks the program against the limits.
    pub fn check(&self) -> Result<(), CodeError> {
        if self.code.len() > CODE_MAX_BYTES {
            return Err(CodeError::CodeTooLong);
        }
        if self.files.len() > FILES_MAX {
            return Err(CodeError::TooManyFiles);
        }
        let bytes: usize = self.files.iter().map(|file| file.content.len()).sum();
        if bytes > INPUT_MAX_BYTES { Err(CodeError::FilesTooLarge) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(code: String, sizes: &[usize]) -> Program {
        let file = |size: &usize| CodeFile { name: "a".to_owned(), content: vec![0; *size].into() };
        let files = sizes.iter().map(file).collect();
        Program { language: Language::Python, code, now: 0, files }
    }

    #[test]
    fn a_program_has_at_most_65_536_bytes_and_20_files_of_20_mb_together() {
        assert_eq!(program("x".repeat(65_536), &[10_000_000, 10_000_000]).check(), Ok(()));
        let check = |code: usize, sizes: &[usize]| program("x".repeat(code), sizes).check();
        assert_eq!(check(65_537, &[]), Err(CodeError::CodeTooLong));
        assert_eq!(check(1, &[1; 21]), Err(CodeError::TooManyFiles));
        assert_eq!(check(1, &[10_000_000, 10_000_001]), Err(CodeError::FilesTooLarge));
    }
}
