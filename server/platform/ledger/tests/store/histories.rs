//! Random histories against a plain model (security.md QB7): after every step the ledger and the model
//! agree, and the invariants hold.

use std::collections::BTreeMap;

use kernel::{HOUR, MINUTE, Payer, RunId, Timestamp};
use ledger::{Charge, Grant, Meter, RunFate};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::sweeping::Told;
use crate::support::{House, reservation};

#[derive(Debug, Clone)]
enum Step {
    Reserve {
        amount: i64,
    },
    /// Reserves as much as is available, but at least `least`: what an answer holds that is priced by tokens.
    ReserveUpTo {
        amount: i64,
        least: i64,
    },
    /// The process dies before the transaction is committed.
    ReserveAndCrash {
        amount: i64,
    },
    /// Settles any run that ever was, even one that is over.
    Settle {
        run: usize,
        used: i64,
    },
    Release {
        run: usize,
    },
    Grant {
        reference: u8,
        amount: i64,
        hours: Option<i64>,
    },
    /// Takes back what is left of a pot, even of one that was never granted.
    TakeBack {
        reference: u8,
    },
    Wait {
        minutes: i64,
    },
    /// Sweeps: every `alive_of`-th run with an open hold is still alive; the others used `used`.
    Sweep {
        alive_of: usize,
        used: i64,
    },
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => (0i64..12).prop_map(|amount| Step::Reserve { amount }),
        3 => (0i64..60, 0i64..12).prop_map(|(amount, least)| Step::ReserveUpTo { amount, least }),
        1 => (0i64..12).prop_map(|amount| Step::ReserveAndCrash { amount }),
        6 => (any::<usize>(), -2i64..14).prop_map(|(run, used)| Step::Settle { run, used }),
        2 => any::<usize>().prop_map(|run| Step::Release { run }),
        2 => (0u8..6, -1i64..30, prop::option::of(1i64..40))
            .prop_map(|(reference, amount, hours)| Step::Grant { reference, amount, hours }),
        1 => (0u8..6).prop_map(|reference| Step::TakeBack { reference }),
        3 => prop_oneof![1i64..20, 60i64..1_500].prop_map(|minutes| Step::Wait { minutes }),
        1 => (1usize..4, 0i64..12).prop_map(|(alive_of, used)| Step::Sweep { alive_of, used }),
    ]
}

/// A bucket as anybody would write it down.
struct Pot {
    name: String,
    balance: i64,
    starts_at: Timestamp,
    ends_at: Option<Timestamp>,
}

/// A hold: which pots it was taken from, in order. Emptied when it is settled.
struct Promise {
    taken: Vec<(usize, i64)>,
    is_open: bool,
    charged: i64,
    expires_at: Timestamp,
}

#[derive(Default)]
struct Model {
    pots: Vec<Pot>,
    promises: BTreeMap<RunId, Promise>,
}

impl Model {
    /// Returns the pots that are good now, what ends soonest first.
    fn good_pots(&self, now: Timestamp) -> Vec<usize> {
        let is_good = |pot: &Pot| pot.starts_at <= now && pot.ends_at.is_none_or(|end| now < end);
        let mut good: Vec<_> =
            (0..self.pots.len()).filter(|index| is_good(&self.pots[*index])).collect();
        good.sort_by_key(|index| self.pots[*index].ends_at.map_or(i64::MAX, |end| end.micros()));
        good
    }

    fn add_todays_pot(&mut self, now: Timestamp) {
        let name = now.utc_date();
        if self.pots.iter().all(|pot| pot.name != name) {
            let ends_at = Some(now.next_utc_midnight());
            let starts_at = now.next_utc_midnight().plus(-kernel::DAY);
            self.pots.push(Pot { name, balance: 40, starts_at, ends_at });
        }
    }

