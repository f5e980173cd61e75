use kernel::problems;

problems! {
    MODEL_NOT_SUPPORTED: "documents.model_not_supported", 422, "The current model is not supported", "spec §8";
    MISSING_OFFSET: "documents.missing_offset", 400, "The request is missing its chunk offset", "ours";
    NOT_A_CHUNK: "documents.not_a_chunk", 415, "The request isn't a file chunk", "ours";
    NOT_A_PDF: "documents.not_a_pdf", 415, "Non-PDF type file", "spec §5";
    NOT_IN_WHITE_LIST: "documents.not_in_white_list", 422, "URL not in white list", "spec §5";
    DOCUMENT_NOT_FOUND: "documents.not_found", 404, "PDF not found", "ours";
    DOCUMENT_ID_TAKEN: "documents.id_taken", 409, "A different PDF was already added with this ID", "ours";
    NAME_EMPTY: "documents.name_empty", 422, "Enter a name", "ours";
    COLLECTION_NOT_FOUND: "documents.collection_not_found", 404, "Collection not found", "ours";
    COLLECTION_ID_TAKEN: "documents.collection_id_taken", 409,
        "A different collection already has this ID", "ours";
    TOO_MANY_IN_COLLECTION: "documents.too_many_in_collection", 422,
        "Too many PDFs in one collection", "ours";
    HIGHLIGHT_NOT_FOUND: "documents.highlight_not_found", 404, "Highlight not found", "ours";
    HIGHLIGHT_ID_TAKEN: "documents.highlight_id_taken", 409,
        "A different highlight already has this ID", "ours";
    HIGHLIGHT_OUTSIDE: "documents.highlight_outside", 422,
        "This position isn't on a stored page", "ours";
    HIGHLIGHT_TOO_LONG: "documents.highlight_too_long", 422,
        "The highlight or its note is too long", "ours";
    TOO_MANY_HIGHLIGHTS: "documents.too_many_highlights", 422,
        "Too many highlights in one PDF", "ours";
    CHAT_TAKEN: "documents.chat_taken", 409, "This chat is about something else", "ours";
    TOO_MANY_DOCUMENTS: "documents.too_many", 403,
        "You've reached your plan's PDF limit. Delete one or upgrade.", "ours, after spec §6";
    TOO_MANY_UPLOADS: "documents.too_many_uploads", 403,
        "You've reached today's PDF upload limit. Upgrade or come back tomorrow.", "ours, after spec §6";
    TOO_MANY_QUESTIONS: "documents.too_many_questions", 403,
        "You've reached today's limit for PDF questions. Upgrade or come back tomorrow.", "ours, after spec §6";
    NOTHING_TO_RETRY: "documents.nothing_to_retry", 409, "Nothing to retry", "ours";
}
