use kernel::problems;

problems! {
    NOT_FOUND: "memos.not_found", 404, "Memo not found", "ours";
    ID_TAKEN: "memos.id_taken", 409, "Couldn't save this memo", "ours";
    CHANGED_ELSEWHERE: "memos.changed_elsewhere", 412, "This memo was changed in another window", "ours";
    TITLE_TOO_LONG: "memos.title_too_long", 422, "The title is too long", "ours (decision 0760)";
    BODY_TOO_LONG: "memos.body_too_long", 422, "Text too long", "spec §8";
    SOURCE_INVALID: "memos.source_invalid", 422, "Invalid URL", "spec §5";
    PICTURE_NOT_FOUND: "memos.picture_not_found", 422, "Image not found", "ours";
    NO_PICTURE: "memos.no_picture", 422, "This memo has no image", "ours (decision 0912)";
    NEEDS_MODEL: "memos.needs_model", 409, "This requires a model that supports images. Connect one first.", "ours (decision 0912)";
    MODEL_NOT_SUPPORTED: "memos.model_not_supported", 422, "The current model is not supported", "spec §8";
    SUMMARY_GOES_ON: "memos.summary_goes_on", 409, "The image is already being summarized", "ours (decision 0912)";
    TOO_MANY_SUMMARIES: "memos.too_many_summaries", 409, "Too many images at once. Wait until one is done.", "ours (decision 0912)";
    SUMMARY_FAILED: "memos.summary_failed", 502, "Failed to summarize your image", "spec §8";
    SUMMARY_EMPTY: "memos.summary_empty", 502, "The model didn't describe the image", "ours (decision 0912)";
    TOO_MANY: "memos.too_many", 409, "You've reached the maximum number of memos", "ours (decision 0760)";
    TOO_MANY_AT_ONCE: "memos.too_many_at_once", 422, "Too many memos at once", "ours";
    IMPORT_UNREADABLE: "memos.import_unreadable", 422, "Error parsing file", "spec §8";
    NOTHING_FOUND: "memos.nothing_found", 422, "No memos found in this file", "ours (decision 0979)";
    IMPORT_TOO_LARGE: "memos.import_too_large", 413, "File size exceeds the maximum size limit", "spec §8";
    IMPORT_PICTURE_BROKEN: "memos.import_picture_broken", 422, "Failed to load image", "spec §8";
    TOO_MANY_PICTURES: "memos.too_many_pictures", 422, "Too many images at once", "ours (decision 0922)";
    TAG_NOT_FOUND: "memos.tag_not_found", 404, "Tag not found", "ours";
    TAG_EMPTY: "memos.tag_empty", 422, "Enter a tag", "ours, after spec §5";
    TAG_TOO_LONG: "memos.tag_too_long", 422, "The tag is too long", "ours, after spec §5";
    TAG_EXISTS: "memos.tag_exists", 409, "Same tag existed", "spec §5";
    TOO_MANY_TAGS: "memos.too_many_tags", 409, "You've reached the maximum number of tags", "ours (decision 0760)";
}
