//! Prompts that start by themselves: each run is a chat of its own.

use area::{
    PreparedStart, Schedulable, ScheduledStart, ScheduledWork, Services, WorkOutcome, WorkReport,
    changed_result, choose_model, prompt_after,
};
use async_trait::async_trait;
use conversations::{
    Message, MessageKind, MessageState, NewConversation, Part, Role, Turn, TurnStored,
    find_message, insert_first_turn, keep_title, mark_read, text_of,
};
use generation::{MemoryUse, RunState, find_run};
use kernel::{BotId, ConversationId, Failure, Fallible, MessageId, Payer, Timestamp};
use ledger::Charge;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::Tx;

use crate::answers::asker::Asker;
use crate::answers::start::{Place, Prepared, Question, prepare, start};
use crate::problems::{INVALID_SCHEDULED_PROMPT, MESSAGE_ID_TAKEN};
use crate::rules::{MessageText, title_of};
use crate::settings::Stored;

/// What is asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScheduledPrompt {
    text: String,
    /// `<connection>/<model>`; `None`: the bot's, else the person's default.
    #[serde(default)]
    model: Option<String>,
    #[serde(default)]
    bot_id: Option<BotId>,
}

/// Starts chats with prompts.
pub(crate) struct ScheduledPrompts(pub Services);

#[async_trait]
impl Schedulable for ScheduledPrompts {
    fn kind(&self) -> &'static str {
        "prompt"
    }

    /// Problems: [`INVALID_SCHEDULED_PROMPT`], those of [`MessageText::parse`], [`choose_model`] and the bots' own.
    async fn check(&self, payer: &Payer, input: Value) -> Fallible<Value> {
        let prompt: ScheduledPrompt =
            serde_json::from_value(input).map_err(|_| INVALID_SCHEDULED_PROMPT)?;
        MessageText::parse(&prompt.text)?;
        if let Some(model) = &prompt.model {
            choose_model(&self.0, payer.workspace_id, model).await?;
        }
        self.check_bot(payer, &prompt).await?;
        serde_json::to_value(prompt).map_err(Failure::internal)
    }

    async fn prepare(&self, wanted: &ScheduledStart) -> Fallible<Box<dyn PreparedStart>> {
        let services = &self.0;
        let prompt: ScheduledPrompt =
            serde_json::from_value(wanted.input.clone()).map_err(Failure::internal)?;
        self.check_bot(&wanted.payer, &prompt).await?;
        let now = services.clock.now();
        let question = question_of(&prompt, wanted, now);
        let asker = self.asker(&wanted.payer).await?;
        let asked = Question {
            conversation_id: question.conversation_id,
            group_id: None,
            branch: std::slice::from_ref(&question),
            bot_id: prompt.bot_id,
            settings: Stored::Known(None),
            memory: MemoryUse { recall: true, learn: false },
        };
        let mut prepared = prepare(services, &asker, &asked, prompt.model.as_deref()).await?;
        prepared.attached.budget = wanted.budget.or(prepared.attached.budget);
        let title = title_of(&wanted.title);
        Ok(Box::new(PreparedPrompt {
            services: services.clone(),
            asker,
            question,
            title,
            prepared,
        }))
    }

    async fn report(&self, payer: &Payer, work: &ScheduledWork) -> Fallible<WorkReport> {
        let mut conn = self.0.db.read().await?;
        let found = find_message(&mut conn, payer.user_id, MessageId(work.id)).await?;
        let Some(answer) = found else {
            // The chat is in the trash, or its workspace is no longer theirs.
            return Ok(WorkReport { outcome: WorkOutcome::Stopped, charged: 0 });
        };
        let charged = answer.receipt.as_ref().map_or(0, |receipt| receipt.charged);
        let outcome = match answer.state {
            MessageState::Running => {
                let run = match work.run_id {
                    Some(run_id) => find_run(&mut conn, run_id).await?,
                    None => None,
                };
                let is_paused = run.is_some_and(|run| run.state == RunState::Paused);
                if is_paused { WorkOutcome::Waiting } else { WorkOutcome::Working }
            }
            MessageState::Completed => {
                WorkOutcome::Complete { text: changed_result(text_of(&answer.parts)) }
            }
            MessageState::Cancelled => WorkOutcome::Stopped,
            MessageState::Failed | MessageState::Interrupted => {
                let interrupted = || (&kernel::Problem::from(generation::INTERRUPTED)).into();
                WorkOutcome::Failed(answer.problem.unwrap_or_else(interrupted))
            }
        };
        Ok(WorkReport { outcome, charged })
    }

    async fn settle_unchanged(&self, payer: &Payer, work: &ScheduledWork) -> Fallible<()> {
        let mut tx = self.0.db.begin().await?;
        let found = find_message(&mut tx, payer.user_id, MessageId(work.id)).await?;
        let Some(answer) = found else { return Ok(()) };
        mark_read(&mut tx, answer.conversation_id, self.0.clock.now()).await?;
        tx.commit().await?;
        self.0.generation.announce_change(payer.user_id, answer.conversation_id);
        Ok(())
    }
}

