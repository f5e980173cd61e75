//! Plan grants over time, on SQLite and on PostgreSQL.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use entitlements::{Entitlements, MIGRATIONS, PlanGrant, ROLE, Settings};
use kernel::{DAY, Timestamp, WorkspaceId};
use store::{Db, Options, sql};

/// The PostgreSQL that `scripts/test-servers` starts.
const POSTGRES: &str = "postgres://postgres@127.0.0.1:54329";

/// 2026-11-20T11:00:00Z.
const NOW: Timestamp = Timestamp::from_micros(1_795_172_400_000_000);

struct House {
    db: Db,
    entitlements: Entitlements,
    ana: WorkspaceId,
}

impl House {
    async fn on(url: &str) -> Self {
        let db = Db::open(url, &Options::connections(2)).await.unwrap();
        db.migrate(MIGRATIONS, NOW).await.unwrap();
        let entitlements = Entitlements::new(&Settings::default()).unwrap();
        Self { db, entitlements, ana: WorkspaceId::new(NOW) }
    }

    async fn plan_at(&self, now: Timestamp) -> String {
        let mut conn = self.db.read().await.unwrap();
        self.entitlements.plan_of(&mut conn, self.ana, now).await.unwrap().id.clone()
    }

    async fn grant(&self, grant: &PlanGrant) -> bool {
        let mut tx = self.db.begin().await.unwrap();
        let is_new = self.entitlements.grant_plan(&mut tx, grant, NOW).await.unwrap();
        tx.commit().await.unwrap();
        is_new
    }
}

async fn on_sqlite(check: impl AsyncFn(&House)) {
    let folder = tempfile::tempdir().unwrap();
    let house = House::on(&format!("sqlite://{}/test.db", folder.path().display())).await;
    check(&house).await;
    house.db.close().await;
}

async fn on_postgres(check: impl AsyncFn(&House)) {
    let server = Db::open(&format!("{POSTGRES}/postgres"), &Options::connections(1))
        .await
        .expect("PostgreSQL answers on port 54329: start it with scripts/test-servers");
    let name = format!("entitlements_{}", WorkspaceId::new(NOW).0.simple());
    administer(&server, format!("CREATE DATABASE {name}")).await;
    let house = House::on(&format!("{POSTGRES}/{name}")).await;
    check(&house).await;
    house.db.close().await;
    administer(&server, format!("DROP DATABASE {name}")).await;
}

async fn administer(server: &Db, statement: String) {
    let mut conn = server.read().await.unwrap();
    sql!(&mut conn, execute, store::sqlx::AssertSqlSafe(statement.clone())).unwrap();
}

macro_rules! on_both {
    ($(async fn $name:ident($house:ident: &House) $body:block)+) => {
        $(mod $name {
            use super::*;

            async fn check($house: &House) $body

            #[tokio::test]
            async fn on_sqlite() {
                super::on_sqlite(check).await;
            }

            #[tokio::test]
            async fn on_postgres() {
                super::on_postgres(check).await;
            }
        })+
    };
}

fn trial(house: &House) -> PlanGrant {
    PlanGrant {
        workspace_id: house.ana,
        plan: "operator".to_owned(),
        source: "trial".to_owned(),
        reference: "1".to_owned(),
        starts_at: NOW,
        ends_at: Some(NOW.plus(DAY)),
    }
}

on_both! {
    async fn who_was_granted_nothing_is_on_the_free_plan(house: &House) {
        assert_eq!(house.plan_at(NOW).await, "free");
    }

    async fn a_plan_is_had_from_its_first_moment_until_before_its_last(house: &House) {
        assert!(house.grant(&trial(house)).await);
        assert_eq!(house.plan_at(NOW.plus(-1)).await, "free");
        assert_eq!(house.plan_at(NOW).await, "operator");
        assert_eq!(house.plan_at(NOW.plus(DAY - 1)).await, "operator");
        assert_eq!(house.plan_at(NOW.plus(DAY)).await, "free");
    }

    async fn the_same_is_granted_once(house: &House) {
        assert!(house.grant(&trial(house)).await);
        let again = PlanGrant { ends_at: Some(NOW.plus(9 * DAY)), ..trial(house) };
        assert!(!house.grant(&again).await);
        assert_eq!(house.plan_at(NOW.plus(2 * DAY)).await, "free");
    }

    async fn who_loses_a_role_keeps_what_came_from_elsewhere(house: &House) {
        house.grant(&trial(house)).await;
        house.grant(&PlanGrant::operator(house.ana, NOW)).await;
        assert_eq!(house.plan_at(NOW.plus(2 * DAY)).await, "operator");

        let mut tx = house.db.begin().await.unwrap();
        house.entitlements.end_plans(&mut tx, house.ana, ROLE, NOW.plus(5)).await.unwrap();
        tx.commit().await.unwrap();

        assert_eq!(house.plan_at(NOW.plus(5)).await, "operator", "the trial goes on");
        assert_eq!(house.plan_at(NOW.plus(2 * DAY)).await, "free");
    }

    async fn who_becomes_operator_again_has_the_plan_again(house: &House) {
        house.grant(&PlanGrant::operator(house.ana, NOW)).await;
        let mut tx = house.db.begin().await.unwrap();
        house.entitlements.end_plans(&mut tx, house.ana, ROLE, NOW.plus(1)).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(house.plan_at(NOW.plus(1)).await, "free");

        assert!(house.grant(&PlanGrant::operator(house.ana, NOW.plus(2))).await);
        assert_eq!(house.plan_at(NOW.plus(2)).await, "operator");
    }

    async fn a_deleted_account_leaves_nothing(house: &House) {
        house.grant(&trial(house)).await;
        let mut tx = house.db.begin().await.unwrap();
        house.entitlements.forget(&mut tx, house.ana).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(house.plan_at(NOW).await, "free");
    }
}
