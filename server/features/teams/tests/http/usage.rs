//! Members' usage of a team's plan, and its caps.

use kernel::{DAY, Payer, RunId, Tier};
use ledger::{Operation, Prices, Reservation, ReserveError};
use serde_json::{Value, json};
use testing::{TestPerson, TestServer, for_each_store};

use crate::setting::{found, id_of, start, take_in, team_of};

/// Asks one question in a team's workspace.
async fn ask(server: &TestServer, person: &TestPerson, team: &Value) -> Result<(), ReserveError> {
    let ledger = &server.services.ledger;
    let run_id = RunId::new(server.clock().now());
    let charge = Prices::of(Operation::ChatMessage { tier: Tier::Advanced });
    let payer = &Payer { workspace_id: id_of(team), user_id: person.user_id };
    let mut tx = server.db().begin().await.unwrap();
    let wanted = Reservation {
        run_id,
        payer,
        charge,
        plan: None,
        budget: None,
        feature: "chat",
        detail: "Large model",
    };
    ledger.reserve(&mut tx, &wanted).await?;
    ledger.settle(&mut tx, run_id, 1).await.unwrap();
    tx.commit().await.unwrap();
    server.clock().advance(1_000);
    Ok(())
}

/// Returns the advanced queries in one row.
fn queries(of: &Value) -> (Value, Value) {
    let meters = of.as_array().unwrap();
    let row = meters.iter().find(|row| row["meter"] == "advanced_query").unwrap();
    (row["used"].clone(), row["cap"].clone())
}

for_each_store! {
    async fn what_members_use_is_the_teams_and_not_their_own(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let ben = server.member("ben@example.com").await;
        let team = found(&server, &ana, 2).await;
        take_in(&ana, &ben, &team).await;
        for person in [&ana, &ben, &ben] {
            ask(&server, person, &team).await.unwrap();
        }
        let path = format!("{}/usage", team_of(&team));
        let seen = ana.get(&path).await.ok();
        assert_eq!(queries(&seen["team"]), (json!(3), Value::Null));
        assert_eq!(seen["members"].as_array().unwrap().len(), 2);
        assert_eq!(queries(&seen["members"][1]["meters"]).0, 2);
        // A member sees the sums and themselves.
        let seen = ben.get(&path).await.ok();
        assert_eq!(queries(&seen["team"]).0, 3);
        assert_eq!(seen["members"].as_array().unwrap().len(), 1);
        assert_eq!(seen["members"][0]["name"], "ben");

        let mut conn = server.db().read().await.unwrap();
        let own = server.services.ledger.usage(&mut conn, &ben.payer()).await.unwrap();
        assert!(own.iter().all(|meter| meter.used == 0));
        let payer = Payer { workspace_id: id_of(&team), user_id: ben.user_id };
        let of_team = server.services.ledger.usage(&mut conn, &payer).await.unwrap();
        let advanced = of_team.iter().find(|it| it.meter == ledger::Meter::AdvancedQuery).unwrap();
        // Two seats of 800.
        assert_eq!((advanced.granted, advanced.used), (Some(1_600), 3));
    }

    async fn nobody_uses_more_than_their_cap_or_the_teams(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let ben = server.member("ben@example.com").await;
        let team = found(&server, &ana, 2).await;
        take_in(&ana, &ben, &team).await;
        let path = team_of(&team);
        let of_ben = format!("{path}/members/{}/cap", ben.user_id);
        let cap = |amount: Value| json!({ "meter": "advanced_query", "amount": amount });
        let seen = ana.put(&of_ben, cap(json!(2))).await.ok();
        assert_eq!(queries(&seen["members"][1]["meters"]), (json!(0), json!(2)));
        ask(&server, &ben, &team).await.unwrap();
        ask(&server, &ben, &team).await.unwrap();
        let refused = ask(&server, &ben, &team).await.unwrap_err();
        assert!(matches!(refused, ReserveError::CapReached { cap: 2, .. }), "{refused:?}");
        ask(&server, &ana, &team).await.unwrap();

        ana.put(&of_ben, cap(Value::Null)).await.ok();
        ana.put(&format!("{path}/cap"), cap(json!(4))).await.ok();
        ask(&server, &ben, &team).await.unwrap();
        assert!(ask(&server, &ana, &team).await.is_err(), "all of them have had four");
        let wrong = ana.put(&of_ben, cap(json!(-1))).await;
        wrong.assert_problem(422, "teams.cap_out_of_range");
        let nobody = format!("{path}/members/{}/cap", kernel::Uuid::new_v4());
        ana.put(&nobody, cap(json!(1))).await.assert_problem(404, "teams.member_not_found");

        // NOW is 20 November: the month of a cap ends with it, that of the plan does not.
        server.clock().advance(11 * DAY);
        ask(&server, &ana, &team).await.unwrap();
    }

    async fn seats_that_are_bought_add_to_what_is_there(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let team = found(&server, &ana, 1).await;
        ask(&server, &ana, &team).await.unwrap();
        let seats = entitlements::Seats { all: 2, open: 2 };
        let mut tx = server.db().begin().await.unwrap();
        let entitlements = &server.services.entitlements;
        entitlements.set_seats(&mut tx, id_of(&team), seats, server.clock().now()).await.unwrap();
        tx.commit().await.unwrap();
        ask(&server, &ana, &team).await.unwrap();
        let mut conn = server.db().read().await.unwrap();
        let payer = Payer { workspace_id: id_of(&team), user_id: ana.user_id };
        let usage = server.services.ledger.usage(&mut conn, &payer).await.unwrap();
        let advanced = usage.iter().find(|it| it.meter == ledger::Meter::AdvancedQuery).unwrap();
        assert_eq!((advanced.granted, advanced.used), (Some(1_600), 2));
    }

    // spec §6: "they are told to switch workspace or contact the admin"
    async fn in_a_locked_team_nothing_is_used(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let team = found(&server, &ana, 1).await;
        server.clock().advance(30 * DAY);
        let refused = ask(&server, &ana, &team).await.unwrap_err();
        assert!(matches!(refused, ReserveError::Locked), "{refused:?}");
        let kernel::Failure::Problem(problem) = refused.into() else { panic!("it is a problem") };
        assert_eq!(problem.kind.text, "Please switch workspace or contact the admin");
    }
}
