//! The audit log on SQLite and PostgreSQL: refusals, linking, checks, shortened addresses and sweeping.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use audit::{Actor, ChainStatus, Event, EventFilter, Kind, RecordedEvent};
use kernel::{DAY, UserId, Uuid};
use store::{Cursor, Engine, StoreResult, sql};
use testing::{TestServer, TestStore, for_each_store};

const ADDRESS: &str = "203.0.113.9";

async fn start(store: TestStore) -> TestServer {
    TestServer::with(store, |_| Vec::new()).await
}

/// Creates an event of `kind` by a person at their address.
fn did(who: UserId, kind: Kind) -> Event {
    Event::new(kind, Actor::person(who, ADDRESS.parse().unwrap()))
        .detail("web")
        .subject(Uuid::nil())
}

async fn record(server: &TestServer, event: Event) {
    let mut tx = server.db().begin().await.unwrap();
    server.services.audit.record(&mut tx, event).await.unwrap();
    tx.commit().await.unwrap();
}

async fn link(server: &TestServer) -> usize {
    server.services.audit.link(server.db()).await.unwrap()
}

async fn checked(server: &TestServer) -> Result<ChainStatus, String> {
    let mut conn = server.db().read().await.unwrap();
    let checked = server.services.audit.check(&mut conn).await.unwrap();
    checked.map_err(|broken| broken.to_string())
}

async fn all(server: &TestServer) -> Vec<RecordedEvent> {
    let mut conn = server.db().read().await.unwrap();
    let (filter, audit) = (EventFilter::default(), &server.services.audit);
    audit.list(&mut conn, &filter, Cursor::FIRST, 100).await.unwrap().items
}

/// Runs a statement as somebody with access to the database might.
async fn tamper(server: &TestServer, statement: &'static str) -> StoreResult<u64> {
    let mut tx = server.db().begin().await.unwrap();
    let changed = sql!(&mut tx, execute, statement)?;
    tx.commit().await?;
    Ok(changed)
}

/// Removes the triggers that refuse changes.
async fn open_up(server: &TestServer) {
    let statements: &[&'static str] = match server.db().engine() {
        Engine::Sqlite => {
            &["DROP TRIGGER audit_events_changed", "DROP TRIGGER audit_events_removed"]
        }
        Engine::Postgres => &["ALTER TABLE audit_events DISABLE TRIGGER audit_events_kept"],
    };
    for statement in statements {
        tamper(server, statement).await.unwrap();
    }
}

