//! A PostgreSQL that dies while an answer is written, with events that it has confirmed and not yet on its disk.

use testing::{FakeProvider, FakeS3};

use crate::person::{Ended, Person, Received};
use crate::server::Server;
use crate::several::Redis;
use crate::soak::postgres::Postgres;
use crate::{STEADY, books};

/// Tokens after which the provider holds its answer.
const HELD_AFTER: usize = 5;
/// Tokens for some ten seconds, each an event of its own.
const LONG: &str = "fake-t150-d70";
const LONG_WORDS: usize = 150;

// ARCHITECTURE.md, invariant 5: "No client sees an event that is not in the journal."
#[tokio::test(flavor = "multi_thread")]
async fn events_that_postgres_loses_when_it_dies_are_written_once_more() {
    let mut postgres = Postgres::start().await;
    let mut server = Server::new_at(&postgres.url(), "", Vec::new()).await;
    let provider = FakeProvider::start_with(&[STEADY]).await;
    let person = Person::sign_up(&server, &provider).await;
    provider.hold_after(HELD_AFTER);
    let question = person.question(STEADY);
    let run_id = person.send(&question).await.expect("the server answers").run_id;
    let received = person.read_until_event(&run_id, 3).await;
    assert!(!received.text.is_empty());

    postgres.restart().await;
    provider.release();

    let stored = person.wait_for_end(&question).await;
    stored.assert_ended("completed", 1);
    stored.assert_has_words(12);
    received.assert_part_of(&stored);
    let whole = person.read_until_event(&run_id, usize::MAX).await;
    assert_eq!(whole.ended, Ended::ByServer);
    assert!(whole.text.starts_with(&received.text), "{whole:?}");
    person.assert_resumes(&run_id, received).await;
    books::wait_until_runs_end(&server).await;
    server.stop().await;
    books::assert_no_event_is_missing(&server).await;
    books::assert_balanced(&server).await;
}

/// Followers at each of the two processes.
const FOLLOWERS: usize = 5;
/// Restarts of PostgreSQL while they follow.
const RESTARTS: usize = 3;

#[tokio::test(flavor = "multi_thread")]
async fn ten_followers_at_two_processes_see_every_event_once_while_postgres_dies() {
    let (mut postgres, redis, files) =
        (Postgres::start().await, Redis::start().await, FakeS3::start().await);
    let told = vec![
        ("BUS__URL", redis.url()),
        ("FILES__URL", files.files_url()),
        ("VAULT__SECRET", "the same secret for every process, 0123456789".to_owned()),
    ];
    let mut a = Server::new_at(&postgres.url(), "", told.clone()).await;
    let mut b = Server::new_at(&postgres.url(), "", told).await;
    let provider = FakeProvider::start_with(&[LONG]).await;
    let here = Person::sign_up(&a, &provider).await;
    let there = here.at(&b);
    let question = here.question(LONG);
    let run_id = here.send(&question).await.expect("the process answers").run_id;
    let followers: Vec<_> = [&here, &there]
        .into_iter()
        .flat_map(|person| std::iter::repeat_n(person, FOLLOWERS))
        .map(|person| {
            let (person, run_id) = (person.clone(), run_id.clone());
            tokio::spawn(async move { follow_to_the_end(&person, &run_id).await })
        })
        .collect();

    for restart in 1..=RESTARTS {
        // Each time in another part of the answer, whose pieces keep coming.
        here.read_until_event(&run_id, restart * 8).await;
        postgres.restart().await;
    }

    let mut seen = Vec::new();
    for follower in followers {
        seen.push(follower.await.expect("a follower does not panic"));
    }
    let stored = here.wait_for_end(&question).await;
    stored.assert_ended("completed", 1);
    stored.assert_has_words(LONG_WORDS);
    let last = seen[0].last_seq;
    for (number, received) in seen.into_iter().enumerate() {
        assert_eq!(received.last_seq, last, "follower {number}");
        // Each event has the number after the one before: `Received` takes no other. So nothing is missing or twice.
        received.assert_part_of(&stored);
        assert_eq!(received.text.split_whitespace().count(), LONG_WORDS, "follower {number}");
    }
    books::wait_until_runs_end(&a).await;
    a.stop().await;
    b.stop().await;
    books::assert_no_event_is_missing(&a).await;
    books::assert_balanced(&a).await;
}

/// Follows a run to its end, and goes on behind the last event after each break.
async fn follow_to_the_end(person: &Person, run_id: &str) -> Received {
    let mut received = Received::default();
    loop {
        received = person.read_on(run_id, received, usize::MAX).await;
        if received.ended == Ended::ByServer {
            return received;
        }
        tokio::task::yield_now().await;
    }
}
