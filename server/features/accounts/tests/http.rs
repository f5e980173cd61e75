//! Accounts, through HTTP, on SQLite and PostgreSQL.

#[path = "http/sign_in.rs"]
mod sign_in;

use accounts::Settings;
use serde_json::json;
use testing::{Answer, Client, PASSWORD, TestServer, TestStore};

/// A server where everything is as it comes.
async fn server(store: TestStore) -> TestServer {
    server_with(store, Settings::default()).await
}

async fn server_with(store: TestStore, settings: Settings) -> TestServer {
    TestServer::with(store, move |services| vec![accounts::area(services, settings.clone())]).await
}

async fn sign_in(client: &Client, email: &str, password: &str) -> Answer {
    client.post("/api/accounts/sign-in", json!({ "email": email, "password": password })).await
}

async fn sign_up(client: &Client, email: &str) -> Answer {
    let body = json!({ "email": email, "name": "Ana Lima", "password": PASSWORD });
    client.post("/api/accounts/sign-up", body).await
}

/// Who is signed in on this browser, or null.
async fn me(client: &Client) -> serde_json::Value {
    client.get("/api/accounts/session").await.ok()["me"].clone()
}
