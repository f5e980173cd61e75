//! Files of chats are found wherever a chat of theirs can still be read.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use kernel::{ConversationId, FileId, MessageId, Uuid, WorkspaceId};
use store::{Tx, sql};
use testing::{TestPerson, TestServer, for_each_store};

const FILE: FileId = FileId(Uuid::from_u128(7));
const TEAM: WorkspaceId = WorkspaceId(Uuid::from_u128(8));

async fn add_file(tx: &mut Tx, owner: &TestPerson) {
    sql!(
        tx,
        execute,
        "INSERT INTO uploads (id, user_id, workspace_id, name, media_type, size_bytes, received_bytes, state,
             created_at, updated_at)
         VALUES ($1, $2, $3, 'harbour.txt', 'text/plain', 5, 5, 'parsed', 0, 0)",
        FILE,
        owner.user_id,
        owner.workspace_id
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

/// A chat of a workspace whose message has the file. The higher `number`, the later.
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
    sql!(
        tx,
        execute,
        "INSERT INTO upload_links (upload_id, message_id) VALUES ($1, $2)",
        FILE,
        message_id
    )
    .unwrap();
    id
}

async fn chats_with_files(server: &TestServer, who: &TestPerson) -> Vec<ConversationId> {
    let mut conn = server.db().read().await.unwrap();
    let files = &server.services.files;
    let found = files.list_newest_in_chats(&mut conn, who.user_id, 10).await.unwrap();
    found.into_iter().map(|file| file.conversation_id).collect()
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
}