impl ScheduledPrompts {
    /// Problems: the bot is not there, was deleted, or is not for them.
    async fn check_bot(&self, payer: &Payer, prompt: &ScheduledPrompt) -> Fallible<()> {
        let Some(bot_id) = prompt.bot_id else { return Ok(()) };
        for source in self.0.bots.iter() {
            source.find_bot(payer.user_id, bot_id).await?;
        }
        Ok(())
    }

    async fn asker(&self, payer: &Payer) -> Fallible<Asker> {
        let mut conn = self.0.db.read().await?;
        let user = self.0.identity.find_user(&mut conn, payer.user_id).await?;
        let settings = user.map(|user| std::sync::Arc::new(user.settings));
        let locale = settings.as_ref().and_then(|settings| settings.locale.clone());
        let Payer { user_id, workspace_id } = *payer;
        Ok(Asker { user_id, workspace_id, locale, settings })
    }
}

/// Returns the message that asks, in a new chat.
fn question_of(prompt: &ScheduledPrompt, wanted: &ScheduledStart, now: Timestamp) -> Message {
    let text = match &wanted.previous {
        Some(previous) => prompt_after(&prompt.text, previous),
        None => prompt.text.clone(),
    };
    Message {
        parts: vec![Part::text("p1", &text)],
        bot_id: prompt.bot_id,
        ..Message::new(MessageId::new(now), ConversationId::new(now), Role::User, now)
    }
}

/// A chat that only has to be written.
struct PreparedPrompt {
    services: Services,
    asker: Asker,
    question: Message,
    title: String,
    prepared: Prepared,
}

#[async_trait]
impl PreparedStart for PreparedPrompt {
    fn charge(&self) -> Charge {
        self.prepared.chosen.charge
    }

    async fn start(self: Box<Self>, tx: &mut Tx) -> Fallible<ScheduledWork> {
        let Self { services, asker, question, title, prepared } = *self;
        let (now, conversation_id) = (question.created_at, question.conversation_id);
        let answer_id = MessageId::new(now);
        let model = prepared.chosen.model.info.id.clone();
        let new = NewConversation {
            id: conversation_id,
            user_id: asker.user_id,
            workspace_id: asker.workspace_id,
            title,
            model: None,
            bot_id: question.bot_id,
            temporary: false,
        };
        let turn =
            Turn { user_id: asker.user_id, message: &question, answer_id, model: Some(&model) };
        if insert_first_turn(tx, &new, &turn).await? != TurnStored::Stored {
            return Err(MESSAGE_ID_TAKEN.into());
        }
        // Its schedule names it: no model is asked for each run.
        keep_title(tx, conversation_id).await?;
        let place = Place {
            answer_id,
            is_id_given: false,
            conversation_id,
            question_id: question.id,
            kind: MessageKind::Plain,
            batch_id: None,
            bot_id: question.bot_id,
            created_at: now.plus(1),
        };
        let answer = start(&services, &asker, tx, prepared, place).await?;
        let (generation, user_id) = (services.generation.clone(), asker.user_id);
        tx.after_commit(move || generation.announce_change(user_id, conversation_id));
        let path = format!("/home/chat/chat/{conversation_id}");
        Ok(ScheduledWork { id: answer_id.0, path, run_id: answer.run_id })
    }
}
