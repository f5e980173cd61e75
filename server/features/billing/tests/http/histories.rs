//! Random histories of buying, using, cancelling and refunding, against a plain model of a person's balances (security
//! QB7, PW2, PW3).

use std::collections::BTreeMap;

use entitlements::Meter;
use futures::future::join_all;
use kernel::{DAY, MINUTE, RunId, SECOND, Timestamp};
use ledger::{Charge, Reservation, ReserveError};
use serde_json::{Value, json};
use store::sql;
use testing::{TestPerson, TestServer, assert_sums_hold, for_each_store};

use crate::calendar::Period;
use crate::dice::{Dice, Seed, seeds};
use crate::setting::{credits, go_to, plan, plan_of, say, start, subscription};

/// Each begins another history; the one that fails is printed.
const SEEDS: [u64; 3] = [0x9E37_79B9_7F4A_7C15, 0x2026_1123_0000_0001, 0x0BAD_5EED_0BAD_5EED];
const OPERATIONS: usize = 70;
const GRACE: i64 = 7 * DAY;

/// A model of a person's balances, as somebody with a calendar would know them.
#[derive(Debug, Default)]
struct Model {
    /// The plan that was paid, and for when.
    paid: Option<(String, Period)>,
    /// True if it ends at the end of the period, without a further bill.
    cancelled: bool,
    /// The plan of the next period.
    next: Option<String>,
    /// Orders that somebody has seen, and their state.
    orders: BTreeMap<String, (Value, &'static str)>,
    /// Paid orders in the order of their payment.
    order_of_payment: Vec<String>,
    /// Plans that upgrades replaced.
    former: BTreeMap<String, Former>,
}

/// The plan a person had before an upgrade.
#[derive(Debug, Clone)]
struct Former {
    paid: (String, Period),
    /// The order that was paid before.
    paid_by: String,
    cancelled: bool,
    next: Option<String>,
}

impl Model {
    fn plan_at(&self, now: Timestamp) -> &str {
        match &self.paid {
            Some((plan, period)) if now < period.end => plan,
            Some((plan, period)) if !self.cancelled && now < period.end.plus(GRACE) => {
                self.next.as_deref().unwrap_or(plan)
            }
            _ => "free",
        }
    }

    fn open_plan_orders(&self) -> Vec<String> {
        let open = self
            .orders
            .iter()
            .filter(|(_, (order, state))| *state == "open" && order["plan"] != Value::Null);
        open.map(|(id, _)| id.clone()).collect()
    }

    fn close_open(&mut self) {
        for id in self.open_plan_orders() {
            self.orders.get_mut(&id).unwrap().1 = "cancelled";
        }
    }
}

struct History {
    server: TestServer,
    ana: TestPerson,
    model: Model,
    dice: Dice,
    runs: Vec<RunId>,
}

impl History {
    fn now(&self) -> Timestamp {
        self.server.clock().now()
    }

    async fn step(&mut self) {
        self.server.clock().advance(SECOND);
        match self.dice.roll(32) {
            30 => self.spend_64_times_at_once().await,
            31 => self.die().await,
            more => self.do_one_thing(more % 12).await,
        }
    }

    async fn do_one_thing(&mut self, which: usize) {
        match which {
            0..=2 => self.order().await,
            3 | 4 => self.pay().await,
            5 => self.pay_again().await,
            6 => self.refund().await,
            7 => self.cancel().await,
            8 => self.resume().await,
            9 => self.spend().await,
            10 => self.settle().await,
            _ => self.wait().await,
        }
    }

    async fn order(&mut self) {
        let item = match self.dice.roll(5) {
            0 => json!({ "pack": "small" }),
            1 => plan("pro", "yearly"),
            2 => plan("pro_plus", "monthly"),
            3 => plan("unlimited", "monthly"),
            _ => plan("pro", "monthly"),
        };
        let answer = self.ana.post("/api/billing/quotes", item.clone()).await;
        if answer.status != 200 {
            return;
        }
        let quote = answer.ok();
        let price = quote["price"].as_i64().unwrap();
        let (amount, credit) =
            (quote["amount"].as_i64().unwrap(), quote["credit"].as_i64().unwrap());
        if quote["kind"] == "downgrade" {
            let body = json!({
                "plan": quote["plan"], "cycle": quote["cycle"], "price": price,
                "currency": quote["currency"],
            });
            self.ana.post("/api/billing/subscription/downgrade", body).await.ok();
            self.model.next = Some(quote["plan"].as_str().unwrap().to_owned());
            self.model.cancelled = false;
            return;
        }
        assert!(amount >= 0 && credit >= 0 && amount + credit == price);
        let worth = self.model.paid.as_ref().map_or(0, |(_, period)| period.credit(self.now()));
        let is_upgrade = quote["kind"] == "upgrade";
        assert_eq!(credit, if is_upgrade { worth.min(price) } else { 0 }, "{quote}");
        let body = json!({
            "id": kernel::uuid_v7(self.now()), "item": item, "amount": amount,
            "currency": quote["currency"],
        });
        let order = self.ana.post("/api/billing/orders", body).await.created();
        if order["plan"] != Value::Null {
            self.model.close_open();
        }
        let id = order["id"].as_str().unwrap().to_owned();
        self.model.orders.insert(id, (order, "open"));
    }

