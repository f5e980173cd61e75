//! The person's own conversations, from the store.

use async_trait::async_trait;
use kernel::UserId;
use store::{Cursor, Db};

use crate::answer::{Library, LibraryError, Passage};

/// One person's conversations. Without a person there are none.
pub struct OwnLibrary {
    pub db: Db,
    pub user_id: Option<UserId>,
}

#[async_trait]
impl Library for OwnLibrary {
    async fn search_own_chats(
        &self,
        query: &str,
        limit: usize,
    ) -> Result<Vec<Passage>, LibraryError> {
        let Some(user_id) = self.user_id else { return Ok(Vec::new()) };
        let failed = |error: store::StoreError| LibraryError(error.to_string());

        let mut conn = self.db.read().await.map_err(failed)?;
        let page = conversations::search(&mut conn, user_id, query, Cursor::FIRST, limit)
            .await
            .map_err(failed)?;
        let passages = page.items.into_iter().map(|hit| Passage {
            conversation_id: hit.conversation_id,
            message_id: hit.message_id,
            title: hit.title,
            text: hit.text,
            created_at: hit.created_at,
        });
        Ok(passages.collect())
    }
}
