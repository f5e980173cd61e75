//! One person with ten thousand chats, and how long it takes to list, open and search them.

use clap::Args;
use http::Method;
use kernel::{ConversationId, MessageId, Timestamp, UserId, WorkspaceId};
use serde_json::Value;
use store::{Db, Engine, Tx};
use tokio::time::Instant;
use uuid::Uuid;

use crate::ensemble::{Ensemble, Person};
use crate::figures::{Figure, percentile};
use crate::http_client::Connection;

const CHATS: usize = 10_000;
const MESSAGES: usize = 10;
const LONG_CHAT_MESSAGES: usize = 500;
const WORDS_IN_A_MESSAGE: usize = 60;
const VOCABULARY: usize = 4_000;
/// A word in one message in five.
const COMMON_WORD: &str = "project";
/// A word in a single message of all.
const RARE_WORD: &str = "xylophonist";
const LOOKS: usize = 100;

/// The same texts in every run (a linear congruential generator, Knuth's MMIX constants).
struct Words(u64);

impl Words {
    fn next(&mut self, below: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % below
    }

    /// Returns a message of words in natural frequencies: a few often, most seldom.
    fn message(&mut self) -> String {
        let mut words: Vec<String> = (0..WORDS_IN_A_MESSAGE)
            .map(|_| {
                let most = self.next(VOCABULARY) + 1;
                format!("word{}", self.next(most))
            })
            .collect();
        if self.next(5) == 0 {
            words.insert(WORDS_IN_A_MESSAGE / 2, COMMON_WORD.to_owned());
        }
        words.join(" ")
    }
}

/// Writes the chats while the server is running, through the server's own functions. Returns the id of the long chat.
pub async fn write_chats(db: &Db, person: &Person) -> anyhow::Result<ConversationId> {
    let owner =
        Owner { user_id: UserId(person.user_id), workspace_id: WorkspaceId(person.workspace_id) };
    let mut words = Words(20_261_120);
    let began = Timestamp::from_micros(1_780_000_000_000_000);
    let mut at = began;
    let mut long_chat = None;
    let mut written = 0;
    while written <= CHATS {
        let mut tx = db.begin().await?;
        for _ in 0..500.min(CHATS + 1 - written) {
            at = at.plus(60 * kernel::SECOND);
            let is_long = written == CHATS / 2;
            let count = if is_long { LONG_CHAT_MESSAGES } else { MESSAGES };
            let is_rare = written == CHATS / 3;
            let shape = Shape { messages: count, branches: 1, is_rare };
            let id = write_chat(&mut tx, owner, &mut words, at, shape).await?;
            if is_long {
                long_chat = Some(id);
            }
            written += 1;
        }
        tx.commit().await?;
    }
    if let Engine::Postgres = db.engine() {
        // The work that autovacuum does within a minute of inserting so many rows.
        let mut tx = db.begin().await?;
        store::sql!(&mut tx, execute, "ANALYZE")?;
        tx.commit().await?;
    }
    Ok(long_chat.expect("one of them is the long one"))
}

/// Writes so many chats of two messages, as fast as the store takes them.
pub async fn write_short_chats(db: &Db, person: &Person, count: usize) -> anyhow::Result<()> {
    let owner =
        Owner { user_id: UserId(person.user_id), workspace_id: WorkspaceId(person.workspace_id) };
    let mut words = Words(20_261_127);
    let mut at = Timestamp::from_micros(1_770_000_000_000_000);
    let shape = Shape { messages: 2, branches: 1, is_rare: false };
    let mut left = count;
    while left > 0 {
        let mut tx = db.begin().await?;
        let now = left.min(500);
        for _ in 0..now {
            at = at.plus(kernel::SECOND);
            write_chat(&mut tx, owner, &mut words, at, shape).await?;
        }
        tx.commit().await?;
        left -= now;
    }
    Ok(())
}

#[derive(Args)]
pub struct Seed {
    /// The server's database.
    #[arg(long)]
    store: String,
    #[arg(long)]
    user_id: Uuid,
    #[arg(long)]
    workspace_id: Uuid,
    #[arg(long)]
    messages: usize,
    /// Ends of branches among them.
    #[arg(long, default_value_t = 1)]
    branches: usize,
}

#[allow(clippy::print_stdout, reason = "the id is what the caller of this command wants")]
pub async fn seed(seed: Seed) -> anyhow::Result<()> {
    let db = Db::open(&seed.store, &store::Options::default()).await?;
    let mut tx = db.begin().await?;
    let owner =
        Owner { user_id: UserId(seed.user_id), workspace_id: WorkspaceId(seed.workspace_id) };
    let at = Timestamp::from_micros(1_780_000_000_000_000);
    let shape = Shape { messages: seed.messages, branches: seed.branches, is_rare: false };
    let id = write_chat(&mut tx, owner, &mut Words(7), at, shape).await?;
    tx.commit().await?;
    println!("{id}");
    Ok(())
}

#[derive(Clone, Copy)]
struct Owner {
    user_id: UserId,
    workspace_id: WorkspaceId,
}

