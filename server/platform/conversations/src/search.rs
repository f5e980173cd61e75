use std::collections::HashMap;

use kernel::{ConversationId, MessageId, Timestamp, UserId};
use store::{Cell, Conn, Cursor, Engine, Frame, Page, StoreResult, Tx, sql, write_rows};

use crate::findable_words::{Term, distinct_words, terms};
use crate::list::{Filter, InGroup, list_filtered};
use crate::{Conversation, Message, Part, Role, snippet, text_of};

/// One place where the words were found: a message, or a title.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchHit {
    pub conversation_id: ConversationId,
    /// Id of the message; null if the title matched.
    pub message_id: Option<MessageId>,
    pub title: String,
    pub role: Option<Role>,
    /// The whole text that was found.
    pub text: String,
    pub snippet: snippet::Snippet,
    pub created_at: Timestamp,
}

impl SearchHit {
    fn of_title(conversation: Conversation) -> Self {
        Self {
            conversation_id: conversation.id,
            message_id: None,
            role: None,
            text: conversation.title.clone(),
            snippet: snippet::snippet(&conversation.title, ""),
            title: conversation.title,
            created_at: conversation.updated_at,
        }
    }
}

/// Adds a message to the search index. Call it in the transaction that writes the message's final text.
pub async fn index_message(
    tx: &mut Tx,
    user_id: UserId,
    conversation_id: ConversationId,
    message_id: MessageId,
    parts: &[Part],
) -> StoreResult<()> {
    index(tx, user_id, conversation_id, Some(message_id), &text_of(parts)).await
}

/// Adds the title of a new conversation to the search index.
pub async fn index_first_title(
    tx: &mut Tx,
    user_id: UserId,
    conversation_id: ConversationId,
    title: &str,
) -> StoreResult<()> {
    index(tx, user_id, conversation_id, None, title).await
}

/// Replaces a conversation's title in the search index.
pub async fn index_title(
    tx: &mut Tx,
    user_id: UserId,
    conversation_id: ConversationId,
    title: &str,
) -> StoreResult<()> {
    let forget = "DELETE FROM search_rows WHERE conversation_id = $1 AND message_id IS NULL";
    sql!(tx, execute, forget, conversation_id)?;
    index(tx, user_id, conversation_id, None, title).await
}

/// Forgets all words of a person, before the account goes.
pub async fn delete_search_words(tx: &mut Tx, user_id: UserId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM search_rows WHERE user_id = $1", user_id)?;
    Ok(())
}

async fn index(
    tx: &mut Tx,
    user_id: UserId,
    conversation_id: ConversationId,
    message_id: Option<MessageId>,
    text: &str,
) -> StoreResult<()> {
    let words = distinct_words(text);
    if words.is_empty() {
        return Ok(());
    }
    // On PostgreSQL the tokens are in the row itself. Temporary or deleted conversations are not indexed.
    sql!(
        tx,
        deferred,
        {
            sqlite: "INSERT INTO search_rows (user_id, conversation_id, message_id)
                     SELECT $1, $2, $3 FROM conversations WHERE id = $2 AND NOT temporary
                     ON CONFLICT DO NOTHING;
                     INSERT INTO search_words (rowid, owner, words)
                     SELECT last_insert_rowid(), $4, $5 WHERE changes() = 1",
            postgres: "INSERT INTO search_rows (user_id, conversation_id, message_id, words)
                       SELECT $1, $2, $3, array_to_tsvector(string_to_array($4 || ' ' || $5, ' '))
                       FROM conversations WHERE id = $2 AND NOT temporary
                       ON CONFLICT DO NOTHING",
        },
        user_id,
        conversation_id,
        message_id,
        owner_token(user_id),
        words
    )
}

/// A title or a message, and the words that find it.
pub(crate) struct Findable {
    pub conversation_id: ConversationId,
    pub message_id: Option<MessageId>,
    pub words: String,
}

/// Returns a conversation's title, and the words that find it.
pub(crate) fn title_words(conversation: &Conversation) -> Findable {
    Findable {
        conversation_id: conversation.id,
        message_id: None,
        words: distinct_words(&conversation.title),
    }
}

