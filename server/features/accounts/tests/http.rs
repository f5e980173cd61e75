//! Accounts, through HTTP, on SQLite and PostgreSQL.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

#[path = "http/authenticator.rs"]
mod authenticator;
#[path = "http/companies.rs"]
mod companies;
#[path = "http/deletion.rs"]
mod deletion;
#[path = "http/device_grants.rs"]
mod device_grants;
#[path = "http/devices.rs"]
mod devices;
#[path = "http/health.rs"]
mod health;
#[path = "http/identity_provider.rs"]
mod identity_provider;
#[path = "http/logout.rs"]
mod logout;
#[path = "http/me.rs"]
mod me;
#[path = "http/oidc.rs"]
mod oidc;
#[path = "http/passkeys.rs"]
mod passkeys;
#[path = "http/passwords.rs"]
mod passwords;
#[path = "http/people.rs"]
mod people;
#[path = "http/restricted.rs"]
mod restricted;
#[path = "http/second_factor.rs"]
mod second_factor;
#[path = "http/security_events.rs"]
mod security_events;
#[path = "http/server.rs"]
mod server_choices;
#[path = "http/sign_in.rs"]
mod sign_in;
#[path = "http/sign_up.rs"]
mod sign_up;

use accounts::Settings;
use serde_json::{Value, json};
use testing::{Answer, Client, PASSWORD, TestServer, TestStore};

/// Starts a server with default settings.
async fn server(store: TestStore) -> TestServer {
    server_with(store, Settings::default()).await
}

async fn server_with(store: TestStore, settings: Settings) -> TestServer {
    TestServer::with(store, move |services| vec![accounts::area(services, settings.clone())]).await
}

/// Returns a server that has its operator: from now on, sign-ups need a code.
async fn server_in_use(store: TestStore) -> TestServer {
    let server = server(store).await;
    server.operator().await;
    server
}

async fn sign_in(client: &Client, email: &str, password: &str) -> Answer {
    client.post("/api/accounts/sign-in", json!({ "email": email, "password": password })).await
}

async fn sign_up(client: &Client, email: &str) -> Answer {
    let body = json!({ "email": email, "name": "Ana Lima", "password": PASSWORD });
    client.post("/api/accounts/sign-up", body).await
}

async fn verify(client: &Client, email: &str, code: &str) -> Answer {
    let body = json!({ "email": email, "code": code });
    client.post("/api/accounts/sign-up/verify", body).await
}

/// Returns the session as the browser gets it.
async fn session(client: &Client) -> Value {
    client.get("/api/accounts/session").await.ok()
}

/// Returns the person signed in on this browser, or null.
async fn me(client: &Client) -> Value {
    session(client).await["me"].clone()
}

/// Returns another code than this one.
fn wrong(code: &str) -> String {
    let number: u32 = code.parse().unwrap();
    format!("{:06}", (number + 1) % 1_000_000)
}
