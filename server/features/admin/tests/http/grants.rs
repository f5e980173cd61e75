//! Grants to people and teams: listed, made once, notified, and taken back.

use entitlements::Meter;
use kernel::{DAY, RunId, Uuid, uuid_v7};
use ledger::{Charge, Grant, Reservation};
use serde_json::{Value, json};
use testing::{TestPerson, TestServer, for_each_store};

use crate::server;

fn grant(server: &TestServer, to: &TestPerson, amount: i64) -> Value {
    json!({
        "id": uuid_v7(server.clock().now()), "workspace_id": to.workspace_id,
        "meter": "advanced_credit", "amount": amount, "ends_at": null, "reason": "Sorry for Monday",
    })
}

async fn left(server: &TestServer, of: &TestPerson) -> i64 {
    let mut conn = server.db().read().await.unwrap();
    let usage = server.services.ledger.usage(&mut conn, &of.payer()).await.unwrap();
    let credits = usage.into_iter().find(|it| it.meter == Meter::AdvancedCredit);
    credits.map_or(0, |it| it.left.unwrap())
}

async fn hold(server: &TestServer, of: &TestPerson, amount: i64) -> RunId {
    let run_id = RunId::new(server.clock().now());
    let charge = Charge { meter: Some(Meter::AdvancedCredit), amount };
    let (payer, plan, budget) = (&of.payer(), None, None);
    let (feature, detail) = ("chat", "Model");
    let wanted = Reservation { run_id, payer, charge, plan, budget, feature, detail };
    let mut tx = server.db().begin().await.unwrap();
    server.services.ledger.reserve(&mut tx, &wanted).await.unwrap();
    tx.commit().await.unwrap();
    run_id
}

async fn settle(server: &TestServer, run_id: RunId, used: i64) {
    let mut tx = server.db().begin().await.unwrap();
    server.services.ledger.settle(&mut tx, run_id, used).await.unwrap();
    tx.commit().await.unwrap();
}

