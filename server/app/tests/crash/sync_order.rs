//! Durability before acknowledgement, read from system calls: what is on disk when a client is told that its message
//! was accepted (security CR2, P1).

use std::path::Path;
use std::process::Stdio;

use testing::FakeProvider;
use tokio::process::Command;

use crate::SHORT;
use crate::faults::{Fault, Faults};
use crate::person::{Person, SAID};
use crate::server::Server;
use crate::waiting::within;

/// The event that came first.
#[derive(Debug, PartialEq, Eq)]
enum Order {
    /// The message was written, the log synced, and then its client acknowledged.
    SyncedFirst,
    /// The client was acknowledged first.
    ToldFirst,
}

// security P1: "When the UI shows "sent", the user message is committed"
#[tokio::test(flavor = "multi_thread")]
async fn a_message_is_on_the_disk_before_its_client_is_told_that_it_was_taken() {
    assert_eq!(trace(None).await, Order::SyncedFirst);
}

/// The control: a program whose syncs do nothing is detected, so the check above observes the system and not the
/// program's intentions.
#[tokio::test(flavor = "multi_thread")]
async fn a_program_whose_syncs_do_nothing_is_seen_to_tell_its_client_before() {
    assert_eq!(trace(Some(Fault::NoSync)).await, Order::ToldFirst);
}

/// Sends a message to a program whose calls are written down.
async fn trace(fault: Option<Fault>) -> Order {
    assert_may_trace().await;
    let provider = FakeProvider::start_with(&[SHORT]).await;
    let faults = Faults::prepare().await;
    let mut server = Server::new_on_sqlite().await;
    let person = Person::sign_up(&server, &provider).await;
    faults.take(&mut server).await;
    let log = server.folder().join("calls.log");
    let calls = "trace=write,writev,pwrite64,sendto,sendmsg,fdatasync,fsync";
    // As a separate program beside it, so that the process killed and stopped is the server.
    let under =
        ["strace", "-D", "-f", "-qq", "-y", "-s", "8192", "-e", calls, "-e", "signal=none", "-o"];
    let under = under.into_iter().map(str::to_owned).chain([log.display().to_string()]);
    server.restart_with(|server| server.under = under.collect()).await;
    if let Some(fault) = fault {
        faults.fail_always(fault);
    }

    let question = person.question(SHORT);
    person.send(&question).await.expect("the server answers");

    let order = wait_for_order(&log).await;
    person.wait_for_end(&question).await;
    server.stop().await;
    order
}

async fn assert_may_trace() {
    let tried = Command::new("strace")
        .args(["-D", "-o", "/dev/null", "true"])
        .stderr(Stdio::null())
        .status()
        .await
        .expect("strace is there: scripts/setup test");
    assert!(
        tried.success(),
        "this test follows a program's calls, and may not: allow ptrace (in a container: --cap-add=SYS_PTRACE)"
    );
}

/// Waits until the acknowledgement is logged.
async fn wait_for_order(log: &Path) -> Order {
    let order = within(60, async || {
        let calls = String::from_utf8_lossy(&std::fs::read(log).unwrap_or_default()).into_owned();
        order_of(&calls).ok_or("no answer is seen among the calls")
    });
    order.await.expect("strace writes down all calls")
}

/// Returns the order of events; `None` while the client was not acknowledged.
fn order_of(calls: &str) -> Option<Order> {
    let lines: Vec<&str> = calls.lines().collect();
    let written = lines.iter().position(|line| {
        line.contains("pwrite64(") && line.contains("-wal>") && line.contains(SAID)
    })?;
    let told = lines.iter().position(|line| line.contains("HTTP/1.1 202"))?;
    assert!(written < told, "the message is written before its client is told");
    let is_synced = (written..told).any(|at| ends_of_sync(&lines[at..told]));
    Some(if is_synced { Order::SyncedFirst } else { Order::ToldFirst })
}

/// Returns true if the first of these lines begins a sync of the log that succeeds within them.
fn ends_of_sync(lines: &[&str]) -> bool {
    let line = lines[0];
    if !line.contains("sync(") || !line.contains("-wal>") {
        return false;
    }
    if !line.contains("<unfinished") {
        return line.trim_end().ends_with("= 0");
    }
    // Another thread's call may be in between: `1234 fdatasync(9<…-wal> <unfinished ...>`.
    let thread = format!("{} ", line.split_whitespace().next().unwrap_or_default());
    let mut rest = lines[1..].iter().filter(|line| line.starts_with(&thread));
    rest.any(|line| line.contains("sync resumed") && line.trim_end().ends_with("= 0"))
}

#[test]
fn a_sync_counts_when_it_began_after_the_message_was_written_and_ended_before_its_client_was_told()
{
    let written = format!("7 pwrite64(9</d/e.db-wal>, \"{SAID}\", 4096, 0) = 4096\n");
    let told = "8 writev(11<socket:[1]>, [{iov_base=\"HTTP/1.1 202 Accepted\"}], 2) = 400\n";
    let synced = "8 fdatasync(10</d/e.db-wal>) = 0\n";
    let (begun, ended) =
        ("8 fdatasync(10</d/e.db-wal> <unfinished ...>\n", "8 <... fdatasync resumed>) = 0\n");
    let written = written.as_str();
    let order = |parts: &[&str]| order_of(&parts.concat());
    assert_eq!(order(&[written]), None);
    assert_eq!(order(&[written, synced, told]), Some(Order::SyncedFirst));
    assert_eq!(order(&[written, begun, ended, told]), Some(Order::SyncedFirst));
    assert_eq!(order(&[synced, written, told]), Some(Order::ToldFirst));
    assert_eq!(order(&[begun, written, ended, told]), Some(Order::ToldFirst));
    assert_eq!(order(&[written, begun, told, ended]), Some(Order::ToldFirst));
    assert_eq!(order(&[written, told, synced]), Some(Order::ToldFirst));
}
