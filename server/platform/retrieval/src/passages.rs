use std::ops::RangeInclusive;

use kernel::FileId;
use parsing::Parsed;
use serde::Serialize;
use store::words::tokens;
use store::{Conn, Engine, StoreResult, Tx, sql, to_json};

use crate::cut::cut;
use crate::index::{IndexWriter, lock_index};
use crate::rank::{distinct, rank};

/// A piece of a file's text.
#[derive(Debug, Clone, PartialEq, ::store::FromRow)]
pub struct Passage {
    pub file_id: FileId,
    /// Its place among the passages of its file.
    pub position: i64,
    pub page: i64,
    pub title: Option<String>,
    pub text: String,
}

/// A passage that was searched for; the first one answers best.
pub type Found = Passage;

/// The text of a file, cut into passages and indexed: what storing it takes of the processor, done before its transaction.
pub struct Passages {
    file_id: FileId,
    rows: Vec<NewPassage>,
    index: IndexWriter,
}

/// A passage to be stored.
#[derive(Serialize)]
struct NewPassage {
    position: i64,
    page: i64,
    title: Option<String>,
    text: String,
    /// Its words, each once, with spaces between.
    words: String,
}

/// Passages that one statement stores.
const AT_ONCE: usize = 100;

impl Passages {
    /// Cuts a text and indexes it. Takes a millisecond for some pages: a long text belongs on a thread that may be blocked.
    pub fn of(file_id: FileId, parsed: &Parsed) -> Self {
        let mut index = IndexWriter::new(file_id);
        let mut rows = Vec::new();
        for page in &parsed.pages {
            for text in cut(&page.text) {
                let words = tokens(text);
                let position = index.passages;
                index.add(&words);
                rows.push(NewPassage {
                    position,
                    page: i64::from(page.number),
                    title: page.title.clone(),
                    text: text.to_owned(),
                    words: distinct(words).join(" "),
                });
            }
        }
        Self { file_id, rows, index }
    }
}

/// Stores the text of a file, replacing an earlier one.
pub async fn store_passages(tx: &mut Tx, passages: Passages) -> StoreResult<()> {
    let Passages { file_id, rows, index } = passages;
    lock_index(tx, file_id).await?;
    sql!(tx, execute, "DELETE FROM passage_index WHERE file_id = $1", file_id)?;
    sql!(tx, execute, "DELETE FROM passage_sketches WHERE file_id = $1", file_id)?;
    sql!(tx, execute, "DELETE FROM passage_vectors WHERE file_id = $1", file_id)?;
    sql!(tx, execute, "DELETE FROM passages WHERE file_id = $1", file_id)?;
    for rows in rows.chunks(AT_ONCE) {
        insert(tx, file_id, &to_json(rows)?).await?;
    }
    index.write(tx).await
}

/// Inserts passages; `rows`: a list of [`NewPassage`] as JSON.
async fn insert(tx: &mut Tx, file_id: FileId, rows: &str) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        {
            sqlite: "INSERT INTO passages (file_id, position, page, title, text)
                     SELECT $1, value ->> 'position', value ->> 'page', value ->> 'title', value ->> 'text'
                     FROM json_each($2) WHERE $3 <> ''",
            postgres: "INSERT INTO passages (file_id, position, page, title, text, words)
                       SELECT $1, position, page, title, text,
                           array_to_tsvector(string_to_array($3 || ' ' || words, ' '))
                       FROM jsonb_to_recordset($2::jsonb)
                           AS new (position BIGINT, page BIGINT, title TEXT, text TEXT, words TEXT)",
        },
        file_id,
        rows,
        file_token(file_id)
    )?;
    if tx.engine_kind() == Engine::Sqlite {
        sql!(
            tx,
            execute,
            // A cross join keeps the order: the other way round the list would be read again for each passage.
            "INSERT INTO passage_words (rowid, file, words)
             SELECT passages.row_id, $3, value ->> 'words' FROM json_each($2)
             CROSS JOIN passages ON passages.file_id = $1 AND passages.position = value ->> 'position'",
            file_id,
            rows,
            file_token(file_id)
        )?;
    }
    Ok(())
}

