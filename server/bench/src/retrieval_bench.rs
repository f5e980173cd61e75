//! Benchmark of retrieval: how well passages are found, how many citations are right, and how long a search takes among
//! a hundred thousand passages. Start at `quality.rs`.

mod citations;
mod embedder;
mod latency;
mod library;
mod quality;
mod questions;

use std::path::PathBuf;

use clap::Args;
use testing::TestStore;

use crate::figures::save;
use embedder::Embedder;

#[derive(Args)]
pub struct Options {
    /// Path of the file for the results.
    #[arg(long)]
    out: PathBuf,
    /// Measures on PostgreSQL too: where tests find it.
    #[arg(long)]
    postgres: bool,
    /// Among how many passages it is measured how long a question takes.
    #[arg(long, default_value_t = 100_000)]
    chunks: usize,
    /// An embedding model of a server that speaks OpenAI's protocol, over plain http: 127.0.0.1:11434.
    #[arg(long, requires = "embedding_model")]
    embedding_server: Option<std::net::SocketAddr>,
    #[arg(long)]
    embedding_model: Option<String>,
}

pub async fn run(options: Options) -> anyhow::Result<()> {
    let embedder = match (options.embedding_server, options.embedding_model) {
        (Some(server), Some(model)) => Some(Embedder { server, model }),
        _ => None,
    };
    let mut stores = vec![("SQLite", TestStore::Sqlite)];
    if options.postgres {
        stores.push(("PostgreSQL", TestStore::Postgres));
    }
    let mut figures = Vec::new();
    for (name, store) in stores {
        figures.extend(quality::measure(name, store, embedder.as_ref()).await?);
        figures.extend(latency::measure(name, store, options.chunks).await?);
    }
    save(&figures, &options.out)
}
