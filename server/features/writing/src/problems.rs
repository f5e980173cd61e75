use kernel::problems;

problems! {
    TEXT_TOO_LONG: "writing.text_too_long", 422, "Text too long", "spec §8";
    CHECK_FAILED: "writing.check_failed", 422, "This text could not be checked", "ours (decision 0751)";
}
