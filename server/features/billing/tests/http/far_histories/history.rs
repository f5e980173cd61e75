//! Runs a history: chooses the next action, and does what falls due as days pass.

use std::collections::BTreeSet;

use area::Area;
use kernel::{DAY, RunId, SECOND, Timestamp};
use payments::{Payments, Settings};
use serde_json::{Value, json};
use testing::{TestServer, TestStore};

use super::follower::Follower;
use super::model::{GRACE, Known, Model};
use super::provider::{Taken, WebhookEvent};
use crate::collectors::{Collector, House, id_of};
use crate::dice::Dice;
use crate::seats::{with_team, work_in};
use crate::setting::{go_to, subscription, sweep};

pub const ANA: &str = "ana@example.com";

pub struct History {
    pub house: House,
    pub is_team: bool,
    pub model: Model,
    pub dice: Dice,
    /// Runs that are reserved and not settled.
    pub runs: Vec<RunId>,
    /// Notifications not yet processed.
    pub waiting: Vec<WebhookEvent>,
    pub taken: Vec<Taken>,
    pub sent: usize,
    pub follower: Follower,
    /// Orders whose disputes were won.
    pub won: BTreeSet<String>,
    /// Noteworthy events that the history reached.
    pub reached: BTreeSet<&'static str>,
}

impl History {
    /// Begins a history. The last bits of `seed` select the provider, whether it is a team's, and whether it begins
    /// with a free trial.
    pub async fn begin(store: TestStore, seed: u64) -> Self {
        let (is_stripe, is_team, is_tried) = (seed & 1 == 0, seed & 2 == 0, seed & 4 == 0);
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
        let mut history = Self {
            house: House { server, collector, ana },
            is_team,
            model: Model { closes_pages: is_stripe, ..Model::default() },
            dice: Dice::of(seed),
            runs: Vec::new(),
            waiting: Vec::new(),
            taken: Vec::new(),
            sent: 0,
            follower,
            won: BTreeSet::new(),
            reached: BTreeSet::new(),
        };
        if is_tried && !is_team {
            history.try_plan().await;
            history.check_period().await;
        }
        history
    }

    pub fn now(&self) -> Timestamp {
        self.house.server.clock().now()
    }

    pub fn nothing(&self) -> &'static str {
        if self.is_team { "locked" } else { "free" }
    }

    pub fn reach(&mut self, what: &'static str) {
        self.reached.insert(what);
    }

    pub async fn step(&mut self) {
        self.house.server.clock().advance(SECOND);
        match self.dice.roll(34) {
            32 => self.drop_runs().await,
            33 => self.take_news_beside_a_refund().await,
            0..=3 => self.order().await,
            4..=7 => self.pay_there().await,
            8 | 9 => self.expire_there().await,
            10..=13 => self.take_news().await,
            14 | 15 => self.lose_news(),
            16 => self.take_old_news().await,
            17 | 18 => self.come_back().await,
            19 => self.refund().await,
            20 => self.give_back_there().await,
            21..=23 => self.dispute().await,
            24 => self.cancel().await,
            25 => self.resume().await,
            26 => self.try_plan().await,
            27 => self.spend().await,
            28 => self.settle().await,
            _ => self.wait().await,
        }
        self.check_period().await;
    }

    /// Checks that the server agrees about a period that has begun.
    pub async fn check_period(&mut self) {
        if !std::mem::take(&mut self.model.has_begun) {
            return;
        }
        let is = subscription(&self.house.ana).await;
        if let Some((_, period)) = &self.model.paid {
            let (start, end) = (&is["period_start"], &is["period_end"]);
            assert_eq!((start, end), (&json!(period.start), &json!(period.end)), "{period:?}");
        }
    }

    /// Picks one of the orders that match.
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

    /// Acts while the process may die: before it commits, when it would notify followers of a payment.
    pub async fn dying<T>(&mut self, act: impl AsyncFnOnce(&House) -> T) -> T {
        let dies = self.dice.roll(4) == 0;
        self.follower.set_dies(dies);
        let result = act(&self.house).await;
        self.follower.set_dies(false);
        result
    }

    /// Restarts the process, which loses its memory.
    pub async fn restart(&mut self) {
        self.reach("a process died");
        self.house.server = self.house.server.another_process().await;
        self.sign_in().await;
    }

    async fn sign_in(&mut self) {
        let person = self.house.server.member(ANA).await;
        let team = self.house.ana.workspace_id;
        self.house.ana = match self.is_team {
            true => work_in(&self.house.server, &person, team).await,
            false => person,
        };
    }

    /// Lets days pass, each with its due steps, done by one process and again by another; then runs the periodic work.
    async fn wait(&mut self) {
        // While a bill may be paid few of them, so that it has a chance to be paid.
        let is_bill = |known: &Known| known.state == "open" && known.is_renewal();
        let most = if self.model.orders.values().any(is_bill) { 3 } else { 13 };
        let target = self.now().plus(i64::try_from(self.dice.roll(most)).unwrap() * DAY);
        let end = self.model.paid.as_ref().map(|(_, period)| period.end);
        let borders = end.map(|end| [end, end.plus(GRACE)]).into_iter().flatten();
        let now = self.now();
        for moment in borders.filter(|border| now < *border && *border < target).chain([target]) {
            go_to(&self.house.server, moment).await;
            self.house.server.another_process().await.run_jobs().await;
            self.sign_in().await;
            self.become_late().await;
        }
        if self.dice.roll(2) == 0 {
            let dies = self.dice.roll(4) == 0;
            self.sweep(dies).await;
        }
    }

    /// Records what fell due in a period that is over.
    async fn become_late(&mut self) {
        let now = self.now();
        if self.model.paid.as_ref().is_none_or(|(_, period)| now < period.end) {
            return;
        }
        // An earlier order was replaced by the bill, or ended with the plan.
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
        if self.model.order_of_payment.is_empty() {
            self.reach("the bill of a free trial");
        }
        let known = Known::new(bill.clone(), now);
        self.model.orders.entry(id.to_owned()).or_insert(known);
    }

    /// Runs the periodic work; `dies`: in a process that dies in the middle of it.
    pub async fn sweep(&mut self, dies: bool) {
        self.follower.set_dies(dies);
        sweep(&self.house.server).await;
        self.follower.set_dies(false);
        let now = self.now();
        let swept = self.model.sweep(now, dies);
        self.reached.extend(swept);
    }
}

/// Offers promotions on the first period for newcomers, and for everybody at the turn of the year.
async fn offer_promotions(server: &TestServer) {
    let operator = server.operator().await;
    let mut offer = operator.get("/api/billing/own-offer").await.ok();
    for promotion in offer["promotions"].as_object_mut().unwrap().values_mut() {
        promotion["on"] = json!(true);
    }
    operator.put("/api/billing/own-offer", offer).await.ok();
}
