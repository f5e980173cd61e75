//! A copy that is made while people write, put back elsewhere (security BK1, P13).

use std::sync::Arc;

use reqwest::{Method, StatusCode};
use testing::FakeProvider;

use crate::person::Person;
use crate::server::Server;
use crate::upload::Upload;
use crate::{PEOPLE, SHORT, STEADY, books};

/// Number of files that exist before, and of files that are added and deleted meanwhile.
const FILES: usize = 12;

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_made_while_people_write_is_whole_on_sqlite() {
    back_up_under_load(Server::new_on_sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_made_while_people_write_is_whole_on_postgres() {
    back_up_under_load(Server::new_on_postgres().await).await;
}

async fn back_up_under_load(mut server: Server) {
    let provider = FakeProvider::start_with(&[STEADY, SHORT]).await;
    let person = Arc::new(Person::sign_up(&server, &provider).await);
    let before = person.question(SHORT);
    person.send(&before).await.expect("the server answers");
    person.wait_for_end(&before).await;
    let (kept, gone) = (files(&person, "kept").await, files(&person, "gone").await);
    // Whole before the copy begins: of a file that comes and goes while it is made, the row may be there alone.
    for upload in &gone {
        upload.assert_is_kept(&person).await;
    }
    let busy: Vec<_> = (0..PEOPLE)
        .map(|_| {
            let person = person.clone();
            tokio::spawn(async move { person.ask_until_the_server_dies(SHORT).await })
        })
        .collect();

    let changes = async {
        for upload in &gone {
            upload.delete(&person).await;
        }
        files(&person, "new").await
    };
    let (backup, _new) = tokio::join!(server.back_up(), changes);
    server.kill().await;
    for one in busy {
        one.await.expect("a person does not panic");
    }

    let mut restored = server.restored_from(&backup).await;
    let there = person.at(&restored);
    there.wait_for_end(&before).await.assert_has_words(20);
    there.assert_is_there_once(&before).await;
    for upload in &kept {
        upload.assert_is_kept(&there).await;
    }
    for id in books::list_files(&restored).await {
        let path = format!("/api/documents/files/{id}/content");
        let content = there.request(Method::GET, &path).send().await.expect("the server answers");
        assert_eq!(content.status(), StatusCode::OK, "the row of {id} has its blob");
        assert!(!content.bytes().await.expect("a whole answer").is_empty());
    }
    let conversations = books::list_conversations(&restored).await;
    assert!(conversations.len() > 1, "people wrote before and while it was copied");
    for id in conversations {
        there.assert_is_readable(&id.to_string()).await;
    }
    let after = there.question(SHORT);
    there.send(&after).await.expect("the restored server answers");
    there.wait_for_end(&after).await.assert_has_words(20);
    restored.stop().await;
    books::assert_sums_hold(&restored).await;
    if restored.is_on_sqlite() {
        // Runs in progress at the time of the copy are ended, as if the server had died then. On PostgreSQL that takes
        // as long as a lease: other tests show it.
        books::assert_balanced(&restored).await;
    }
}

/// Uploads many small files, which the server reads.
async fn files(person: &Person, name: &str) -> Vec<Upload> {
    let mut uploads = Vec::new();
    for number in 0..FILES {
        let content = format!("What {name} file {number} says.").into_bytes();
        let upload = Upload::begin(person, &format!("{name}{number}.txt"), content).await;
        upload.send(person, 0).await.expect("the chunk is taken");
        uploads.push(upload);
    }
    uploads
}