/// Returns a message, and the words that find it.
pub(crate) fn message_words(message: &Message) -> Findable {
    Findable {
        conversation_id: message.conversation_id,
        message_id: Some(message.id),
        words: distinct_words(&text_of(&message.parts)),
    }
}

/// Adds many entries to the search index at once. None of them may belong to a temporary conversation.
pub(crate) async fn index_all(
    tx: &mut Tx,
    user_id: UserId,
    findable: &[&Findable],
) -> StoreResult<()> {
    let owner = owner_token(user_id);
    let findable: Vec<&Findable> =
        findable.iter().copied().filter(|one| !one.words.is_empty()).collect();
    let place = |one: &Findable| {
        let message_id = Cell::Id(one.message_id.map(|id| id.0));
        vec![Cell::Id(Some(user_id.0)), Cell::Id(Some(one.conversation_id.0)), message_id]
    };
    if tx.engine_kind() == Engine::Postgres {
        let rows = findable.into_iter().map(|one| {
            let words = Cell::text(format!("{owner} {}", one.words));
            place(one).into_iter().chain([words]).collect()
        });
        write_rows::<(i64,)>(tx, &ROWS_POSTGRES, rows.collect()).await?;
        return Ok(());
    }
    let rows = findable.iter().map(|one| place(one)).collect();
    let added: Vec<(i64, ConversationId, Option<MessageId>)> =
        write_rows(tx, &ROWS_SQLITE, rows).await?;
    let row_ids: HashMap<_, i64> =
        added.into_iter().map(|(row_id, id, message_id)| ((id, message_id), row_id)).collect();
    let word_rows = findable.into_iter().filter_map(|one| {
        let row_id = *row_ids.get(&(one.conversation_id, one.message_id))?;
        Some(vec![Cell::Number(row_id), Cell::text(&owner), Cell::text(&one.words)])
    });
    write_rows::<(i64,)>(tx, &WORDS_SQLITE, word_rows.collect()).await?;
    Ok(())
}

const ROWS_SQLITE: Frame = Frame {
    before: "INSERT INTO search_rows (user_id, conversation_id, message_id) ",
    behind: " ON CONFLICT DO NOTHING RETURNING row_id, conversation_id, message_id",
};

