use anyhow::{Context, ensure};
use http::Method;
use retrieval::{list_without_vectors, store_vectors};
use serde_json::{Value, json};

use super::library::Library;
use crate::http_client::Connection;

/// A server that makes vectors.
pub struct Embedder {
    pub server: std::net::SocketAddr,
    pub model: String,
}

impl Embedder {
    pub async fn embed(&self, texts: &[String]) -> anyhow::Result<Vec<Vec<f32>>> {
        let mut connection = Connection::open(self.server, None).await?;
        let body = json!({ "model": self.model, "input": texts });
        let (_, answer) = connection.call(Method::POST, "/v1/embeddings", Some(&body)).await?;
        let data = answer["data"].as_array();
        let data = data.with_context(|| format!("the embedding server answered: {answer}"))?;
        let vector = |item: &Value| {
            let numbers = item["embedding"].as_array()?;
            Some(numbers.iter().filter_map(Value::as_f64).map(|number| number as f32).collect())
        };
        let vectors: Vec<Vec<f32>> = data.iter().filter_map(vector).collect();
        ensure!(vectors.len() == texts.len(), "not each text has a vector");
        Ok(vectors)
    }

    pub async fn embed_all(&self, library: &Library) -> anyhow::Result<()> {
        for file_id in &library.files {
            loop {
                let mut conn = library.server.services.db.read().await?;
                let bare = list_without_vectors(&mut conn, *file_id, &self.model, 64).await?;
                drop(conn);
                if bare.is_empty() {
                    break;
                }
                let texts: Vec<String> = bare.iter().map(|one| one.text.clone()).collect();
                let vectors = self.embed(&texts).await?;
                let positions = bare.iter().map(|one| one.position);
                let vectors: Vec<(i64, Vec<f32>)> = positions.zip(vectors).collect();
                let mut tx = library.server.services.db.begin().await?;
                store_vectors(&mut tx, *file_id, &self.model, &vectors).await?;
                tx.commit().await?;
            }
        }
        Ok(())
    }
}
