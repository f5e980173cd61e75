//! Jobs of many people, on SQLite and on PostgreSQL: who enqueues many delays nobody else.

use fair_queue::Share;
use jobs::{Job, JobResult, Queue, Registry, Workers};
use kernel::{SECOND, UserId, Uuid};
use serde::{Deserialize, Serialize};

use crate::support::{House, Seen, on_both};

/// A job that records for whom it ran.
#[derive(Serialize, Deserialize)]
struct Note {
    number: usize,
}

impl Job for Note {
    type Context = Seen;
    const NAME: &'static str = "tests.note";

    async fn run(self, seen: &Seen) -> JobResult {
        seen.shares.lock().unwrap().push(Share::current());
        Ok(())
    }
}

fn person(number: u128) -> Share {
    UserId(Uuid::from_u128(number)).into()
}

async fn enqueue(house: &House, queue: &Queue, share: Share, count: usize) {
    for number in 0..count {
        house.clock.advance(SECOND);
        let mut tx = house.db.begin().await.unwrap();
        share.scope(queue.enqueue(&mut tx, &Note { number })).await.unwrap();
        tx.commit().await.unwrap();
    }
}

on_both! {
    async fn a_job_runs_for_the_person_who_enqueued_it(house: &House) {
        let queue = Queue::new(house.clock.clone());
        let registry = Registry::default().job::<Note>();
        let workers = Workers::new(house.db.clone(), queue.clone(), registry, house.seen.clone());
        enqueue(house, &queue, person(1), 1).await;
        enqueue(house, &queue, Share::Server, 1).await;
        workers.run_due().await.unwrap();
        assert_eq!(*house.seen.shares.lock().unwrap(), [person(1), Share::Server]);
    }

    async fn the_only_job_of_a_person_is_not_behind_all_of_another(house: &House) {
        let queue = Queue::new(house.clock.clone());
        let registry = Registry::default().job::<Note>();
        let workers = Workers::new(house.db.clone(), queue.clone(), registry, house.seen.clone());
        enqueue(house, &queue, person(1), 40).await;
        enqueue(house, &queue, person(2), 1).await;
        workers.run_due().await.unwrap();
        let ran = house.seen.shares.lock().unwrap().clone();
        assert_eq!(ran.len(), 41);
        assert!(ran[..2].contains(&person(2)), "it is served next");
    }
}