const ROWS_POSTGRES: Frame = Frame {
    before: "INSERT INTO search_rows (user_id, conversation_id, message_id, words)
             SELECT u, c, m, array_to_tsvector(string_to_array(w, ' ')) FROM (",
    behind: ") AS new (u, c, m, w)
             ON CONFLICT DO NOTHING RETURNING row_id",
};

const WORDS_SQLITE: Frame =
    Frame { before: "INSERT INTO search_words (rowid, owner, words) ", behind: "" };

/// Finds the places in a person's live conversations that contain all words of `query`, newest first.
///
/// The last word may be incomplete, and so may all of a script that appends particles. The owner is part of the index, so that the cost does not grow with other people's
/// texts.
pub async fn search(
    conn: &mut Conn,
    user_id: UserId,
    query: &str,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<SearchHit>> {
    search_filtered(conn, user_id, query, &Filter::default(), cursor, limit).await
}

/// Searches only in conversations that pass `filter`. Without words it finds those conversations.
pub async fn search_filtered(
    conn: &mut Conn,
    user_id: UserId,
    query: &str,
    filter: &Filter,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<SearchHit>> {
    let wanted = terms(query);
    if wanted.is_empty() {
        if filter.is_open() {
            return Ok(Page { items: Vec::new(), next: None });
        }
        let page = list_filtered(conn, user_id, filter, cursor, limit).await?;
        return Ok(page.map(SearchHit::of_title));
    }
    let matching = match_text(conn.engine_kind(), user_id, &wanted);
    // The index's own order serves as the cursor: row ids fit into its time.
    let wanted = Wanted {
        matching: &matching,
        filter,
        before_row: cursor.at.micros(),
        count: limit as i64 + 1,
    };
    let mut rows = search_newest(conn, user_id, &wanted).await?;
    if conn.engine_kind() == Engine::Postgres && (rows.len() as i64) < wanted.count {
        rows = search_index(conn, &wanted).await?;
    }
    let page = Page::of(rows, limit, |row| Cursor {
        at: Timestamp::from_micros(row.row_id),
        id: kernel::Uuid::nil(),
    });
    Ok(page.map(|row| row.into_hit(query)))
}

/// A query to the index.
struct Wanted<'a> {
    matching: &'a str,
    filter: &'a Filter,
    before_row: i64,
    count: i64,
}

/// Number of rows that PostgreSQL scans from the newest on before it uses its index. A common word fills a page from
/// these; a rare one is quick to find in the index. The planner cannot tell them apart, and would read everything for a
/// rare word or sort everything for a common one.
const LOOK_THROUGH_ROWS: i64 = 2_000;

/// Searches SQLite's index, or PostgreSQL's newest rows.
///
/// PostgreSQL plans a statement for its first values and later once for all values. Both of its statements here are
/// written so that the two plans are the same (decision 0711): the words are a value of their own, read once; the range
/// of `(user_id, row_id)` fits one index only; and `LATERAL … OFFSET 0` looks up a conversation and a message by their
/// ids, row by row, until the page is full.
async fn search_newest(
    conn: &mut Conn,
    user_id: UserId,
    wanted: &Wanted<'_>,
) -> StoreResult<Vec<HitRow>> {
    let (from, until) = wanted.filter.bounds();
    sql!(
        conn,
        all HitRow,
        {
            sqlite: "SELECT r.row_id, r.conversation_id, r.message_id, c.title, c.updated_at,
                        m.role, m.parts, m.created_at
                     FROM search_words w
                     JOIN search_rows r ON r.row_id = w.rowid
                     JOIN conversations c ON c.id = r.conversation_id AND c.deleted_at IS NULL
                     LEFT JOIN messages m ON m.id = r.message_id
                     WHERE w.search_words MATCH $1 AND w.rowid < $2
                       AND ($4 IS NULL OR c.group_id = $4) AND (NOT $5 OR c.group_id IS NULL)
                       AND ($6 IS NULL OR c.bot_id = $6) AND ($7 IS NULL OR c.pinned = $7)
                       AND ($8 IS NULL OR c.favorited = $8)
                       AND COALESCE(m.created_at, c.updated_at) >= $9
                       AND COALESCE(m.created_at, c.updated_at) < $10
                       AND ($13 IS NULL OR c.workspace_id = $13)
                     ORDER BY w.rowid DESC LIMIT $3",
            postgres: "SELECT r.row_id, r.conversation_id, r.message_id, c.title, c.updated_at,
                          m.role, m.parts, m.created_at
                       FROM (SELECT * FROM search_rows
                             WHERE user_id >= $11 AND (user_id, row_id) < ($11, $2)
                             ORDER BY user_id DESC, row_id DESC LIMIT $12) r
                       JOIN LATERAL (SELECT * FROM conversations WHERE id = r.conversation_id
                                     AND deleted_at IS NULL OFFSET 0) c ON TRUE
                       LEFT JOIN LATERAL (SELECT * FROM messages WHERE id = r.message_id
                                          OFFSET 0) m ON TRUE
                       WHERE r.words @@ (SELECT $1::text::tsquery)
                         AND ($4 IS NULL OR c.group_id = $4) AND (NOT $5 OR c.group_id IS NULL)
                         AND ($6 IS NULL OR c.bot_id = $6) AND ($7 IS NULL OR c.pinned = $7)
                         AND ($8 IS NULL OR c.favorited = $8)
                         AND COALESCE(m.created_at, c.updated_at) >= $9
                         AND COALESCE(m.created_at, c.updated_at) < $10
                         AND ($13 IS NULL OR c.workspace_id = $13)
                       ORDER BY r.user_id DESC, r.row_id DESC LIMIT $3",
        },
        wanted.matching,
        wanted.before_row,
        wanted.count,
        wanted.filter.group.id(),
        wanted.filter.group == InGroup::None,
        wanted.filter.bot_id,
        wanted.filter.pinned,
        wanted.filter.favorited,
        from,
        until,
        user_id,
        LOOK_THROUGH_ROWS,
        wanted.filter.workspace_id
    )
}

/// Searches PostgreSQL's index only. `MATERIALIZED` keeps the planner from reading backwards instead, and matches are
/// sorted before anything is looked up for them.
async fn search_index(conn: &mut Conn, wanted: &Wanted<'_>) -> StoreResult<Vec<HitRow>> {
    let (from, until) = wanted.filter.bounds();
    sql!(
        conn,
        all HitRow,
        "WITH found AS MATERIALIZED
             (SELECT row_id, conversation_id, message_id FROM search_rows
              WHERE words @@ (SELECT $1::text::tsquery))
         SELECT r.row_id, r.conversation_id, r.message_id, c.title, c.updated_at,
             m.role, m.parts, m.created_at
         FROM (SELECT * FROM found WHERE row_id < $2 ORDER BY row_id DESC OFFSET 0) r
         JOIN LATERAL (SELECT * FROM conversations WHERE id = r.conversation_id
                       AND deleted_at IS NULL OFFSET 0) c ON TRUE
         LEFT JOIN LATERAL (SELECT * FROM messages WHERE id = r.message_id OFFSET 0) m ON TRUE
         WHERE TRUE AND ($4 IS NULL OR c.group_id = $4) AND (NOT $5 OR c.group_id IS NULL)
               AND ($6 IS NULL OR c.bot_id = $6) AND ($7 IS NULL OR c.pinned = $7)
               AND ($8 IS NULL OR c.favorited = $8)
               AND COALESCE(m.created_at, c.updated_at) >= $9
               AND COALESCE(m.created_at, c.updated_at) < $10
               AND ($11 IS NULL OR c.workspace_id = $11)
         ORDER BY r.row_id DESC LIMIT $3",
        wanted.matching,
        wanted.before_row,
        wanted.count,
        wanted.filter.group.id(),
        wanted.filter.group == InGroup::None,
        wanted.filter.bot_id,
        wanted.filter.pinned,
        wanted.filter.favorited,
        from,
        until,
        wanted.filter.workspace_id
    )
}

fn match_text(engine: Engine, user_id: UserId, wanted: &[Term]) -> String {
    let owner = owner_token(user_id);
    // Tokens hold letters, digits, marks and letters of private use only: nothing in them needs escaping.
    let (start, and, or) = match engine {
        Engine::Sqlite => (format!("owner:{owner}"), " AND ", " OR "),
        Engine::Postgres => (format!("'{owner}'"), " & ", " | "),
    };
    let token = |word: &str, is_prefix: bool| match (engine, is_prefix) {
        (Engine::Sqlite, true) => format!("words:\"{word}\"*"),
        (Engine::Sqlite, false) => format!("words:\"{word}\""),
        (Engine::Postgres, true) => format!("'{word}':*"),
        (Engine::Postgres, false) => format!("'{word}'"),
    };
    let terms = wanted.iter().map(|term| {
        let word = token(&term.word, term.is_prefix);
        if term.inside.is_empty() {
            return word;
        }
        let inside: Vec<String> = term.inside.iter().map(|pair| token(pair, false)).collect();
        format!("({word}{or}({}))", inside.join(and))
    });
    std::iter::once(start).chain(terms).collect::<Vec<_>>().join(and)
}

pub(crate) fn owner_token(user_id: UserId) -> String {
    format!("u{}", user_id.0.simple())
}

#[derive(::store::FromRow)]
struct HitRow {
    row_id: i64,
    conversation_id: ConversationId,
    message_id: Option<MessageId>,
    title: String,
    updated_at: Timestamp,
    role: Option<String>,
    parts: Option<String>,
    created_at: Option<Timestamp>,
}

impl HitRow {
    fn into_hit(self, query: &str) -> SearchHit {
        let parts: Option<Vec<Part>> =
            self.parts.as_deref().and_then(|json| serde_json::from_str(json).ok());
        let text = parts.map_or_else(|| self.title.clone(), |parts| text_of(&parts));
        SearchHit {
            conversation_id: self.conversation_id,
            message_id: self.message_id,
            title: self.title,
            role: self.role.as_deref().map(Role::parse),
            snippet: snippet::snippet(&text, query),
            text,
            created_at: self.created_at.unwrap_or(self.updated_at),
        }
    }
}
