//! Export of a person's data as a ZIP file, and import of it.

use crate::support;
use app::cli::{Cli, Command};
use app::commands;
use app::serve::prepare;
use app::settings::Settings;
use clap::Parser;
use conversations::{
    FeedbackReason, Message, MessageFeedback, MessageState, NewConversation, Part, Rating, Role,
    index_message, index_title, insert_conversation, insert_message, list_messages, save_feedback,
    search, touch_conversation,
};
use identity::{Email, NewUser, User};
use kernel::{ConversationId, MessageId, SECOND, Timestamp};
use store::Cursor;

const AT: Timestamp = Timestamp::from_micros(1_795_172_400_000_000);

async fn command(settings: &Settings, line: &str) -> anyhow::Result<()> {
    let cli = Cli::try_parse_from(std::iter::once("ensemble").chain(line.split(' '))).unwrap();
    let command: Command = cli.command.unwrap();
    commands::dispatch(command, settings, app::output::Output { json: true }).await
}

async fn account(settings: &Settings, address: &str) -> User {
    let (platform, _) = prepare(settings).await.unwrap();
    let services = platform.services;
    let email = Email::parse(address).unwrap();
    let role = identity::Role::Member;
    let new = NewUser { email: &email, name: "N", role, password_hash: None, locale: None };
    let mut tx = services.db.begin().await.unwrap();
    let user = services.identity.create_user(&mut tx, new).await.unwrap();
    tx.commit().await.unwrap();
    services.db.close().await;
    user
}

fn message(
    conversation_id: ConversationId,
    parent_id: Option<MessageId>,
    role: Role,
    text: &str,
    at: Timestamp,
) -> Message {
    Message {
        id: MessageId::new(at),
        conversation_id,
        parent_id,
        role,
        parts: vec![Part::text("p1", text)],
        model: None,
        model_name: None,
        state: MessageState::Completed,
        run_id: None,
        problem: None,
        receipt: None,
        kind: conversations::MessageKind::Plain,
        batch_id: None,
        bot_id: None,
        created_at: at,
        feedback: None,
    }
}

/// Creates a conversation of a question and an answer; returns its id.
async fn converse(settings: &Settings, user: &User) -> ConversationId {
    let (platform, _) = prepare(settings).await.unwrap();
    let db = platform.services.db;
    let id = ConversationId::new(AT);
    let (user_id, workspace_id) = (user.id, user.workspace_id);
    let new = NewConversation {
        id,
        user_id,
        workspace_id,
        title: "Trip".into(),
        model: None,
        bot_id: None,
        temporary: false,
    };
    let question = message(id, None, Role::User, "Where to?", AT);
    let answer = message(id, Some(question.id), Role::Assistant, "To Samarkand", AT.plus(SECOND));
    let mut tx = db.begin().await.unwrap();
    insert_conversation(&mut tx, &new, AT).await.unwrap();
    index_title(&mut tx, user.id, id, "Trip").await.unwrap();
    for message in [&question, &answer] {
        insert_message(&mut tx, message).await.unwrap();
        index_message(&mut tx, user.id, id, message.id, &message.parts).await.unwrap();
    }
    let rating = MessageFeedback {
        rating: Rating::Down,
        reason: Some(FeedbackReason::Incorrect),
        comment: Some("It is Bukhara".into()),
    };
    save_feedback(&mut tx, user.id, &answer, &rating, AT.plus(SECOND)).await.unwrap();
    touch_conversation(&mut tx, id, answer.id, None, AT.plus(SECOND)).await.unwrap();
    tx.commit().await.unwrap();
    db.close().await;
    id
}

async fn found(settings: &Settings, user: &User, words: &str) -> usize {
    let (platform, _) = prepare(settings).await.unwrap();
    let db = platform.services.db;
    let mut conn = db.read().await.unwrap();
    let page = search(&mut conn, user.id, words, Cursor::FIRST, 10).await.unwrap();
    page.items.len()
}

async fn stored(settings: &Settings, id: ConversationId) -> Vec<Message> {
    let (platform, _) = prepare(settings).await.unwrap();
    let db = platform.services.db;
    let mut conn = db.read().await.unwrap();
    list_messages(&mut conn, id).await.unwrap()
}

#[tokio::test]
async fn an_export_comes_in_whole_on_another_server_however_often() {
    let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (old, new) = (support::settings(here.path()), crate::support::settings(there.path()));
    let ana = account(&old, "ana@example.org").await;
    let id = converse(&old, &ana).await;
    let zip = here.path().join("ana.zip");

    command(&old, &format!("export --user ana@example.org {}", zip.display())).await.unwrap();
    let ana = account(&new, "ana@example.org").await;
    for _ in 0..2 {
        command(&new, &format!("import --user ana@example.org {}", zip.display())).await.unwrap();
    }

    assert_eq!(stored(&new, id).await, stored(&old, id).await);
    assert_eq!(found(&new, &ana, "samarkand").await, 1);
    let back = there.path().join("back.zip");
    command(&new, &format!("export --user ana@example.org {}", back.display())).await.unwrap();
    assert_eq!(std::fs::read(back).unwrap(), std::fs::read(zip).unwrap(), "byte for byte");
}

#[tokio::test]
async fn an_import_touches_nothing_of_somebody_else() {
    let here = tempfile::tempdir().unwrap();
    let settings = support::settings(here.path());
    let ana = account(&settings, "ana@example.org").await;
    let ben = account(&settings, "ben@example.org").await;
    converse(&settings, &ana).await;
    let zip = here.path().join("ana.zip");
    command(&settings, &format!("export --user ana@example.org {}", zip.display())).await.unwrap();

    command(&settings, &format!("import --user ben@example.org {}", zip.display())).await.unwrap();

    assert_eq!(found(&settings, &ben, "samarkand").await, 0);
    assert_eq!(found(&settings, &ana, "samarkand").await, 1);
}

#[tokio::test]
async fn a_file_that_is_no_export_is_refused() {
    let here = tempfile::tempdir().unwrap();
    let settings = support::settings(here.path());
    account(&settings, "ana@example.org").await;
    let file = here.path().join("x.zip");
    std::fs::write(&file, "not a zip").unwrap();

    let line = format!("import --user ana@example.org {}", file.display());
    let refused = command(&settings, &line).await;

    let said = refused.unwrap_err().to_string();
    assert!(said.starts_with("This file isn't a supported export"), "{said}");
}