for_each_store! {
    async fn what_is_given_is_given_once_told_and_listed(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let ana = server.member("ana@example.com").await;
        let mut hints = server.services.bus.subscribe_to_user(ana.user_id);
        let ends_at = server.clock().now().plus(30 * DAY);
        let mut body = grant(&server, &ana, 500);
        body["ends_at"] = json!(ends_at);

        for _ in 0..2 {
            let given = operator.post("/api/admin/grants", body.clone()).await.created();
            assert_eq!((&given["amount"], &given["given_by"]), (&json!(500), &json!("operator")));
        }

        assert_eq!(left(&server, &ana).await, 500, "once");
        assert!(hints.next().await.unwrap().contains("usage.changed"));
        let mail = server.newest_mail_to("ana@example.com").await;
        assert!(mail.contains("500 advanced credits") && mail.contains("December 20, 2026, 12:00 (UTC)"), "{mail}");
        assert!(mail.contains("Sorry for Monday"));
        let page = operator.get("/api/admin/grants?q=ANA").await.ok();
        let lot = &page["items"][0];
        assert_eq!(page["items"].as_array().unwrap().len(), 1);
        assert_eq!((&lot["source"], &lot["email"]), (&json!("operator"), &json!("ana@example.com")));
        assert_eq!((&lot["grant_id"], &lot["note"]), (&body["id"], &json!("Sorry for Monday")));
        assert_eq!(lot["ends_at"], body["ends_at"]);

        server.clock().advance(30 * DAY);
        assert_eq!(left(&server, &ana).await, 0, "it is over");
    }

    async fn one_id_is_one_grant(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let (ana, ben) = (server.member("ana@example.com").await, server.member("ben@example.com").await);
        let body = grant(&server, &ana, 500);
        operator.post("/api/admin/grants", body.clone()).await.created();

        for (field, value) in [
            ("amount", json!(501)), ("workspace_id", json!(ben.workspace_id)),
            ("meter", json!("standard_query")), ("reason", json!("Other")),
        ] {
            let mut other = body.clone();
            other[field] = value;
            operator.post("/api/admin/grants", other).await
                .assert_problem(409, "admin.grant_id_taken");
        }
        assert_eq!((left(&server, &ana).await, left(&server, &ben).await), (500, 0));
    }

    async fn what_cannot_be_given_names_the_field_and_gives_nothing(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let ana = server.member("ana@example.com").await;
        for (field, value) in [
            ("amount", json!(0)), ("amount", json!(-5)), ("amount", json!(1_000_001)),
            ("ends_at", json!(server.clock().now())), ("reason", json!(" ")),
        ] {
            let mut body = grant(&server, &ana, 500);
            body[field] = value;
            let problem = operator.post("/api/admin/grants", body).await
                .assert_problem(422, "admin.grant_invalid");
            assert_eq!(problem["params"]["field"], field);
        }
        let mut nobody = grant(&server, &ana, 500);
        nobody["workspace_id"] = json!(Uuid::nil());
        operator.post("/api/admin/grants", nobody).await
            .assert_problem(404, "admin.recipient_not_found");
        assert!(operator.get("/api/admin/grants").await.ok()["items"].as_array().unwrap().is_empty());
    }

    async fn a_mistake_is_taken_back_as_far_as_it_is_unspent(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let ana = server.member("ana@example.com").await;
        let body = grant(&server, &ana, 500);
        let given = operator.post("/api/admin/grants", body).await.created();
        let spent = hold(&server, &ana, 100).await;
        settle(&server, spent, 100).await;
        let running = hold(&server, &ana, 50).await;
        let path = format!("/api/admin/grants/{}/take-back", given["grant_id"].as_str().unwrap());
        server.clock().advance(1_000_000);

        for _ in 0..2 {
            let taken = operator.post(&path, json!({})).await.ok();
            assert_eq!((&taken["amount"], &taken["taken_back"]), (&json!(500), &json!(350)));
            assert_eq!((&taken["used"], &taken["held"]), (&json!(100), &json!(50)));
            assert_eq!(taken["taken_by"], "operator");
        }

        assert_eq!(left(&server, &ana).await, 0);
        assert!(server.newest_mail_to("ana@example.com").await.contains("350 advanced credits"));
        settle(&server, running, 50).await;
        let page = operator.get("/api/admin/grants").await.ok();
        assert_eq!((&page["items"][0]["used"], &page["items"][0]["held"]), (&json!(150), &json!(0)));
        let unknown = format!("/api/admin/grants/{}/take-back", Uuid::nil());
        operator.post(&unknown, json!({})).await.assert_problem(404, "admin.grant_not_found");
    }

    async fn lots_are_listed_by_what_gave_them(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let ana = server.member("ana@example.com").await;
        for (source, reference) in [("add_on", "order 1"), (entitlements::REWARD, "friend 1")] {
            let (meter, amount, detail) = (Meter::AdvancedCredit, 10, "small".to_owned());
            let (reference, ends_at) = (reference.to_owned(), None);
            let given = Grant { meter, amount, source, reference, ends_at, detail };
            let mut tx = server.db().begin().await.unwrap();
            server.services.ledger.grant(&mut tx, ana.workspace_id, &given).await.unwrap();
            tx.commit().await.unwrap();
            server.clock().advance(1_000_000);
        }
        let body = grant(&server, &ana, 7);
        operator.post("/api/admin/grants", body).await.created();
        // The plan's lot is made by the first use.
        let run_id = RunId::new(server.clock().now());
        let charge = Charge { meter: Some(Meter::StandardQuery), amount: 1 };
        let (payer, plan, budget) = (&ana.payer(), None, None);
        let wanted = Reservation { run_id, payer, charge, plan, budget, feature: "chat", detail: "" };
        let mut tx = server.db().begin().await.unwrap();
        server.services.ledger.reserve(&mut tx, &wanted).await.unwrap();
        tx.commit().await.unwrap();

        let sources = async |query: &str| {
            let page = operator.get(&format!("/api/admin/grants{query}")).await.ok();
            let items = page["items"].as_array().unwrap().clone();
            items.iter().map(|it| it["source"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(sources("").await, ["operator", "reward", "purchase"]);
        assert_eq!(sources("?source=purchase").await, ["purchase"]);
        assert_eq!(sources("?source=reward&q=ana").await, ["reward"]);
        assert!(sources("?q=ben").await.is_empty());
        let plans = operator.get("/api/admin/grants?source=plan").await.ok();
        assert_eq!((&plans["items"][0]["plan"], &plans["items"][0]["amount"]), (&json!("free"), &json!(40)));

        let first = operator.get("/api/admin/grants?limit=2").await.ok();
        let cursor = first["next_cursor"].as_str().unwrap();
        assert_eq!(sources(&format!("?limit=2&cursor={cursor}")).await, ["purchase"]);
    }

    async fn a_team_is_found_and_its_admins_are_told(store) {
        let server = server(store).await;
        let operator = server.operator().await;
        let ana = server.member("ana@example.com").await;
        let team_id = kernel::WorkspaceId(uuid_v7(server.clock().now()));
        let mut tx = server.db().begin().await.unwrap();
        server.services.identity.create_team(&mut tx, team_id, ana.user_id, "Lamps").await.unwrap();
        tx.commit().await.unwrap();

        let found = operator.get("/api/admin/recipients?q=lamp").await.ok();
        assert_eq!(found[0]["workspace_id"], json!(team_id));
        assert_eq!(found[0]["email"], Value::Null);
        let mut body = grant(&server, &ana, 500);
        body["workspace_id"] = json!(team_id);
        let given = operator.post("/api/admin/grants", body).await.created();
        assert_eq!(given["name"], "Lamps");
        assert!(server.newest_mail_to("ana@example.com").await.contains("500 advanced credits"));
        assert_eq!(left(&server, &ana).await, 0, "her own workspace has nothing of it");
    }
}
