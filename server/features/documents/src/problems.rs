use kernel::problems;

problems! {
    MODEL_NOT_SUPPORTED: "documents.model_not_supported", 422, "The current model is not supported", "spec §8";
    MISSING_OFFSET: "documents.missing_offset", 400, "The request does not say where its chunk begins", "ours";
    NOT_A_CHUNK: "documents.not_a_chunk", 415, "The request is not a chunk of a file", "ours";
    NOT_A_PDF: "documents.not_a_pdf", 415, "Non-PDF type file", "spec §5";
    NOT_IN_WHITE_LIST: "documents.not_in_white_list", 422, "URL not in white list", "spec §5";
    DOCUMENT_NOT_FOUND: "documents.not_found", 404, "There is no such document", "ours";
    DOCUMENT_ID_TAKEN: "documents.id_taken", 409, "A different document was added with this id", "ours";
    NAME_EMPTY: "documents.name_empty", 422, "A document needs a name", "ours";
    COLLECTION_NOT_FOUND: "documents.collection_not_found", 404, "There is no such collection", "ours";
    COLLECTION_ID_TAKEN: "documents.collection_id_taken", 409,
        "A different collection was made with this id", "ours";
    TOO_MANY_IN_COLLECTION: "documents.too_many_in_collection", 422,
        "Too many documents in one collection", "ours";
    HIGHLIGHT_NOT_FOUND: "documents.highlight_not_found", 404, "There is no such highlight", "ours";
    HIGHLIGHT_ID_TAKEN: "documents.highlight_id_taken", 409,
        "A different highlight was made with this id", "ours";
    HIGHLIGHT_OUTSIDE: "documents.highlight_outside", 422,
        "This is no place on a page that is kept", "ours";
    HIGHLIGHT_TOO_LONG: "documents.highlight_too_long", 422,
        "A highlight or its note is too long", "ours";
    TOO_MANY_HIGHLIGHTS: "documents.too_many_highlights", 422,
        "Too many highlights in one document", "ours";
    CHAT_TAKEN: "documents.chat_taken", 409, "This conversation is about something else", "ours";
    TOO_MANY_DOCUMENTS: "documents.too_many", 403,
        "Your plan keeps no more documents. Delete one, or upgrade.", "ours, after spec §6";
    TOO_MANY_UPLOADS: "documents.too_many_uploads", 403,
        "Your plan takes no more documents today. Upgrade, or come back tomorrow.", "ours, after spec §6";
    TOO_MANY_QUESTIONS: "documents.too_many_questions", 403,
        "Your plan has no more questions about PDFs today. Upgrade, or come back tomorrow.", "ours, after spec §6";
    NOTHING_TO_RETRY: "documents.nothing_to_retry", 409, "There is nothing to try again", "ours";
}
