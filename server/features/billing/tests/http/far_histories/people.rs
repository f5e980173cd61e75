//! Actions of people in a history: they start trials, order, pay bills, cancel and use credits; and an operator
//! refunds.

use entitlements::Meter;
use kernel::{DAY, MINUTE, RunId};
use ledger::{Charge, Reservation};
use serde_json::{Value, json};

use super::history::History;
use super::model::{Far, Known};
use crate::calendar::Period;
use crate::collectors::id_of;
use crate::histories::{assert_no_hold_is_open, is_between, race};
use crate::seats::seats;
use crate::setting::{credits, plan, plan_of, say};

/// Days of a free trial, and of its extension.
const TRIAL_DAYS: i64 = 7;

impl History {
    pub async fn order(&mut self) {
        let item = match (self.is_team, self.dice.roll(5)) {
            (_, 0) => json!({ "pack": "small" }),
            (true, at) => seats(if at == 1 { "yearly" } else { "monthly" }, at as i64),
            (false, 1) => plan("pro", "yearly"),
            (false, 2) => plan("pro_plus", "monthly"),
            (false, 3) => plan("unlimited", "monthly"),
            (false, _) => plan("pro", "monthly"),
        };
        let ana = &self.house.ana;
        let answer = ana.post("/api/billing/quotes", item.clone()).await;
        if answer.status != 200 {
            return;
        }
        let quote = answer.ok();
        let number = |name: &str| quote[name].as_i64().unwrap();
        if quote["kind"] == "downgrade" {
            let mut body = json!({
                "plan": quote["plan"], "cycle": quote["cycle"], "price": quote["price"],
                "currency": quote["currency"],
            });
            if self.is_team {
                body["seats"] = quote["seats"].clone();
            }
            ana.post("/api/billing/subscription/downgrade", body).await.ok();
            self.model.next = Some(quote["plan"].as_str().unwrap().to_owned());
            self.model.cancelled = false;
            return;
        }
        assert_eq!(number("amount") + number("credit") + number("discount"), number("price"));
        let (amount, created) = (number("amount"), self.now());
        assert!(amount >= 0 && number("credit") >= 0 && number("discount") >= 0);
        let worth = self.model.paid.as_ref().map_or(0, |(_, period)| period.credit(created));
        let is_upgrade = quote["kind"] == "upgrade";
        let credited = worth.min(number("price") - number("discount"));
        assert_eq!(number("credit"), if is_upgrade { credited } else { 0 }, "{quote}");
        let body = json!({
            "id": kernel::uuid_v7(created), "item": item, "amount": amount,
            "currency": quote["currency"],
        });
        let order = ana.post("/api/billing/orders", body).await.created();
        if order["plan"] != Value::Null {
            self.model.close_open(true);
        }
        let id = id_of(&order).to_owned();
        let far = if amount == 0 { Far::None } else { Far::Open };
        self.model.orders.insert(id.clone(), Known { far, ..Known::new(order, created) });
        if amount == 0 {
            self.model.pay(&id, created);
        }
    }

    /// Simulates a payer who returns from the payment page, or who comes to pay a bill.
    pub async fn come_back(&mut self) {
        let Some(id) = self.pick(|known| known.state == "open") else { return };
        let order = self.of(&id);
        let answer = self.dying(async |house| house.come_back(&order).await).await;
        if answer.status == 500 {
            self.model.hear_captured(&id);
            return self.restart().await;
        }
        answer.ok();
        let now = self.now();
        self.model.hear(&id, now);
        let known = self.model.order_mut(&id);
        if known.state == "open" && known.far == Far::None {
            known.far = Far::Open;
        }
    }

    /// Refunds a payment as the operator, or money that arrived for a closed order.
    pub async fn refund(&mut self) {
        let Some(id) = self.pick(|known| known.state == "paid" || known.refund_due) else { return };
        let (order, far) = (self.of(&id), self.model.orders[&id].far);
        let answer = self.dying(async |house| say(&house.server, &order, "refund").await).await;
        // The process died before it took down that the money is back; it may have been asked for that.
        let is_dead = answer.status == 500;
        if !is_dead || far == Far::Paid {
            // The provider is asked first, so anything missed is learned now.
            let now = self.now();
            self.model.hear(&id, now);
        }
        match far {
            Far::Disputed => {
                self.reach("a refund of what is disputed");
                drop(answer.assert_problem(409, "billing.order_disputed"));
            }
            Far::Paid => {
                self.model.order_mut(&id).far = Far::Back;
                self.send_news_of_payment(&id);
                if self.won.contains(&id) {
                    self.reach("a refund after a dispute was won");
                }
            }
            Far::None if is_dead => {}
            // Nothing was to be paid.
            Far::None => self.model.order_mut(&id).far = Far::Back,
            _ => assert!(matches!(far, Far::Back | Far::Lost), "{far:?}"),
        }
        if is_dead {
            return self.restart().await;
        }
        if far != Far::Disputed {
            let now = self.now();
            self.model.hear(&id, now);
        }
    }

