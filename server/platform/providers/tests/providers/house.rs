//! A database of its own, on either engine, with providers over it.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bus::Bus;
use kernel::{Clock, Secret, Tier, Uuid};
use providers::{
    LocalServer, MIGRATIONS, ModelError, ModelInfo, ModelRequest, ModelStream, NewConnection,
    Protocol, Providers, Setup, TextModel, Timing,
};
use store::{Db, Options, sql};
use vault::Vault;

use crate::heard::NOW;

/// The PostgreSQL that `scripts/test-servers` starts.
const POSTGRES: &str = "postgres://postgres@127.0.0.1:54329";

pub struct House {
    pub db: Db,
    pub bus: Bus,
    pub clock: Clock,
    pub providers: Providers,
}

impl House {
    async fn on(url: &str) -> Self {
        let db = Db::open(url, &Options::connections(3)).await.unwrap();
        db.migrate(&[MIGRATIONS, audit::MIGRATIONS].concat(), NOW).await.unwrap();
        let (bus, clock) = (Bus::in_process(), Clock::frozen(NOW));
        let providers = providers_over(&db, &bus, &clock, SECRET, Vec::new());
        providers.register("builtin", Arc::new(Silent), vec![builtin()]);
        Self { db, bus, clock, providers }
    }

    /// Starts another process on the same database.
    pub fn another(&self, secret: &str, local_servers: Vec<LocalServer>) -> Providers {
        providers_over(&self.db, &self.bus, &self.clock, secret, local_servers)
    }
}

pub const SECRET: &str = "9d2f1c7be05a4863b1f0c2d4e6a8907766554433";

fn providers_over(
    db: &Db,
    bus: &Bus,
    clock: &Clock,
    secret: &str,
    local_servers: Vec<LocalServer>,
) -> Providers {
    let settings =
        vault::Settings { secret: Some(Secret::new(secret.to_owned())), ..Default::default() };
    let vault = Vault::open(std::path::Path::new("."), &settings).unwrap();
    let timing = Timing { retry_delays: vec![Duration::ZERO; 2], ..Timing::default() };
    let setup = Setup { timing, local_servers, find_local_servers: true, ..Setup::default() };
    Providers::new(db.clone(), vault, bus.clone(), clock.clone(), setup)
}

/// A stand-in for the built-in engine; these tests never call it.
struct Silent;

#[async_trait]
impl TextModel for Silent {
    async fn stream(&self, _request: ModelRequest) -> Result<ModelStream, ModelError> {
        Err(ModelError::Unreachable)
    }
}

fn builtin() -> ModelInfo {
    ModelInfo {
        id: "builtin/assistant".to_owned(),
        name: "Built-in".to_owned(),
        connection_name: "Ensemble".to_owned(),
        protocol: Protocol::Builtin,
        tier: Tier::Standard,
        credits_per_1k: None,
        context_tokens: None,
        vision: false,
        tools: false,
        reasoning: false,
    }
}

pub fn compatible(name: &str, url: String) -> NewConnection {
    NewConnection {
        name: name.to_owned(),
        protocol: Protocol::OpenaiCompatible,
        base_url: Some(url),
        api_key: Some(Secret::new("sk-12345678".to_owned())),
    }
}

pub async fn on_sqlite(check: impl AsyncFn(&House)) {
    let folder = tempfile::tempdir().unwrap();
    let house = House::on(&format!("sqlite://{}/test.db", folder.path().display())).await;
    check(&house).await;
    house.providers.stop().await;
    house.db.close().await;
}

pub async fn on_postgres(check: impl AsyncFn(&House)) {
    let server = Db::open(&format!("{POSTGRES}/postgres"), &Options::connections(1))
        .await
        .expect("PostgreSQL answers on port 54329: start it with scripts/test-servers");
    let name = format!("providers_{}", Uuid::simple(kernel::uuid_v7(NOW)));
    administer(&server, format!("CREATE DATABASE {name}")).await;
    let house = House::on(&format!("{POSTGRES}/{name}")).await;
    check(&house).await;
    house.providers.stop().await;
    house.db.close().await;
    administer(&server, format!("DROP DATABASE {name} WITH (FORCE)")).await;
}

async fn administer(server: &Db, statement: String) {
    let mut conn = server.read().await.unwrap();
    sql!(&mut conn, execute, store::sqlx::AssertSqlSafe(statement.clone())).unwrap();
}

/// Runs each test on both engines.
macro_rules! on_both {
    ($(async fn $name:ident($house:ident: &House) $body:block)+) => {
        $(mod $name {
            use super::*;

            async fn check($house: &House) $body

            #[tokio::test]
            async fn on_sqlite() {
                crate::house::on_sqlite(check).await;
            }

            #[tokio::test]
            async fn on_postgres() {
                crate::house::on_postgres(check).await;
            }
        })+
    };
}
pub(crate) use on_both;
