use kernel::problems;

problems! {
    CONVERSATION_NOT_FOUND: "chat.conversation_not_found", 404, "Chat not found", "ours";
    MESSAGE_NOT_FOUND: "chat.message_not_found", 404, "Message not found", "ours";
    MESSAGE_ID_TAKEN: "chat.message_id_taken", 409, "A different message was already sent with this ID", "ours";
    STILL_ANSWERING: "chat.still_answering", 409, "The previous answer is still being written", "ours";
    NOT_AN_ANSWER: "chat.not_an_answer", 422, "Only answers can be regenerated", "ours";
    NOT_A_QUESTION: "chat.not_a_question", 422, "Only answers to a message can be merged", "ours";
    TOO_FEW_ANSWERS: "chat.too_few_answers", 422, "At least two answers with text are required", "ours";
    TOO_MANY_ANSWERS: "chat.too_many_answers", 422, "Too many answers to merge at once", "ours";
    MODELS_COUNT: "chat.models_count", 422, "Choose two to four different models", "ours";
    FEEDBACK_NOT_AN_ANSWER: "chat.feedback_not_an_answer", 422, "Only answers can be rated", "ours";
    FEEDBACK_UNFINISHED: "chat.feedback_unfinished", 409,
        "You can rate this answer once it is complete", "ours";
    FEEDBACK_COMMENT_TOO_LONG: "chat.feedback_comment_too_long", 422, "The comment is too long", "ours";
    TEXT_EMPTY: "chat.text_empty", 422, "Enter a message first", "ours";
    TEXT_TOO_LONG: "chat.text_too_long", 422, "Text too long", "spec §8";
    REFERENCE_NOT_FOUND: "chat.reference_not_found", 422,
        "An item you referenced with # no longer exists", "ours";
    TOO_MANY_REFERENCES: "chat.too_many_references", 422,
        "Too many items referenced in one message", "ours";
    TITLE_EMPTY: "chat.title_empty", 422, "Enter a title", "ours";
    TITLE_TOO_LONG: "chat.title_too_long", 422, "The title is too long", "ours";
    NOTHING_TO_SHARE: "chat.nothing_to_share", 422, "There's nothing in this chat to share yet", "ours";
    GROUP_NOT_FOUND: "chat.group_not_found", 404, "Group not found", "ours";
    GROUP_NAME_EMPTY: "chat.group_name_empty", 422, "Enter a group name", "ours";
    GROUP_NAME_TOO_LONG: "chat.group_name_too_long", 422, "The group name is too long", "ours";
    TOO_MANY_GROUPS: "chat.too_many_groups", 422, "You've reached the maximum number of groups", "ours";
    TOO_MANY_AT_ONCE: "chat.too_many_at_once", 422, "Too many chats selected at once", "ours";
    DATE_UNREADABLE: "chat.date_unreadable", 422, "Enter the date as YYYY-MM-DD, such as 2026-01-31", "ours";
    QUERY_TOO_LONG: "chat.query_too_long", 422, "The search text is too long", "ours";
    INVALID_CHAT_SETTINGS: "chat.invalid_settings", 422, "These chat settings aren't valid", "ours";
    INVALID_SCHEDULED_PROMPT: "chat.invalid_scheduled_prompt", 422, "This prompt can't be scheduled", "ours";
    SUMMARY_NOT_FOUND: "chat.summary_not_found", 404, "Summary not found", "ours";
    SUMMARY_EMPTY: "chat.summary_empty", 422, "Enter a summary", "ours";
    SUMMARY_TOO_LONG: "chat.summary_too_long", 422, "Text too long", "spec §8";
    CHANGED_ELSEWHERE: "chat.changed_elsewhere", 412,
        "This chat was changed in another window", "ours";
}
