//! The queue on a real schema, on SQLite and on PostgreSQL.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

mod support;

mod fairness {
    mod shares;
}

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use jobs::{Job, JobResult, Queue, Registry, Workers};
use kernel::{DAY, HOUR, MINUTE};
use serde::{Deserialize, Serialize};
use support::{House, Seen, on_both};

/// A job that counts its runs, after failing as often as configured.
#[derive(Serialize, Deserialize)]
struct Count {
    failures: usize,
}

impl Job for Count {
    type Context = Seen;
    const NAME: &'static str = "tests.count";
    const MAX_ATTEMPTS: u32 = 3;

    async fn run(self, seen: &Seen) -> JobResult {
        let run = seen.runs.fetch_add(1, Ordering::SeqCst);
        if run < self.failures {
            return Err(kernel::Failure::internal("not yet"));
        }
        Ok(())
    }
}

/// A job that signals that it runs, then waits to be released.
#[derive(Serialize, Deserialize)]
struct Hang;

impl Job for Hang {
    type Context = Seen;
    const NAME: &'static str = "tests.hang";
    const AT_ONCE: usize = 1;

    async fn run(self, seen: &Seen) -> JobResult {
        seen.runs.fetch_add(1, Ordering::SeqCst);
        seen.started.notify_one();
        seen.go.notified().await;
        Ok(())
    }
}

/// A job that signals that it runs.
#[derive(Serialize, Deserialize)]
struct Tell;

impl Job for Tell {
    type Context = Seen;
    const NAME: &'static str = "tests.tell";

    async fn run(self, seen: &Seen) -> JobResult {
        seen.started.notify_one();
        Ok(())
    }
}

/// Panics.
#[derive(Serialize, Deserialize)]
struct Panic;

impl Job for Panic {
    type Context = Seen;
    const NAME: &'static str = "tests.panic";
    const MAX_ATTEMPTS: u32 = 1;

    async fn run(self, _: &Seen) -> JobResult {
        panic!("on purpose")
    }
}

fn registry() -> Registry<Seen> {
    Registry::default().job::<Count>().job::<Hang>().job::<Tell>().job::<Panic>()
}

fn workers(house: &House, registry: Registry<Seen>) -> (Workers<Seen>, Queue) {
    let queue = Queue::new(house.clock.clone());
    (Workers::new(house.db.clone(), queue.clone(), registry, house.seen.clone()), queue)
}

async fn enqueue<J: Job>(house: &House, queue: &Queue, job: &J) {
    let mut tx = house.db.begin().await.unwrap();
    queue.enqueue(&mut tx, job).await.unwrap();
    tx.commit().await.unwrap();
}

