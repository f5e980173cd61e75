use kernel::{Problem, limits};

use crate::problems::{ARCHIVE_TOO_LARGE, NAME_TOO_LONG, TOO_MUCH_UNFINISHED};

limits! { "portability";
    /// Largest archive that is taken: all the files that a person may have here, and their chats.
    ARCHIVE_MAX_BYTES: u64 = 8_000_000_000, "bytes", "ours (decision 0690)";
    /// Bytes of a piece, in which archives are sent: all are as large but the last.
    PIECE_BYTES: u64 = 1024 * 1024, "bytes", "ours (decision 1108)";
    /// Bytes of the diagrams of one export, and of a piece of an import that began before pieces were smaller.
    REQUEST_MAX_BYTES: usize = 8 * 1024 * 1024, "bytes", "ours (decision 0662)";
    /// Largest single conversation in an archive.
    VALUE_MAX_BYTES: u64 = 128 * 1024 * 1024, "bytes", "ours (decision 0662)";
    /// Bytes that an archive unpacks to, for each byte that it has.
    UNPACKED_PER_BYTE_MAX: u64 = 100, "bytes", "ours (decision 0962)";
    /// Bytes that any archive may unpack to, however small it is.
    UNPACKED_MIN_BYTES: u64 = 64 * 1024 * 1024, "bytes", "ours (decision 0962)";
    /// Imports of one person that are not finished.
    UNFINISHED_MAX: usize = 5, "imports", "ours (decision 0962)";
    /// Longest name of a file.
    NAME_MAX_CHARS: usize = 200, "characters", "ours (decision 0662)";
    /// Maximum length of an imported conversation's title.
    TITLE_MAX_CHARS: usize = 100, "characters", "spec §9 (group name), taken for titles";
    /// Items of a report that are listed one by one; all are counted.
    LISTED_MAX: usize = 1_000, "items", "ours (decision 0662)";
    /// Maximum number of rendered diagrams in an export request.
    DIAGRAMS_MAX: usize = 60, "diagrams", "ours (decision 0721)";
    /// Bytes of a drawn diagram.
    DIAGRAM_MAX_BYTES: usize = 2_000_000, "bytes", "ours (decision 0721)";
    /// The longer side of a drawn diagram.
    DIAGRAM_SIDE_MAX_PIXELS: u32 = 8_000, "pixels", "ours (decision 0721)";
    /// Pictures of a chat that go into one file; others are only named in it.
    PICTURES_MAX_BYTES: usize = 32_000_000, "bytes", "ours (decision 0721)";
    /// Days after which an archive that was not imported is forgotten.
    KEPT_DAYS: i64 = 7, "days", "ours (decision 0662)";
}

/// Returns the most bytes that an archive of `size_bytes` may unpack to.
pub(crate) fn unpacked_max_bytes(size_bytes: u64) -> u64 {
    size_bytes.saturating_mul(UNPACKED_PER_BYTE_MAX).max(UNPACKED_MIN_BYTES)
}

/// Checks that a person may bring an archive of `size_bytes` besides the unfinished ones, of these sizes.
pub(crate) fn check_unfinished(unfinished: &[i64], size_bytes: u64) -> Result<(), Problem> {
    let held: i64 = unfinished.iter().sum();
    let all = u64::try_from(held).unwrap_or(u64::MAX).saturating_add(size_bytes);
    if unfinished.len() >= UNFINISHED_MAX || all > ARCHIVE_MAX_BYTES {
        return Err(TOO_MUCH_UNFINISHED.with("max", UNFINISHED_MAX));
    }
    Ok(())
}

/// Checks the name and size of an archive.
pub(crate) fn check_archive(name: &str, size_bytes: u64) -> Result<(), Problem> {
    if size_bytes == 0 || size_bytes > ARCHIVE_MAX_BYTES {
        return Err(ARCHIVE_TOO_LARGE.with("max", ARCHIVE_MAX_BYTES));
    }
    if name.chars().count() > NAME_MAX_CHARS {
        return Err(NAME_TOO_LONG.with("max", NAME_MAX_CHARS));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_may_have_eight_gigabytes_but_not_a_byte_more() {
        assert!(check_archive("a.zip", ARCHIVE_MAX_BYTES).is_ok());
        let refused = check_archive("a.zip", ARCHIVE_MAX_BYTES + 1).unwrap_err();
        assert_eq!(refused.kind, ARCHIVE_TOO_LARGE);
        assert_eq!(check_archive("a.zip", 0).unwrap_err().kind, ARCHIVE_TOO_LARGE);
        assert_eq!(check_archive(&"n".repeat(201), 1).unwrap_err().kind, NAME_TOO_LONG);
    }

    // attacks.md, row 3: "120 imports of 8 GB each are accepted, outside the quota"
    #[test]
    fn unfinished_imports_are_few_and_not_larger_together_than_one_may_be() {
        assert!(check_unfinished(&[], ARCHIVE_MAX_BYTES).is_ok());
        assert!(check_unfinished(&[1; UNFINISHED_MAX - 1], 1).is_ok());
        for (unfinished, size) in [(vec![1; UNFINISHED_MAX], 1), (vec![1], ARCHIVE_MAX_BYTES)] {
            let refused = check_unfinished(&unfinished, size).unwrap_err();
            assert_eq!(refused.kind, TOO_MUCH_UNFINISHED);
        }
    }

    #[test]
    fn an_archive_unpacks_to_a_hundred_times_its_size() {
        assert_eq!(unpacked_max_bytes(1), UNPACKED_MIN_BYTES);
        assert_eq!(unpacked_max_bytes(UNPACKED_MIN_BYTES), 100 * UNPACKED_MIN_BYTES);
    }
}