    pub async fn cancel(&mut self) {
        let body = json!({ "reason": "not_used" });
        let answer = self.house.ana.post("/api/billing/subscription/cancel", body).await;
        if answer.status == 200 {
            self.model.close_open(true);
            self.model.cancelled = true;
            self.model.next = None;
            let now = self.now();
            if self.model.paid.as_ref().is_some_and(|(_, period)| now >= period.end) {
                self.model.paid = None;
            }
        }
    }

    pub async fn resume(&mut self) {
        let answer = self.house.ana.post("/api/billing/subscription/resume", json!({})).await;
        if answer.status == 200 {
            self.model.cancelled = false;
            self.model.next = None;
        }
    }

    /// Begins a free trial, or has it made longer.
    pub async fn try_plan(&mut self) {
        let ana = &self.house.ana;
        let begun = ana.post("/api/billing/trial", json!({ "cycle": "monthly" })).await;
        if begun.status == 200 {
            self.model.paid = Some(("pro".into(), Period::of_trial(self.now(), TRIAL_DAYS)));
        } else if ana.post("/api/billing/trial/extension", json!({})).await.status == 200 {
            let (_, period) = self.model.paid.as_mut().unwrap();
            period.end = period.end.plus(TRIAL_DAYS * DAY);
        } else {
            return;
        }
        self.reach("a free trial");
        (self.model.cancelled, self.model.has_begun) = (false, true);
    }

    pub async fn spend(&mut self) {
        let amount = i64::try_from(self.dice.roll(200) + 1).unwrap();
        self.race(amount).await;
        let run_id = RunId::new(self.now());
        let charge = Charge { meter: Some(Meter::AdvancedCredit), amount };
        let (payer, feature, detail) = (self.house.ana.payer(), "image", "A lighthouse");
        let (plan, budget) = (None, None);
        let wanted = Reservation { run_id, payer: &payer, charge, plan, budget, feature, detail };
        let server = &self.house.server;
        let mut tx = server.db().begin().await.unwrap();
        if server.services.ledger.reserve(&mut tx, &wanted).await.is_ok() {
            tx.commit().await.unwrap();
            self.runs.push(run_id);
        }
    }

    /// Makes 64 requests reserve at once before a person spends, as far as the balance allows; none of them uses
    /// anything.
    async fn race(&mut self, amount: i64) {
        let (server, ana) = (&self.house.server, &self.house.ana);
        let before = credits(server, ana).await;
        let is_locked = plan_of(server, ana).await == "locked";
        let expected = if is_locked { 0 } else { (before / amount).min(64) };
        assert_eq!(race(server, ana, amount, 0).await, expected, "{before} of {amount}");
        assert_eq!(credits(server, ana).await, before);
        if expected > 1 {
            self.reach("many spent at once");
        }
    }

    /// Kills a process with its runs: what they held is released a quarter of an hour later (security P7).
    pub async fn drop_runs(&mut self) {
        let soon = self.now().plus(15 * MINUTE);
        let end = self.model.paid.as_ref().map(|(_, period)| period.end);
        if end.is_some_and(|end| is_between(end, self.now(), soon)) {
            return;
        }
        self.runs.clear();
        let server = &self.house.server;
        server.clock().advance(15 * MINUTE);
        let services = &server.services;
        services.ledger.sweep(&services.db, &services.generation).await.unwrap();
        assert_no_hold_is_open(server).await;
    }

    pub async fn settle(&mut self) {
        let Some(run_id) = self.runs.pop() else { return };
        let used = i64::try_from(self.dice.roll(200)).unwrap();
        let server = &self.house.server;
        let mut tx = server.db().begin().await.unwrap();
        server.services.ledger.settle(&mut tx, run_id, used).await.unwrap();
        tx.commit().await.unwrap();
    }
}