on_both! {
    async fn a_job_runs_once_and_is_gone(house: &House) {
        let (workers, queue) = workers(house, registry());
        enqueue(house, &queue, &Count { failures: 0 }).await;

        assert_eq!(workers.run_due().await.unwrap(), 1);
        assert_eq!(workers.run_due().await.unwrap(), 0);

        assert_eq!(house.runs(), 1);
        assert_eq!(house.states().await, Vec::<String>::new());
    }

    async fn a_job_of_a_transaction_that_was_dropped_does_not_exist(house: &House) {
        let (workers, queue) = workers(house, registry());
        let mut tx = house.db.begin().await.unwrap();
        queue.enqueue(&mut tx, &Count { failures: 0 }).await.unwrap();
        drop(tx);

        assert_eq!(workers.run_due().await.unwrap(), 0);
    }

    async fn a_job_waits_for_its_time(house: &House) {
        let (workers, queue) = workers(house, registry());
        let mut tx = house.db.begin().await.unwrap();
        let tomorrow = house.clock.now().plus(DAY);
        queue.enqueue_at(&mut tx, &Count { failures: 0 }, tomorrow).await.unwrap();
        tx.commit().await.unwrap();

        assert_eq!(workers.run_due().await.unwrap(), 0);
        house.clock.advance(DAY);
        assert_eq!(workers.run_due().await.unwrap(), 1);
    }

    async fn a_job_is_held_until_it_is_done_or_given_up(house: &House) {
        let (workers, queue) = workers(house, registry());
        let is_held = async |failures| {
            let mut conn = house.db.read().await.unwrap();
            queue.holds(&mut conn, &Count { failures }).await.unwrap()
        };
        enqueue(house, &queue, &Count { failures: 99 }).await;
        assert!(is_held(99).await && !is_held(1).await, "another one of its kind is another one");
        workers.run_due().await.unwrap();
        assert!(is_held(99).await, "it is tried again");
        for _ in 0..2 {
            house.clock.advance(HOUR);
            workers.run_due().await.unwrap();
        }
        assert!(!is_held(99).await, "it is dead");

        enqueue(house, &queue, &Hang).await;
        workers.start();
        house.seen.started.notified().await;
        let mut conn = house.db.read().await.unwrap();
        assert!(queue.holds(&mut conn, &Hang).await.unwrap(), "it runs");
        drop(conn);
        house.seen.go.notify_one();
        workers.stop(Duration::from_secs(10)).await;
        let mut conn = house.db.read().await.unwrap();
        assert!(!queue.holds(&mut conn, &Hang).await.unwrap());
    }

    async fn a_job_that_fails_is_tried_again_later_and_buried_at_last(house: &House) {
        let (workers, queue) = workers(house, registry());
        enqueue(house, &queue, &Count { failures: 99 }).await;

        assert_eq!(workers.run_due().await.unwrap(), 1);
        assert_eq!(workers.run_due().await.unwrap(), 0);
        for _ in 0..2 {
            house.clock.advance(HOUR);
            assert_eq!(workers.run_due().await.unwrap(), 1);
        }
        house.clock.advance(DAY);
        assert_eq!(workers.run_due().await.unwrap(), 0);

        assert_eq!(house.runs(), 3);
        assert_eq!(house.states().await, ["dead"]);
    }

    async fn a_job_that_panics_ends_neither_the_worker_nor_the_next_job(house: &House) {
        let (workers, queue) = workers(house, registry());
        enqueue(house, &queue, &Panic).await;
        enqueue(house, &queue, &Count { failures: 0 }).await;

        assert_eq!(workers.run_due().await.unwrap(), 2);

        assert_eq!(house.runs(), 1);
        assert_eq!(house.states().await, ["dead"]);
    }

    async fn a_job_whose_process_died_runs_elsewhere_when_its_lease_ran_out(house: &House) {
        let (dying, queue) = workers(house, registry());
        let (other, _) = workers(house, registry());
        enqueue(house, &queue, &Hang).await;
        tokio::select! {
            _ = dying.run_due() => unreachable!("the job hangs"),
            () = house.seen.started.notified() => {}
        }

        assert_eq!(other.run_due().await.unwrap(), 0);
        house.clock.advance(MINUTE);
        house.seen.go.notify_one();
        assert_eq!(other.run_due().await.unwrap(), 1);

        assert_eq!(house.runs(), 2);
        assert_eq!(house.states().await, Vec::<String>::new());
    }

    async fn a_process_that_is_alone_takes_over_at_once(house: &House) {
        let (dying, queue) = workers(house, registry());
        let (next, _) = workers(house, registry());
        enqueue(house, &queue, &Hang).await;
        tokio::select! {
            _ = dying.run_due() => unreachable!("the job hangs"),
            () = house.seen.started.notified() => {}
        }

        next.take_over().await.unwrap();
        house.seen.go.notify_one();
        assert_eq!(next.run_due().await.unwrap(), 1);

        assert_eq!(house.states().await, Vec::<String>::new());
    }

    async fn a_job_of_a_newer_version_waits_for_it(house: &House) {
        let (older, queue) = workers(house, Registry::default());
        let (newer, _) = workers(house, registry());
        enqueue(house, &queue, &Count { failures: 0 }).await;

        older.run_due().await.unwrap();
        assert_eq!(house.states().await, ["waiting"]);

        house.clock.advance(HOUR);
        newer.run_due().await.unwrap();
        assert_eq!(house.runs(), 1);
    }

    async fn a_schedule_fires_once_for_each_moment_however_many_processes_serve(house: &House) {
        let every_hour = || registry().every("tests.hourly", Duration::from_secs(3600), &Count { failures: 0 });
        let (first, _) = workers(house, every_hour());
        let (second, _) = workers(house, every_hour());

        let (a, b) = tokio::join!(first.run_due(), second.run_due());
        assert_eq!(a.unwrap() + b.unwrap(), 1);
        house.clock.advance(HOUR);
        assert_eq!(second.run_due().await.unwrap(), 1);
        assert_eq!(first.run_due().await.unwrap(), 0);
        // A day without a server is made up for once.
        house.clock.advance(DAY);
        assert_eq!(first.run_due().await.unwrap(), 1);
    }

    async fn a_kind_without_a_place_left_keeps_no_other_waiting(house: &House) {
        let (workers, queue) = workers(house, registry());
        workers.start();
        enqueue(house, &queue, &Hang).await;
        house.seen.started.notified().await;
        enqueue(house, &queue, &Hang).await;
        enqueue(house, &queue, &Tell).await;

        house.seen.started.notified().await;
        assert_eq!(house.runs(), 1, "the second of the kind that hangs waits");
        house.seen.go.notify_one();
        house.seen.started.notified().await;
        house.seen.go.notify_one();
        workers.stop(Duration::from_secs(20)).await;

        assert_eq!(house.runs(), 2);
        assert_eq!(house.states().await, Vec::<String>::new());
    }

    async fn a_stopped_worker_lets_its_job_finish_and_takes_no_other(house: &House) {
        let (workers, queue) = workers(house, registry());
        workers.start();
        enqueue(house, &queue, &Hang).await;
        house.seen.started.notified().await;

        let stop = workers.stop(Duration::from_secs(20));
        let finish = async { house.seen.go.notify_one() };
        tokio::join!(stop, finish);
        enqueue(house, &queue, &Count { failures: 0 }).await;

        assert_eq!(house.runs(), 1);
        assert_eq!(house.states().await, ["waiting"]);
    }
}

#[test]
fn a_schedule_without_its_job_is_refused_at_start() {
    let missing = std::panic::catch_unwind(|| {
        let registry: Registry<Seen> = Registry::default().every(
            "tests.soon",
            Duration::from_secs(60),
            &Count { failures: 0 },
        );
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let house = runtime.block_on(House::on_sqlite());
        Workers::new(house.db.clone(), Queue::new(house.clock.clone()), registry, Arc::default())
    });
    assert!(missing.is_err());
}
