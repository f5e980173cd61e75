//! What drives a history: somebody who tries, buys, has seats, cancels and uses, while days pass.

use area::Area;
use entitlements::Meter;
use kernel::{DAY, RunId, SECOND, Timestamp};
use ledger::{Charge, Reservation};
use payments::{Payments, Settings};
use serde_json::{Value, json};
use testing::{TestServer, TestStore};

use super::follower::Follower;
use super::model::{Far, GRACE, Known, Model, ORDER_TIME};
use crate::collectors::{Collector, House, id_of};
use crate::dice::Dice;
use crate::seats::{seats, with_team, work_in};
use crate::setting::{go_to, plan, say, subscription, sweep};

const ANA: &str = "ana@example.com";

/// News that were not yet taken: their id, the order, and whether they are of a dispute.
pub type Waiting = (String, String, bool);

pub struct History {
    pub house: House,
    pub is_team: bool,
    pub model: Model,
    pub dice: Dice,
    runs: Vec<RunId>,
    pub waiting: Vec<Waiting>,
    pub taken: Vec<Waiting>,
    pub numbers: usize,
    pub follower: Follower,
}

impl History {
    pub async fn begin(store: TestStore, seed: u64) -> Self {
        let is_stripe = seed.is_multiple_of(2);
        let is_team = (seed / 2).is_multiple_of(2);
        let collector =
            if is_stripe { Collector::stripe().await } else { Collector::paypal().await };
        let follower = Follower::default();
        let payments = Payments::new(Settings::default(), collector.provider());
        let change = |services: area::Services| area::Services { payments, ..services };
        let plugged = follower.clone();
        let server = TestServer::with_changed(store, change, move |services| {
            let others = Area::new("others").payment_follower(plugged.clone());
            vec![billing::area(services, &billing::Settings::default()), others]
        })
        .await;
        offer_promotions(&server).await;
        let ana = server.member(ANA).await;
        let ana = if is_team { with_team(&server, &ana).await } else { ana };
        Self {
            house: House { server, collector, ana },
            is_team,
            model: Model { closes_pages: is_stripe, ..Model::default() },
            dice: Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)),
            runs: Vec::new(),
            waiting: Vec::new(),
            taken: Vec::new(),
            numbers: 0,
            follower,
        }
    }

    pub fn now(&self) -> Timestamp {
        self.house.server.clock().now()
    }

    pub fn nothing(&self) -> &'static str {
        if self.is_team { "locked" } else { "free" }
    }

    pub async fn step(&mut self) {
        self.house.server.clock().advance(SECOND);
        match self.dice.roll(24) {
            0..=3 => self.order().await,
            4..=7 => self.pay_there().await,
            8 => self.expire_there().await,
            9..=11 => self.take_news(false).await,
            12 => self.take_news(true).await,
            13 => self.take_old_news().await,
            14 | 15 => self.come_back().await,
            16 => self.refund().await,
            17 => self.give_back_there().await,
            18 => self.dispute().await,
            19 => self.cancel().await,
            20 => self.resume_or_try().await,
            21 => self.spend().await,
            22 => self.settle().await,
            _ => self.wait().await,
        }
        self.read_end().await;
    }

    /// The end of a period that has begun.
    pub async fn read_end(&mut self) {
        if !std::mem::take(&mut self.model.has_begun) {
            return;
        }
        let until = subscription(&self.house.ana).await["period_end"].clone();
        let until: Timestamp = serde_json::from_value(until).unwrap();
        let now = self.now();
        assert!(until > now && until <= now.plus(366 * DAY));
        if let Some((_, end)) = &mut self.model.paid {
            *end = until;
        }
    }

    /// One of the orders that are so.
    pub fn pick(&mut self, is: impl Fn(&Known) -> bool) -> Option<String> {
        let all: Vec<_> = self.model.orders.values().filter(|known| is(known)).collect();
        if all.is_empty() {
            return None;
        }
        let at = self.dice.roll(all.len());
        Some(id_of(&all[at].order).to_owned())
    }

    pub fn of(&self, id: &str) -> Value {
        self.model.orders[id].order.clone()
    }

    pub fn set_far(&mut self, id: &str, far: Far) {
        self.model.orders.get_mut(id).unwrap().far = far;
    }

    async fn order(&mut self) {
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
        let body = json!({
            "id": kernel::uuid_v7(created), "item": item, "amount": amount,
            "currency": quote["currency"],
        });
        let order = ana.post("/api/billing/orders", body).await.created();
        if order["plan"] != Value::Null {
            self.model.close_open(true);
        }
        let id = id_of(&order).to_owned();
        let pay_by = serde_json::from_value(order["pay_by"].clone()).unwrap();
        let far = if amount == 0 { Far::None } else { Far::Open };
        let (given, refund_due, disputed) = (false, false, false);
        let known =
            Known { order, state: "open", far, given, refund_due, disputed, created, pay_by };
        self.model.orders.insert(id.clone(), known);
        if amount == 0 {
            self.model.pay(&id, created);
        }
    }

    pub async fn restart(&mut self) {
        self.house.server = self.house.server.another_process().await;
        self.sign_in().await;
    }

    pub async fn sign_in(&mut self) {
        let person = self.house.server.member(ANA).await;
        let team = self.house.ana.workspace_id;
        self.house.ana = match self.is_team {
            true => work_in(&self.house.server, &person, team).await,
            false => person,
        };
    }

    /// Who ordered comes back from the page, or to pay a bill.
    async fn come_back(&mut self) {
        let Some(id) = self.pick(|known| known.state == "open") else { return };
        self.house.come_back(&self.of(&id)).await.ok();
        let now = self.now();
        self.model.hear(&id, now);
        let known = self.model.orders.get_mut(&id).unwrap();
        if known.state == "open" && known.far == Far::None {
            known.far = Far::Open;
        }
    }

    async fn refund(&mut self) {
        let may_be =
            |known: &Known| known.far == Far::Paid && known.state == "paid" && !known.disputed;
        let Some(id) = self.pick(may_be) else { return };
        say(&self.house.server, &self.of(&id), "refund").await.ok();
        self.set_far(&id, Far::Back);
        let now = self.now();
        self.model.hear(&id, now);
    }

    async fn cancel(&mut self) {
        let body = json!({ "reason": "not_used" });
        let answer = self.house.ana.post("/api/billing/subscription/cancel", body).await;
        if answer.status == 200 {
            self.model.close_open(true);
            self.model.cancelled = true;
            self.model.next = None;
            let now = self.now();
            if self.model.paid.as_ref().is_some_and(|(_, until)| now >= *until) {
                self.model.paid = None;
            }
        }
    }

    async fn resume_or_try(&mut self) {
        let what = self.dice.roll(3);
        let ana = &self.house.ana;
        let (path, body) = match what {
            0 => ("/api/billing/subscription/resume", json!({})),
            1 => ("/api/billing/trial", json!({ "cycle": "monthly" })),
            _ => ("/api/billing/trial/extension", json!({})),
        };
        let answer = ana.post(path, body).await;
        if answer.status != 200 {
            return;
        }
        self.model.cancelled = false;
        match what {
            0 => self.model.next = None,
            1 => (self.model.paid, self.model.has_begun) = (Some(("pro".into(), self.now())), true),
            _ => self.model.has_begun = true,
        }
    }

    async fn spend(&mut self) {
        let amount = i64::try_from(self.dice.roll(200) + 1).unwrap();
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

    async fn settle(&mut self) {
        let Some(run_id) = self.runs.pop() else { return };
        let used = i64::try_from(self.dice.roll(200)).unwrap();
        let server = &self.house.server;
        let mut tx = server.db().begin().await.unwrap();
        server.services.ledger.settle(&mut tx, run_id, used).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Days pass, each with what is due, done by one process and again by another; then what is done from time to time.
    async fn wait(&mut self) {
        let target = self.now().plus(i64::try_from(self.dice.roll(13)).unwrap() * DAY);
        let end = self.model.paid.as_ref().map(|(_, until)| *until);
        let borders = end.map(|end| [end, end.plus(GRACE)]).into_iter().flatten();
        let now = self.now();
        for moment in borders.filter(|border| now < *border && *border < target).chain([target]) {
            go_to(&self.house.server, moment).await;
            self.house.server.another_process().await.run_jobs().await;
            self.sign_in().await;
            self.become_late().await;
        }
        if self.dice.roll(2) == 0 {
            sweep(&self.house.server).await;
            self.sweep();
        }
    }

    /// What was due in a period that is over.
    async fn become_late(&mut self) {
        let now = self.now();
        if self.model.paid.as_ref().is_none_or(|(_, until)| now < *until) {
            return;
        }
        // What was ordered before was replaced by the bill, or ended with the plan.
        let is_new =
            |known: &Known| known.state == "open" && !known.is_renewal() && known.is_plan();
        let has_ended = self.model.plan_at(now, "nothing") == "nothing";
        if has_ended {
            self.model.close_open(true);
            self.model.paid = None;
            return;
        }
        let replaced: Vec<_> =
            self.model.orders.values().filter(|it| is_new(it)).map(|it| it.order.clone()).collect();
        let bill = subscription(&self.house.ana).await["open_order"].clone();
        for order in replaced.iter().filter(|order| order["id"] != bill["id"]) {
            self.model.close(id_of(order), true);
        }
        let Some(id) = bill["id"].as_str() else { return };
        let (far, given, refund_due, disputed) = (Far::None, false, false, false);
        let (created, pay_by, state) = (now, None, "open");
        let order = bill.clone();
        let known = Known { order, state, far, given, refund_due, disputed, created, pay_by };
        self.model.orders.entry(id.to_owned()).or_insert(known);
    }

    /// The provider is asked for each open order, and those that waited too long are closed.
    fn sweep(&mut self) {
        let now = self.now();
        let mut open: Vec<_> =
            self.model.orders.values().filter(|known| known.state == "open").cloned().collect();
        open.sort_by_key(|known| known.created);
        for known in open {
            let id = id_of(&known.order).to_owned();
            if known.far != Far::None {
                self.model.hear(&id, now);
            }
            let is_old = known.pay_by.is_some_and(|pay_by| now > pay_by)
                || known.created <= now.plus(-ORDER_TIME);
            if self.model.orders[&id].state == "open" && !known.is_renewal() && is_old {
                self.model.close(&id, true);
            }
        }
    }
}

/// Something is off the first period for who is new, and for all at the turn of the year.
async fn offer_promotions(server: &TestServer) {
    let operator = server.operator().await;
    let mut offer = operator.get("/api/billing/own-offer").await.ok();
    for promotion in offer["promotions"].as_object_mut().unwrap().values_mut() {
        promotion["on"] = json!(true);
    }
    operator.put("/api/billing/own-offer", offer).await.ok();
}
