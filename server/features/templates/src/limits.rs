kernel::limits! { "templates";
    NAME_MAX_CHARS: usize = 120, "characters", "ours (decision 1084)";
    DESCRIPTION_MAX_CHARS: usize = 320, "characters", "ours (decision 1084)";
    /// Maximum length of the text of a template.
    CONTENT_MAX_CHARS: usize = 50_000, "characters", "ours (decision 1084)";
    FIELDS_MAX: usize = 60, "fields", "ours (decision 1084)";
    /// Columns of a field that takes rows.
    COLUMNS_MAX: usize = 12, "columns", "ours (decision 1084)";
    /// Maximum length of the name by which a text refers to a field.
    FIELD_MAX_CHARS: usize = 40, "characters", "ours (decision 1084)";
    /// Maximum length of a field's label, and of one of its options.
    LABEL_MAX_CHARS: usize = 80, "characters", "ours (decision 1084)";
    EXAMPLE_MAX_CHARS: usize = 500, "characters", "ours (decision 1084)";
    OPTIONS_MAX: usize = 30, "options", "ours (decision 1084)";
    FORMULA_MAX_CHARS: usize = 200, "characters", "ours (decision 1085)";
    /// Maximum length of a text that fills a field.
    TEXT_MAX_CHARS: usize = 500, "characters", "ours (decision 1084)";
    /// Maximum length of a text in paragraphs that fills a field.
    LONG_TEXT_MAX_CHARS: usize = 20_000, "characters", "ours (decision 1084)";
    /// Rows of a list in a document.
    LIST_ROWS_MAX: usize = 200, "rows", "ours (decision 1084)";
    /// Templates that one person may have.
    TEMPLATES_MAX: i64 = 200, "templates", "ours (decision 1084)";
    /// Documents that one person may have.
    DOCUMENTS_MAX: i64 = 1_000, "documents", "ours (decision 1084)";
    /// Size of a Word file that becomes a template.
    WORD_MAX_BYTES: usize = 10_000_000, "bytes", "ours (decision 1086)";
    /// Documents made of the rows of a table at once.
    BATCH_ROWS_MAX: usize = 200, "documents", "ours (decision 1087)";
    /// Size of the documents made of the rows of a table, together.
    BATCH_MAX_BYTES: usize = 200_000_000, "bytes", "ours (decision 1087)";
    /// Longest text that a model reads to fill fields; a longer one is cut.
    SOURCE_MAX_CHARS: usize = 60_000, "characters", "ours (decision 1088)";
    INSTRUCTIONS_MAX_CHARS: usize = 4_000, "characters", "ours (decision 1088)";
    /// Files that a person can have made in a burst; then one every [`MAKE_EVERY_MS`].
    MAKE_BURST: u32 = 20, "files", "ours (decision 1084)";
    MAKE_EVERY_MS: u64 = 2_000, "milliseconds", "ours (decision 1084)";
}
