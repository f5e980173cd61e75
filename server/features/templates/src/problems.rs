use kernel::problems;

problems! {
    NOT_FOUND: "templates.not_found", 404, "Template not found", "ours";
    DOCUMENT_NOT_FOUND: "templates.document_not_found", 404, "Document not found", "ours";
    /// `fields`: their labels; `names`: their names.
    FIELDS_MISSING: "templates.fields_missing", 422, "Fill in: {fields}", "ours, after issue 28";
    NUMBER_INVALID: "templates.number_invalid", 422, "{label}: enter a number, such as 1200.50", "ours";
    DATE_INVALID: "templates.date_invalid", 422, "{label}: enter a date, such as 2026-11-30", "ours";
    OPTION_INVALID: "templates.option_invalid", 422, "{label}: choose from the options", "ours";
    VALUE_TOO_LONG: "templates.value_too_long", 422, "{label}: maximum {max} characters allowed", "ours, after spec §5";
    VALUE_KIND: "templates.value_kind", 422, "{label}: rows and text can’t be exchanged", "ours";
    TOO_MANY_ROWS: "templates.too_many_rows", 422, "{label}: maximum {max} rows allowed", "ours";
    FIELD_UNKNOWN: "templates.field_unknown", 422, "This template has no field {name}", "ours";
    /// `field`: where in the form.
    REQUIRED: "templates.required", 422, "Required field", "spec §5";
    TOO_LONG: "templates.too_long", 422, "Maximum {max} characters allowed", "spec §5";
    TOO_MANY: "templates.too_many_entries", 422, "Maximum {max} entries allowed", "ours";
    FIELD_NAME_TAKEN: "templates.field_name_taken", 422, "Field name must be unique", "spec §5";
    FIELD_NAME_INVALID: "templates.field_name_invalid", 422,
        "Use letters, digits and underscores, starting with a letter", "ours";
    FIELD_INVALID: "templates.field_invalid", 422, "A choice needs options and a table needs columns", "ours";
    FORMULA_INVALID: "templates.formula_invalid", 422, "Use numbers, fields, + - * / and sum(list.column)",
        "ours (decision 1085)";
    PLACEHOLDER_UNKNOWN: "templates.placeholder_unknown", 422, "The text refers to an unknown field: {name}", "ours";
    PLACEHOLDER_INVALID: "templates.placeholder_invalid", 422, "This placeholder can’t be used: {text}", "ours";
    SECTION_OPEN: "templates.section_open", 422, "The section {name} isn’t closed", "ours";
    TOO_MANY_TEMPLATES: "templates.too_many", 409, "You can keep at most {max} templates", "ours";
    TOO_MANY_DOCUMENTS: "templates.too_many_documents", 409, "You can keep at most {max} documents", "ours";
    CHANGED_ELSEWHERE: "templates.changed_elsewhere", 412, "This was changed in another window", "ours";
    FORMAT_UNAVAILABLE: "templates.format_unavailable", 422, "This template can’t be saved in that format", "ours";
    WORD_ONLY: "templates.word_only", 415, "Upload a Word document (.docx)", "ours (decision 1086)";
    WORD_TOO_LARGE: "templates.word_too_large", 413, "File size exceeds the maximum size limit", "spec §5";
    WORD_MACROS: "templates.word_macros", 422, "Documents with macros or active content can’t be used",
        "ours (decision 1086)";
    WORD_LINKED: "templates.word_linked", 422, "Embed or remove what the document loads from elsewhere",
        "ours (decision 1086)";
    WORD_BROKEN: "templates.word_broken", 422, "This Word document can’t be read", "ours (decision 1086)";
    WORD_TOO_HEAVY: "templates.word_too_heavy", 422, "This Word document is too large or too deeply nested",
        "ours (decision 1086)";
    WORD_PROTECTED: "templates.word_protected", 422, "Remove the password from the document first",
        "ours (decision 1086)";
    /// `tag`: the tag; `text`: the paragraph that it stands in.
    WORD_SECTION: "templates.word_section", 422,
        "{tag} in “{text}” has no partner. Put both tags of a section into one paragraph or table row, or each into a paragraph of its own.",
        "ours (decision 1024)";
    NO_PLACEHOLDERS: "templates.no_placeholders", 422,
        "Add placeholders in double braces to the document first", "ours (decision 1086)";
    TABLE_UNREADABLE: "templates.table_unreadable", 422, "Choose a table with a heading row and at least one row",
        "ours (decision 1087)";
    COLUMNS_UNKNOWN: "templates.columns_unknown", 422, "No column of the table matches a field of the template",
        "ours (decision 1087)";
    /// `row`: counted from 1, without the heading; `detail`, `code` and what it names: the problem with it.
    ROW_INVALID: "templates.row_invalid", 422, "Row {row}: {detail}", "ours (decision 1087)";
    BATCH_TOO_LARGE: "templates.batch_too_large", 413, "These documents are too large for one archive",
        "ours (decision 1087)";
    SOURCE_NOT_FOUND: "templates.source_not_found", 404, "Source not found", "ours (decision 1088)";
    SOURCE_NEEDED: "templates.source_needed", 422, "Describe the document or choose a source", "ours (decision 1088)";
    MODEL_NEEDED: "templates.model_needed", 409, "Filling fields requires a model. Connect one and try again.", "ours";
    NO_ANSWER: "templates.no_answer", 502, "The model didn’t answer. Please try again.", "ours (decision 1088)";
    ANSWER_UNUSABLE: "templates.answer_unusable", 502, "The model’s answer couldn’t be used. Please try again.",
        "ours (decision 1088)";
}
