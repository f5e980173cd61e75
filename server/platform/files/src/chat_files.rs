//! Files in messages of a person's chats: the newest of them, one of them, and those with a name.

use ::store::{Conn, Cursor, StoreResult, is_in_workspace, like_pattern, sql, to_json};
use kernel::{ConversationId, FileId, MessageId, Timestamp, UserId};

use crate::Files;

/// A file with the message that has it.
#[derive(Debug, Clone, PartialEq, ::store::FromRow)]
pub struct ChatFile {
    pub file_id: FileId,
    pub name: String,
    pub message_id: MessageId,
    pub conversation_id: ConversationId,
    pub created_at: Timestamp,
}

/// Maximum number of files with such names that are checked at once.
const CALLED_AT_ONCE: i64 = 200;

impl Files {
    /// Returns the newest files of a person's chats.
    pub async fn list_newest_chat_files(
        &self,
        conn: &mut Conn,
        user_id: UserId,
        limit: i64,
    ) -> StoreResult<Vec<ChatFile>> {
        list(conn, user_id, Wanted { limit, ..Wanted::ALL }).await
    }

    /// Returns a file of a person's chats.
    pub async fn find_chat_file(
        &self,
        conn: &mut Conn,
        user_id: UserId,
        id: FileId,
    ) -> StoreResult<Option<ChatFile>> {
        let one = Wanted { id: Some(id), limit: 1, ..Wanted::ALL };
        Ok(list(conn, user_id, one).await?.pop())
    }

    /// Finds the newest files in a person's chats, among any number of them, whose names contain all words of `query`.
    pub async fn find_chat_files_by_name(
        &self,
        conn: &mut Conn,
        user_id: UserId,
        query: &str,
        limit: usize,
    ) -> StoreResult<Vec<ChatFile>> {
        let words: Vec<String> =
            query.to_lowercase().split_whitespace().map(str::to_owned).collect();
        let patterns: Vec<String> = words.iter().map(|word| any_case(word)).collect();
        let mut found = Vec::new();
        let mut before = Cursor::FIRST;
        while !words.is_empty() {
            let wanted =
                Wanted { patterns: &patterns, before, limit: CALLED_AT_ONCE, ..Wanted::ALL };
            let called = list(conn, user_id, wanted).await?;
            let last = called.last().map(|file| Cursor { at: file.created_at, id: file.file_id.0 });
            let is_more = called.len() as i64 == CALLED_AT_ONCE;
            let is_called = |file: &ChatFile| {
                let name = file.name.to_lowercase();
                words.iter().all(|word| name.contains(word))
            };
            found.extend(called.into_iter().filter(is_called));
            match last.filter(|_| is_more && found.len() < limit) {
                Some(last) => before = last,
                None => break,
            }
        }
        found.truncate(limit);
        Ok(found)
    }
}

/// Returns a pattern that matches texts with `word` in any case, and maybe others: SQLite only folds the case of A to
/// Z, so any letter may stand in place of another letter that has cases.
fn any_case(word: &str) -> String {
    let has_cases = |ch: char| !ch.is_ascii() && ch.to_uppercase().next() != Some(ch);
    like_pattern(word).chars().map(|ch| if has_cases(ch) { '_' } else { ch }).collect()
}

/// Filter of a person's files: the newest first.
struct Wanted<'a> {
    id: Option<FileId>,
    /// All of them fit the name, in small letters.
    patterns: &'a [String],
    before: Cursor,
    limit: i64,
}

impl Wanted<'_> {
    const ALL: Self = Wanted { id: None, patterns: &[], before: Cursor::FIRST, limit: 0 };
}

/// Lists files in messages of a person's live conversations, each with the last such message.
async fn list(conn: &mut Conn, user_id: UserId, wanted: Wanted<'_>) -> StoreResult<Vec<ChatFile>> {
    macro_rules! text {
        ($patterns:literal) => {
            concat!(
                "SELECT u.id AS file_id, u.name, m.id AS message_id, c.id AS conversation_id, u.created_at
                 FROM uploads u JOIN upload_links l ON l.upload_id = u.id
                     JOIN messages m ON m.id = l.message_id
                     JOIN conversations c ON c.id = m.conversation_id
                 WHERE u.user_id = $1 AND u.state = 'parsed' AND c.deleted_at IS NULL AND NOT c.temporary
                     AND ($3 IS NULL OR u.id = $3)
                     AND (u.created_at < $4 OR (u.created_at = $4 AND u.id < $5))
                     AND NOT EXISTS (SELECT 1 FROM ",
                $patterns,
                " WHERE LOWER(u.name) NOT LIKE value ESCAPE '\\')
                     AND NOT EXISTS (SELECT 1 FROM upload_links later
                         JOIN messages n ON n.id = later.message_id
                         JOIN conversations k ON k.id = n.conversation_id
                         WHERE later.upload_id = u.id AND later.message_id > l.message_id
                             AND k.deleted_at IS NULL AND NOT k.temporary AND ",
                is_in_workspace!("k"),
                ") AND ",
                is_in_workspace!("c"),
                " ORDER BY u.created_at DESC, u.id DESC LIMIT $2",
            )
        };
    }
    sql!(
        conn,
        all ChatFile,
        {
            sqlite: text!("json_each($6)"),
            postgres: text!("jsonb_array_elements_text($6::jsonb) AS value"),
        },
        user_id,
        wanted.limit,
        wanted.id,
        wanted.before.at,
        wanted.before.id,
        to_json(wanted.patterns)?
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_have_cases_elsewhere_than_in_ascii_may_be_any() {
        assert_eq!(any_case("lease_2"), "%lease\\_2%");
        assert_eq!(any_case("été"), "%_t_%");
        assert_eq!(any_case("договор"), "%_______%");
        assert_eq!(any_case("月亮"), "%月亮%");
        assert_eq!(any_case("عقد"), "%عقد%");
    }
}
