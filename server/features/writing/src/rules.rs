kernel::limits! { "writing";
    /// Longest text of a grammar check.
    TEXT_MAX_CHARS: usize = 20_000, "characters", "ours (decision 0751)";
    /// Grammar checks a person can start in a burst.
    CHECK_BURST: u32 = 20, "texts", "ours (decision 0751)";
    /// Time until one more is allowed.
    CHECK_EVERY_MS: u64 = 1_000, "milliseconds", "ours (decision 0751)";
    /// Longest text of a rewriting.
    HUMANIZED_MAX_CHARS: usize = 20_000, "characters", "ours (decision 0893)";
    /// Rewritings a person can start in a burst; then one every [`HUMANIZE_EVERY_MS`].
    HUMANIZE_BURST: u32 = 20, "texts", "ours (decision 0893)";
    HUMANIZE_EVERY_MS: u64 = 2_000, "milliseconds", "ours (decision 0893)";
    /// Maximum number of facts listed as missing, and as added.
    FACTS_MAX: usize = 50, "facts", "ours (decision 0893)";
}

/// Returns the UTF-16 offset of each character of a text, as in browsers, and at last that of its end.
pub(crate) fn utf16_places(text: &str) -> Vec<usize> {
    let mut place = 0;
    let mut places = Vec::with_capacity(text.len() + 1);
    for c in text.chars() {
        places.push(place);
        place += c.len_utf16();
    }
    places.push(place);
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_beyond_the_first_plane_are_two() {
        assert_eq!(utf16_places("a🙂é"), [0, 1, 3, 4]);
        assert_eq!(utf16_places(""), [0]);
    }
}
