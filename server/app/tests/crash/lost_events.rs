//! A PostgreSQL that dies while an answer is written, with events that it has confirmed and not yet on its disk.

use testing::FakeProvider;

use crate::person::{Ended, Person};
use crate::server::Server;
use crate::soak::postgres::Postgres;
use crate::{STEADY, books};

/// Tokens after which the provider holds its answer.
const HELD_AFTER: usize = 5;

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
