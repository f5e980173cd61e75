kernel::limits! { "search";
    /// Most search engines in a list.
    ENGINES_MAX: usize = 60, "engines", "ours (decision 0750)";
    /// Longest selector.
    SELECTOR_MAX_CHARS: usize = 300, "characters", "ours (decision 0750)";
    /// Largest file of engines.
    FILE_MAX_BYTES: u64 = 200_000, "bytes", "ours (decision 0750)";
    /// The share of an allowance that must be left, of 100, for searches to be answered unasked where that
    /// depends on the quota.
    PLENTY_MIN_PERCENT: i64 = 25, "percent", "ours (decision 0750)";
}

/// Whether so much is left of what was granted; `None` is unlimited.
pub(crate) fn is_plenty(granted: Option<i64>, left: Option<i64>) -> bool {
    match (granted, left) {
        (Some(granted), Some(left)) => left > 0 && left * 100 >= granted * PLENTY_MIN_PERCENT,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_of_the_allowance_is_plenty() {
        assert!(is_plenty(Some(40), Some(10)));
        assert!(!is_plenty(Some(40), Some(9)));
        assert!(!is_plenty(Some(0), Some(0)));
        assert!(!is_plenty(Some(1), Some(0)));
        assert!(is_plenty(None, None));
    }
}
