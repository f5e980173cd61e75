use kernel::problems;

problems! {
    FILE_NOT_FOUND: "files.not_found", 404, "File not found", "ours";
    STORAGE_UNAVAILABLE: "files.storage_unavailable", 503,
        "File storage isn't responding. Try again in a moment.", "ours";
    FILE_TOO_LARGE: "files.too_large", 413, "File size exceeds the maximum size limit", "spec §8";
    FILE_EMPTY: "files.empty", 422, "This file is empty", "ours";
    FILE_TYPE: "files.type_not_supported", 415, "File type not supported", "spec §8";
    IMAGE_UPLOAD_FAILED: "files.image_upload_failed", 422,
        "Image upload failed. Please try again", "spec §8";
    UPLOAD_FAILED: "files.upload_failed", 422, "Upload failed", "spec §8";
    FILE_ID_TAKEN: "files.id_taken", 409, "A different file was already uploaded with this ID", "ours";
    WRONG_OFFSET: "files.wrong_offset", 409, "The upload continues at a different position", "ours";
    TOO_MANY_FILES: "files.too_many", 422, "Too many files at once", "ours";
    TOO_MUCH_STORED: "files.too_much_stored", 422, "You're out of file storage", "ours";
    FILE_NOT_READY: "files.not_ready", 409, "A file is still being processed", "ours";
    FILE_IN_USE: "files.in_use", 409, "This file is attached to a message", "ours";
    TEXT_TOO_LONG: "files.text_too_long", 422, "Text too long", "spec §8";
    PARSE_FAILED: "files.parse_failed", 422, "Error parsing file", "spec §8";
    FILE_ENCRYPTED: "files.encrypted", 422, "This file is password protected", "ours";
    NO_TEXT: "files.no_text", 422, "No text found in this file", "ours";
    IMAGE_SIZE: "files.image_size", 422, "The image of this size cannot be parsed.", "spec §8";
}
