use std::collections::HashMap;

use kernel::FileId;
use parsing::Parsed;
use retrieval::{Found, Meaning, Passages, find_by_both, store_passages};
use testing::{NOW, TestServer, TestStore};

/// A server's database with a file for each text.
pub struct Library {
    pub server: TestServer,
    pub files: Vec<FileId>,
}

impl Library {
    pub async fn of(store: TestStore, texts: &[Parsed]) -> anyhow::Result<Self> {
        let server = TestServer::with(store, |_| Vec::new()).await;
        let person = server.operator().await;
        let mut files = Vec::new();
        for text in texts {
            let new = files::NewUpload {
                id: FileId::new(NOW),
                user_id: person.user_id,
                workspace_id: person.workspace_id,
                name: "a.pdf".to_owned(),
                media_type: "application/pdf".to_owned(),
                size_bytes: 1,
                sha256: None,
            };
            let mut tx = server.services.db.begin().await?;
            let begun = server.services.files.begin_upload(&mut tx, &new, NOW).await;
            begun.map_err(|failure| anyhow::anyhow!("{failure:?}"))?;
            store_passages(&mut tx, Passages::of(new.id, text)).await?;
            tx.commit().await?;
            files.push(new.id);
        }
        Ok(Self { server, files })
    }

    /// Returns the text of each passage.
    pub async fn texts(&self) -> anyhow::Result<HashMap<(FileId, i64), String>> {
        let mut texts = HashMap::new();
        let mut conn = self.server.services.db.read().await?;
        for file_id in &self.files {
            let all = retrieval::list_passages(&mut conn, *file_id).await?;
            texts.extend(all.into_iter().map(|one| ((one.file_id, one.position), one.text)));
        }
        Ok(texts)
    }

    pub async fn find(
        &self,
        question: &str,
        meaning: Option<&Meaning<'_>>,
        limit: usize,
    ) -> anyhow::Result<Vec<Found>> {
        let mut conn = self.server.services.db.read().await?;
        Ok(find_by_both(&mut conn, &self.files, question, meaning, limit).await?)
    }
}
