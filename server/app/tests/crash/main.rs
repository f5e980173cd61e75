//! Crash tests: the program itself, killed with SIGKILL at every step of a run and at random moments under load.
//!
//! Invariants afterwards (security §2.2, CR1): every accepted message exists; every text that a client received is part
//! of the stored text; no run is left running; a message sent twice exists once; an upload continues at the byte that
//! was accepted; a research continues at its last step, and pays for none twice; a payment grants its purchase once;
//! and the books add up. Start at the tests below; `several.rs` has those of more than one program on the same data,
//! and `backup.rs` those of copying data while the program writes; `disk.rs` those of a full or failing disk,
//! `sync_order.rs` of the order of syncs, `crowd.rs` of many writers, `mixed_up.rs` of abandoned responses,
//! `broken_off.rs` of readings and searches, `agents.rs` of agents, `images.rs` of images, `lost_events.rs` of a database
//! that dies, `stopping.rs` of servers that are stopped in order, `soak` of work that goes on through hundreds of kills. `server.rs` is the program, `person.rs` a client of it, `faults.rs` injects faults into its calls,
//! `books.rs` checks the database; `waiting.rs` waits for results.

#![allow(
    clippy::disallowed_methods,
    reason = "people who ask at the same time are tasks of this test"
)]

mod agents;
mod backup;
mod books;
mod broken_off;
mod crowd;
mod disk;
mod faults;
mod images;
mod keys;
mod lost_events;
mod mixed_up;
mod payment;
mod person;
mod research;
mod server;
mod several;
mod signals;
mod soak;
mod stopping;
mod sync_order;
mod upload;
mod waiting;

use std::sync::Arc;
use std::time::Duration;

use payment::Shop;
use person::{Ended, Person, Question, Received};
use research::{Research, SmallWeb};
use server::Server;
use testing::FakeProvider;
use upload::{CHUNK_BYTES, Upload};

/// Twelve tokens, long enough apart to be journaled one by one.
const STEADY: &str = "fake-t12-d60";
/// A model that uses the first tool, then answers with its output.
const USES_TOOL: &str = "use-echo";
/// Does the steps of a research, and thinks before each.
const RESEARCHES: &str = "research-f200";
/// A model that finishes in about half of the time that a server lives here.
const SHORT: &str = "fake-t20-d15";

/// A run has some ten events; one that never ends would be a fault of its own.
const EVENTS_AT_MOST: usize = 60;

