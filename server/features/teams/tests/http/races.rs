//! Concurrent actions on the same team.

use futures::future::join_all;
use kernel::DAY;
use serde_json::{Value, json};
use testing::{TestPerson, TestServer, for_each_store};

use crate::setting::{code_of, enter, found, join, open_link, start, take_in, team_of};

/// Orders so many seats a month; returns the answer: the order, or the reason for refusal.
async fn order_seats(server: &TestServer, admin: &TestPerson, seats: i64) -> testing::Answer {
    let item = json!({ "plan": "team", "cycle": "monthly", "seats": seats });
    let quote = admin.post("/api/billing/quotes", item.clone()).await.ok();
    let id = kernel::uuid_v7(server.clock().now());
    let wanted = json!({ "id": id, "item": item, "amount": quote["amount"], "currency": "USD" });
    admin.post("/api/billing/orders", wanted).await
}

async fn pay_for(server: &TestServer, order: &Value) {
    let path = format!("/api/billing/all-orders/{}/paid", order["id"].as_str().unwrap());
    server.operator().await.post(&path, json!({})).await.ok();
}

for_each_store! {
    async fn the_last_seat_is_taken_once(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let team = found(&server, &ana, 2).await;
        let code = open_link(&ana, &team).await;
        let mut people = Vec::new();
        for number in 0..4 {
            let person = server.member(&format!("p{number}@example.com")).await;
            join(&person, &code).await.ok();
            people.push(person);
        }
        let approvals = people.iter().map(|person| {
            let path = format!("{}/members/{}/approve", team_of(&team), person.user_id);
            let ana = ana.client.clone();
            async move { ana.post(&path, json!({})).await }
        });
        let answers = join_all(approvals).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        for answer in answers.into_iter().filter(|answer| answer.status != 200) {
            answer.assert_problem(409, "teams.no_seat");
        }
        let is = ana.get(&team_of(&team)).await.ok();
        assert_eq!((&is["members"], &is["waiting_members"]), (&json!(2), &json!(3)));
    }

    async fn who_is_taken_in_beside_an_order_of_fewer_seats_has_one_when_it_is_paid(store) {
        let server = TestServer::with(store, |services| {
            let settings = billing::Settings::default();
            vec![teams::area(services), billing::area(services, &settings)]
        })
        .await;
        let ana = server.member("ana@example.com").await;
        let team = ana.post("/api/teams", json!({ "name": "The Lamps" })).await.created();
        enter(&ana, &team).await;
        pay_for(&server, &order_seats(&server, &ana, 4).await.created()).await;
        server.clock().advance(30 * DAY);
        server.run_jobs().await;
        let ana = server.member("ana@example.com").await;
        enter(&ana, &team).await;
        let code = open_link(&ana, &team).await;
        let mut approvals = Vec::new();
        for number in 0..3 {
            let person = server.member(&format!("p{number}@example.com")).await;
            join(&person, &code).await.ok();
            let path = format!("{}/members/{}/approve", team_of(&team), person.user_id);
            let ana = ana.client.clone();
            approvals.push(async move { ana.post(&path, json!({})).await });
        }
        let fewer = order_seats(&server, &ana, 2);
        let (fewer, answers) = futures::future::join(fewer, join_all(approvals)).await;
        for answer in answers.into_iter().filter(|answer| answer.status != 200) {
            answer.assert_problem(409, "teams.no_seat");
        }
        let is = ana.get(&team_of(&team)).await.ok();
        if fewer.status == 201 {
            pay_for(&server, &fewer.created()).await;
            let paid = ana.get(&team_of(&team)).await.ok();
            assert_eq!((&paid["seats"], &paid["members"]), (&json!(2), &is["members"]));
            assert!(is["members"].as_i64().unwrap() <= 2, "{is}");
        } else {
            fewer.assert_problem(409, "billing.seats_taken");
            assert_eq!((&is["seats"], &is["members"]), (&json!(4), &json!(4)));
        }
    }

    async fn of_64_who_join_at_once_each_waits_once(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let team = found(&server, &ana, 2).await;
        let code = open_link(&ana, &team).await;
        let mut people = Vec::new();
        for number in 0..32 {
            people.push(server.member(&format!("p{number}@example.com")).await);
        }
        let joins = people.iter().chain(people.iter()).map(|person| join(person, &code));
        for answer in join_all(joins).await {
            assert_eq!(answer.ok()["standing"], "waiting");
        }
        assert_eq!(ana.get(&team_of(&team)).await.ok()["waiting_members"], 32);
    }

    async fn who_joins_while_the_link_is_reset_waits_or_is_refused(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let team = found(&server, &ana, 2).await;
        let code = open_link(&ana, &team).await;
        let mut people = Vec::new();
        for number in 0..8 {
            people.push(server.member(&format!("p{number}@example.com")).await);
        }
        let path = format!("{}/invitation/reset", team_of(&team));
        let reset = ana.post(&path, json!({}));
        let joins = join_all(people.iter().map(|person| join(person, &code)));
        let (reset, joined) = futures::future::join(reset, joins).await;
        assert_ne!(code_of(&reset.ok()), code);
        let mut waiting = 0;
        for answer in joined {
            if answer.status == 200 {
                waiting += 1;
            } else {
                answer.assert_problem(404, "teams.invitation_invalid");
            }
        }
        assert_eq!(ana.get(&team_of(&team)).await.ok()["waiting_members"], waiting);
    }

    async fn of_two_admins_who_leave_at_once_one_stays(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let ben = server.member("ben@example.com").await;
        let team = found(&server, &ana, 3).await;
        take_in(&ana, &ben, &team).await;
        let member = |id| format!("{}/members/{id}", team_of(&team));
        ana.patch(&member(ben.user_id), json!({ "role": "admin" })).await.ok();
        let (a, b) = (member(ana.user_id), member(ben.user_id));
        let (one, other) = futures::future::join(ana.delete(&a), ben.delete(&b)).await;
        let (left, stays) = if one.status == 204 { (one, other) } else { (other, one) };
        left.no_content();
        stays.assert_problem(409, "teams.last_admin");
    }
}
