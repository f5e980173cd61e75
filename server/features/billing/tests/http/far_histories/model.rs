//! A model of a person's balances, as somebody with a calendar and access to the provider's books would know them.

use std::collections::BTreeMap;

use kernel::{DAY, Timestamp};
use serde_json::Value;

use crate::calendar::Period;
use crate::collectors::id_of;

pub const GRACE: i64 = 7 * DAY;
const ORDER_TIME: i64 = 14 * DAY;

/// The state of a payment on the provider's side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Far {
    /// No payment was begun, or it failed and a new one is begun.
    None,
    Open,
    /// Agreed to, and taken when we ask for it: PayPal.
    Agreed,
    Paid,
    Expired,
    Back,
    Disputed,
    Lost,
}

/// An order as the model knows it.
#[derive(Debug, Clone)]
pub struct Known {
    pub order: Value,
    pub state: &'static str,
    pub far: Far,
    pub given: bool,
    pub refund_due: bool,
    pub disputed: bool,
    pub created: Timestamp,
    pub pay_by: Option<Timestamp>,
    /// True if a notification of it was lost, and it was not looked up since.
    pub is_unheard: bool,
}

impl Known {
    /// Returns an order whose payment was not begun.
    pub fn new(order: Value, created: Timestamp) -> Self {
        let pay_by = serde_json::from_value(order["pay_by"].clone()).unwrap();
        let (state, far) = ("open", Far::None);
        let (given, refund_due, disputed, is_unheard) = (false, false, false, false);
        Self { order, state, far, given, refund_due, disputed, created, pay_by, is_unheard }
    }

    pub fn has_amount(&self) -> bool {
        self.order["amount"].as_i64().unwrap() > 0
    }

    /// Returns true if looking it up would notify followers.
    fn has_news(&self) -> bool {
        match self.far {
            Far::Agreed | Far::Paid | Far::Disputed => self.state == "open",
            Far::Back | Far::Lost => self.state == "paid",
            Far::None | Far::Open | Far::Expired => false,
        }
    }

    pub fn is_plan(&self) -> bool {
        self.order["plan"] != Value::Null
    }

    pub fn is_renewal(&self) -> bool {
        self.order["kind"] == "renew"
    }
}

/// The plan a person had before an upgrade.
#[derive(Debug, Clone)]
pub struct Former {
    pub paid: (String, Period),
    pub seats: i64,
    pub paid_by: String,
    pub cancelled: bool,
    pub next: Option<String>,
}

#[derive(Debug, Default)]
pub struct Model {
    /// The plan that was paid, or is tried, and for when.
    pub paid: Option<(String, Period)>,
    pub seats: i64,
    pub cancelled: bool,
    pub next: Option<String>,
    pub orders: BTreeMap<String, Known>,
    pub order_of_payment: Vec<String>,
    pub former: BTreeMap<String, Former>,
    /// True if a period began: the server must say the same about it.
    pub has_begun: bool,
    /// True if this provider closes the payment page when the order is closed.
    pub closes_pages: bool,
    /// Time of the last periodic work.
    pub swept_at: Option<Timestamp>,
}

impl Model {
    pub fn plan_at(&self, now: Timestamp, nothing: &'static str) -> String {
        match &self.paid {
            Some((plan, period)) if now < period.end => plan.clone(),
            Some((plan, period)) if !self.cancelled && now < period.end.plus(GRACE) => {
                self.next.clone().unwrap_or_else(|| plan.clone())
            }
            _ => nothing.to_owned(),
        }
    }

    pub fn order_mut(&mut self, id: &str) -> &mut Known {
        self.orders.get_mut(id).unwrap()
    }

    pub fn close(&mut self, id: &str, tells_provider: bool) {
        let closes = tells_provider && self.closes_pages;
        let known = self.order_mut(id);
        known.state = "cancelled";
        if closes && known.far == Far::Open {
            known.far = Far::Expired;
        }
    }

    pub fn close_open(&mut self, tells_provider: bool) {
        let is_open = |known: &&Known| known.state == "open" && known.is_plan();
        let open: Vec<_> =
            self.orders.values().filter(is_open).map(|it| it.order.clone()).collect();
        for order in open {
            self.close(id_of(&order), tells_provider);
        }
    }

    /// Records the payment's state that we learn.
    pub fn hear(&mut self, id: &str, now: Timestamp) {
        self.order_mut(id).is_unheard = false;
        let known = self.orders[id].clone();
        match known.far {
            Far::None | Far::Open => {}
            Far::Agreed if known.state == "open" => {
                self.order_mut(id).far = Far::Paid;
                self.pay(id, now);
            }
            Far::Agreed => {}
            Far::Paid | Far::Disputed => {
                self.pay(id, now);
                self.order_mut(id).disputed = known.far == Far::Disputed;
            }
            Far::Expired => self.fail(id, now),
            Far::Back | Far::Lost => self.give_back(id, now),
        }
    }

