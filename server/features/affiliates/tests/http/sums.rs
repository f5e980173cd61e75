//! Whatever is paid, refunded and paid out, in any order: an affiliate's payouts and dues add up to the commissions on
//! payments that were kept.

use std::collections::{HashMap, HashSet};

use kernel::{DAY, HOUR, Timestamp};
use serde_json::{Value, json};
use testing::{TestServer, for_each_store};

use crate::{ANA, approved, brought, buy, pass, pay_out, pro, start, sums, word};

/// A plain model of the sums.
#[derive(Default)]
struct Model {
    /// By order: its commission, and the time of the payment.
    earned: HashMap<String, (i64, Timestamp)>,
    good: HashSet<String>,
    given_back: HashSet<String>,
    paid_out: i64,
}

impl Model {
    fn pass(&mut self, now: Timestamp) {
        for (id, (_, paid_at)) in &self.earned {
            if now >= paid_at.plus(30 * DAY) && !self.given_back.contains(id) {
                self.good.insert(id.clone());
            }
        }
    }

    /// Returns the commissions that were not voided: the approved ones, or the pending ones.
    fn kept(&self, is_good: bool) -> i64 {
        let kept = self
            .earned
            .iter()
            .filter(|(id, _)| !self.given_back.contains(*id) && self.good.contains(*id) == is_good);
        kept.map(|(_, (amount, _))| amount).sum()
    }
}

/// The same steps in each run, different ones by seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

async fn step(server: &TestServer, model: &mut Model, orders: &mut Vec<Value>, dice: &mut Dice) {
    let ana = server.member(ANA).await;
    match dice.roll(6) {
        0 | 1 => {
            let email = format!("friend{}@example.com", dice.roll(3));
            let pack = ["small", "medium", "large"][dice.roll(3) as usize];
            let friend = server.member(&email).await;
            let order = buy(server, &friend, json!({ "pack": pack })).await;
            let (id, amount) = (order["id"].as_str().unwrap(), order["amount"].as_i64().unwrap());
            model.earned.insert(id.to_owned(), (amount / 5, server.clock().now()));
            // Repeating it pays nothing more.
            word(server, &order, "paid").await.assert_problem(409, "billing.order_closed");
            orders.push(order);
        }
        2 if !orders.is_empty() => {
            let order = &orders[dice.roll(orders.len() as u64) as usize];
            let id = order["id"].as_str().unwrap().to_owned();
            let again = !model.given_back.insert(id);
            let answer = word(server, order, "refund").await;
            answer.assert_status(if again { 409 } else { 200 });
        }
        3 | 4 => {
            pass(server, (dice.roll(20) as i64) * DAY + HOUR).await;
            model.pass(server.clock().now());
        }
        _ => {
            let due = model.kept(true) - model.paid_out;
            let answer = pay_out(server, &ana, due).await;
            if due > 0 {
                answer.assert_status(200);
                model.paid_out += due;
            } else {
                answer.assert_problem(409, "affiliates.sum_changed");
            }
        }
    }
}

for_each_store! {
    async fn what_was_paid_out_and_is_due_is_what_was_earned_and_kept(store) {
        let server = start(store).await;
        let code = approved(&server, &server.member(ANA).await).await;
        let mut model = Model::default();
        let mut orders = Vec::new();
        for number in 0..3 {
            let friend = brought(&server, &code, &format!("friend{number}@example.com")).await;
            let order = buy(&server, &friend, pro("yearly")).await;
            let id = order["id"].as_str().unwrap().to_owned();
            model.earned.insert(id, (1_980, server.clock().now()));
        }
        let mut dice = Dice(20_261_123);
        for number in 0..50 {
            step(&server, &mut model, &mut orders, &mut dice).await;
            let [pending, approved, paid, clawed_back, due] = sums(&server, ANA).await;
            assert_eq!(pending, model.kept(false), "step {number}");
            assert_eq!(approved + paid, model.kept(true), "step {number}");
            assert_eq!(due, model.kept(true) - model.paid_out, "step {number}");
            let all: i64 = model.earned.values().map(|(amount, _)| amount).sum();
            assert_eq!(pending + approved + paid + clawed_back, all, "step {number}");
            let list = server.member(ANA).await.get("/api/affiliates/commissions?limit=100").await.ok();
            assert_eq!(list["items"].as_array().unwrap().len(), model.earned.len(), "one row a payment");
        }
        assert!(model.paid_out > 0 && !model.given_back.is_empty(), "all of it happened");
    }
}
