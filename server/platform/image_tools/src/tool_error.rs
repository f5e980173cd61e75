use kernel::Problem;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    BROKEN, DIMENSIONS, EXHAUSTED, FILE_TOO_LARGE, FILL_MAX_PERCENT, MASK_EMPTY, MASK_TOO_LARGE,
    NO_FONT, NO_SUBJECT, NOT_INSTALLED, OPTION, PICTURE_COUNT, PICTURE_MAX_BYTES, UNSUPPORTED,
    Weights,
};

/// The reason why a tool made nothing.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolError {
    #[error("a picture cannot be read")]
    Broken,
    #[error("pictures of the format {format:?} cannot be read")]
    Unsupported { format: String },
    #[error("a picture has less than {min} or more than {max} pixels at a side")]
    Dimensions { min: u32, max: u32 },
    #[error("a picture has too many bytes")]
    FileTooLarge,
    #[error("the tool takes {expected} pictures")]
    PictureCount { expected: usize },
    #[error("nothing is marked")]
    MaskEmpty,
    #[error("too much is marked")]
    MaskTooLarge,
    #[error("the option {option:?} has an invalid value")]
    Option { option: String },
    #[error("the weights {0:?} are not installed")]
    NotInstalled(Weights),
    #[error("there is no subject")]
    NoSubject,
    #[error("there is no font for the text")]
    NoFont,
    #[error("it took too long or too much memory")]
    Exhausted,
}

impl ToolError {
    /// Returns the error of an option by its name.
    pub fn option(name: &str) -> Self {
        Self::Option { option: name.to_owned() }
    }
}

impl From<ToolError> for Problem {
    fn from(error: ToolError) -> Self {
        match error {
            ToolError::Broken => BROKEN.into(),
            ToolError::Unsupported { format } => UNSUPPORTED.with("format", format),
            ToolError::Dimensions { min, max } => DIMENSIONS.with("min", min).with("max", max),
            ToolError::FileTooLarge => FILE_TOO_LARGE.with("max", PICTURE_MAX_BYTES),
            ToolError::PictureCount { expected } => PICTURE_COUNT.with("expected", expected),
            ToolError::MaskEmpty => MASK_EMPTY.into(),
            ToolError::MaskTooLarge => MASK_TOO_LARGE.with("max_percent", FILL_MAX_PERCENT),
            ToolError::Option { option } => OPTION.with("option", option),
            ToolError::NotInstalled(weights) => NOT_INSTALLED.with("weights", weights.name()),
            ToolError::NoSubject => NO_SUBJECT.into(),
            ToolError::NoFont => NO_FONT.into(),
            ToolError::Exhausted => EXHAUSTED.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_of_a_wrong_size_is_refused_in_the_words_of_the_specification() {
        let problem = Problem::from(ToolError::Dimensions { min: 100, max: 2_048 });
        assert_eq!(problem.kind.text, "The image of this size cannot be parsed.");
        assert_eq!(problem.params["max"], "2048");
        let problem = Problem::from(ToolError::NotInstalled(Weights::Cutout));
        assert_eq!(problem.params["weights"], "cutout");
    }
}