    /// Picks one of the orders in a state.
    fn pick(&mut self, state: &str) -> Option<String> {
        let all: Vec<&String> = self
            .model
            .orders
            .iter()
            .filter(|(_, (_, is))| *is == state)
            .map(|(id, _)| id)
            .collect();
        if all.is_empty() {
            return None;
        }
        let at = self.dice.roll(all.len());
        Some(all[at].clone())
    }

    async fn pay(&mut self) {
        let Some(id) = self.pick("open") else { return };
        let order = self.model.orders[&id].0.clone();
        say(&self.server, &order, "paid").await.ok();
        self.model.orders.get_mut(&id).unwrap().1 = "paid";
        let Some(plan) = order["plan"].as_str() else { return };
        self.model.close_open();
        let before = self.model.paid.clone().zip(self.model.order_of_payment.last().cloned());
        if let (true, Some((paid, paid_by))) = (order["kind"] == "upgrade", before) {
            let (cancelled, next) = (self.model.cancelled, self.model.next.clone());
            self.model.former.insert(id.clone(), Former { paid, paid_by, cancelled, next });
        }
        self.model.order_of_payment.push(id);
        let (now, cycle) = (self.now(), order["cycle"].as_str().unwrap());
        let price = order["price"].as_i64().unwrap();
        let period = match &self.model.paid {
            Some((_, late)) if order["kind"] == "renew" => late.renewed(now, cycle, price),
            _ => Period::begin(now, cycle, price),
        };
        let is = subscription(&self.ana).await;
        assert_eq!(is["period_end"], json!(period.end), "{period:?}");
        assert_eq!(is["period_start"], json!(period.start), "{period:?}");
        self.model.paid = Some((plan.to_owned(), period));
        self.model.cancelled = false;
        self.model.next = None;
    }

    /// Reports payments of closed orders: they stay as they are, however often and late that happens.
    async fn pay_again(&mut self) {
        let state = ["paid", "cancelled", "refunded"][self.dice.roll(3)];
        let Some(id) = self.pick(state) else { return };
        let order = self.model.orders[&id].0.clone();
        say(&self.server, &order, "paid").await.assert_problem(409, "billing.order_closed");
    }

    async fn refund(&mut self) {
        let Some(id) = self.pick("paid") else { return };
        let order = self.model.orders[&id].0.clone();
        say(&self.server, &order, "refund").await.ok();
        self.model.orders.get_mut(&id).unwrap().1 = "refunded";
        if order["plan"] == Value::Null {
            return;
        }
        let is_latest = self.model.order_of_payment.last() == Some(&id);
        self.model.order_of_payment.retain(|paid| *paid != id);
        if !is_latest {
            return;
        }
        self.model.close_open();
        let (now, latest) = (self.now(), self.model.order_of_payment.last());
        let goes_on = |former: &&Former| Some(&former.paid_by) == latest && now < former.paid.1.end;
        let former = self.model.former.get(&id).filter(goes_on).cloned();
        self.model.paid = former.as_ref().map(|former| former.paid.clone());
        if let Some(former) = former {
            self.model.next = former.next.filter(|_| !self.model.cancelled);
            self.model.cancelled |= former.cancelled;
        }
    }

    async fn cancel(&mut self) {
        let body = json!({ "reason": "not_used" });
        let answer = self.ana.post("/api/billing/subscription/cancel", body).await;
        if answer.status == 200 {
            self.model.close_open();
            self.model.cancelled = true;
            self.model.next = None;
            let now = self.now();
            if self.model.paid.as_ref().is_some_and(|(_, period)| now >= period.end) {
                self.model.paid = None;
            }
        }
    }

    async fn resume(&mut self) {
        let answer = self.ana.post("/api/billing/subscription/resume", json!({})).await;
        if answer.status == 200 {
            self.model.cancelled = false;
            self.model.next = None;
        }
    }

    /// Spends 64 times at once: only those succeed for which the balance suffices; all of them then end.
    async fn spend_64_times_at_once(&mut self) {
        let amount = i64::try_from(self.dice.roll(40) + 1).unwrap();
        let used = i64::try_from(self.dice.roll(5)).unwrap().min(amount);
        let before = credits(&self.server, &self.ana).await;
        let served = race(&self.server, &self.ana, amount, used).await;
        assert_eq!(served, (before / amount).min(64), "{before} of {amount}");
        let after = credits(&self.server, &self.ana).await;
        assert_eq!(after, before - used * served);
    }

