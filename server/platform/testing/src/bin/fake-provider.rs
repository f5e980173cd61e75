//! The fake provider as a program, for tests that run in a browser.
//!
//! `fake-provider --listen 127.0.0.1:9100 --models fake-t20-d5,fake-md` (or `--port 9100`)

use clap::Parser;
use testing::fake_provider::FakeProvider;

#[derive(Parser)]
struct Arguments {
    /// Address to listen at.
    #[arg(long)]
    listen: Option<String>,
    /// The port on loopback, when `--listen` is not given.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// The models to list, separated by commas.
    #[arg(long, value_delimiter = ',', default_value = "fake-t20-d5,fake-md,fake-echo")]
    models: Vec<String>,
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let arguments = Arguments::parse();
    let address = arguments.listen.unwrap_or_else(|| format!("127.0.0.1:{}", arguments.port));
    let provider = FakeProvider::listen(&address, arguments.models).await?;
    say(&format!("listening at {}", provider.url()));
    tokio::signal::ctrl_c().await
}

#[expect(clippy::print_stdout, reason = "a program tells where it listens")]
fn say(text: &str) {
    println!("{text}");
}
