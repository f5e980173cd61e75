//! Endurance: people work at two processes that are killed again and again and at one that is not, while PostgreSQL,
//! Redis and the file storage are restarted, frozen and filled. `make soak` does so for minutes; among the other tests
//! there are a few rounds, so that it is known to work.
//!
//! After each round: everything confirmed is there once, the books add up. At the end: every answer has one end and was
//! charged once, and the process that lived has the memory and the open files that it had.

mod gate;
mod kept;
pub mod postgres;
mod vitals;
mod work;

use std::sync::Arc;
use std::time::Duration;

use gate::Gate;
use kept::Kept;
use postgres::Postgres;
use rustix::process::Signal;
use tempfile::TempDir;
use testing::{Chance, FakeProvider, FakeS3};
use tokio::join;
use tokio::time::{Instant, sleep};
use vitals::{Vitals, count_open_files};
use work::{BREAKS_OFF, Work};

use crate::payment::Shop;
use crate::person::Person;
use crate::server::Server;
use crate::several::Redis;
use crate::waiting::within;
use crate::{SHORT, STEADY, USES_TOOL, books, signals};

/// Minutes that it lasts. Not set: a few rounds.
const MINUTES: &str = "SOAK_MINUTES";
const FEW_ROUNDS: usize = 4;
/// In a long run, the rounds from one disturbance to the next. In between only processes are killed.
const ROUNDS_PER_DISTURBANCE: usize = 4;
/// Longer than a process keeps the lease on its answers (20 s).
const LONGER_THAN_A_LEASE: Duration = Duration::from_secs(24);
/// Open files that a process may have more at the end: eight connections to the database, which its pool keeps once it has had
/// them, and some to the provider and the file storage.
const MORE_FILES_MAX: usize = 16;

const PROGRAM: &str = "ensemble";

#[derive(Debug, Clone, Copy)]
enum Disturbance {
    PostgresKilled,
    RedisKilled,
    StorageGone,
    DiskFull,
    PostgresFrozen,
    RedisFrozen,
    StorageFrozen,
    ProcessFrozen,
    ProcessFrozenForLong,
}

const DISTURBANCES: [Disturbance; 9] = [
    Disturbance::PostgresKilled,
    Disturbance::RedisKilled,
    Disturbance::StorageGone,
    Disturbance::DiskFull,
    Disturbance::PostgresFrozen,
    Disturbance::RedisFrozen,
    Disturbance::StorageFrozen,
    Disturbance::ProcessFrozen,
    Disturbance::ProcessFrozenForLong,
];

#[tokio::test(flavor = "multi_thread")]
async fn processes_and_services_that_die_and_freeze_under_work_lose_nothing() {
    let minutes = std::env::var(MINUTES).ok().map(|minutes| minutes.parse().expect("minutes"));
    let ends_at =
        minutes.map(|minutes: f64| Instant::now() + Duration::from_secs_f64(minutes * 60.0));
    let mut soak = Soak::new().await;
    let mut work = Work::begin(&soak.operator, &soak.shop, &soak.kept);
    let mut round = 0;
    while ends_at.map_or(round < FEW_ROUNDS, |ends_at| Instant::now() < ends_at) {
        let disturbance = match ends_at {
            None => Some(DISTURBANCES[round]),
            Some(_) if round % ROUNDS_PER_DISTURBANCE != 1 => None,
            Some(_) => Some(DISTURBANCES[round / ROUNDS_PER_DISTURBANCE % DISTURBANCES.len()]),
        };
        soak.go_through(disturbance).await;
        work.assert_goes_on();
        soak.check().await;
        round += 1;
        if ends_at.is_some() && round % 20 == 0 {
            println!("{}", soak.told(round));
        }
    }
    work.end().await;
    println!("{}", soak.told(round));
    soak.check_at_rest().await;
}

struct Soak {
    postgres: Postgres,
    redis: Redis,
    storage: Gate,
    _files: FakeS3,
    _program: TempDir,
    provider: FakeProvider,
    shop: Arc<Shop>,
    /// Killed again and again.
    a: Server,
    b: Server,
    /// Lives through everything.
    c: Server,
    /// The operator at each of them.
    operator: Vec<Person>,
    kept: Arc<Kept>,
    /// Everything confirmed when it was last checked.
    checked: kept::Counts,
    vitals: Vitals,
    chance: Chance,
    kills: usize,
    disturbances: usize,
    /// Writes of PostgreSQL for which the disk had no room.
    writes_refused: i64,
}

impl Soak {
    async fn new() -> Self {
        let (postgres, redis) = (Postgres::start().await, Redis::start().await);
        let (files, shop) = (FakeS3::start().await, Shop::open().await);
        let (storage, files_url) = gate_before(&files).await;
        let told = vec![
            ("BUS__URL", redis.url()),
            ("FILES__URL", files_url),
            ("VAULT__SECRET", "the same secret for every process, 0123456789".to_owned()),
        ];
        let settings = shop.settings();
        let mut a = Server::new_at(&postgres.url(), &settings, told.clone()).await;
        let mut b = Server::new_at(&postgres.url(), &settings, told.clone()).await;
        let c = Server::new_at(&postgres.url(), &settings, told).await;
        let program = keep_program();
        (a.program, b.program) = (program.path().join(PROGRAM), program.path().join(PROGRAM));
        let provider = FakeProvider::start_with(&[STEADY, SHORT, USES_TOOL, BREAKS_OFF]).await;
        let person = Person::sign_up(&a, &provider).await;
        person.allow_tool().await;
        let operator = vec![person.at(&a), person.at(&b), person.at(&c)];
        Self {
            postgres,
            redis,
            storage,
            _files: files,
            _program: program,
            provider,
            shop: Arc::new(shop),
            a,
            b,
            c,
            operator,
            kept: Arc::default(),
            checked: kept::Counts::default(),
            vitals: Vitals::default(),
            chance: Chance::of("soak"),
            kills: 0,
            disturbances: 0,
            writes_refused: 0,
        }
    }