    /// Kills a process with its runs: what they held is released a quarter of an hour later (security P7).
    async fn die(&mut self) {
        let soon = self.now().plus(15 * MINUTE);
        let end = self.model.paid.as_ref().map(|(_, period)| period.end);
        if end.is_some_and(|end| is_between(end, self.now(), soon)) {
            return;
        }
        self.runs.clear();
        self.server.clock().advance(15 * MINUTE);
        let services = &self.server.services;
        services.ledger.sweep(&services.db, &services.generation).await.unwrap();
        assert_no_hold_is_open(&self.server).await;
    }

    /// Reserves as much as the balance allows for a run.
    async fn spend(&mut self) {
        let amount = i64::try_from(self.dice.roll(200) + 1).unwrap();
        let before = credits(&self.server, &self.ana).await;
        let run_id = RunId::new(self.now());
        let charge = Charge { meter: Some(Meter::AdvancedCredit), amount };
        let payer = self.ana.payer();
        let (feature, detail) = ("image", "A lighthouse");
        let wanted = Reservation {
            run_id,
            payer: &payer,
            charge,
            plan: None,
            budget: None,
            feature,
            detail,
        };
        let mut tx = self.server.db().begin().await.unwrap();
        let held = self.server.services.ledger.reserve(&mut tx, &wanted).await;
        assert_eq!(held.is_ok(), before >= amount, "{before} of {amount}");
        if held.is_ok() {
            tx.commit().await.unwrap();
            self.runs.push(run_id);
        }
    }

    async fn settle(&mut self) {
        let Some(run_id) = self.runs.pop() else { return };
        let used = i64::try_from(self.dice.roll(200)).unwrap();
        let mut tx = self.server.db().begin().await.unwrap();
        let first = self.server.services.ledger.settle(&mut tx, run_id, used).await.unwrap();
        let second = self.server.services.ledger.settle(&mut tx, run_id, used + 1).await.unwrap();
        assert_eq!(first, second, "a run is charged once");
        tx.commit().await.unwrap();
    }

    /// Lets days pass, each with its due steps, done by one process and again by another that is late.
    async fn wait(&mut self) {
        let days = i64::try_from(self.dice.roll(13)).unwrap();
        let target = self.now().plus(days * DAY);
        let end = self.model.paid.as_ref().map(|(_, period)| period.end);
        if let Some(end) = end.filter(|end| self.now() < *end && *end <= target) {
            go_to(&self.server, end).await;
        }
        go_to(&self.server, target).await;
        self.server.another_process().await.run_jobs().await;
        self.ana = self.server.member("ana@example.com").await;
        let now = self.now();
        let has_ended = self.model.plan_at(now) == "free";
        let is_over = self.model.paid.as_ref().is_some_and(|(_, period)| now >= period.end);
        if is_over {
            // An earlier order was replaced by the bill, or ended with the plan.
            self.model.close_open();
            if has_ended {
                self.model.paid = None;
            } else {
                let bill = subscription(&self.ana).await["open_order"].clone();
                if let Some(id) = bill["id"].as_str() {
                    self.model.orders.insert(id.to_owned(), (bill.clone(), "open"));
                }
            }
        }
    }