/// The composition of a chat.
#[derive(Clone, Copy)]
struct Shape {
    messages: usize,
    branches: usize,
    is_rare: bool,
}

/// Number of messages of a branch other than the longest one.
const BRANCH_MESSAGES: usize = 10;

impl Shape {
    /// Returns the index of each message's parent; the branches begin after answers all along the longest one.
    fn parents(self) -> Vec<Option<usize>> {
        let beside = self.branches.saturating_sub(1);
        let longest = self.messages - beside * BRANCH_MESSAGES;
        let mut parents: Vec<Option<usize>> = (0..longest).map(|at| at.checked_sub(1)).collect();
        for branch in 0..beside {
            let fork = (branch * longest / beside) | 1;
            let first = parents.len();
            parents.push(Some(fork.min(longest - 1)));
            parents.extend((first..first + BRANCH_MESSAGES - 1).map(Some));
        }
        parents
    }

    /// Returns the end of the longest branch.
    fn leaf(self) -> usize {
        self.messages - self.branches.saturating_sub(1) * BRANCH_MESSAGES - 1
    }
}

async fn write_chat(
    tx: &mut Tx,
    owner: Owner,
    words: &mut Words,
    at: Timestamp,
    shape: Shape,
) -> anyhow::Result<ConversationId> {
    let Owner { user_id, workspace_id } = owner;
    let text = words.message();
    let new = conversations::NewConversation {
        id: ConversationId::new(at),
        user_id,
        workspace_id,
        title: text.chars().take(40).collect(),
        model: None,
        bot_id: None,
        temporary: false,
    };
    conversations::insert_conversation(tx, &new, at).await?;
    conversations::index_title(tx, user_id, new.id, &new.title).await?;
    let mut ids: Vec<MessageId> = Vec::with_capacity(shape.messages);
    for (number, parent) in shape.parents().into_iter().enumerate() {
        let parent_id = parent.map(|at| ids[at]);
        let mut text = words.message();
        if shape.is_rare && number == 0 {
            text.push(' ');
            text.push_str(RARE_WORD);
        }
        let created_at = at.plus(number as i64);
        let is_question = number % 2 == 0;
        let message = conversations::Message {
            id: MessageId::new(created_at),
            conversation_id: new.id,
            parent_id,
            role: if is_question {
                conversations::Role::User
            } else {
                conversations::Role::Assistant
            },
            parts: vec![conversations::Part::text("p1", text)],
            model: None,
            model_name: None,
            state: conversations::MessageState::Completed,
            run_id: None,
            problem: None,
            receipt: None,
            kind: conversations::MessageKind::Plain,
            batch_id: None,
            bot_id: None,
            created_at,
            feedback: None,
        };
        conversations::insert_message(tx, &message).await?;
        conversations::index_message(tx, user_id, new.id, message.id, &message.parts).await?;
        ids.push(message.id);
    }
    let leaf_id = ids[shape.leaf()];
    conversations::touch_conversation(tx, new.id, leaf_id, None, at).await?;
    Ok(new.id)
}

/// Measures the waiting times of a person with that many chats. `slack` is the factor by which another engine may
/// exceed the target.
pub async fn measure(
    store: &str,
    slack: f64,
    server: &Ensemble,
    person: &Person,
    long_chat: ConversationId,
) -> anyhow::Result<Vec<Figure>> {
    let list = "/api/chat/conversations?limit=50".to_owned();
    let looks = [
        ("first page of the list", list, 5.0, "items", 50),
        (
            "a chat of 500 messages",
            format!("/api/chat/conversations/{long_chat}"),
            15.0,
            "messages",
            LONG_CHAT_MESSAGES,
        ),
        // issue 3: "Search over 100,000 messages p95 10 ms (SQLite) with snippets".
        (
            "search over 100,000 messages with snippets, a rare word",
            format!("/api/chat/search?q={RARE_WORD}"),
            10.0,
            "items",
            1,
        ),
        (
            "search over 100,000 messages with snippets, a common word",
            format!("/api/chat/search?q={COMMON_WORD}"),
            10.0,
            "items",
            20,
        ),
    ];
    let mut connection = Connection::open(server.address, Some(person.cookie.clone())).await?;
    let mut figures = Vec::new();
    for (name, path, target, field, at_least) in looks {
        let mut took = Vec::with_capacity(LOOKS);
        for _ in 0..LOOKS {
            let began = Instant::now();
            let (_, answer) = connection.call(Method::GET, &path, None).await?;
            took.push(began.elapsed().as_secs_f64() * 1e3);
            let found = answer[field].as_array().map_or(0, Vec::<Value>::len);
            anyhow::ensure!(
                found >= at_least,
                "{path} found {found} {field}, at least {at_least} are there"
            );
        }
        took.sort_by(f64::total_cmp);
        let name = format!("10,000 chats on {store}: {name}, p95");
        figures.push(Figure::new(name, "ms", target * slack, percentile(&took, 0.95)));
    }
    Ok(figures)
}
