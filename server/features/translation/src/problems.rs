use kernel::problems;

problems! {
    FAILED: "translation.failed", 502, "Translation failed, Please try again later.", "spec §8";
    OUT_OF_QUERIES: "translation.out_of_queries", 402, "Out of queries. Upgrade to access more translation services.", "spec §8";
    MODEL_NEEDED: "translation.model_needed", 409, "Translation requires a model. Connect one and try again.", "ours, after spec §8";
    LANGUAGE_UNKNOWN: "translation.language_unknown", 422, "This language isn't supported", "ours";
    TEXT_EMPTY: "translation.text_empty", 422, "Nothing to translate", "ours";
    TEXT_TOO_LONG: "translation.text_too_long", 422, "Text too long", "spec §8";
    TOO_MANY_TEXTS: "translation.too_many_texts", 422, "Too many texts at once", "ours";
    MARKS_INVALID: "translation.marks_invalid", 422, "The markup in a text isn't valid", "ours";
    TERM_NOT_FOUND: "translation.term_not_found", 404, "Term not found", "ours";
    CHANGED_ELSEWHERE: "translation.changed_elsewhere", 412, "This term was changed in another window", "ours";
    ORIGINAL_EMPTY: "translation.original_empty", 422, "The original text is required", "ours, after spec §5";
    TRANSLATION_EMPTY: "translation.translation_empty", 422, "The translation is required", "ours, after spec §5";
    TERM_TOO_LONG: "translation.term_too_long", 422, "The term is too long", "ours";
    TERM_KNOWN: "translation.term_known", 409, "This term is already in the glossary", "ours";
    TOO_MANY_TERMS: "translation.too_many_terms", 409, "You've reached the maximum number of glossary terms", "ours";
    TABLE_UNREADABLE: "translation.table_unreadable", 422, "This isn't a readable glossary file", "ours";
}
