//! Rules for sample items. No I/O.

use kernel::{Problem, limits};

use crate::problems::TITLE_INVALID;

limits! { "sample";
    /// Maximum length of a title.
    TITLE_MAX_CHARS: usize = 200, "characters", "ours";
}

/// Returns a title without spaces around it.
///
/// # Errors
///
/// [`TITLE_INVALID`] if it is empty or too long.
pub(crate) fn check_title(title: &str) -> Result<String, Problem> {
    let title = title.trim();
    if title.is_empty() || title.chars().count() > TITLE_MAX_CHARS {
        return Err(TITLE_INVALID.with("max", TITLE_MAX_CHARS));
    }
    Ok(title.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_trimmed_and_neither_empty_nor_too_long() {
        assert_eq!(check_title(" Tides ").unwrap(), "Tides");
        assert_eq!(check_title("  ").unwrap_err().kind, TITLE_INVALID);
        assert!(check_title(&"a".repeat(TITLE_MAX_CHARS)).is_ok());
        assert!(check_title(&"a".repeat(TITLE_MAX_CHARS + 1)).is_err());
    }
}
