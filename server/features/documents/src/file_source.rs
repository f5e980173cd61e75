//! Files of chats as things of a person's own that searches find and models can be given: all of them by their names,
//! and the newest by their content.

use area::{LibraryItem, LibrarySource, Services};
use async_trait::async_trait;
use files::{ChatFile, Files};
use kernel::{Fallible, FileId, UserId, Uuid};
use retrieval::{excerpt, find_passages};
use store::Db;

/// Characters of a passage that are shown.
const SHOWN_CHARS: usize = 300;

pub(crate) struct FileLibrary {
    db: Db,
    files: Files,
}

impl FileLibrary {
    pub const KIND: &str = "file";

    pub fn new(services: &Services) -> Self {
        Self { db: services.db.clone(), files: services.files.clone() }
    }
}

#[async_trait]
impl LibrarySource for FileLibrary {
    fn kind(&self) -> &'static str {
        Self::KIND
    }

    async fn find(&self, user_id: UserId, query: &str, limit: usize) -> Fallible<Vec<LibraryItem>> {
        let mut conn = self.db.read().await?;
        let called = self.files.find_chat_files_by_name(&mut conn, user_id, query, limit).await?;
        let mut found: Vec<LibraryItem> =
            called.iter().map(|file| thing(file, String::new())).collect();
        if found.len() == limit {
            return Ok(found);
        }
        let newest = LibraryItem::SCAN_LIMIT;
        let files = self.files.list_newest_chat_files(&mut conn, user_id, newest).await?;
        let ids: Vec<FileId> = files.iter().map(|file| file.file_id).collect();
        let passages = find_passages(&mut conn, &ids, query, limit).await?;
        for passage in passages {
            let is_new = found.iter().all(|one| one.id != passage.file_id.0);
            let file = files.iter().find(|file| file.file_id == passage.file_id);
            let said = file.map(|file| thing(file, excerpt(&passage.text, query, SHOWN_CHARS)));
            found.extend(said.filter(|_| is_new));
        }
        found.truncate(limit);
        Ok(found)
    }

    /// Returns its name only: its content is given the way attached files are.
    async fn read(&self, user_id: UserId, id: Uuid) -> Fallible<Option<LibraryItem>> {
        let mut conn = self.db.read().await?;
        let found = self.files.find_chat_file(&mut conn, user_id, FileId(id)).await?;
        Ok(found.map(|file| thing(&file, String::new())))
    }

    fn provides_own_context(&self) -> bool {
        true
    }
}

fn thing(file: &ChatFile, text: String) -> LibraryItem {
    LibraryItem {
        id: file.file_id.0,
        title: file.name.clone(),
        path: format!("/home/chat/chat/{}#{}", file.conversation_id, file.message_id),
        text,
        changed_at: file.created_at,
    }
}
