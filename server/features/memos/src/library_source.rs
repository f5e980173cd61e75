//! Memos as what searches find: spec §1, "Knowledge sources: web, news, academic, developer, my_memo."

use area::{LibraryItem, LibraryPassage, LibrarySource, Services};
use async_trait::async_trait;
use kernel::{Fallible, UserId, Uuid, truncate};
use retrieval::plain_text;
use store::Db;

use crate::index::{Passage, find_passages};
use crate::links::place_of;
use crate::store::{Memo, find_memo};
use crate::wire::MemoId;

/// Maximum number of passages of a memo that are given for one question.
const PASSAGES_OF_MEMO_MAX: usize = 3;

/// A longer first line is cut.
const TITLE_MAX_CHARS: usize = 120;

pub(crate) struct MemoLibrary(Db);

impl MemoLibrary {
    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

#[async_trait]
impl LibrarySource for MemoLibrary {
    fn kind(&self) -> &'static str {
        "my_memo"
    }

    async fn find(&self, user_id: UserId, query: &str, limit: usize) -> Fallible<Vec<LibraryItem>> {
        let mut conn = self.0.read().await?;
        let found = find_passages(&mut conn, user_id, query).await?;
        Ok(by_memo(found).into_iter().take(limit).map(thing).collect())
    }

    async fn read(&self, user_id: UserId, id: Uuid) -> Fallible<Option<LibraryItem>> {
        let mut conn = self.0.read().await?;
        Ok(find_memo(&mut conn, user_id, MemoId(id)).await?.map(whole))
    }

    /// Returns the person's text, the text quoted from the source, and the description of its image, as the page shows
    /// them.
    async fn passages(&self, user_id: UserId, id: Uuid) -> Fallible<Vec<LibraryPassage>> {
        let mut conn = self.0.read().await?;
        let Some(memo) = find_memo(&mut conn, user_id, MemoId(id)).await? else {
            return Ok(Vec::new());
        };
        let parts = [Some(plain_text(&memo.body)), memo.quote, memo.summary, Some(memo.title)];
        Ok(parts.into_iter().flatten().map(LibraryPassage::of).collect())
    }
}

/// Returns the best passages of each memo, the memo with the best one first.
fn by_memo(found: Vec<Passage>) -> Vec<Vec<Passage>> {
    let mut memos: Vec<Vec<Passage>> = Vec::new();
    for passage in found {
        match memos.iter_mut().find(|memo| memo[0].memo_id == passage.memo_id) {
            Some(memo) if memo.len() < PASSAGES_OF_MEMO_MAX => memo.push(passage),
            Some(_) => {}
            None => memos.push(vec![passage]),
        }
    }
    memos
}

fn thing(mut passages: Vec<Passage>) -> LibraryItem {
    let Passage { memo_id, changed_at, .. } = passages[0];
    let title = passages[0].title.clone();
    // As it reads: passages that follow each other are one text.
    passages.sort_by_key(|passage| passage.position);
    let mut text = String::new();
    let mut last = None;
    for passage in &passages {
        if last.is_some_and(|last| last + 1 != passage.position) {
            text.push_str("\n…\n");
        }
        text.push_str(&passage.text);
        last = Some(passage.position);
    }
    let text = text.trim().to_owned();
    let first_line = text.lines().next().unwrap_or_default();
    let source = passages[0].source_url.as_deref().unwrap_or_default();
    LibraryItem {
        id: memo_id.0,
        title: named(&title, first_line, source),
        path: place_of(memo_id),
        text,
        changed_at,
    }
}

/// A memo with all that it says.
fn whole(memo: Memo) -> LibraryItem {
    let Memo { id, title, body, source_url, quote, summary, updated_at, .. } = memo;
    let first_line = body.trim().lines().next().unwrap_or_default();
    let title = named(&title, first_line, source_url.as_deref().unwrap_or_default());
    let parts = [source_url.as_deref(), quote.as_deref(), summary.as_deref(), Some(body.as_str())];
    let parts: Vec<&str> = parts.into_iter().flatten().filter(|text| !text.is_empty()).collect();
    LibraryItem {
        id: id.0,
        title,
        path: place_of(id),
        text: parts.join("\n\n"),
        changed_at: updated_at,
    }
}

/// Returns a memo's name: its title, its first line, or its source.
fn named(title: &str, first_line: &str, source: &str) -> String {
    let title = [title, first_line, source].into_iter().find(|title| !title.is_empty());
    truncate(title.unwrap_or_default(), TITLE_MAX_CHARS)
}
