use kernel::problems;

problems! {
    IMPORT_NOT_FOUND: "portability.import_not_found", 404, "There is no such import", "ours";
    ARCHIVE_TOO_LARGE: "portability.archive_too_large", 422, "An archive has 1 byte to 8 GB", "ours";
    NAME_TOO_LONG: "portability.name_too_long", 422, "The name of this file is too long", "ours";
    PIECE_WRONG: "portability.piece_wrong", 422, "This is not the next piece of the archive", "ours";
    PIECES_MISSING: "portability.pieces_missing", 409, "The archive was not sent whole", "ours";
    NOT_NOW: "portability.not_now", 409, "This import is at another step", "ours";
    UNREADABLE: "portability.unreadable", 422, "This file is no archive that can be read", "ours";
    NOTHING_FOUND: "portability.nothing_found", 422, "There are no conversations in this file", "ours";
    CHAT_NOT_FOUND: "portability.chat_not_found", 404, "There is no such conversation", "ours";
    DIAGRAM_WRONG: "portability.diagram_wrong", 422, "Drawn diagrams are PNG pictures, 60 at most", "ours";
    NO_TABLES: "portability.no_tables", 422, "There is no table in this chat", "ours";
}
