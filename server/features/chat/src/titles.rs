//! Names that a model gives to conversations, once, after the first answer (decision 0600).

use std::time::Duration;

use area::Services;
use conversations::{
    Message, awaits_title, find_conversation, index_title, note_title_asked, path_to, text_of,
    write_made_title,
};
use generation::{Attached, Run, RunRequest, WhenFull};
use jobs::{Job, JobResult, Queue};
use kernel::{ConversationId, Failure, Fallible, MessageId, Payer, RunId, UserId, WorkspaceId};
use ledger::Charge;
use providers::{ModelMessage, ModelRequest, Protocol, Role};
use serde::{Deserialize, Serialize};
use store::{StoreResult, Tx};

use crate::rules::{TITLE_READ_CHARS, clean_title, is_past_title};

/// Maximum time a model may take for a title.
const WAIT: Duration = Duration::from_secs(30);
/// Room for a title, and for the thoughts of models that think first.
const MAX_TOKENS: u32 = 256;

const PROMPT: &str = "Name the conversation that follows, in at most six words, in the language of its \
    first message. Answer with the name alone: no quotation marks, no full stop, no explanation.";

/// Enqueues naming a conversation that nobody named, by the model that answered; `answer_id` is the first complete
/// answer in it.
pub(crate) async fn ask_for_title(
    queue: &Queue,
    tx: &mut Tx,
    run: &Run,
    conversation_id: ConversationId,
    answer_id: MessageId,
) -> StoreResult<()> {
    if is_builtin(&run.model) {
        return Ok(());
    }
    note_title_asked(tx, conversation_id).await?;
    let job = MakeTitle {
        conversation_id,
        answer_id,
        user_id: run.user_id,
        workspace_id: run.workspace_id,
        model: run.model.clone(),
    };
    queue.enqueue(tx, &job).await
}

/// Returns true for the built-in engine, which names nothing: the first line stays.
fn is_builtin(model: &str) -> bool {
    model.starts_with("builtin/")
}

/// Asks the model that answered for a name of the conversation.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct MakeTitle {
    conversation_id: ConversationId,
    answer_id: MessageId,
    user_id: UserId,
    workspace_id: WorkspaceId,
    model: String,
}

impl Job for MakeTitle {
    type Context = Services;
    const NAME: &'static str = "chat.make_title";
    const MAX_ATTEMPTS: u32 = 2;

    async fn run(self, services: &Services) -> JobResult {
        match self.make(services).await {
            // Nobody asked for it: the first line stays as the title.
            Err(Failure::Problem(problem)) => {
                tracing::info!(code = problem.kind.code, "a conversation was not named");
                Ok(())
            }
            done => done,
        }
    }
}

impl MakeTitle {
    async fn make(&self, services: &Services) -> Fallible<()> {
        let mut conn = services.db.read().await?;
        if !awaits_title(&mut conn, self.conversation_id).await?
            || find_conversation(&mut conn, self.user_id, self.conversation_id).await?.is_none()
        {
            return Ok(());
        }
        let branch = path_to(&mut conn, self.answer_id).await?;
        drop(conn);
        let Some(title) = self.ask(services, &branch).await? else { return Ok(()) };
        let mut tx = services.db.begin_low_priority().await?;
        if write_made_title(&mut tx, self.conversation_id, &title).await? {
            index_title(&mut tx, self.user_id, self.conversation_id, &title).await?;
            tx.commit().await?;
            services.generation.announce_change(self.user_id, self.conversation_id);
        }
        Ok(())
    }

    /// Asks the model for a title; `None` if it returns nothing usable in time.
    async fn ask(&self, services: &Services, branch: &[Message]) -> Fallible<Option<String>> {
        let model = services.providers.resolve(&self.model).await?;
        if model.info.protocol == Protocol::Builtin {
            return Ok(None);
        }
        let run_id = RunId::new(services.clock.now());
        let request = RunRequest {
            run_id,
            payer: Payer { workspace_id: self.workspace_id, user_id: self.user_id },
            conversation_id: None,
            message_id: None,
            feature: "title",
            model,
            request: ModelRequest {
                system: Some(PROMPT.to_owned()),
                messages: vec![ModelMessage::text(Role::User, title_excerpt(branch))],
                max_output_tokens: Some(MAX_TOKENS),
                ..ModelRequest::default()
            },
            tools: Vec::new(),
            attached: Attached::default(),
            charge: Charge::FREE,
            plan: None,
            when_full: WhenFull::Begin,
        };
        let mut tx = services.db.begin_low_priority().await?;
        services.generation.start(&mut tx, request).await?;
        tx.commit().await?;
        let writing = services.generation.wait_until(run_id, is_past_title);
        match tokio::time::timeout(WAIT, writing).await {
            Ok(written) => Ok(clean_title(&written?.1)),
            Err(_) => {
                services.generation.cancel(run_id).await?;
                Ok(None)
            }
        }
    }
}

/// Returns the text a model reads to name a conversation: the beginnings of its messages.
fn title_excerpt(branch: &[Message]) -> String {
    let texts = branch.iter().map(|message| {
        let text = text_of(&message.parts);
        let start: String = text.chars().take(TITLE_READ_CHARS).collect();
        format!("{}: {start}", message.role.as_str())
    });
    texts.take(4).collect::<Vec<_>>().join("\n\n")
}
