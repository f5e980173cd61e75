use kernel::problems;

problems! {
    CONVERSATION_NOT_FOUND: "chat.conversation_not_found", 404, "There is no such conversation", "ours";
    MESSAGE_NOT_FOUND: "chat.message_not_found", 404, "There is no such message", "ours";
    MESSAGE_ID_TAKEN: "chat.message_id_taken", 409, "A different message was sent with this id", "ours";
    STILL_ANSWERING: "chat.still_answering", 409, "The answer before is still being written", "ours";
    NOT_AN_ANSWER: "chat.not_an_answer", 422, "Only an answer can be written again", "ours";
    NOT_A_QUESTION: "chat.not_a_question", 422, "Only answers to a message can be merged", "ours";
    TOO_FEW_ANSWERS: "chat.too_few_answers", 422, "At least two answers with text are needed", "ours";
    TOO_MANY_ANSWERS: "chat.too_many_answers", 422, "So many answers cannot be merged at once", "ours";
    MODELS_COUNT: "chat.models_count", 422, "Choose two to four different models", "ours";
    TEXT_EMPTY: "chat.text_empty", 422, "Write something first", "ours";
    TEXT_TOO_LONG: "chat.text_too_long", 422, "Text too long", "spec §8";
    REFERENCE_NOT_FOUND: "chat.reference_not_found", 422,
        "Something that you give with # is not there any more", "ours";
    TOO_MANY_REFERENCES: "chat.too_many_references", 422,
        "So many things cannot be given with one message", "ours";
    TITLE_EMPTY: "chat.title_empty", 422, "A title needs at least one letter", "ours";
    TITLE_TOO_LONG: "chat.title_too_long", 422, "This title is too long", "ours";
    NOTHING_TO_SHARE: "chat.nothing_to_share", 422, "There is nothing in this chat to share yet", "ours";
    GROUP_NOT_FOUND: "chat.group_not_found", 404, "There is no such group", "ours";
    GROUP_NAME_EMPTY: "chat.group_name_empty", 422, "A group needs a name", "ours";
    GROUP_NAME_TOO_LONG: "chat.group_name_too_long", 422, "This name is too long for a group", "ours";
    TOO_MANY_GROUPS: "chat.too_many_groups", 422, "There cannot be more groups than this", "ours";
    TOO_MANY_AT_ONCE: "chat.too_many_at_once", 422, "These are too many conversations at once", "ours";
    DATE_UNREADABLE: "chat.date_unreadable", 422, "Write the date like 2026-01-31", "ours";
    QUERY_TOO_LONG: "chat.query_too_long", 422, "This is too long to search for", "ours";
    INVALID_CHAT_SETTINGS: "chat.invalid_settings", 422, "These chat settings are not valid", "ours";
    SUMMARY_NOT_FOUND: "chat.summary_not_found", 404, "There is no such summary", "ours";
    SUMMARY_EMPTY: "chat.summary_empty", 422, "A summary needs some words", "ours";
    SUMMARY_TOO_LONG: "chat.summary_too_long", 422, "Text too long", "spec §8";
    CHANGED_ELSEWHERE: "chat.changed_elsewhere", 412,
        "This conversation was changed in another window", "ours";
}
