//! Asking one of the person's bots.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use area::{ListedBot, Services, choose_model};
use async_trait::async_trait;
use conversations::{Message, Part, Role};
use generation::{
    BotResources, ContextScope, MemoryUse, RunRequest, RunState, Tool, ToolError, ToolOutput,
    ToolScope, WhenFull,
};
use kernel::{ConversationId, Fallible, MessageId, Payer, RunId, Uuid};
use providers::{ModelMessage, ModelRequest, ToolSpec};
use serde_json::{Value, json};

use crate::house_tools::names::ASK_BOT;
use crate::house_tools::web::text_of;

/// Bots that are named to the model.
const BOTS_MAX: usize = 30;
/// The feature of the runs that answer for bots.
const FEATURE: &str = "agents.bot";

pub(crate) struct AskBot {
    pub services: Services,
    pub bots: Vec<ListedBot>,
    /// The model that answers where the bot's author chose none.
    pub model: String,
    /// What the bots cost so far, not yet taken.
    pub charged: Arc<AtomicI64>,
}

#[async_trait]
impl Tool for AskBot {
    fn spec(&self) -> ToolSpec {
        let names: Vec<&str> =
            self.bots.iter().take(BOTS_MAX).map(|bot| bot.name.as_str()).collect();
        ToolSpec {
            name: ASK_BOT.to_owned(),
            description: "Asks one of the person's bots, which knows nothing of this task."
                .to_owned(),
            parameters: json!({
                "type": "object",
                "properties": {
                    "bot": { "type": "string", "enum": names },
                    "question": { "type": "string", "description": "The question with all that the bot needs to know." },
                },
                "required": ["bot", "question"],
            }),
        }
    }

    fn title(&self) -> String {
        "Ask a bot".to_owned()
    }

    fn needs_approval(&self) -> bool {
        false
    }

    async fn call(&self, arguments: Value, scope: &ToolScope) -> Result<ToolOutput, ToolError> {
        let (name, question) = (text_of(&arguments, "bot")?, text_of(&arguments, "question")?);
        let bot = self.bots.iter().find(|bot| bot.name == name);
        let bot = bot.ok_or_else(|| ToolError("There is no bot of this name.".to_owned()))?;
        let answer = self.ask(bot, question, scope).await;
        let text = answer.map_err(|error| ToolError::of(error, "The bot could not be asked."))?;
        match text.trim().is_empty() {
            true => Err(ToolError("The bot gave no answer.".to_owned())),
            false => Ok(ToolOutput { text, ..ToolOutput::default() }),
        }
    }
}

impl AskBot {
    async fn ask(&self, bot: &ListedBot, question: &str, scope: &ToolScope) -> Fallible<String> {
        let services = &self.services;
        let wanted = bot.model.as_deref().unwrap_or(&self.model);
        let chosen = choose_model(services, scope.workspace_id, wanted).await?;
        let now = services.clock.now();
        let mut asked =
            Message::new(MessageId::new(now), ConversationId(Uuid::nil()), Role::User, now);
        asked.parts = vec![Part::text("p1", question)];
        let id = asked.id;
        let mut context = ContextScope {
            user_id: scope.user_id,
            workspace_id: scope.workspace_id,
            conversation_id: None,
            group_id: None,
            bot_id: Some(bot.id),
            // It answers at once, without tools.
            model: providers::ModelInfo { tools: false, ..chosen.model.info.clone() },
            branch: vec![asked],
            memory: MemoryUse::default(),
            bot: BotResources::default(),
        };
        let mut added = services.generation.gather(&mut context).await?;
        let carried = added.messages.remove(&id).unwrap_or_default();
        let text = format!("{}\n\n{question}", carried.text.trim_end());
        let message = ModelMessage {
            images: carried.images,
            ..ModelMessage::text(providers::Role::User, text.trim_start())
        };
        let request = ModelRequest {
            system: Some(added.instructions.join("\n\n")).filter(|text| !text.is_empty()),
            messages: vec![message],
            ..ModelRequest::default()
        };
        let run_id = RunId::new(now);
        let run = RunRequest {
            run_id,
            payer: Payer { workspace_id: scope.workspace_id, user_id: scope.user_id },
            conversation_id: None,
            message_id: None,
            feature: FEATURE,
            model: chosen.model,
            request,
            tools: Vec::new(),
            attached: generation::Attached { budget: added.attached.budget, ..Default::default() },
            charge: chosen.charge,
            plan: Some(chosen.plan),
            when_full: WhenFull::Begin,
        };
        let mut tx = services.db.begin().await?;
        services.generation.start(&mut tx, run).await?;
        tx.commit().await?;
        let answered = services.generation.wait_for(run_id);
        let (state, text) = tokio::select! {
            answered = answered => answered?,
            () = scope.cancelled.cancelled() => {
                services.generation.cancel(run_id).await?;
                (RunState::Cancelled, String::new())
            }
        };
        let ended = services.generation.snapshot(run_id).await?;
        let receipt = ended.and_then(|ended| ended.receipt);
        self.charged.fetch_add(receipt.map_or(0, |receipt| receipt.charged), Ordering::Relaxed);
        Ok(if state == RunState::Completed { text } else { String::new() })
    }
}
