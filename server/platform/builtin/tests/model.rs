//! The engine in the place of a model, on real conversations.
//!
//! SQLite only: the engine has no SQL of its own, and `conversations` is tested on both stores.

use conversations::{Message, MessageState, Part, insert_message};
use conversations::{NewConversation, index_message, index_title, insert_conversation};
use futures::StreamExt;
use kernel::{ConversationId, MessageId, Timestamp, UserId, Uuid, WorkspaceId};
use providers::{FinishReason, ModelEvent, ModelMessage, ModelRequest, NoticeAction, Role};
use store::{Db, Options, sql};

const NOW: Timestamp = Timestamp::from_micros(1_795_172_400_000_000);

async fn database() -> (tempfile::TempDir, Db) {
    let dir = tempfile::tempdir().expect("a folder");
    let url = format!("sqlite://{}/test.db", dir.path().display());
    let db = Db::open(&url, &Options::default()).await.expect("a database");
    let migrations = [identity::MIGRATIONS, conversations::MIGRATIONS].concat();
    db.migrate(&migrations, NOW).await.expect("the schema");
    (dir, db)
}

async fn add_person(db: &Db, number: u128) -> UserId {
    let user_id = UserId(Uuid::from_u128(number));
    let email = format!("{number}@example.org");
    let mut tx = db.begin().await.expect("a transaction");
    sql!(
        &mut tx,
        execute,
        "INSERT INTO users (id, email, email_key, name, role, settings, created_at)
         VALUES ($1, $2, $2, 'A', 'member', '{}', $3)",
        user_id,
        email,
        NOW
    )
    .expect("a person");
    tx.commit().await.expect("committed");
    user_id
}

async fn say(db: &Db, user_id: UserId, number: u128, title: &str, text: &str) -> MessageId {
    let conversation_id = ConversationId(Uuid::from_u128(number));
    let message = Message {
        id: MessageId(Uuid::from_u128(number)),
        conversation_id,
        parent_id: None,
        role: conversations::Role::User,
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
        created_at: NOW,
        feedback: None,
    };
    let new = NewConversation {
        id: conversation_id,
        user_id,
        workspace_id: WorkspaceId(Uuid::nil()),
        title: title.into(),
        model: None,
        bot_id: None,
        temporary: false,
    };
    let mut tx = db.begin().await.expect("a transaction");
    insert_conversation(&mut tx, &new, NOW).await.expect("a conversation");
    insert_message(&mut tx, &message).await.expect("a message");
    index_title(&mut tx, user_id, conversation_id, title).await.expect("indexed");
    index_message(&mut tx, user_id, conversation_id, message.id, &message.parts)
        .await
        .expect("indexed");
    tx.commit().await.expect("committed");
    message.id
}

async fn ask(db: &Db, user_id: Option<UserId>, text: &str, locale: &str) -> Vec<ModelEvent> {
    let request = ModelRequest {
        messages: vec![ModelMessage::text(Role::User, text)],
        user_id,
        locale: Some(locale.into()),
        ..ModelRequest::default()
    };
    let model = builtin::text_model(db.clone(), builtin::Builtin::new(None));
    let stream = model.stream(request).await.expect("a stream");
    stream.map(|event| event.expect("an event")).collect().await
}

fn text_of(events: &[ModelEvent]) -> String {
    let texts = events.iter().filter_map(|event| match event {
        ModelEvent::Text(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

#[tokio::test]
async fn an_answer_is_streamed_in_blocks_with_its_source_and_ends() {
    let (_dir, db) = database().await;
    let events = ask(&db, None, "15% of 240", "en").await;

    assert!(text_of(&events).starts_with("`15% of 240` = **36**"));
    assert!(events.iter().any(
        |event| matches!(event, ModelEvent::Citation(citation) if citation.title.starts_with("fend"))
    ));
    assert_eq!(events.last(), Some(&ModelEvent::Finished(FinishReason::Stop)));
    assert!(!events.iter().any(|event| matches!(event, ModelEvent::Notice(_))));
}

#[tokio::test]
async fn a_question_for_a_model_comes_with_a_button_that_connects_one() {
    let (_dir, db) = database().await;
    let events = ask(&db, None, "Write a poem", "zh-CN").await;

    let notice = events.iter().find_map(|event| match event {
        ModelEvent::Notice(notice) => Some(notice),
        _ => None,
    });
    let notice = notice.expect("a notice");
    assert_eq!(notice.code, "builtin.model_needed");
    assert_eq!(notice.action, Some(NoticeAction::ConnectModel));
    assert!(notice.text.contains("模型"));
}

#[tokio::test]
async fn own_chats_are_found_and_nobody_elses() {
    let (_dir, db) = database().await;
    let (ana, ben) = (add_person(&db, 1).await, add_person(&db, 2).await);
    let said = say(&db, ana, 10, "Dinner", "We cooked pasta with basil.").await;
    say(&db, ben, 20, "Lunch", "The pasta was cold.").await;
    say(&db, ana, 11, "find in my chats pasta", "find in my chats pasta").await;

    let events = ask(&db, Some(ana), "find in my chats pasta", "en").await;

    let cited: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            ModelEvent::Citation(citation) => citation.message_id,
            _ => None,
        })
        .collect();
    assert_eq!(cited, [said]);
    assert!(text_of(&events).contains("> We cooked pasta with basil."));
    assert!(!text_of(&events).contains("cold"));

    let stranger = ask(&db, None, "find in my chats pasta", "en").await;
    assert!(text_of(&stranger).starts_with("Nothing in your chats"));
}

#[tokio::test]
async fn a_question_with_more_words_than_the_message_still_finds_it() {
    let (_dir, db) = database().await;
    let ana = add_person(&db, 1).await;
    say(&db, ana, 10, "Dinner", "A recipe for pasta.").await;

    let events = ask(&db, Some(ana), "When did we talk about the vegetarian recipes?", "en").await;
    assert!(text_of(&events).contains("> A recipe for pasta."), "{}", text_of(&events));
}
