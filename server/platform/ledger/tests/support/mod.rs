//! A fresh database of each engine, paying people, and the ledger's invariants.

use std::sync::atomic::{AtomicU64, Ordering};

use entitlements::{Entitlements, PlanGrant, Settings};
use kernel::{Clock, Payer, RunId, Timestamp, UserId, WorkspaceId};
use ledger::{
    Charge, Ledger, MICROS, ModelPrice, Operation, Prices, Reservation, ReserveError, Settled,
    SpendingSettings,
};
use store::{Db, Options, sql};

/// The PostgreSQL that `scripts/test-servers` starts.
const POSTGRES: &str = "postgres://postgres@127.0.0.1:54329";

/// 2026-11-20T11:00:00Z.
pub const NOON_ISH: Timestamp = Timestamp::from_micros(1_795_172_400_000_000);

/// Defines the test twice: `on_sqlite` and `on_postgres`, in a module of the test's name.
macro_rules! on_both {
    ($(async fn $name:ident($house:ident: &House) $body:block)+) => {
        $(mod $name {
            use super::*;

            async fn check($house: &House) $body

            #[tokio::test]
            async fn on_sqlite() {
                let house = House::on_sqlite().await;
                check(&house).await;
                house.close().await;
            }

            #[tokio::test]
            async fn on_postgres() {
                let house = House::on_postgres().await;
                check(&house).await;
                house.close().await;
            }
        })+
    };
}
pub(crate) use on_both;

/// A ledger on a database of its own, with a clock that stands still.
pub struct House {
    pub db: Db,
    url: String,
    pub clock: Clock,
    pub entitlements: Entitlements,
    pub ledger: Ledger,
    home: Home,
}

/// The location of the database.
enum Home {
    Folder(tempfile::TempDir),
    Postgres { server: Db, name: String },
}

impl House {
    pub async fn on_sqlite() -> Self {
        let folder = tempfile::tempdir().expect("the temporary folder is writable");
        let url = format!("sqlite://{}/test.db", folder.path().display());
        Self::on(&url, Home::Folder(folder)).await
    }

