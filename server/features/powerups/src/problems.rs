use kernel::problems;

problems! {
    /// Also returned for one that the caller may not have, so that nobody learns which ids exist.
    NOT_FOUND: "powerups.not_found", 404, "PowerUP not found", "ours";
    /// Its author deleted it, or the operator removed it.
    GONE: "powerups.gone", 410, "This PowerUP is no longer available", "ours, after spec §4";
    /// `field`: where in the form.
    REQUIRED: "powerups.required", 422, "Required field", "spec §5";
    TOO_LONG: "powerups.too_long", 422, "Maximum {max} characters allowed", "spec §5";
    TOO_MANY_SKILLS: "powerups.too_many_skills", 422, "Maximum {max} skills can be selected", "spec §5";
    FIELD_NAME_TAKEN: "powerups.field_name_taken", 422, "Field name must be unique", "spec §5";
    INVALID_URL: "powerups.invalid_url", 422, "Invalid URL", "spec §5";
    LANGUAGES_INCOMPLETE: "powerups.languages_incomplete", 422,
        "Complete the name, description and parameters in every language", "ours, after spec §5";
    LANGUAGE_INVALID: "powerups.language_invalid", 422, "Choose each language once", "ours";
    FIELD_NAME_INVALID: "powerups.field_name_invalid", 422,
        "Use letters, digits and underscores, starting with a letter", "ours";
    PATTERN_INVALID: "powerups.pattern_invalid", 422, "This pattern can't be used", "ours (decision 1081)";
    TOO_MANY: "powerups.too_many_entries", 422, "Maximum {max} entries allowed", "ours";
    OPTION_INVALID: "powerups.option_invalid", 422, "Choose from the options", "ours";
    /// `name`: what the prompt refers to.
    PLACEHOLDER_UNKNOWN: "powerups.placeholder_unknown", 422, "The prompt refers to an unknown field: {name}", "ours";
    MODEL_UNKNOWN: "powerups.model_unknown", 422, "Model not found", "ours";
    ARTIFACT_UNKNOWN: "powerups.artifact_unknown", 422, "Artifact not found", "ours";
    FAVORITED: "powerups.favorited", 409,
        "Others favorited this PowerUP, so it can't be updated or deleted. Please contact support.", "spec §4, §8";
    TOO_MANY_POWERUPS: "powerups.too_many", 409, "You can keep at most {max} PowerUPs", "ours";
    CHANGED_ELSEWHERE: "powerups.changed_elsewhere", 412, "This PowerUP was changed in another window", "ours";
    REMOVED: "powerups.removed", 409, "This PowerUP was removed and can't be shared. Please contact support.",
        "ours, after spec §4";
    NO_ORIGIN: "powerups.no_origin", 409, "This PowerUP isn't a copy", "ours";
    REVIEW_NOT_FOUND: "powerups.review_not_found", 404, "This PowerUP isn't waiting for review", "ours (decision 1083)";
    REVIEW_CHANGED: "powerups.review_changed", 409, "This PowerUP changed since you opened it", "ours (decision 1083)";
    CONTENT_NEEDED: "powerups.content_needed", 422, "Paste a text or enter a URL", "ours";
    TEXT_TOO_LONG: "powerups.text_too_long", 422, "Text too long", "spec §8";
    WRONG_SITE: "powerups.wrong_site", 422, "This PowerUP doesn't run on this page", "ours (decision 1081)";
    PAGE_UNREADABLE: "powerups.page_unreadable", 502,
        "Unable to connect to web page, please refresh the page and try again.", "spec §8";
    RESULT_NOT_FOUND: "powerups.result_not_found", 404, "Result not found", "ours (decision 1092)";
    IS_APP: "powerups.is_app", 409, "A mini app opens in its preview", "ours";
    MODEL_NEEDED: "powerups.model_needed", 409, "Running a PowerUP requires a model. Connect one and try again.", "ours";
}
