use kernel::problems;

problems! {
    NOT_FOUND: "sample.not_found", 404, "There is no such item", "ours";
    TITLE_INVALID: "sample.title_invalid", 422, "Please enter a title of at most 200 characters", "ours";
}