/// Returns the whole text of a file, in order.
pub async fn list_passages(conn: &mut Conn, file_id: FileId) -> StoreResult<Vec<Passage>> {
    sql!(
        conn,
        all Passage,
        "SELECT file_id, position, page, title, text FROM passages WHERE file_id = $1 ORDER BY position",
        file_id
    )
}

/// Returns the passages on pages of a file, from the first of `pages` to the last, in order.
pub async fn list_passages_on(
    conn: &mut Conn,
    file_id: FileId,
    pages: RangeInclusive<i64>,
) -> StoreResult<Vec<Passage>> {
    sql!(
        conn,
        all Passage,
        "SELECT file_id, position, page, title, text FROM passages
         WHERE file_id = $1 AND page BETWEEN $2 AND $3 ORDER BY position",
        file_id,
        *pages.start(),
        *pages.end()
    )
}

/// Maximum number of passages ranked for one question: the best by the index.
const CANDIDATES_MAX: i64 = 1_000;

/// Returns the passages of these files that answer `query` best, the best first, by the index that the engine has. For
/// files that have no index of their own yet.
pub async fn find_by_engine(
    conn: &mut Conn,
    file_ids: &[FileId],
    query: &str,
    limit: usize,
) -> StoreResult<Vec<Found>> {
    let mut wanted = distinct(tokens(query));
    if wanted.is_empty() || file_ids.is_empty() {
        return Ok(Vec::new());
    }
    let all = count_passages(conn, file_ids).await?;
    let telling = match all > WEIGHED_MAX {
        true => {
            wanted.truncate(WORDS_MAX);
            telling_words(conn, file_ids, &wanted).await?
        }
        false => wanted.clone(),
    };
    let candidates = if telling.is_empty() {
        some_with(conn, file_ids, &wanted).await?
    } else {
        best_with(conn, file_ids, &telling).await?
    };
    let texts: Vec<&str> = candidates.iter().map(|passage| passage.text.as_str()).collect();
    let best = rank(query, &texts, usize::try_from(all).unwrap_or(usize::MAX));
    Ok(best.into_iter().take(limit).map(|index| candidates[index].clone()).collect())
}

/// Number of passages up to which all are ranked, whatever the question's words.
pub const WEIGHED_MAX: i64 = 5_000;
/// Number of passages from which a word is too common to be distinctive.
pub const COMMON: i64 = 2_000;
/// Maximum number of a question's words used when there are many passages: a long text is characterized by its
/// beginning.
pub const WORDS_MAX: usize = 64;

async fn count_passages(conn: &mut Conn, file_ids: &[FileId]) -> StoreResult<i64> {
    let (count,) = sql!(
        conn,
        one(i64,),
        {
            sqlite: "SELECT COUNT(*) FROM passages
                     WHERE file_id IN (SELECT unhex(value, '-') FROM json_each($1))",
            postgres: "SELECT COUNT(*) FROM passages WHERE file_id IN
                           (SELECT value::uuid FROM jsonb_array_elements_text($1::jsonb) AS value)",
        },
        to_json(file_ids)?
    )?;
    Ok(count)
}

/// Returns those of the words that are rare among many passages. Common ones are in nearly all of them, and ranking
/// matches of "the" and "of" would take a second.
async fn telling_words(
    conn: &mut Conn,
    file_ids: &[FileId],
    wanted: &[String],
) -> StoreResult<Vec<String>> {
    let mut telling = Vec::new();
    for word in wanted {
        let wanted =
            Wanted::new(conn.engine_kind(), file_ids, std::slice::from_ref(word), Joined::Any)?;
        let (count,) = sql!(
            conn,
            one(i64,),
            {
                sqlite: "SELECT COUNT(*) FROM (SELECT 1 FROM passage_words
                             WHERE passage_words MATCH $1 || ' AND ' || $2 LIMIT $3)",
                postgres: "SELECT COUNT(*) FROM
                               (SELECT 1 FROM jsonb_array_elements_text($1::jsonb) AS file, LATERAL
                                    (SELECT 1 FROM passages
                                     WHERE words @@ (file || ' & ' || $2)::tsquery) one
                                LIMIT $3) found",
            },
            wanted.files,
            wanted.words,
            COMMON
        )?;
        if (1..COMMON).contains(&count) {
            telling.push(word.clone());
        }
    }
    Ok(telling)
}

