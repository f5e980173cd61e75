//! Bringing memos from other programs.

use std::collections::{HashMap, HashSet};

use area::Services;
use bytes::Bytes;
use fair_queue::run_in_background;
use files::NewUpload;
use identity::SignedIn;
use kernel::{Fallible, FileId, UserId, truncate};
use store::{Conn, StoreResult, sql};

use crate::hints::announce_change;
use crate::import_formats::{
    Held, HeldPicture, Imported, Leads, Opened, UNPACKED_MAX_BYTES, open, picture_in, read, tags_of,
};
use crate::picture::{self, ReadPicture};
use crate::problems::{IMPORT_PICTURE_BROKEN, TOO_MANY, TOO_MANY_TAGS};
use crate::rules::{MEMOS_MAX, MemoTexts, TAGS_MAX, TITLE_MAX_CHARS};
use crate::store::{NewRow, count_memos, find_any, insert_memo};
use crate::tags::set_tags;
use crate::wire::{ImportReport, MemoId};

/// Titles, and names of pictures, that a report shows.
const SHOWN_MAX: usize = 20;

/// Imports the memos of a file, with their images; those imported before are skipped. A dry run only counts.
///
/// Problems: those of [`read`]; there would be too many memos or tags; there is no room for the images.
pub(crate) async fn import(
    services: &Services,
    caller: &SignedIn,
    content: Bytes,
    dry_run: bool,
) -> Fallible<ImportReport> {
    let _memory = services.memory.reserve(memory_bytes(&content)).await?;
    let whole = content.clone();
    let (format, held) = run_in_background(move || read(&whole)).await??;
    let owner = caller.user_id;
    let sorted = sort(services, owner, held).await?;
    let brought: HashSet<usize> =
        sorted.fresh.iter().filter_map(|fresh| fresh.memo.picture).collect();
    let report = ImportReport {
        format,
        dry_run,
        added: sorted.fresh.len() as i64,
        present: sorted.present,
        left_out: sorted.left_out,
        pictures: brought.len() as i64,
        pictures_left_out: sorted.pictures_left_out.iter().take(SHOWN_MAX).cloned().collect(),
        titles: sorted.fresh.iter().take(SHOWN_MAX).map(shown).collect(),
    };
    if report.added > sorted.room {
        return Err(TOO_MANY.with("max", MEMOS_MAX).into());
    }
    if sorted.tags.len() as i64 > TAGS_MAX {
        return Err(TOO_MANY_TAGS.with("max", TAGS_MAX).into());
    }
    let bytes = brought.iter().map(|picture| sorted.pictures[*picture].size_bytes).sum();
    let mut conn = services.db.read().await?;
    services.files.check_quota(&mut conn, owner, bytes).await?;
    drop(conn);
    if !dry_run && report.added > 0 {
        // A file of another format has none.
        let folder = match brought.is_empty() {
            true => None,
            false => run_in_background(|| open(content)).await?,
        };
        let mut pictures = Pictures { folder, held: sorted.pictures, kept: HashMap::new() };
        for some in sorted.fresh.chunks(WRITTEN_AT_ONCE) {
            pictures.store(services, caller, some).await?;
            write(services, caller, some, &mut pictures).await?;
        }
        announce_change(services, owner);
    }
    Ok(report)
}

/// Returns the bytes of memory that reading this file takes, with the memos that are made of it.
fn memory_bytes(content: &[u8]) -> u64 {
    match content.starts_with(b"PK") {
        true => UNPACKED_MAX_BYTES,
        false => content.len() as u64 * COPIES,
    }
}

/// A text lies there as a file and as memos.
const COPIES: u64 = 2;

/// Memos in one transaction: on SQLite others wait for it.
const WRITTEN_AT_ONCE: usize = 50;

/// A memo that is to be written.
struct Fresh {
    id: MemoId,
    memo: Imported,
}

/// The content of a file, compared with existing memos.
struct Sorted {
    fresh: Vec<Fresh>,
    pictures: Vec<HeldPicture>,
    pictures_left_out: Vec<String>,
    present: i64,
    left_out: i64,
    /// Number of memos the person may still add.
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
        pictures: held.pictures,
        pictures_left_out: held.pictures_left_out,
        present: 0,
        left_out: held.left_out as i64,
        room: MEMOS_MAX - count_memos(&mut conn, owner).await?,
        tags: tags.into_iter().map(|(key,)| key).collect(),
    };
    let mut by_origin: HashMap<String, MemoId> = HashMap::new();
    // The memo that each of the file's is here, or will be.
    let mut ids: Vec<Option<MemoId>> = Vec::with_capacity(held.memos.len());
    let mut of_pictures: HashMap<usize, MemoId> = HashMap::new();
    for memo in held.memos {
        let title = short_title(&memo.texts.title);
        let Ok(texts) = (MemoTexts { title, ..memo.texts.clone() }).parse() else {
            sorted.left_out += 1;
            ids.push(None);
            continue;
        };
        let known = match by_origin.get(&memo.origin) {
            Some(known) => Some(*known),
            None => find_here(&mut conn, owner, &memo.origin).await?,
        };
        let id = known.unwrap_or_else(|| MemoId::new(services.clock.now()));
        by_origin.insert(memo.origin.clone(), id);
        ids.push(Some(id));
        if let Some(picture) = memo.picture {
            of_pictures.entry(picture).or_insert(id);
        }
        match known {
            Some(_) => sorted.present += 1,
            None => {
                sorted.tags.extend(tags_of(&memo.tags).into_iter().map(|tag| tag.key));
                sorted.fresh.push(Fresh { id, memo: Imported { texts, ..memo } });
            }
        }
    }
    for Fresh { memo, .. } in &mut sorted.fresh {
        let body = memo.body_with(|leads| match leads {
            Leads::Text(number) => ids.get(number).copied().flatten(),
            Leads::Picture(number) => of_pictures.get(&number).copied(),
        });
        // Addresses are longer than names: a text that they make too long stays as it was written.
        if let Ok(texts) = (MemoTexts { body, ..memo.texts.clone() }).parse() {
            memo.texts = texts;
        }
    }
    Ok(sorted)
}