    /// Kills both processes that die, each at some moment, and disturbs what they work with.
    async fn go_through(&mut self, disturbance: Option<Disturbance>) {
        self.disturbances += usize::from(disturbance.is_some());
        match disturbance {
            // A process that starts needs the database: nothing is killed meanwhile.
            Some(Disturbance::PostgresKilled) => self.postgres.restart().await,
            Some(Disturbance::PostgresFrozen) => {
                self.postgres.freeze();
                self.some_time().await;
                self.postgres.thaw();
            }
            Some(Disturbance::DiskFull) => {
                self.postgres.fill_disk();
                self.some_time().await;
                self.writes_refused += self.postgres.empty_disk();
            }
            Some(Disturbance::ProcessFrozen) => {
                signals::send(Signal::STOP, [self.a.id()]);
                self.some_time().await;
                signals::send(Signal::CONT, [self.a.id()]);
            }
            // Others take over its answers. It must not write them, or charge for them, when it goes on.
            Some(Disturbance::ProcessFrozenForLong) => {
                signals::send(Signal::STOP, [self.b.id()]);
                sleep(LONGER_THAN_A_LEASE).await;
                signals::send(Signal::CONT, [self.b.id()]);
            }
            Some(Disturbance::RedisKilled) => {
                self.kill_both().await;
                self.redis.restart().await;
            }
            Some(Disturbance::RedisFrozen) => {
                signals::send(Signal::STOP, [self.redis.id()]);
                self.kill_both().await;
                signals::send(Signal::CONT, [self.redis.id()]);
            }
            Some(Disturbance::StorageGone) => {
                self.storage.close();
                self.kill_both().await;
                self.storage.open();
            }
            Some(Disturbance::StorageFrozen) => {
                self.storage.freeze();
                self.kill_both().await;
                self.storage.open();
            }
            None => self.kill_both().await,
        }
        for server in [&mut self.a, &mut self.b, &mut self.c] {
            server.wait_until_ready().await;
        }
    }

    async fn kill_both(&mut self) {
        let (first, second) = (self.moment(), self.moment());
        let kill_after = async |server: &mut Server, wait: Duration| {
            sleep(wait).await;
            server.kill().await;
            server.start().await;
        };
        join!(kill_after(&mut self.a, first), kill_after(&mut self.b, second));
        self.kills += 2;
    }

    fn moment(&mut self) -> Duration {
        Duration::from_millis(self.chance.below(900) as u64)
    }

    async fn some_time(&mut self) {
        sleep(Duration::from_secs(1) + self.moment()).await;
    }

    async fn check(&mut self) {
        let url = self.postgres.url();
        let confirmed = self.kept.counts();
        self.kept.assert_is_there(&url, self.checked).await;
        self.checked = confirmed;
        books::assert_rules_hold(&self.c).await;
        self.vitals.read(self.c.id());
    }

    async fn check_at_rest(mut self) {
        self.kept.assert_is_there(&self.postgres.url(), kept::Counts::default()).await;
        books::wait_until_runs_end(&self.c).await;
        self.kept.assert_is_readable(&self.operator[2]).await;
        self.kept.assert_paid_once(&self.postgres.url()).await;
        self.vitals.assert_flat();
        self.assert_files_closed().await;
        for server in [&mut self.a, &mut self.b, &mut self.c] {
            server.stop().await;
            let log = server.log();
            assert!(!log.contains("panicked at"), "{log}");
        }
        books::assert_balanced(&self.c).await;
        books::assert_reserved(&self.c, &self.provider, &[STEADY, SHORT]).await;
    }

    /// Asserts that the process that lived has no more files open than in the beginning, once everybody has left.
    async fn assert_files_closed(&mut self) {
        let most = self.vitals.open_files[0] + MORE_FILES_MAX;
        let id = self.c.id();
        let closed = within(60, async || match count_open_files(id) {
            count if count > most => Err(count),
            _ => Ok(()),
        });
        closed.await.expect("files and connections are closed");
    }

    fn told(&self, round: usize) -> String {
        let kept::Counts { chats, memos, files, orders } = self.kept.counts();
        let Self { kills, disturbances, writes_refused, .. } = self;
        let (second, last) = self.vitals.thirds();
        let open_files = self.vitals.open_files.last().copied().unwrap_or_default();
        format!(
            "soak: {round} rounds, {kills} kills, {disturbances} disturbances, {writes_refused} writes on a full disk; \
             {chats} chats, {memos} memos, {files} files, {orders} orders; \
             {} MB and then {} MB of memory, {open_files} open files; asked again after: {}",
            second / 1_000_000,
            last / 1_000_000,
            self.kept.refusals(),
        )
    }
}

/// Keeps the program as it is now: another build may replace it while this lasts.
fn keep_program() -> TempDir {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder beside the program");
    let kept = folder.path().join(PROGRAM);
    std::fs::hard_link(env!("CARGO_BIN_EXE_ensemble"), kept).expect("the program is kept");
    folder
}

/// Puts a gate before a file storage; returns it and the value for `files.url`.
async fn gate_before(files: &FakeS3) -> (Gate, String) {
    let url = files.files_url();
    let endpoint = url.split_once("endpoint=http://").and_then(|(_, rest)| rest.split('&').next());
    let endpoint = endpoint.expect("the address names its endpoint");
    let gate = Gate::before(endpoint.parse().expect("an address")).await;
    let gated = url.replace(endpoint, &gate.address.to_string());
    (gate, gated)
}
