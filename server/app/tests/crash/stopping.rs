//! Servers that are stopped in order: what they finish, what they still serve, and who takes over.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use reqwest::{Method, StatusCode};
use rustix::process::Signal;
use testing::FakeProvider;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::person::{Person, http_client};
use crate::server::Server;
use crate::waiting::within;
use crate::{SHORT, STEADY, signals};

/// Words that the provider writes before it waits.
const HELD_AFTER: usize = 3;

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_finishes_its_answers_serves_reads_and_refuses_new_answers() {
    let mut server = Server::new_on_sqlite().await;
    let provider = FakeProvider::start_with(&[STEADY]).await;
    let person = Person::sign_up(&server, &provider).await;
    provider.hold_after(HELD_AFTER);
    let question = person.question(STEADY);
    let sent = person.send(&question).await.expect("the server answers");
    let received = person.read_until_event(&sent.run_id, 2).await;

    signals::send(Signal::TERM, [server.id()]);
    let is_stopping = within(10, async || {
        let answer = http_client().get(format!("{}/readyz", server.origin())).send().await;
        let status = answer.map(|answer| answer.status());
        if status.as_ref().is_ok_and(|it| *it == StatusCode::SERVICE_UNAVAILABLE) {
            return Ok(());
        }
        Err(status)
    });
    is_stopping.await.expect("balancers are told, on the port it had");

    let path = format!("/api/chat/conversations/{}", question.conversation_id);
    person.call(Method::GET, &path, None).await;
    let refused = person.sending(&person.question(STEADY)).send().await.expect("it answers");
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(refused.headers()["retry-after"], "5");
    let problem = refused.text().await.expect("a problem");
    assert!(problem.contains("generation.stopping"), "{problem}");

    let received =
        person.read_on_and(&sent.run_id, received, usize::MAX, || provider.release()).await;
    assert_eq!(received.ended, crate::Ended::ByServer, "a reader sees the end");
    server.wait_for_exit().await;
    server.start().await;
    person.wait_for_end(&question).await.assert_has_words(12);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upgrade_of_one_of_two_processes_at_a_port_refuses_nobody() {
    let told = vec![
        ("SERVER__REUSE_PORT", "true".to_owned()),
        ("VAULT__SECRET", "the same secret for every process, 0123456789".to_owned()),
    ];
    let mut old = Server::new_among_several(told).await;
    let provider = FakeProvider::start_with(&[STEADY, SHORT]).await;
    let person = Person::sign_up(&old, &provider).await;
    provider.hold_after(HELD_AFTER);
    let questions: Vec<_> = (0..20).map(|_| person.question(STEADY)).collect();
    for question in &questions {
        person.send(question).await.expect("the server answers");
    }
    provider.wait_until_held(20).await;

    let load = Load::start(&old.origin(), &person);
    let new = old.another_at_the_same_port().await;
    load.wait_for_more(100).await;
    let stopping = async {
        signals::send(Signal::TERM, [old.id()]);
        load.wait_for_more(100).await;
        provider.release();
        old.wait_for_exit().await;
    };
    timeout(Duration::from_secs(60), stopping).await.expect("the old process ends");
    load.wait_for_more(100).await;

    assert_eq!(load.stop().await, Vec::<String>::new(), "nobody is refused");
    for question in &questions {
        person.wait_for_end(question).await.assert_has_words(12);
    }
    let question = person.question(SHORT);
    person.send(&question).await.expect("the new process answers");
    person.wait_for_end(&question).await.assert_has_words(20);
    drop(new);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_whose_database_is_frozen_stops_in_time() {
    let mut server = Server::new_on_postgres().await;
    let line = Line::to_postgres().await;
    let through = server.store_url.replace(crate::server::POSTGRES_HOST, &line.address.to_string());
    server.restart_with(|server| server.store_url = through).await;
    line.frozen.cancel();
    signals::send(Signal::TERM, [server.id()]);
    // Its jobs, requests and connections have some seconds each; nothing runs that would have more.
    timeout(Duration::from_secs(20), server.wait_for_exit()).await.expect("it stops");
}

/// Requests that are made all the time: on new connections, and on one that is kept.
struct Load {
    tasks: JoinSet<()>,
    is_over: Arc<AtomicBool>,
    answered: Arc<AtomicUsize>,
    refused: Arc<std::sync::Mutex<Vec<String>>>,
}

impl Load {
    fn start(origin: &str, person: &Person) -> Self {
        let mut load = Self {
            tasks: JoinSet::new(),
            is_over: Arc::default(),
            answered: Arc::default(),
            refused: Arc::default(),
        };
        for number in 0..6 {
            let (is_over, answered) = (load.is_over.clone(), load.answered.clone());
            let (refused, origin) = (load.refused.clone(), origin.to_owned());
            let person = person.clone();
            load.tasks.spawn(async move {
                while !is_over.load(Ordering::Relaxed) {
                    let asked = match number % 2 {
                        0 => http_client().get(format!("{origin}/healthz")).send().await,
                        _ => person.request(Method::GET, "/api/accounts/session").send().await,
                    };
                    match asked.and_then(reqwest::Response::error_for_status) {
                        Ok(_) => _ = answered.fetch_add(1, Ordering::Relaxed),
                        Err(error) => refused.lock().expect("no panic").push(format!("{error:?}")),
                    }
                }
            });
        }
        load
    }

    /// Waits until so many more are answered.
    async fn wait_for_more(&self, count: usize) {
        let wanted = self.answered.load(Ordering::Relaxed) + count;
        let more = within(60, async || match self.answered.load(Ordering::Relaxed) {
            seen if seen >= wanted => Ok(()),
            seen => Err(seen),
        });
        more.await.expect("requests are answered");
    }

    /// Ends the requests. Returns those that were refused.
    async fn stop(mut self) -> Vec<String> {
        self.is_over.store(true, Ordering::Relaxed);
        while self.tasks.join_next().await.is_some() {}
        let refused = self.refused.lock().expect("no panic");
        refused.clone()
    }
}

/// A line to PostgreSQL that can freeze: connections stay open, and nothing comes through any more.
struct Line {
    address: SocketAddr,
    frozen: CancellationToken,
    _connections: JoinSet<()>,
}

impl Line {
    async fn to_postgres() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its number");
        let frozen = CancellationToken::new();
        let mut connections = JoinSet::new();
        let ends = frozen.clone();
        connections.spawn(async move {
            let mut open = JoinSet::new();
            while let Ok((mut client, _)) = listener.accept().await {
                let ends = ends.clone();
                open.spawn(async move {
                    let to = crate::server::POSTGRES_HOST;
                    let mut server = TcpStream::connect(to).await.expect("PostgreSQL for tests");
                    let copy = copy_bidirectional(&mut client, &mut server);
                    if ends.run_until_cancelled(copy).await.is_none() {
                        std::future::pending::<()>().await;
                    }
                });
            }
        });
        Self { address, frozen, _connections: connections }
    }
}
