//! Several processes that serve together, as in the third step of `docs/operations/growth.md`: one PostgreSQL, one
//! Redis, one file storage, one secret; and nothing else shared.

use std::process::Stdio;
use std::time::Duration;

use testing::{FakeProvider, FakeS3};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::time::timeout;

use crate::person::{Ended, Person};
use crate::server::{Server, free_port};
use crate::upload::Upload;
use crate::waiting::within;
use crate::{SHORT, STEADY, books};

/// Maximum wait for an expected event: a process that missed a hint polls every few seconds.
const PATIENCE: Duration = Duration::from_secs(90);
/// Number of tokens after which the provider holds its answers back. The first one is a reader's first word, the others
/// come later.
const HELD_AFTER: usize = 5;

/// The Redis server that carries hints between processes, until it is gone.
pub struct Redis {
    port: u16,
    program: Child,
}

impl Redis {
    pub async fn start() -> Self {
        let port = free_port();
        Self { port, program: Self::run(port).await }
    }

    async fn run(port: u16) -> Child {
        let program = Command::new("redis-server")
            .args(["--bind", "127.0.0.1", "--port", &port.to_string()])
            .args(["--save", "", "--appendonly", "no"])
            .stdout(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("redis-server is there: scripts/setup test");
        let answered = within(10, async || TcpStream::connect(("127.0.0.1", port)).await);
        answered.await.expect("Redis answers");
        program
    }

    /// Kills it, and starts it again without anything it knew.
    pub async fn restart(&mut self) {
        self.program.kill().await.expect("it can be killed");
        self.program = Self::run(self.port).await;
    }

    /// Returns the id of its process.
    pub fn id(&self) -> u32 {
        self.program.id().expect("it runs")
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    async fn kill(mut self) {
        self.program.kill().await.expect("it can be killed");
    }
}

/// Two processes, and what they share.
struct Installation {
    a: Server,
    b: Server,
    redis: Redis,
    provider: FakeProvider,
    files: FakeS3,
    /// The operator, whose requests go to the first process.
    person: Person,
}

impl Installation {
    async fn new() -> Self {
        let redis = Redis::start().await;
        let files = FakeS3::start().await;
        let told = vec![
            ("BUS__URL", redis.url()),
            ("FILES__URL", files.files_url()),
            ("VAULT__SECRET", "the same secret for every process, 0123456789".to_owned()),
        ];
        let a = Server::new_among_several(told).await;
        let b = a.another().await;
        let provider = FakeProvider::start_with(&[STEADY, SHORT]).await;
        provider.require_key("sk-fake");
        let person = Person::sign_up(&a, &provider).await;
        Self { a, b, redis, provider, files, person }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_read_on_and_stopped_at_another_process_also_without_redis() {
    let Installation { mut a, mut b, redis, provider, files, person } = Installation::new().await;

    read_on_and_stop_elsewhere(&provider, &person, &person.at(&b)).await;
    redis.kill().await;
    read_on_and_stop_elsewhere(&provider, &person, &person.at(&b)).await;

    // What one process sealed and stored, another unseals and reads.
    provider.release();
    let question = person.question(SHORT);
    person.at(&b).send(&question).await.expect("the other process answers");
    person.wait_for_end(&question).await.assert_has_words(20);
    let upload = Upload::begin(&person, "notes.txt", b"Tides rise twice a day.".to_vec()).await;
    upload.send(&person, 0).await.expect("the chunk is taken");
    upload.assert_is_kept(&person.at(&b)).await;
    assert!(files.object_count() > 0, "files are where every process finds them");

    a.stop().await;
    b.stop().await;
    books::assert_balanced(&a).await;
    books::assert_reserved(&a, &provider, &[STEADY, SHORT]).await;
}

/// Asks at one process, continues reading at the other, and cancels there.
async fn read_on_and_stop_elsewhere(provider: &FakeProvider, here: &Person, there: &Person) {
    provider.hold_after(HELD_AFTER);
    let calls_before = provider.call_count();
    let question = here.question(STEADY);
    let run_id = here.send(&question).await.expect("the process answers").run_id;
    // Started, and the first word.
    let received = here.read_until_event(&run_id, 2).await;
    assert!(!received.text.is_empty());

    // From `Last-Event-ID` on: the words between the first one and those the provider holds back.
    let more = timeout(PATIENCE, there.read_on(&run_id, received, 1)).await;
    let received = more.expect("words that one process writes reach readers at another");
    assert_eq!((&received.ended, received.last_seq), (&Ended::ByReader, 3));
    timeout(PATIENCE, provider.wait_until_held(1)).await.expect("the provider holds");

    there.stop(&run_id).await;

    let left = timeout(PATIENCE, provider.wait_until_idle()).await;
    left.expect("the process that writes lets go of its provider");
    let rest = timeout(PATIENCE, there.read_until_event(&run_id, usize::MAX)).await;
    assert_eq!(rest.expect("its end is told").ended, Ended::ByServer);
    let stored = here.wait_for_end(&question).await;
    stored.assert_ended("cancelled", 1);
    stored.assert_has_words(HELD_AFTER);
    there.assert_resumes(&run_id, received).await;
    assert_eq!(provider.call_count(), calls_before + 1, "reading elsewhere asks nobody again");
}

// security P6: "partial text kept, hold settled to tokens actually received; no silent re-run"
#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_lives_ends_the_runs_of_one_that_died() {
    let Installation { mut a, mut b, redis: _redis, provider, files: _files, person } =
        Installation::new().await;
    provider.hold_after(HELD_AFTER);
    let question = person.question(STEADY);
    let run_id = person.send(&question).await.expect("the process answers").run_id;
    let received = person.read_until_event(&run_id, 3).await;

    a.kill().await;

    let there = person.at(&b);
    let rest = timeout(2 * PATIENCE, there.read_on(&run_id, received, usize::MAX)).await;
    let received = rest.expect("a reader is told within the minute");
    assert_eq!(received.ended, Ended::ByServer);
    let stored = there.wait_for_end(&question).await;
    stored.assert_ended("interrupted", 1);
    received.assert_part_of(&stored);
    assert_eq!(provider.call_count(), 1, "nothing is asked again by itself");
    there.assert_sending_again_changes_nothing(&question).await;
    books::wait_until_runs_end(&b).await;
    b.stop().await;
    books::assert_balanced(&b).await;
    books::assert_reserved(&b, &provider, &[STEADY]).await;
}