for_each_store! {
    async fn what_a_transaction_did_is_written_down_with_it_or_not_at_all(store) {
        let server = start(store).await;
        let ana = UserId::new(server.clock().now());
        let mut tx = server.db().begin().await.unwrap();
        server.services.audit.record(&mut tx, did(ana, Kind::KeyMade)).await.unwrap();
        drop(tx);
        record(&server, did(ana, Kind::SignedIn)).await;

        let events = all(&server).await;

        assert_eq!(events.len(), 1);
        let event = &events[0];
        assert_eq!((event.kind, event.detail.as_str()), (Kind::SignedIn, "web"));
        assert_eq!((event.actor_id, event.person_id), (Some(ana), Some(ana)));
        assert_eq!(event.address.as_deref(), Some(ADDRESS));
        assert_eq!(event.network, "203.0.113.0/24");
        assert_eq!(event.at, server.clock().now());
    }

    // security §4.8: "hash chain"
    async fn rows_are_linked_in_their_order_and_the_chain_holds(store) {
        let server = start(store).await;
        assert_eq!(checked(&server).await.unwrap(), ChainStatus { rows: 0, unlinked: 0, head: None });
        let ana = UserId::new(server.clock().now());
        for kind in [Kind::SignedIn, Kind::KeyMade, Kind::ShareMade] {
            record(&server, did(ana, kind)).await;
        }
        assert_eq!(checked(&server).await.unwrap().unlinked, 3);

        assert_eq!(link(&server).await, 3);
        let first = checked(&server).await.unwrap();
        assert_eq!((first.rows, first.unlinked), (3, 0));
        record(&server, did(ana, Kind::SessionEnded)).await;
        assert_eq!(link(&server).await, 1);
        let second = checked(&server).await.unwrap();

        assert_eq!((second.rows, second.head.as_ref().unwrap().seq), (4, 4));
        assert_ne!(first.head.unwrap().hash(), second.head.unwrap().hash());
        assert_eq!(link(&server).await, 0);
    }

    async fn two_processes_that_link_at_once_make_one_chain(store) {
        let server = start(store).await;
        let other = server.another_process().await;
        let ana = UserId::new(server.clock().now());
        for _ in 0..40 {
            record(&server, did(ana, Kind::SignedIn)).await;
        }

        let (one, two) = tokio::join!(link(&server), link(&other));

        assert_eq!(one + two, 40);
        assert_eq!(checked(&server).await.unwrap().rows, 40);
    }

    // security §4.8: "append-only table"
    async fn the_database_refuses_to_change_and_to_delete_rows(store) {
        let server = start(store).await;
        let ana = UserId::new(server.clock().now());
        record(&server, did(ana, Kind::SignedIn)).await;
        link(&server).await;
        record(&server, did(ana, Kind::KeyMade)).await;
        let before = all(&server).await;

        for statement in [
            "UPDATE audit_events SET kind = 'signed_in'",
            "UPDATE audit_events SET detail = ''",
            "UPDATE audit_events SET actor_id = NULL",
            "UPDATE audit_events SET at = at + 1",
            "UPDATE audit_events SET network = ''",
            "UPDATE audit_events SET address = '203.0.113.10'",
            "UPDATE audit_events SET seq = 7 WHERE seq IS NOT NULL",
            "UPDATE audit_events SET seq = NULL, hash = NULL WHERE seq IS NOT NULL",
            "DELETE FROM audit_events WHERE seq IS NULL",
            "DELETE FROM audit_events WHERE seq IS NOT NULL",
            "DELETE FROM audit_start",
            "UPDATE audit_start SET seq = -1",
        ] {
            assert!(tamper(&server, statement).await.is_err(), "{statement}");
        }
        let by_engine = match server.db().engine() {
            Engine::Sqlite => "INSERT OR REPLACE INTO audit_events (id, at, kind, detail, network)
                 SELECT id, at, kind, 'other', network FROM audit_events",
            Engine::Postgres => "TRUNCATE audit_events",
        };
        assert!(tamper(&server, by_engine).await.is_err());

        assert_eq!(all(&server).await, before);
        assert_eq!(checked(&server).await.unwrap().rows, 1);
    }

    // security §4.8: "hash chain": who is past the triggers is found out by it.
    async fn a_row_that_was_altered_is_named(store) {
        let server = start(store).await;
        let ana = UserId::new(server.clock().now());
        for kind in [Kind::SignedIn, Kind::KeyMade, Kind::ShareMade] {
            record(&server, did(ana, kind)).await;
        }
        link(&server).await;
        open_up(&server).await;

        tamper(&server, "UPDATE audit_events SET detail = 'desktop' WHERE seq = 2").await.unwrap();
        assert!(checked(&server).await.unwrap_err().starts_with("row 2 of the audit log ("));
        tamper(&server, "UPDATE audit_events SET detail = 'web' WHERE seq = 2").await.unwrap();
        assert!(checked(&server).await.is_ok());

        tamper(&server, "UPDATE audit_events SET address = '198.51.100.1' WHERE seq = 3").await.unwrap();
        assert!(checked(&server).await.unwrap_err().starts_with("the address in row 3"));
        tamper(&server, "UPDATE audit_events SET address = NULL WHERE seq = 3").await.unwrap();
        assert!(checked(&server).await.is_ok());

        tamper(&server, "DELETE FROM audit_events WHERE seq = 2").await.unwrap();
        assert_eq!(checked(&server).await.unwrap_err(), "row 2 of the audit log is missing");
    }

    // security §4.8: "ip cut to /24,/48 after 30 d"
    async fn an_address_is_forgotten_after_30_days_and_its_network_is_not(store) {
        let server = start(store).await;
        let ana = UserId::new(server.clock().now());
        record(&server, did(ana, Kind::SignedIn)).await;
        link(&server).await;
        let before = checked(&server).await.unwrap();

        server.clock().advance(30 * DAY);
        server.services.audit.sweep(server.db()).await.unwrap();
        assert_eq!(all(&server).await[0].address.as_deref(), Some(ADDRESS));
        server.clock().advance(1);
        server.services.audit.sweep(server.db()).await.unwrap();

        let event = &all(&server).await[0];
        assert_eq!((event.address.as_deref(), event.network.as_str()), (None, "203.0.113.0/24"));
        assert_eq!(checked(&server).await.unwrap(), before, "the chain holds without it");
    }

    // security §4.8: "400 d"
    async fn rows_go_after_400_days_and_the_chain_holds_from_there(store) {
        let server = start(store).await;
        let ana = UserId::new(server.clock().now());
        record(&server, did(ana, Kind::SignedIn)).await;
        record(&server, did(ana, Kind::KeyMade)).await;
        link(&server).await;
        server.clock().advance(DAY);
        record(&server, did(ana, Kind::ShareMade)).await;
        link(&server).await;
        let head = checked(&server).await.unwrap().head;

        server.clock().advance(399 * DAY);
        server.services.audit.sweep(server.db()).await.unwrap();
        assert_eq!(all(&server).await.len(), 3);
        server.clock().advance(1);
        server.services.audit.sweep(server.db()).await.unwrap();

        let kinds: Vec<Kind> = all(&server).await.iter().map(|event| event.kind).collect();
        assert_eq!(kinds, [Kind::ShareMade]);
        let standing = checked(&server).await.unwrap();
        assert_eq!((standing.rows, standing.head), (1, head));

        server.clock().advance(DAY);
        server.services.audit.sweep(server.db()).await.unwrap();
        record(&server, did(ana, Kind::SessionEnded)).await;
        link(&server).await;
        let standing = checked(&server).await.unwrap();
        assert_eq!((standing.rows, standing.head.unwrap().seq), (1, 4), "it goes on where it was");
    }

    async fn with_an_account_go_its_addresses_and_nobody_elses(store) {
        let server = start(store).await;
        let now = server.clock().now();
        let (ana, ben) = (UserId::new(now), UserId::new(now));
        record(&server, did(ana, Kind::SignedIn)).await;
        record(&server, did(ben, Kind::SignedIn)).await;
        record(&server, did(ana, Kind::MemberRemoved).about(ben)).await;
        link(&server).await;

        let mut tx = server.db().begin().await.unwrap();
        server.services.audit.forget_addresses(&mut tx, ana).await.unwrap();
        tx.commit().await.unwrap();

        for event in all(&server).await {
            assert_eq!(event.address.is_some(), event.actor_id == Some(ben), "{event:?}");
        }
        assert!(checked(&server).await.is_ok());
    }

    async fn an_operator_who_goes_on_looking_is_written_down_once_in_ten_minutes(store) {
        let server = start(store).await;
        let by = Actor::person(UserId::new(server.clock().now()), ADDRESS.parse().unwrap());
        let audit = &server.services.audit;
        for _ in 0..3 {
            audit.record_read(server.db(), by, "outbox", None).await.unwrap();
            audit.record_read(server.db(), by, "people", None).await.unwrap();
        }
        assert_eq!(all(&server).await.len(), 2);
        server.clock().advance(600 * kernel::SECOND);
        audit.record_read(server.db(), by, "outbox", None).await.unwrap();

        let events = all(&server).await;

        assert_eq!(events.len(), 3);
        assert_eq!((events[0].kind, events[0].detail.as_str()), (Kind::DataRead, "outbox"));
        assert_eq!(events[0].person_id, None);
    }

    async fn a_list_is_of_one_kind_of_some_people_and_in_pages(store) {
        let server = start(store).await;
        let now = server.clock().now();
        let (ana, ben) = (UserId::new(now), UserId::new(now));
        for event in [
            did(ana, Kind::SignedIn),
            did(ben, Kind::SignedIn),
            did(ana, Kind::KeyMade),
            did(ben, Kind::RoleChanged).about(ana),
        ] {
            record(&server, event).await;
            server.clock().advance(1);
        }
        let audit = &server.services.audit;
        let mut conn = server.db().read().await.unwrap();
        let mut kinds = async |kind, people: Option<Vec<UserId>>| {
            let filter = EventFilter { kind, people };
            let page = audit.list(&mut conn, &filter, Cursor::FIRST, 10).await.unwrap();
            page.items.iter().map(|event| event.kind).collect::<Vec<_>>()
        };

        assert_eq!(kinds(Some(Kind::SignedIn), None).await, [Kind::SignedIn; 2]);
        assert_eq!(kinds(None, Some(vec![ben])).await, [Kind::RoleChanged, Kind::SignedIn]);
        assert_eq!(kinds(Some(Kind::KeyMade), Some(vec![ana, ben])).await, [Kind::KeyMade]);
        assert_eq!(kinds(None, Some(Vec::new())).await, [Kind::SignedIn; 0]);

        let mut conn = server.db().read().await.unwrap();
        let first = audit.list_about(&mut conn, ana, Cursor::FIRST, 2).await.unwrap();
        let rest = audit.list_about(&mut conn, ana, first.next.unwrap(), 2).await.unwrap();
        let kinds: Vec<Kind> =
            first.items.iter().chain(&rest.items).map(|event| event.kind).collect();
        assert_eq!(kinds, [Kind::RoleChanged, Kind::KeyMade, Kind::SignedIn]);
        assert_eq!(rest.next, None);
    }
}
