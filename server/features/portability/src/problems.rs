use kernel::problems;

problems! {
    IMPORT_NOT_FOUND: "portability.import_not_found", 404, "Import not found", "ours";
    ARCHIVE_TOO_LARGE: "portability.archive_too_large", 422, "Import files can be up to 8 GB", "ours";
    NAME_TOO_LONG: "portability.name_too_long", 422, "The file name is too long", "ours";
    PIECE_WRONG: "portability.piece_wrong", 422, "This isn't the next chunk of the file", "ours";
    PIECES_MISSING: "portability.pieces_missing", 409, "The upload is incomplete", "ours";
    TOO_MUCH_UNFINISHED: "portability.too_much_unfinished", 409, "Finish or delete your other imports first", "ours";
    NOT_NOW: "portability.not_now", 409, "This isn't possible at this step of the import", "ours";
    UNREADABLE: "portability.unreadable", 422, "This file isn't a supported export", "ours";
    NOTHING_FOUND: "portability.nothing_found", 422, "No chats found in this file", "ours";
    STOPPED: "portability.stopped", 409, "The import stopped when this account was suspended. Check the file again to continue.", "ours";
    CHAT_NOT_FOUND: "portability.chat_not_found", 404, "Chat not found", "ours";
    DIAGRAM_WRONG: "portability.diagram_wrong", 422, "Diagrams must be PNG images, at most 60", "ours";
    NO_TABLES: "portability.no_tables", 422, "There are no tables in this chat", "ours";
}
