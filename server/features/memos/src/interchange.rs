//! Bringing memos from other programs, and taking them along.

use std::collections::HashSet;
use std::io::Write;

use area::Services;
use bytes::Bytes;
use identity::SignedIn;
use kernel::{Failure, Fallible, UserId, beginning};
use printed::{Chunks, ZipStream};
use store::{Conn, StoreResult, sql};

use crate::hints::announce_change;
use crate::import_formats::{Held, Imported, read, tags_of};
use crate::picture;
use crate::problems::{NOT_FOUND, TOO_MANY, TOO_MANY_TAGS};
use crate::rules::{MEMOS_MAX, MemoTexts, TAGS_MAX, TITLE_MAX_CHARS};
use crate::store::{Memo, NewRow, count_memos, find_any, find_memo, insert_memo, memo_columns};
use crate::tags::set_tags;
use crate::wire::{ImportReport, MemoId};

/// Titles that a report shows.
const SHOWN_MAX: usize = 20;

/// Brings the memos of a file; those that were brought before are passed over. A dry run only counts.
pub(crate) async fn import(
    services: &Services,
    caller: &SignedIn,
    content: Bytes,
    dry_run: bool,
) -> Fallible<ImportReport> {
    let parsed = tokio::task::spawn_blocking(move || read(&content)).await;
    let (format, held) = parsed.map_err(Failure::internal)??;
    let owner = caller.user_id;
    let sorted = sort(services, owner, held).await?;
    let report = ImportReport {
        format,
        dry_run,
        added: sorted.fresh.len() as i64,
        present: sorted.present,
        left_out: sorted.left_out,
        titles: sorted.fresh.iter().take(SHOWN_MAX).map(shown).collect(),
    };
    if report.added > sorted.room {
        return Err(TOO_MANY.with("max", MEMOS_MAX).into());
    }
    if sorted.tags.len() as i64 > TAGS_MAX {
        return Err(TOO_MANY_TAGS.with("max", TAGS_MAX).into());
    }
    if !dry_run && report.added > 0 {
        for some in sorted.fresh.chunks(WRITTEN_AT_ONCE) {
            write(services, owner, some).await?;
        }
        announce_change(services, owner);
    }
    Ok(report)
}

/// Memos in one transaction: on SQLite others wait for it.
const WRITTEN_AT_ONCE: usize = 50;

/// What a file holds, held against what is here.
struct Sorted {
    fresh: Vec<Imported>,
    present: i64,
    left_out: i64,
    /// How many more memos the person may have.
    room: i64,
    /// The tags that there would be, as they are compared.
    tags: HashSet<String>,
}

async fn sort(services: &Services, owner: UserId, held: Held) -> Fallible<Sorted> {
    let mut conn = services.db.read().await?;
    let tags = "SELECT tag_key FROM memo_tags WHERE user_id = $1";
    let tags = sql!(&mut conn, all(String,), tags, owner)?;
    let mut sorted = Sorted {
        fresh: Vec::new(),
        present: 0,
        left_out: held.left_out as i64,
        room: MEMOS_MAX - count_memos(&mut conn, owner).await?,
        tags: tags.into_iter().map(|(key,)| key).collect(),
    };
    let mut seen = HashSet::new();
    for memo in held.memos {
        let title = short_title(&memo.texts.title);
        let Ok(texts) = (MemoTexts { title, ..memo.texts.clone() }).parse() else {
            sorted.left_out += 1;
            continue;
        };
        if !seen.insert(memo.origin.clone()) || is_here(&mut conn, owner, &memo.origin).await? {
            sorted.present += 1;
        } else {
            sorted.tags.extend(tags_of(&memo.tags).into_iter().map(|tag| tag.key));
            sorted.fresh.push(Imported { texts, ..memo });
        }
    }
    Ok(sorted)
}

/// Titles of pages may be longer than those of memos.
fn short_title(title: &str) -> String {
    match title.chars().count() > TITLE_MAX_CHARS {
        true => beginning(title, TITLE_MAX_CHARS - 1),
        false => title.to_owned(),
    }
}

async fn write(services: &Services, owner: UserId, memos: &[Imported]) -> Fallible<()> {
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    for memo in memos {
        let created_at = memo.created_at.filter(|at| *at < now).unwrap_or(now);
        let row = NewRow {
            id: MemoId::new(now),
            owner,
            kind: memo.kind.as_str(),
            texts: &memo.texts,
            file_id: None,
            origin: Some(&memo.origin),
            created_at,
            updated_at: created_at,
        };
        if insert_memo(&mut tx, &row).await? {
            set_tags(&mut tx, owner, row.id, &tags_of(&memo.tags), now).await?;
        }
    }
    Ok(tx.commit().await?)
}

