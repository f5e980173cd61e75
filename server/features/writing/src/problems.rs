use kernel::problems;

problems! {
    TEXT_TOO_LONG: "writing.text_too_long", 422, "Text too long", "spec §8";
    CHECK_FAILED: "writing.check_failed", 422, "Couldn't check this text", "ours (decision 0751)";
    TEXT_EMPTY: "writing.text_empty", 422, "Nothing to rewrite", "ours (decision 0893)";
    MODEL_NEEDED: "writing.model_needed", 409, "Rewriting requires a model. Connect one and try again.",
        "ours (decision 0893)";
    NOT_FOUND: "writing.humanization_not_found", 404, "Rewritten text not found", "ours (decision 0893)";
    CUT_OFF: "writing.cut_off", 502, "The model stopped before the end of the text", "ours (decision 0893)";
}
