//! Files of chats are found wherever a chat of theirs can still be read.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use kernel::{ConversationId, FileId, MessageId, Uuid, WorkspaceId};
use store::{Tx, sql};
use testing::{TestPerson, TestServer, for_each_store};

const FILE: FileId = FileId(Uuid::from_u128(7));
const TEAM: WorkspaceId = WorkspaceId(Uuid::from_u128(8));

async fn add_file(tx: &mut Tx, owner: &TestPerson) {
    add_file_called(tx, owner, FILE, "harbour.txt").await;
}

async fn add_file_called(tx: &mut Tx, owner: &TestPerson, id: FileId, name: &str) {
    sql!(
        tx,
        execute,
        "INSERT INTO uploads (id, user_id, workspace_id, name, media_type, size_bytes, received_bytes, state,
             created_at, updated_at)
         VALUES ($1, $2, $3, $4, 'text/plain', 5, 5, 'parsed', $5, $5)",
        id,
        owner.user_id,
        owner.workspace_id,
        name,
        i64::try_from(id.0.as_u128()).unwrap()
    )
    .unwrap();
}

async fn add_to_team(tx: &mut Tx, member: &TestPerson) {
    sql!(
        tx,
        execute,
        "INSERT INTO workspaces (id, kind, name, created_at) VALUES ($1, 'team', 'Harbour', 0)",
        TEAM
    )
    .unwrap();
    sql!(
        tx,
        execute,
        "INSERT INTO workspace_members (workspace_id, user_id, role, status, created_at)
         VALUES ($1, $2, 'member', 'confirmed', 0)",
        TEAM,
        member.user_id
    )
    .unwrap();
}

/// Creates a chat of a workspace whose message has the file. The higher `number`, the later.
async fn add_chat(
    tx: &mut Tx,
    who: &TestPerson,
    workspace_id: WorkspaceId,
    number: u128,
) -> ConversationId {
    let id = ConversationId(Uuid::from_u128(number));
    let message_id = MessageId(Uuid::from_u128(number));
    sql!(
        tx,
        execute,
        "INSERT INTO conversations (id, user_id, workspace_id, title, pinned, version, created_at, updated_at,
             answered_at, read_at)
         VALUES ($1, $2, $3, 'Piers', FALSE, 1, 0, 0, 0, 0)",
        id,
        who.user_id,
        workspace_id
    )
    .unwrap();
    sql!(
        tx,
        execute,
        "INSERT INTO messages (id, conversation_id, role, parts, state, created_at)
         VALUES ($1, $2, 'user', '[]', 'completed', 0)",
        message_id,
        id
    )
    .unwrap();
    link(tx, FILE, message_id).await;
    id
}

async fn link(tx: &mut Tx, file_id: FileId, message_id: MessageId) {
    sql!(
        tx,
        execute,
        "INSERT INTO upload_links (upload_id, message_id) VALUES ($1, $2)",
        file_id,
        message_id
    )
    .unwrap();
}

async fn chats_with_files(server: &TestServer, who: &TestPerson) -> Vec<ConversationId> {
    let mut conn = server.db().read().await.unwrap();
    let files = &server.services.files;
    let found = files.list_newest_chat_files(&mut conn, who.user_id, 10).await.unwrap();
    let found: Vec<ConversationId> = found.into_iter().map(|file| file.conversation_id).collect();
    let one = files.find_chat_file(&mut conn, who.user_id, FILE).await.unwrap();
    assert_eq!(one.map(|file| file.conversation_id).as_ref(), found.first(), "asked for by its id");
    let other = FileId(Uuid::from_u128(99));
    assert!(files.find_chat_file(&mut conn, who.user_id, other).await.unwrap().is_none());
    found
}

for_each_store! {
    // issue 5: "an object that can be found, linked and given to any model with `@` or `#`"
    async fn a_file_is_found_in_its_last_chat_that_its_person_may_read(store) {
        let server = TestServer::with(store, |_| Vec::new()).await;
        let ana = server.member("ana@example.com").await;
        let mut tx = server.db().begin().await.unwrap();
        add_file(&mut tx, &ana).await;
        add_to_team(&mut tx, &ana).await;
        let own = add_chat(&mut tx, &ana, ana.workspace_id, 1).await;
        let teams = add_chat(&mut tx, &ana, TEAM, 2).await;
        tx.commit().await.unwrap();
        assert_eq!(chats_with_files(&server, &ana).await, [teams]);

        let mut tx = server.db().begin().await.unwrap();
        sql!(&mut tx, execute, "DELETE FROM workspace_members WHERE workspace_id = $1", TEAM).unwrap();
        tx.commit().await.unwrap();

        assert_eq!(chats_with_files(&server, &ana).await, [own], "who left a team has the file still");
    }

    // issue 5: "an object that can be found, linked and given to any model with `@` or `#`"
    async fn a_file_is_found_by_its_name_behind_any_number_of_newer_ones(store) {
        let server = TestServer::with(store, |_| Vec::new()).await;
        let ana = server.member("ana@example.com").await;
        let mut tx = server.db().begin().await.unwrap();
        add_file(&mut tx, &ana).await;
        add_chat(&mut tx, &ana, ana.workspace_id, 1).await;
        // The oldest first. Each letter of theirs has two cases, which SQLite does not know.
        let names = (0..450).map(|number| format!("ПАПКА {number}.pdf"));
        let names = ["ДОГОВОР Аренды 100%.pdf", "Éclair_50.pdf"].map(str::to_owned).into_iter().chain(names);
        for (number, name) in names.enumerate() {
            let id = FileId(Uuid::from_u128(100 + number as u128));
            add_file_called(&mut tx, &ana, id, &name).await;
            link(&mut tx, id, MessageId(Uuid::from_u128(1))).await;
        }
        tx.commit().await.unwrap();

        let ben = server.member("ben@example.com").await;
        let mut conn = server.db().read().await.unwrap();
        let files = &server.services.files;
        for (query, wanted) in [
            ("договор", "ДОГОВОР Аренды 100%.pdf"),
            ("аренды Договор", "ДОГОВОР Аренды 100%.pdf"),
            ("100%", "ДОГОВОР Аренды 100%.pdf"),
            ("éclair_5", "Éclair_50.pdf"),
            ("HARBOUR", "harbour.txt"),
        ] {
            let found = files.find_chat_files_by_name(&mut conn, ana.user_id, query, 5).await.unwrap();
            let found: Vec<&str> = found.iter().map(|file| file.name.as_str()).collect();
            assert_eq!(found, [wanted], "{query}");
            let others = files.find_chat_files_by_name(&mut conn, ben.user_id, query, 5).await.unwrap();
            assert!(others.is_empty(), "{query}");
        }
        let folders = files.find_chat_files_by_name(&mut conn, ana.user_id, "папка", 3).await.unwrap();
        assert_eq!(folders.iter().map(|file| &file.name).collect::<Vec<_>>(), ["ПАПКА 449.pdf", "ПАПКА 448.pdf", "ПАПКА 447.pdf"]);
        for nothing in ["  ", "nowhere", "папка договор", "eclair%50"] {
            let found = files.find_chat_files_by_name(&mut conn, ana.user_id, nothing, 5).await.unwrap();
            assert!(found.is_empty(), "{nothing}");
        }
    }
}