    fn left(&self, now: Timestamp) -> i64 {
        let has_today = self.pots.iter().any(|pot| pot.name == now.utc_date());
        let good: i64 = self.good_pots(now).iter().map(|index| self.pots[*index].balance).sum();
        if has_today { good } else { good + 40 }
    }

    /// Returns true if there was enough.
    fn reserve(&mut self, run_id: RunId, amount: i64, now: Timestamp) -> bool {
        if amount > self.left(now) {
            return false;
        }
        self.add_todays_pot(now);
        let mut taken = Vec::new();
        let mut missing = amount;
        for index in self.good_pots(now) {
            let part = missing.min(self.pots[index].balance);
            self.pots[index].balance -= part;
            missing -= part;
            taken.push((index, part));
        }
        let expires_at = now.plus(15 * MINUTE);
        self.promises.insert(run_id, Promise { taken, is_open: true, charged: 0, expires_at });
        true
    }

    /// Returns the held amount, if at least `least` was available.
    fn reserve_up_to(
        &mut self,
        run_id: RunId,
        amount: i64,
        least: i64,
        now: Timestamp,
    ) -> Option<i64> {
        let held = amount.min(self.left(now)).max(least.min(amount));
        self.reserve(run_id, held, now).then_some(held)
    }

    /// Returns the run's charge, from this settlement or an earlier one.
    fn settle(&mut self, run_id: RunId, used: i64) -> i64 {
        let promise = self.promises.get_mut(&run_id).expect("only runs that were reserved");
        if !promise.is_open {
            return promise.charged;
        }
        promise.is_open = false;
        let mut free = promise.taken.iter().map(|(_, part)| part).sum::<i64>();
        promise.charged = used.clamp(0, free);
        free -= promise.charged;
        // The first pots are used up first, so the last ones get released amounts back.
        for (index, part) in promise.taken.iter().rev() {
            let back = free.min(*part);
            self.pots[*index].balance += back;
            free -= back;
        }
        promise.charged
    }

    /// Returns the amount that was left of a pot. Nothing more is taken from it.
    fn take_back(&mut self, name: &str, now: Timestamp) -> i64 {
        let is_good = |pot: &&mut Pot| pot.name == name && pot.ends_at.is_none_or(|end| now < end);
        let Some(pot) = self.pots.iter_mut().find(is_good) else { return 0 };
        pot.ends_at = Some(now);
        std::mem::take(&mut pot.balance)
    }

    fn nth_run(&self, n: usize) -> Option<RunId> {
        self.promises.keys().nth(n.checked_rem(self.promises.len())?).copied()
    }
}

async fn take(house: &House, ana: &Payer, model: &mut Model, step: Step) {
    let now = house.clock.now();
    let charge = |amount| Charge { meter: Some(Meter::StandardQuery), amount };
    match step {
        Step::Reserve { amount } => {
            let run_id = house.run();
            let is_served = house.reserve_charge(ana, run_id, charge(amount)).await.is_ok();
            assert_eq!(is_served, model.reserve(run_id, amount, now));
        }
        Step::ReserveUpTo { amount, least } => {
            let run_id = house.run();
            let held = house.reserve_up_to(ana, run_id, (charge(amount), least)).await.ok();
            assert_eq!(held, model.reserve_up_to(run_id, amount, least, now));
        }
        Step::ReserveAndCrash { amount } => {
            let mut tx = house.db.begin().await.unwrap();
            let run_id = house.run();
            let reserved =
                house.ledger.reserve(&mut tx, &reservation(ana, run_id, charge(amount))).await;
            assert_eq!(reserved.is_ok(), amount <= model.left(now));
        }
        Step::Settle { run, used } => {
            let Some(run_id) = model.nth_run(run) else { return };
            assert_eq!(house.settle(run_id, used).await.charged, model.settle(run_id, used));
        }
        Step::Release { run } => {
            let Some(run_id) = model.nth_run(run) else { return };
            assert_eq!(house.settle(run_id, 0).await.charged, model.settle(run_id, 0));
        }
        Step::Grant { reference, amount, hours } => {
            grant(house, ana, model, reference, amount, hours).await
        }
        Step::TakeBack { reference } => take_back(house, ana, model, reference).await,
        Step::Wait { minutes } => house.clock.advance(minutes * MINUTE),
        Step::Sweep { alive_of, used } => sweep(house, model, alive_of, used).await,
    }
}

