use kernel::problems;

problems! {
    NOT_FOUND: "artifacts.not_found", 404, "Artifact not found", "ours";
    TITLE_INVALID: "artifacts.title_invalid", 422, "Please enter a title of at most {max} characters", "ours";
    LANGUAGE_INVALID: "artifacts.language_invalid", 422, "Unknown kind of artifact", "ours";
    EMPTY: "artifacts.empty", 422, "An artifact can't be empty", "ours";
    TOO_LARGE: "artifacts.too_large", 413, "An artifact can be at most {max} bytes", "ours";
    CHANGED: "artifacts.changed", 409, "This artifact has a newer version. Copy your changes, then reload it.", "ours";
    DATA_FULL: "artifacts.data_full", 413, "An artifact can keep at most {max} bytes", "ours";
    PROMPT_TOO_LONG: "artifacts.prompt_too_long", 422, "A prompt of an artifact can be at most {max} characters", "ours";
    PROMPTS_OFF: "artifacts.prompts_off", 403, "This artifact may not ask a model", "ours";
    NO_ANSWER: "artifacts.no_answer", 502, "The model didn't answer", "ours";
    NEEDS_MODEL: "artifacts.needs_model", 422, "Connect a model first", "ours";
    HOST_INVALID: "artifacts.host_invalid", 422, "{host} can't be allowed. Enter the https address of a public server.", "ours";
    TOO_MANY_HOSTS: "artifacts.too_many_hosts", 422, "An artifact can reach at most {max} hosts", "ours";
    TOO_MANY: "artifacts.too_many", 422, "You can keep at most {max} artifacts. Delete some to make more.", "ours";
}
