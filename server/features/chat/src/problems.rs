use kernel::problems;

problems! {
    CONVERSATION_NOT_FOUND: "chat.conversation_not_found", 404, "There is no such conversation", "ours";
    MESSAGE_NOT_FOUND: "chat.message_not_found", 404, "There is no such message", "ours";
    MESSAGE_ID_TAKEN: "chat.message_id_taken", 409, "A different message was sent with this id", "ours";
    STILL_ANSWERING: "chat.still_answering", 409, "The answer before is still being written", "ours";
    NOT_AN_ANSWER: "chat.not_an_answer", 422, "Only an answer can be written again", "ours";
    TEXT_EMPTY: "chat.text_empty", 422, "Write something first", "ours";
    TEXT_TOO_LONG: "chat.text_too_long", 422, "Text too long", "spec §8";
    TITLE_EMPTY: "chat.title_empty", 422, "A title needs at least one letter", "ours";
    TITLE_TOO_LONG: "chat.title_too_long", 422, "This title is too long", "ours";
    QUERY_TOO_LONG: "chat.query_too_long", 422, "This is too long to search for", "ours";
    CHANGED_ELSEWHERE: "chat.changed_elsewhere", 412,
        "This conversation was changed in another window", "ours";
}
