kernel::limits! { "img_proxy";
    /// Lifetime of a signed link.
    LINK_SECONDS: i64 = 3_600, "seconds", "ours (decision 0702)";
    /// Longest side of a picture that is read.
    SIDE_MAX_PIXELS: u32 = 6_000, "pixels", "ours (decision 0702)";
    /// Longest side of a picture that is given.
    SIDE_GIVEN_PIXELS: u32 = 2_048, "pixels", "spec §9 (compression)";
    /// Quality of a picture that is given.
    QUALITY: u8 = 75, "of 100", "spec §9 (compression)";
    /// Pictures that one person may have fetched at once.
    FETCH_BURST: u32 = 30, "pictures", "ours (decision 0702)";
    /// Interval at which one more fetch is allowed.
    FETCH_EVERY_MS: u64 = 1_000, "milliseconds", "ours (decision 0702)";
}