async fn grant(
    house: &House,
    ana: &Payer,
    model: &mut Model,
    reference: u8,
    amount: i64,
    hours: Option<i64>,
) {
    let now = house.clock.now();
    let reference = format!("reward {reference}");
    let ends_at = hours.map(|hours| now.plus(hours * HOUR));
    let grant = Grant {
        meter: Meter::StandardQuery,
        amount,
        source: "reward",
        reference: reference.clone(),
        ends_at,
        detail: String::new(),
    };
    let mut tx = house.db.begin().await.unwrap();
    let is_new = house.ledger.grant(&mut tx, ana.workspace_id, &grant).await.unwrap();
    tx.commit().await.unwrap();

    assert_eq!(is_new, model.pots.iter().all(|pot| pot.name != reference));
    if is_new {
        let balance = amount.max(0);
        model.pots.push(Pot { name: reference, balance, starts_at: now, ends_at });
    }
}

async fn take_back(house: &House, ana: &Payer, model: &mut Model, reference: u8) {
    let (now, reference) = (house.clock.now(), format!("reward {reference}"));
    let (workspace_id, meter) = (ana.workspace_id, Meter::StandardQuery);
    let mut tx = house.db.begin().await.unwrap();
    let taken = house.ledger.take_back(&mut tx, workspace_id, meter, "reward", &reference).await;
    tx.commit().await.unwrap();
    assert_eq!(taken.unwrap(), model.take_back(&reference, now));
}

async fn sweep(house: &House, model: &mut Model, alive_of: usize, used: i64) {
    let now = house.clock.now();
    let expired = |promise: &Promise| promise.is_open && promise.expires_at <= now;
    let runs: Vec<RunId> =
        model.promises.iter().filter(|(_, it)| expired(it)).map(|(run_id, _)| *run_id).collect();
    let mut told = Told::default();
    for (n, run_id) in runs.iter().enumerate() {
        if n % alive_of == 0 {
            told.0.insert(*run_id, RunFate::Alive);
            let promise = model.promises.get_mut(run_id).expect("it is one of them");
            promise.expires_at = now.plus(15 * MINUTE);
        } else {
            told.0.insert(*run_id, RunFate::Over { used });
            model.settle(*run_id, used);
        }
    }
    let over = told.0.values().filter(|fate| **fate != RunFate::Alive).count();
    assert_eq!(house.ledger.sweep(&house.db, &told).await.unwrap(), over);
}

async fn replay(house: House, steps: Vec<Step>) {
    let ana = house.somebody();
    let mut model = Model::default();
    for step in steps {
        take(&house, &ana, &mut model, step).await;
        assert_eq!(house.left(&ana).await, Some(model.left(house.clock.now())));
        house.assert_invariants().await;
        // So that no two buckets are made in the same moment, and runs sort by their ids.
        house.clock.advance(kernel::SECOND);
    }
    house.close().await;
}

fn check<F: Future<Output = House>>(histories: u32, steps: usize, open: impl Fn() -> F) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let config = Config { cases: histories, failure_persistence: None, ..Config::default() };
    let history = prop::collection::vec(step(), 1..steps);
    TestRunner::new(config)
        .run(&history, |steps| {
            runtime.block_on(async { replay(open().await, steps).await });
            Ok(())
        })
        .unwrap();
}

#[test]
fn every_history_agrees_with_the_model_on_sqlite() {
    check(40, 120, House::on_sqlite);
}

#[test]
fn every_history_agrees_with_the_model_on_postgres() {
    check(8, 80, House::on_postgres);
}