#[tokio::test(flavor = "multi_thread")]
async fn a_server_killed_at_any_event_of_a_run_keeps_what_was_accepted_on_sqlite() {
    kill_at_each_event(Server::new_on_sqlite().await, STEADY, 5).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_killed_at_any_event_of_a_run_keeps_what_was_accepted_on_postgres() {
    kill_at_each_event(Server::new_on_postgres().await, STEADY, 5).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_killed_at_any_event_of_a_run_with_a_tool_keeps_what_was_accepted_on_sqlite() {
    kill_at_each_event(Server::new_on_sqlite().await, USES_TOOL, 3).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_killed_at_any_event_of_a_run_with_a_tool_keeps_what_was_accepted_on_postgres() {
    kill_at_each_event(Server::new_on_postgres().await, USES_TOOL, 3).await;
}

/// A run whose server was killed, with what a client had received of it.
struct Killed {
    question: Question,
    run_id: String,
    received: Received,
}

/// Kills the server at the first event of a run, at the second of another, and so on, until one is over before that:
/// a run has more than `events` events.
async fn kill_at_each_event(mut server: Server, model: &str, events: usize) {
    let provider = FakeProvider::start_with(&[STEADY, SHORT, USES_TOOL]).await;
    let person = Person::sign_up(&server, &provider).await;
    person.allow_tool().await;
    let mut unchecked = Vec::new();
    let mut is_over = false;
    for event in 0..EVENTS_AT_MOST {
        let question = person.question(model);
        let sent = person.send(&question).await.expect("the server answers before it is killed");
        let received = person.read_until_event(&sent.run_id, event).await;
        is_over = received.ended == Ended::ByServer;
        assert!(!is_over || event > events, "a run of {model} has more than {event} events");
        server.kill().await;
        server.start().await;
        unchecked.push(Killed { question, run_id: sent.run_id, received });
        // A server on SQLite is alone, and ends at once what the last one left. On PostgreSQL another one might be
        // alive, so it waits for the lease: for all of them together.
        if server.is_on_sqlite() {
            check_kept(&person, unchecked.drain(..)).await;
        }
        if is_over {
            break;
        }
    }
    assert!(is_over, "a run of {model} has more than {EVENTS_AT_MOST} events");
    check_kept(&person, unchecked.into_iter()).await;
    books::wait_until_runs_end(&server).await;
    server.stop().await;
    books::assert_balanced(&server).await;
    books::assert_reserved(&server, &provider, &[STEADY]).await;
}

async fn check_kept(person: &Person, killed: impl Iterator<Item = Killed>) {
    for Killed { question, run_id, received } in killed {
        let stored = person.wait_for_end(&question).await;
        received.assert_part_of(&stored);
        person.assert_resumes(&run_id, received).await;
        person.assert_sending_again_changes_nothing(&question).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_waits_for_its_person_outlives_the_server_on_sqlite() {
    outlive_while_paused(Server::new_on_sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_waits_for_its_person_outlives_the_server_on_postgres() {
    outlive_while_paused(Server::new_on_postgres().await).await;
}

async fn outlive_while_paused(mut server: Server) {
    let provider = FakeProvider::start_with(&[USES_TOOL]).await;
    let person = Person::sign_up(&server, &provider).await;
    let question = person.question(USES_TOOL);
    let sent = person.send(&question).await.expect("the server answers before it is killed");
    // Started, the call that waits, paused.
    let received = person.read_until_event(&sent.run_id, 3).await;
    server.kill().await;
    server.start().await;

    person.allow_once(&sent.run_id).await;
    let stored = person.wait_for_end(&question).await;

    received.assert_part_of(&stored);
    stored.assert_says("A shell said this.");
    server.stop().await;
    books::assert_balanced(&server).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_waits_in_line_outlives_the_server() {
    let provider = FakeProvider::start_with(&[STEADY, SHORT]).await;
    let mut server = Server::new_on_sqlite().await;
    let person = Person::sign_up(&server, &provider).await;
    server.stop().await;
    server.one_at_a_time = true;
    server.start().await;
    let first = person.question(STEADY);
    person.send(&first).await.expect("the server answers before it is killed");
    let waiting: Vec<_> = (0..3).map(|_| person.question(SHORT)).collect();
    let mut received = Vec::new();
    for question in &waiting {
        let sent = person.send(question).await.expect("the server answers before it is killed");
        // Read its position in the queue.
        received.push(person.read_until_event(&sent.run_id, 1).await);
    }
    server.kill().await;
    server.start().await;

    person.wait_for_end(&first).await;
    for (question, received) in waiting.iter().zip(received) {
        assert_eq!(received.text, "", "it had not begun");
        let stored = person.wait_for_end(question).await;
        stored.assert_has_words(20);
        person.assert_is_there_once(question).await;
    }
    server.stop().await;
    books::assert_balanced(&server).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_whose_answer_was_lost_on_the_way_can_be_sent_again_on_sqlite() {
    let provider = FakeProvider::start_with(&[STEADY, SHORT]).await;
    let mut server = Server::new_on_sqlite().await;
    let person = Person::sign_up(&server, &provider).await;
    for wait_micros in [0, 300, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000] {
        let question = person.question(SHORT);
        {
            let sending = person.send(&question);
            let waiting = tokio::time::sleep(Duration::from_micros(wait_micros));
            tokio::select! {
                _ = sending => {}
                () = waiting => {}
            }
        }
        server.kill().await;
        server.start().await;
        person.send(&question).await.expect("the message is taken now, or was taken before");
        person.wait_for_end(&question).await;
        person.assert_is_there_once(&question).await;
    }
    server.stop().await;
    books::assert_balanced(&server).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upload_goes_on_at_the_byte_that_was_accepted_when_the_server_died() {
    let provider = FakeProvider::start_with(&[SHORT]).await;
    let mut server = Server::new_on_sqlite().await;
    let person = Person::sign_up(&server, &provider).await;
    // Few words for so many bytes: a file may have 100,000.
    let content: String = (0..60_000).map(|at| format!("{at:0>60}\n")).collect();
    let upload = Upload::begin(&person, "book.txt", content.into_bytes()).await;

    let mut accepted = 0;
    // Within a chunk at first, then between two, then behind the last one, before it was read.
    for wait_micros in [0, 300, 1_000, 3_000, 9_000, 27_000].into_iter().chain([2_000_000; 9]) {
        {
            let sending = upload.send(&person, accepted);
            let waiting = tokio::time::sleep(Duration::from_micros(wait_micros));
            tokio::select! {
                sent = sending => accepted = sent.expect("the server is there until it is killed"),
                () = waiting => {}
            }
        }
        server.kill().await;
        server.start().await;
        let received = upload.received(&person).await;
        assert!(received >= accepted, "{accepted} bytes were accepted, {received} are there");
        assert!(received.is_multiple_of(CHUNK_BYTES) || upload.is_whole(received), "{received}");
        accepted = received;
        if upload.is_whole(accepted) {
            break;
        }
    }
    assert!(upload.is_whole(accepted), "{accepted}");
    upload.assert_is_kept(&person).await;
    server.stop().await;
}

// issue 5: "survives a restart"
#[tokio::test(flavor = "multi_thread")]
async fn a_research_goes_on_at_the_step_that_it_was_at_when_the_server_died() {
    let provider = FakeProvider::start_with(&[RESEARCHES]).await;
    let web = SmallWeb::start().await;
    let mut server = Server::new_on_sqlite_with(&web.settings()).await;
    let person = Person::sign_up(&server, &provider).await;
    let research = Research::begin(&person, &web, &format!("fake/{RESEARCHES}")).await;

    // While statements are extracted, while gaps are searched, while sections are written.
    for steps in [2, 6, 8, 11, 13] {
        if !research.wait_for_steps(steps).await {
            break;
        }
        server.kill().await;
        server.start().await;
    }

    let done = research.wait_for_end().await;
    let steps = done["steps"].as_array().expect("steps");
    for step in steps {
        assert!(step["charged"].as_i64() <= Some(1), "{step}");
        let same =
            steps.iter().filter(|one| one["kind"] == step["kind"] && one["topic"] == step["topic"]);
        assert_eq!(same.count(), 1, "each step is there once");
    }
    assert!(done["sections"].as_array().expect("sections").len() >= 3, "{done}");
    server.stop().await;
    books::assert_balanced(&server).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_gives_what_was_bought_once_however_often_the_server_died_on_sqlite() {
    let shop = Shop::open().await;
    kill_around_payments(Server::new_on_sqlite_with(&shop.settings()).await, shop).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_gives_what_was_bought_once_however_often_the_server_died_on_postgres() {
    let shop = Shop::open().await;
    kill_around_payments(Server::new_on_postgres_with(&shop.settings()).await, shop).await;
}

// security PW4: "kill -9 after insert/before effect/before 2xx"
async fn kill_around_payments(mut server: Server, shop: Shop) {
    let provider = FakeProvider::start_with(&[SHORT]).await;
    let person = Person::sign_up(&server, &provider).await;
    let mut sold = Vec::new();
    // Before the notification is received, while it is processed, and after.
    for wait_micros in [0, 300, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000] {
        let order = shop.sell(&person).await;
        {
            let telling = shop.tell(&server, &order);
            let waiting = tokio::time::sleep(Duration::from_micros(wait_micros));
            tokio::select! {
                _ = telling => {}
                () = waiting => {}
            }
        }
        sold.push(order);
        server.kill().await;
        server.start().await;
        shop.tell_again(&server, sold.last().expect("one was sold")).await;
        shop.assert_given_once_each(&person, &sold).await;
    }

    // It is stored, and the purchase not granted yet. SQLite has one writer, which cannot be stopped in between.
    if !server.is_on_sqlite() {
        sold.push(shop.sell(&person).await);
        let order = sold.last().expect("one was sold");
        let mut held = books::hold_grants(&server).await;
        tokio::select! {
            answered = shop.tell(&server, order) => panic!("{answered:?} before anything was given"),
            () = held.wait_until_wanted() => {}
        }
        server.kill().await;
        held.release().await;
        server.start().await;
        shop.assert_is_open(&person, order).await;
        shop.tell_again(&server, order).await;
        shop.assert_given_once_each(&person, &sold).await;
    }

    // Everything is done, and nobody received the response.
    sold.push(shop.sell(&person).await);
    let order = sold.last().expect("one was sold");
    let telling = async {
        drop(shop.tell(&server, order).await);
        std::future::pending::<()>().await;
    };
    let notice_id = order.notice_id();
    tokio::select! {
        () = books::wait_for_notice(&server, &notice_id) => {}
        () = telling => {}
    }
    server.kill().await;
    server.start().await;
    shop.assert_given_once_each(&person, &sold).await;

    for order in &sold {
        shop.tell_again(&server, order).await;
    }
    shop.assert_given_once_each(&person, &sold).await;
    server.stop().await;
    books::assert_balanced(&server).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_killed_under_load_lose_nothing_on_sqlite() {
    kill_under_load(Server::new_on_sqlite().await, 12).await;
}

/// Fewer rounds: on PostgreSQL another process might be alive, so a dead one's runs end only with its lease.
#[tokio::test(flavor = "multi_thread")]
async fn servers_killed_under_load_lose_nothing_on_postgres() {
    kill_under_load(Server::new_on_postgres().await, 4).await;
}

const PEOPLE: usize = 6;

async fn kill_under_load(mut server: Server, rounds: u64) {
    let provider = FakeProvider::start_with(&[STEADY, SHORT]).await;
    let person = Arc::new(Person::sign_up(&server, &provider).await);
    let mut asked = Vec::new();
    for round in 0..rounds {
        let busy: Vec<_> = (0..PEOPLE)
            .map(|_| {
                let person = person.clone();
                tokio::spawn(async move { person.ask_until_the_server_dies(SHORT).await })
            })
            .collect();
        // Spread over the life of a run, the same in every run of the test.
        tokio::time::sleep(Duration::from_millis(150 + round * 379 % 700)).await;
        server.kill().await;
        for one in busy {
            asked.extend(one.await.expect("a person does not panic"));
        }
        server.start().await;
    }
    assert!(asked.len() >= PEOPLE * 2, "only {} questions were asked", asked.len());
    for exchange in &asked {
        if exchange.received.is_none() {
            person.send(&exchange.question).await.expect("sent again");
        }
        let stored = person.wait_for_end(&exchange.question).await;
        person.assert_is_there_once(&exchange.question).await;
        if let Some(received) = &exchange.received {
            received.assert_part_of(&stored);
        }
    }
    books::wait_until_runs_end(&server).await;
    server.stop().await;
    books::assert_balanced(&server).await;
    books::assert_reserved(&server, &provider, &[SHORT]).await;
}