    async fn check(&self) {
        let now = self.now();
        assert_eq!(plan_of(&self.server, &self.ana).await, self.model.plan_at(now));
        assert_sums_hold(self.server.db()).await;
        let mut conn = self.server.db().read().await.unwrap();
        let of_packs = sql!(
            &mut conn,
            all(String, i64, i64, i64),
            "SELECT period, granted, used, held FROM ledger_buckets WHERE source = 'add_on'"
        )
        .unwrap();
        let of_packs: BTreeMap<_, _> = of_packs
            .into_iter()
            .map(|(period, granted, used, held)| (period, (granted, used, held)))
            .collect();
        let grants = sql!(
            &mut conn,
            all(String, i64),
            "SELECT reference, count(*) FROM entitlements_plan_grants
             WHERE source = 'subscription' GROUP BY reference"
        )
        .unwrap();
        let grants: BTreeMap<String, i64> = grants.into_iter().collect();
        for (id, (order, state)) in &self.model.orders {
            let was_paid = matches!(*state, "paid" | "refunded");
            if order["plan"] != Value::Null {
                assert_eq!(grants.get(id), was_paid.then_some(&1), "a paid plan is given once");
                continue;
            }
            match (*state, of_packs.get(id)) {
                ("paid", Some((granted, ..))) => assert_eq!(*granted, 500),
                ("refunded", Some((granted, used, held))) => {
                    assert!(used + held <= *granted && *granted <= 500);
                }
                ("paid" | "refunded", None) => panic!("paid credits were not given"),
                (_, given) => assert_eq!(given, None, "nothing is given for what is not paid"),
            }
        }
        let states = sql!(
            &mut conn,
            all(String, String),
            "SELECT CAST(kind AS TEXT), state FROM billing_orders"
        )
        .unwrap();
        let open = states.iter().filter(|(kind, state)| kind != "pack" && state == "open").count();
        assert!(open <= 1, "one bill at a time");
    }
}

/// Returns true if a period, or its days of grace, end by `soon`. Callers wait in that case, so that due work happens
/// first.
pub fn is_between(end: Timestamp, now: Timestamp, soon: Timestamp) -> bool {
    [end, end.plus(GRACE)].into_iter().any(|border| now < border && border <= soon)
}

/// Asserts that everything on hold is held for an existing run.
pub async fn assert_no_hold_is_open(server: &TestServer) {
    let mut conn = server.db().read().await.unwrap();
    let (open,) =
        sql!(&mut conn, one(i64,), "SELECT count(*) FROM ledger_holds WHERE state = 'open'")
            .unwrap();
    assert_eq!(open, 0, "holds never outlive their run");
}

for_each_store! {
    async fn whatever_happens_the_sums_hold(store) {
        for seed in seeds(&SEEDS) {
            let _seed = Seed(seed);
            let server = start(store).await;
            let ana = server.member("ana@example.com").await;
            let (model, dice, runs) = (Model::default(), Dice::of(seed), Vec::new());
            let mut history = History { server, ana, model, dice, runs };
            for _ in 0..OPERATIONS {
                history.step().await;
                history.check().await;
            }
            history.die().await;
            history.check().await;
        }
    }

    // security QB1: of 64 at once only those are served for whom there is enough.
    async fn of_64_at_once_only_those_get_it_for_whom_there_is_enough(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        crate::setting::buy(&server, &ana, plan("pro", "monthly")).await;
        let payer = ana.payer();
        let wants = (0..64).map(|_| async {
            let run_id = RunId::new(server.clock().now());
            let charge = Charge { meter: Some(Meter::AdvancedCredit), amount: 30 };
            let (feature, detail) = ("image", "A lighthouse");
            let wanted = Reservation { run_id, payer: &payer, charge, plan: None, budget: None, feature, detail };
            let mut tx = server.db().begin().await.unwrap();
            let held = server.services.ledger.reserve(&mut tx, &wanted).await.is_ok();
            if held {
                tx.commit().await.unwrap();
            }
            held
        });
        let served = futures::future::join_all(wants).await.into_iter().filter(|held| *held).count();
        assert_eq!(served, 10, "300 credits are ten times 30");
        assert_eq!(credits(&server, &ana).await, 0);
    }

    // security PW2: the same news 20 times at once have one effect.
    async fn a_payment_told_many_times_at_once_counts_once(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        crate::setting::buy(&server, &ana, plan("pro", "monthly")).await;
        let pack = crate::setting::order(&server, &ana, json!({ "pack": "small" })).await;
        let operator = server.operator().await;
        let path = format!("/api/billing/all-orders/{}/paid", pack["id"].as_str().unwrap());
        let told = (0..20).map(|_| operator.post(&path, json!({})));
        let told = futures::future::join_all(told).await;
        assert_eq!(told.iter().filter(|answer| answer.status == 200).count(), 1);
        assert_eq!(told.iter().filter(|answer| answer.status == 409).count(), 19);
        assert_eq!(credits(&server, &ana).await, 800);
    }
}

/// Reserves `amount` 64 times at once, and settles the successful ones with `used`. Returns their number.
pub async fn race(server: &TestServer, person: &TestPerson, amount: i64, used: i64) -> i64 {
    let payer = person.payer();
    let wants = (0..64).map(|_| async {
        let run_id = RunId::new(server.clock().now());
        let charge = Charge { meter: Some(Meter::AdvancedCredit), amount };
        let (payer, plan, budget, feature, detail) = (&payer, None, None, "image", "");
        let wanted = Reservation { run_id, payer, charge, plan, budget, feature, detail };
        let mut tx = server.db().begin().await.unwrap();
        match server.services.ledger.reserve(&mut tx, &wanted).await {
            Ok(()) => tx.commit().await.unwrap(),
            Err(ReserveError::Store(error)) => panic!("{error:?}"),
            Err(_) => return None,
        }
        Some(run_id)
    });
    let served: Vec<_> = join_all(wants).await.into_iter().flatten().collect();
    let settled = served.iter().map(|run_id| async {
        let mut tx = server.db().begin().await.unwrap();
        server.services.ledger.settle(&mut tx, *run_id, used).await.unwrap();
        tx.commit().await.unwrap();
    });
    join_all(settled).await;
    i64::try_from(served.len()).unwrap()
}