    pub async fn on_postgres() -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("ledger_{}_{count}", std::process::id());
        let server = Db::open(&format!("{POSTGRES}/postgres"), &Options::connections(1))
            .await
            .expect("PostgreSQL answers on port 54329: start it with scripts/test-servers");
        administer(&server, format!("CREATE DATABASE {name}")).await;
        Self::on(&format!("{POSTGRES}/{name}"), Home::Postgres { server, name }).await
    }

    async fn on(url: &str, home: Home) -> Self {
        let db = Db::open(url, &Options::default()).await.unwrap();
        let clock = Clock::frozen(NOON_ISH);
        let steps = [entitlements::MIGRATIONS, ledger::MIGRATIONS].concat();
        db.migrate(&steps, clock.now()).await.unwrap();
        let entitlements = Entitlements::new(&Settings::default()).unwrap();
        let ledger = Ledger::new(clock.clone(), entitlements.clone()).with_prices(prices());
        Self { db, url: url.to_owned(), clock, entitlements, ledger, home }
    }

    /// Returns the database as another process has it: with connections and a queue of writers of its own.
    pub async fn another_process(&self) -> Db {
        Db::open(&self.url, &Options::default()).await.unwrap()
    }

    /// Drops the database.
    pub async fn close(self) {
        self.db.close().await;
        match self.home {
            Home::Folder(folder) => folder.close().expect("the temporary folder is ours"),
            Home::Postgres { server, name } => {
                administer(&server, format!("DROP DATABASE {name}")).await;
                server.close().await;
            }
        }
    }

    /// Creates a payer on the free plan.
    pub fn somebody(&self) -> Payer {
        let now = self.clock.now();
        Payer { workspace_id: WorkspaceId::new(now), user_id: UserId::new(now) }
    }

    /// Creates a payer on the operator's plan.
    pub async fn operator(&self) -> Payer {
        let payer = self.somebody();
        let mut tx = self.db.begin().await.unwrap();
        let grant = PlanGrant::operator(payer.workspace_id, self.clock.now());
        self.entitlements.grant_plan(&mut tx, &grant, self.clock.now()).await.unwrap();
        tx.commit().await.unwrap();
        payer
    }

    pub fn run(&self) -> RunId {
        RunId::new(self.clock.now())
    }

    pub async fn reserve(&self, payer: &Payer, run_id: RunId) -> Result<(), ReserveError> {
        self.reserve_charge(payer, run_id, standard()).await
    }

    pub async fn reserve_charge(
        &self,
        payer: &Payer,
        run_id: RunId,
        charge: Charge,
    ) -> Result<(), ReserveError> {
        self.reserve_on(&self.db, payer, run_id, charge).await
    }

    pub async fn reserve_on(
        &self,
        db: &Db,
        payer: &Payer,
        run_id: RunId,
        charge: Charge,
    ) -> Result<(), ReserveError> {
        let mut tx = db.begin().await?;
        self.ledger.reserve(&mut tx, &reservation(payer, run_id, charge)).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Holds as much of `charge` as is available, but at least `least`.
    pub async fn reserve_up_to(
        &self,
        payer: &Payer,
        run_id: RunId,
        (charge, least): (Charge, i64),
    ) -> Result<i64, ReserveError> {
        let mut tx = self.db.begin().await?;
        let wanted = reservation(payer, run_id, charge);
        let held = self.ledger.reserve_up_to(&mut tx, &wanted, least).await?;
        tx.commit().await?;
        Ok(held)
    }

    pub async fn settle(&self, run_id: RunId, used: i64) -> Settled {
        self.settle_on(&self.db, run_id, used).await
    }

    pub async fn settle_on(&self, db: &Db, run_id: RunId, used: i64) -> Settled {
        let mut tx = db.begin().await.unwrap();
        let settled = self.ledger.settle(&mut tx, run_id, used).await.unwrap();
        tx.commit().await.unwrap();
        settled
    }

    /// Reserves and settles one query.
    pub async fn ask(&self, payer: &Payer) -> Result<(), ReserveError> {
        let run_id = self.run();
        self.reserve(payer, run_id).await?;
        self.settle(run_id, 1).await;
        Ok(())
    }

    /// Returns the remaining standard queries; `None` is unlimited.
    pub async fn left(&self, payer: &Payer) -> Option<i64> {
        let mut conn = self.db.read().await.unwrap();
        let usage = self.ledger.usage(&mut conn, payer).await.unwrap();
        usage[0].left
    }

    /// Asserts I1 to I4 for every bucket and hold there is.
    pub async fn assert_invariants(&self) {
        testing::assert_sums_hold(&self.db).await;
    }
}

/// Returns prices at which `paid/…` costs one millionth per token.
pub fn prices() -> SpendingSettings {
    let paid = ModelPrice { models: "paid/*".to_owned(), input: MICROS, output: MICROS };
    SpendingSettings { prices: vec![paid], ..SpendingSettings::default() }
}

async fn administer(server: &Db, statement: String) {
    let mut conn = server.read().await.unwrap();
    sql!(&mut conn, execute, store::sqlx::AssertSqlSafe(statement.clone())).unwrap();
}

/// Returns the reservation that chat would make.
pub fn reservation<'a>(payer: &'a Payer, run_id: RunId, charge: Charge) -> Reservation<'a> {
    Reservation {
        run_id,
        payer,
        charge,
        plan: None,
        budget: None,
        feature: "chat",
        detail: "Small model",
    }
}

pub fn standard() -> Charge {
    Prices::of(Operation::ChatMessage { tier: kernel::Tier::Standard })
}

pub fn advanced() -> Charge {
    Prices::of(Operation::ChatMessage { tier: kernel::Tier::Advanced })
}