/// Returns the passages with any of the words that the index thinks best.
async fn best_with(
    conn: &mut Conn,
    file_ids: &[FileId],
    words: &[String],
) -> StoreResult<Vec<Passage>> {
    let wanted = Wanted::new(conn.engine_kind(), file_ids, words, Joined::Any)?;
    sql!(
        conn,
        all Passage,
        {
            sqlite: "SELECT p.file_id, p.position, p.page, p.title, p.text
                     FROM (SELECT rowid AS found_id FROM passage_words
                           WHERE passage_words MATCH $1 || ' AND ' || $2
                           ORDER BY rank LIMIT $3) w
                     JOIN passages p ON p.row_id = w.found_id ORDER BY p.row_id",
            // Its plan for all values would read all passages in their order (decision 0711).
            postgres: "WITH found AS MATERIALIZED
                           (SELECT one.row_id, ts_rank(one.words, $2::text::tsquery) AS rank
                            FROM jsonb_array_elements_text($1::jsonb) AS file, LATERAL
                                (SELECT row_id, words FROM passages
                                 WHERE words @@ (file || ' & ' || $2)::tsquery) one),
                       best AS MATERIALIZED
                           (SELECT row_id FROM found ORDER BY rank DESC, row_id LIMIT $3)
                       SELECT p.file_id, p.position, p.page, p.title, p.text
                       FROM best b JOIN passages p ON p.row_id = b.row_id ORDER BY p.row_id",
        },
        wanted.files,
        wanted.words,
        CANDIDATES_MAX
    )
}

/// Finds some passages if all wanted words are common: those with all of the words, or else those with any.
async fn some_with(
    conn: &mut Conn,
    file_ids: &[FileId],
    words: &[String],
) -> StoreResult<Vec<Passage>> {
    for joined in [Joined::All, Joined::Any] {
        let wanted = Wanted::new(conn.engine_kind(), file_ids, words, joined)?;
        let found = sql!(
            conn,
            all Passage,
            {
                sqlite: "SELECT p.file_id, p.position, p.page, p.title, p.text
                         FROM (SELECT rowid AS found_id FROM passage_words
                               WHERE passage_words MATCH $1 || ' AND ' || $2 LIMIT $3) w
                         JOIN passages p ON p.row_id = w.found_id ORDER BY p.row_id",
                postgres: "SELECT one.file_id, one.position, one.page, one.title, one.text
                           FROM jsonb_array_elements_text($1::jsonb) AS file, LATERAL
                               (SELECT * FROM passages
                                WHERE words @@ (file || ' & ' || $2)::tsquery) one
                           LIMIT $3",
            },
            wanted.files,
            wanted.words,
            CANDIDATES_MAX
        )?;
        if !found.is_empty() {
            return Ok(found);
        }
    }
    Ok(Vec::new())
}

/// The way in which a question's words are combined.
#[derive(Debug, Clone, Copy)]
enum Joined {
    Any,
    All,
}

/// Words in any of some files, for the index of words. Tokens hold letters, digits and marks only: nothing in them needs
/// escaping.
struct Wanted {
    /// Files. SQLite: an expression. PostgreSQL: a JSON list of expressions for one file each, because an index queried
    /// for one of a hundred files checks each passage against the hundred (decision 0915).
    files: String,
    words: String,
}

impl Wanted {
    fn new(
        engine: Engine,
        file_ids: &[FileId],
        words: &[String],
        joined: Joined,
    ) -> StoreResult<Self> {
        let files = file_ids.iter().map(|id| file_token(*id));
        Ok(match engine {
            Engine::Sqlite => {
                let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
                let between = match joined {
                    Joined::Any => " OR ",
                    Joined::All => " AND ",
                };
                let files = files.collect::<Vec<_>>().join(" OR ");
                Self {
                    files: format!("file : ({files})"),
                    words: format!("words : ({})", words.join(between)),
                }
            }
            Engine::Postgres => {
                let words: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
                let between = match joined {
                    Joined::Any => " | ",
                    Joined::All => " & ",
                };
                let files: Vec<String> = files.map(|file| format!("'{file}'")).collect();
                Self { files: to_json(&files)?, words: format!("({})", words.join(between)) }
            }
        })
    }
}

pub(crate) fn file_token(file_id: FileId) -> String {
    format!("f{}", file_id.0.simple())
}
