//! Benchmarks of the server.
//!
//! Everything runs on one machine in one run: a fake provider that is faster than any real one, a relay that does the
//! minimum a durable chat needs, and our server, each a process of its own so that its memory and CPU can be read from
//! `/proc`. Start at `run.rs`; the rows and their targets are in `figures.rs`.

#![allow(
    clippy::disallowed_methods,
    reason = "a program of its own, which nothing has to shut down"
)]

mod archives;
mod day;
mod documents;
mod ensemble;
mod figures;
mod growth;
mod history;
mod hostile;
mod http_client;
mod image_bench;
mod load;
mod media;
mod moving;
mod neighbor;
mod pdf_corpus;
mod process;
mod relay;
mod retrieval_bench;
mod run;
mod scale;
mod scheduled;
mod serve;
mod together;
mod upstream;

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Parser, Subcommand};

#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Measures the server and writes the figures to a file.
    Run(run::Options),
    /// Measures how well passages of documents are found, and how quickly.
    Retrieval(retrieval_bench::Options),
    /// Measures the text of PDFs against what pdftotext reads.
    Documents(pdf_corpus::Options),
    /// Measures the image tools: time, memory and likeness to references.
    Images(image_bench::Options),
    /// Measures ten thousand schedules that are due in one minute, and chats beside them.
    Schedules(scheduled::Options),
    /// Measures the move of 100,000 chats from SQLite to PostgreSQL and back.
    Move(moving::Options),
    /// Prints the figures of one or more files as a table, and fails when one misses its target.
    Table { files: Vec<PathBuf> },
    /// Writes one chat of many messages for a person of a server, and prints its id.
    Seed(history::Seed),
    /// The hostile member of the neighbor benchmark, alone.
    Hostile(hostile::Options),
    /// The fake provider, alone.
    Upstream { listen: SocketAddr },
    /// The bare saving relay, alone.
    Relay { listen: SocketAddr, upstream: SocketAddr, database: PathBuf },
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Run(options) => run::run(options).await,
        Command::Retrieval(options) => retrieval_bench::run(options).await,
        Command::Documents(options) => pdf_corpus::run(&options),
        Command::Images(options) => image_bench::run(&options).await,
        Command::Schedules(options) => scheduled::run(options).await,
        Command::Move(options) => moving::run(options).await,
        Command::Table { files } => figures::print_table(&files),
        Command::Seed(seed) => history::seed(seed).await,
        Command::Hostile(options) => hostile::run(options).await,
        Command::Upstream { listen } => upstream::serve(listen).await,
        Command::Relay { listen, upstream, database } => {
            relay::serve(listen, upstream, &database).await
        }
    }
}
