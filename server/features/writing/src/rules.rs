kernel::limits! { "writing";
    /// Longest text whose grammar is checked at once.
    TEXT_MAX_CHARS: usize = 20_000, "characters", "ours (decision 0751)";
    /// Texts that one person may have checked at once.
    CHECK_BURST: u32 = 20, "texts", "ours (decision 0751)";
    /// How soon there may be one more.
    CHECK_EVERY_MS: u64 = 1_000, "milliseconds", "ours (decision 0751)";
    /// Longest text that is rewritten.
    HUMANIZED_MAX_CHARS: usize = 20_000, "characters", "ours (decision 0893)";
    /// Texts that one person may have rewritten at once, and then one every [`HUMANIZE_EVERY_MS`].
    HUMANIZE_BURST: u32 = 20, "texts", "ours (decision 0893)";
    HUMANIZE_EVERY_MS: u64 = 2_000, "milliseconds", "ours (decision 0893)";
    /// Facts of a text that are named as missing, and as added.
    FACTS_MAX: usize = 50, "facts", "ours (decision 0893)";
}

/// Where each character of a text begins in UTF-16, as browsers count; the last one is where it ends.
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