/// Shortens a page's title, which may be longer than those of memos.
fn short_title(title: &str) -> String {
    match title.chars().count() > TITLE_MAX_CHARS {
        true => truncate(title, TITLE_MAX_CHARS - 1),
        false => title.to_owned(),
    }
}

fn shown(Fresh { memo, .. }: &Fresh) -> String {
    truncate(&memo.texts.shown_title(&memo.texts.body), 120)
}

/// The images of a file, and those already stored.
struct Pictures {
    folder: Option<Opened>,
    held: Vec<HeldPicture>,
    kept: HashMap<usize, Kept>,
}

#[derive(Clone, Copy)]
struct Kept {
    id: FileId,
    /// True if a memo has it.
    is_had: bool,
}

impl Pictures {
    /// Stores the images of some memos. Those that no memo uses in the end are deleted like other stalled uploads.
    async fn store(
        &mut self,
        services: &Services,
        caller: &SignedIn,
        memos: &[Fresh],
    ) -> Fallible<()> {
        for number in memos.iter().filter_map(|fresh| fresh.memo.picture) {
            if self.kept.contains_key(&number) {
                continue;
            }
            let (folder, held) = (self.folder.clone(), self.held[number].clone());
            let unpack = move || picture_in(folder?, &held);
            let unpacked = run_in_background(unpack).await?;
            let HeldPicture { stem, kind, size_bytes, sha256, .. } = &self.held[number];
            let broken = || IMPORT_PICTURE_BROKEN.with("name", stem);
            let bytes = unpacked.ok_or_else(broken)?;
            let now = services.clock.now();
            let new = NewUpload {
                id: FileId::new(now),
                user_id: caller.user_id,
                workspace_id: caller.workspace_id,
                name: files::sanitise_name(&format!(
                    "{stem}.{}",
                    picture::ending_of(kind.media_type())
                )),
                media_type: kind.media_type().to_owned(),
                size_bytes: *size_bytes,
                sha256: Some(sha256.clone()),
            };
            let upload = services.files.begin_single_upload(&services.db, &new, bytes, now).await?;
            self.kept.insert(number, Kept { id: upload.id, is_had: false });
        }
        Ok(())
    }
}

async fn write(
    services: &Services,
    caller: &SignedIn,
    memos: &[Fresh],
    pictures: &mut Pictures,
) -> Fallible<()> {
    let (owner, now) = (caller.user_id, services.clock.now());
    let mut had = Vec::new();
    let mut tx = services.db.begin().await?;
    for Fresh { id, memo } in memos {
        let created_at = memo.created_at.filter(|at| *at < now).unwrap_or(now);
        let picture = memo.picture.and_then(|number| Some((number, *pictures.kept.get(&number)?)));
        let row = NewRow {
            id: *id,
            owner,
            kind: memo.kind.as_str(),
            texts: &memo.texts,
            file_id: picture.map(|(_, kept)| kept.id),
            origin: Some(&memo.origin),
            created_at,
            updated_at: created_at,
        };
        if !insert_memo(&mut tx, &row).await? {
            continue;
        }
        set_tags(&mut tx, owner, *id, &tags_of(&memo.tags), now).await?;
        if let Some((number, kept)) = picture {
            if !kept.is_had && !had.contains(&number) {
                let sha256 = &pictures.held[number].sha256;
                services.files.finish_single_upload(&mut tx, kept.id, sha256, now).await?;
                services.files.retain_upload(&mut tx, kept.id).await?;
                had.push(number);
            }
            services.queue.enqueue(&mut tx, &ReadPicture { owner, memo_id: *id }).await?;
        }
    }
    tx.commit().await?;
    for number in had {
        if let Some(kept) = pictures.kept.get_mut(&number) {
            kept.is_had = true;
        }
    }
    Ok(())
}

/// Finds the memo that something was imported as before, or that it was exported from.
async fn find_here(conn: &mut Conn, owner: UserId, origin: &str) -> StoreResult<Option<MemoId>> {
    if let Some(id) = origin.strip_prefix("memo:").and_then(|id| id.parse().ok())
        && let Some(memo) = find_any(conn, owner, id).await?
    {
        return Ok(Some(memo.id));
    }
    let find = "SELECT id FROM memos WHERE user_id = $1 AND origin = $2";
    let found = sql!(conn, optional(MemoId,), find, owner, origin)?;
    Ok(found.map(|(id,)| id))
}