    /// Records that PayPal collected the money before a process died, or while old notifications were processed.
    pub fn hear_captured(&mut self, id: &str) {
        let known = self.order_mut(id);
        if known.far == Far::Agreed && known.state == "open" {
            known.far = Far::Paid;
        }
    }

    /// Models a sweep: open orders are looked up at the provider, expired ones are closed; then disputed ones are
    /// looked up. `dies`: the process dies when it would notify followers of the first payment. Returns the noteworthy
    /// events.
    pub fn sweep(&mut self, now: Timestamp, mut dies: bool) -> Vec<&'static str> {
        self.swept_at = Some(now);
        let mut reached = Vec::new();
        for id in self.in_order(|known| known.state == "open") {
            let known = self.orders[&id].clone();
            if dies && known.has_news() {
                dies = false;
                self.hear_captured(&id);
                continue;
            }
            if known.far != Far::None {
                self.hear(&id, now);
            }
            let is_old = known.pay_by.is_some_and(|pay_by| now > pay_by)
                || known.created <= now.plus(-ORDER_TIME);
            if self.orders[&id].state == "open" && !known.is_renewal() && is_old {
                self.close(&id, true);
                reached.push("an order was never paid");
            }
        }
        for id in self.in_order(|known| known.disputed) {
            let known = self.orders[&id].clone();
            if dies && known.has_news() {
                dies = false;
                continue;
            }
            self.hear(&id, now);
            if known.is_unheard && !self.orders[&id].disputed {
                reached.push("a dispute was over and nobody said so");
            }
        }
        reached
    }

    /// Returns the orders that match, the oldest one first.
    fn in_order(&self, is: impl Fn(&Known) -> bool) -> Vec<String> {
        let mut all: Vec<_> = self.orders.iter().filter(|(_, known)| is(known)).collect();
        all.sort_by_key(|(_, known)| known.created);
        all.into_iter().map(|(id, _)| id.clone()).collect()
    }

    pub fn pay(&mut self, id: &str, now: Timestamp) {
        let known = self.order_mut(id);
        match known.state {
            "open" => {}
            "failed" | "cancelled" => {
                known.refund_due = true;
                return;
            }
            _ => return,
        }
        (known.state, known.given) = ("paid", true);
        let order = known.order.clone();
        let Some(plan) = order["plan"].as_str() else { return };
        self.close_open(false);
        let running = self.paid.clone().filter(|(_, period)| now < period.end);
        let before = running.zip(self.order_of_payment.last().cloned());
        if let (true, Some((paid, paid_by))) = (order["kind"] == "upgrade", before) {
            let (seats, cancelled, next) = (self.seats, self.cancelled, self.next.clone());
            self.former.insert(id.to_owned(), Former { paid, seats, paid_by, cancelled, next });
        }
        self.order_of_payment.push(id.to_owned());
        let cycle = order["cycle"].as_str().unwrap();
        let number = |name: &str| order[name].as_i64().unwrap();
        let paid = number("price") - number("discount");
        let period = match &self.paid {
            Some((_, late)) if order["kind"] == "renew" => late.renewed(now, cycle, paid),
            _ => Period::begin(now, cycle, paid),
        };
        self.paid = Some((plan.to_owned(), period));
        self.seats = order["seats"].as_i64().unwrap();
        (self.cancelled, self.next, self.has_begun) = (false, None, true);
    }

    fn fail(&mut self, id: &str, now: Timestamp) {
        let is_late = self.paid.as_ref().is_some_and(|(_, Period { end, .. })| {
            !self.cancelled && *end <= now && now < end.plus(GRACE)
        });
        let known = self.order_mut(id);
        match known.state {
            "open" if known.is_renewal() && is_late => known.far = Far::None,
            "open" => known.state = "cancelled",
            _ => {}
        }
    }

    fn give_back(&mut self, id: &str, now: Timestamp) {
        let known = self.order_mut(id);
        let was_paid = known.state == "paid";
        known.state = "refunded";
        (known.refund_due, known.disputed) = (false, false);
        let is_latest = self.order_of_payment.last().is_some_and(|paid| paid == id);
        self.order_of_payment.retain(|paid| paid != id);
        if !was_paid || !is_latest {
            return;
        }
        self.close_open(false);
        let latest = self.order_of_payment.last();
        let goes_on = |former: &&Former| Some(&former.paid_by) == latest && now < former.paid.1.end;
        let former = self.former.get(id).filter(goes_on).cloned();
        self.paid = former.as_ref().map(|former| former.paid.clone());
        if let Some(former) = former {
            self.next = former.next.filter(|_| !self.cancelled);
            self.cancelled |= former.cancelled;
            self.seats = former.seats;
        }
    }
}
