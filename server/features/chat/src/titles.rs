//! Names that a model gives to conversations, once, after the first answer (decision 0600).

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use area::Services;
use conversations::{Message, note_title_failed, path_to, text_of, write_made_title};
use fair_queue::Share;
use generation::{CompletionCall, Run};
use kernel::{ConversationId, Failure, Fallible, MessageId, Payer, UserId, WorkspaceId};
use providers::{ModelMessage, ModelRequest, Protocol, Role};
use store::Tx;

use crate::rules::{TITLE_READ_CHARS, clean_title, is_past_title};

/// Maximum time a model may take for a title.
const WAIT: Duration = Duration::from_secs(30);
/// Room for a title, and for the thoughts of models that think first.
const MAX_TOKENS: u32 = 256;

const PROMPT: &str = "Name the conversation that follows, in at most six words, in the language of its \
    first message. Answer with the name alone: no quotation marks, no full stop, no explanation.";

/// Asks models for titles, beside the runs of this process.
#[derive(Clone)]
pub(crate) struct Titles {
    services: Services,
    /// Conversations that are being named.
    asked: Arc<Mutex<HashSet<ConversationId>>>,
}

impl Titles {
    pub fn new(services: &Services) -> Self {
        Self { services: services.clone(), asked: Arc::default() }
    }

    /// Lets the model that answered name a conversation that nobody named, once `tx` is committed; `answer_id` is a
    /// complete answer in it. If this process dies meanwhile, the next answer asks again.
    pub fn ask_after(
        &self,
        tx: &mut Tx,
        run: &Run,
        conversation_id: ConversationId,
        answer_id: MessageId,
    ) {
        if is_builtin(&run.model) {
            return;
        }
        let Some(claim) = self.claim(conversation_id) else { return };
        let naming = Naming {
            conversation_id,
            answer_id,
            user_id: run.user_id,
            workspace_id: run.workspace_id,
            model: run.model.clone(),
        };
        let services = self.services.clone();
        tx.after_commit(move || {
            let generation = services.generation.clone();
            generation.queue_follow_up(Share::from(naming.user_id), async move {
                naming.make(&services).await;
                drop(claim);
            });
        });
    }

    /// Claims a conversation until the claim is dropped; `None`: it is being named.
    fn claim(&self, conversation_id: ConversationId) -> Option<Claim> {
        let is_new = self.asked().insert(conversation_id);
        is_new.then(|| Claim { titles: self.clone(), conversation_id })
    }

    fn asked(&self) -> MutexGuard<'_, HashSet<ConversationId>> {
        // Nothing in here panics half-way, so a poisoned set is whole.
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A conversation that is being named.
struct Claim {
    titles: Titles,
    conversation_id: ConversationId,
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.titles.asked().remove(&self.conversation_id);
    }
}

/// Returns true for the built-in engine, which names nothing: the first line stays.
fn is_builtin(model: &str) -> bool {
    model.starts_with("builtin/")
}

/// A title to ask for.
struct Naming {
    conversation_id: ConversationId,
    answer_id: MessageId,
    user_id: UserId,
    workspace_id: WorkspaceId,
    model: String,
}

impl Naming {
    /// Names the conversation. Nobody asked for it: on a failure the first line stays as the title.
    async fn make(&self, services: &Services) {
        match self.try_to_make(services).await {
            Ok(()) => {}
            Err(Failure::Problem(problem)) => {
                tracing::info!(code = problem.kind.code, "a conversation was not named");
            }
            Err(fault) => tracing::warn!(%fault, "a conversation was not named"),
        }
    }

    async fn try_to_make(&self, services: &Services) -> Fallible<()> {
        let model = services.providers.resolve(&self.model).await?;
        if model.info.protocol == Protocol::Builtin {
            return Ok(());
        }
        let mut conn = services.db.read().await?;
        let branch = path_to(&mut conn, self.answer_id).await?;
        drop(conn);
        let call = CompletionCall {
            payer: Payer { workspace_id: self.workspace_id, user_id: self.user_id },
            model,
            request: ModelRequest {
                system: Some(PROMPT.to_owned()),
                messages: vec![ModelMessage::text(Role::User, title_excerpt(&branch))],
                max_output_tokens: Some(MAX_TOKENS),
                ..ModelRequest::default()
            },
            wait: WAIT,
            is_enough: &is_past_title,
        };
        let completion = services.generation.complete(call).await?;
        let title = clean_title(&completion.text);
        let mut tx = services.db.begin_low_priority().await?;
        let is_named = match &title {
            Some(title) => {
                write_made_title(&mut tx, self.user_id, self.conversation_id, title).await?
            }
            None => {
                note_title_failed(&mut tx, self.conversation_id).await?;
                false
            }
        };
        services.generation.book_completion(&mut tx, &completion).await?;
        tx.commit().await?;
        if is_named {
            services.generation.announce_change(self.user_id, self.conversation_id);
        }
        Ok(())
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