/// Whether something was brought before, or is of a memo that was exported here and is still here.
async fn is_here(conn: &mut Conn, owner: UserId, origin: &str) -> StoreResult<bool> {
    if let Some(id) = origin.strip_prefix("memo:").and_then(|id| id.parse().ok())
        && find_any(conn, owner, id).await?.is_some()
    {
        return Ok(true);
    }
    let find = "SELECT id FROM memos WHERE user_id = $1 AND origin = $2";
    Ok(sql!(conn, optional(MemoId,), find, owner, origin)?.is_some())
}

fn shown(memo: &Imported) -> String {
    beginning(&memo.texts.shown_title(&memo.texts.body), 120)
}

/// One memo as a file of Markdown: its name, and what is in it.
pub(crate) async fn markdown(
    services: &Services,
    caller: &SignedIn,
    id: MemoId,
) -> Fallible<(String, String)> {
    let mut conn = services.db.read().await?;
    let memo = find_memo(&mut conn, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    Ok((file_name(&memo), file_of(&memo, None)))
}

/// Writes all memos, each as a file of Markdown, into a ZIP that is sent meanwhile: together they may be gigabytes.
pub(crate) async fn export(services: &Services, owner: UserId, chunks: Chunks) -> Fallible<()> {
    let mut zip = ZipStream::new(chunks);
    let mut names = HashSet::new();
    let mut after = MemoId(kernel::Uuid::nil());
    loop {
        let memos = next_memos(services, owner, after).await?;
        let Some(last) = memos.last() else { break };
        after = last.id;
        for memo in &memos {
            let mut name = file_name(memo);
            // Two memos may have one name; their ids are two.
            while !names.insert(name.to_lowercase()) {
                name = format!("{} {}.md", name.trim_end_matches(".md"), memo.id);
            }
            let picture = picture::find(services, owner, memo).await?;
            let beside = picture.as_ref().map(|(upload, _)| picture::name_beside(upload));
            zip.begin(&name)?;
            let file = file_of(memo, beside.as_deref());
            zip.write_all(file.as_bytes()).map_err(Failure::internal)?;
            // Several memos may have one picture.
            if let Some(((_, content), beside)) = picture.zip(beside)
                && names.insert(beside.clone())
            {
                zip.begin_stored(&beside)?;
                zip.write_all(&content).map_err(Failure::internal)?;
            }
            zip.send().await?;
        }
    }
    zip.finish().await
}

/// Memos that are read at once: all of them may be more than there is room for.
const READ_AT_ONCE: i64 = 100;

async fn next_memos(services: &Services, owner: UserId, after: MemoId) -> Fallible<Vec<Memo>> {
    let mut conn = services.db.read().await?;
    Ok(sql!(
        &mut conn,
        all Memo,
        concat!(
            "SELECT ",
            memo_columns!(),
            " FROM memos m WHERE m.user_id = $1 AND m.id > $2 AND m.deleted_at IS NULL ORDER BY m.id LIMIT $3",
        ),
        owner,
        after,
        READ_AT_ONCE
    )?)
}

/// Spec §5: "Filenames are sanitised".
fn file_name(memo: &Memo) -> String {
    let title = beginning(&memo.texts().shown_title(&memo.body), 80);
    format!("{}.md", files::sanitise_name(&title))
}

/// What is known about a memo, between two lines of dashes, and its text. `picture`: where its picture is.
fn file_of(memo: &Memo, picture: Option<&str>) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let tags: Vec<String> = memo.tag_names().iter().map(|tag| quoted(tag)).collect();
    let mut file = format!(
        "---\nmemo_id: {}\ntitle: {}\ntype: {}\ntags: [{}]\ncreated: {}\nedited: {}\n",
        memo.id,
        quoted(&memo.title),
        memo.kind,
        tags.join(", "),
        memo.created_at,
        memo.updated_at
    );
    let known = [
        ("source", memo.source_url.as_deref()),
        ("from", memo.source_path.as_deref()),
        ("quote", memo.quote.as_deref()),
        ("summary", memo.summary.as_deref()),
        ("picture", picture),
    ];
    for (key, value) in known {
        if let Some(value) = value {
            file.push_str(&format!("{key}: {}\n", quoted(value)));
        }
    }
    file.push_str("---\n\n");
    if let Some(picture) = picture {
        file.push_str(&format!("![]({picture})\n\n"));
    }
    file.push_str(&memo.body);
    file
}
