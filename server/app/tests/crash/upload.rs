use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::person::Person;

/// Maximum size of a chunk that the server accepts (`files`: `CHUNK_MAX_BYTES`).
pub const CHUNK_BYTES: usize = 1_048_576;

/// A file that a client sends in chunks.
pub struct Upload {
    path: String,
    content: Vec<u8>,
}

impl Upload {
    pub async fn begin(person: &Person, name: &str, content: Vec<u8>) -> Self {
        let id = Uuid::now_v7();
        let body = json!({ "id": id, "name": name, "size_bytes": content.len() });
        person.call(Method::POST, "/api/documents/files", Some(&body)).await;
        Self { path: format!("/api/documents/files/{id}"), content }
    }

    /// Sends the chunk at `offset`; returns the number of bytes the server then has.
    pub async fn send(&self, person: &Person, offset: usize) -> reqwest::Result<usize> {
        let answer = self.sending(person, offset).send().await?;
        assert_eq!(answer.status(), StatusCode::OK);
        let said: Value = answer.json().await?;
        Ok(received(&said))
    }

    /// Returns the request that sends the chunk at `offset`.
    pub fn sending(&self, person: &Person, offset: usize) -> RequestBuilder {
        let end = self.content.len().min(offset + CHUNK_BYTES);
        person
            .request(Method::PATCH, &self.path)
            .header("content-type", "application/offset+octet-stream")
            .header("upload-offset", offset)
            .body(self.content[offset..end].to_vec())
    }

    /// Returns the number of bytes the server has received.
    pub async fn received(&self, person: &Person) -> usize {
        received(&person.call(Method::GET, &self.path, None).await)
    }

    /// Deletes it.
    pub async fn delete(&self, person: &Person) {
        person.call(Method::DELETE, &self.path, None).await;
    }

    pub fn is_whole(&self, received: usize) -> bool {
        received == self.content.len()
    }

    /// Waits until the file was read, and compares what the server stored with what was sent.
    pub async fn assert_is_kept(&self, person: &Person) {
        let is_read = |file: &Value| {
            assert_ne!(file["state"], "failed", "{file}");
            file["state"] == "parsed"
        };
        person.wait_until(&self.path, is_read).await;
        let content = person.request(Method::GET, &format!("{}/content", self.path));
        let answer = content.send().await.expect("the server answers");
        let kept = answer.bytes().await.expect("a whole answer");
        assert!(kept == self.content, "{} bytes of {}", kept.len(), self.content.len());
    }
}

fn received(file: &Value) -> usize {
    let bytes = file["received_bytes"].as_u64().expect("a file says how much of it is there");
    usize::try_from(bytes).expect("it fits into memory")
}
