//! Asking one of the person's bots.

use std::sync::{Arc, Mutex, PoisonError};

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
use tasks::TaskId;

use crate::house_tools::names::ASK_BOT;
use crate::house_tools::web::text_of;
use crate::work::bots::{BotCost, cost_of, note_run};

/// Bots that are named to the model.
const BOTS_MAX: usize = 30;
/// The feature of the runs that answer for bots.
const FEATURE: &str = "agents.bot";

pub(crate) struct AskBot {
    pub services: Services,
    pub bots: Vec<ListedBot>,
    /// The model that answers where the bot's author chose none.
    pub model: String,
    /// The task that asks: the bots' runs end with it.
    pub task_id: TaskId,
    pub costs: BotCosts,
}

/// Costs of bots that were asked, not yet counted.
#[derive(Clone, Default)]
pub(crate) struct BotCosts(Arc<Mutex<Vec<BotCost>>>);

impl BotCosts {
    /// Takes what there is.
    pub fn take(&self) -> Vec<BotCost> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn push(&self, cost: BotCost) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(cost);
    }
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
        let text =
            answer.map_err(|error| ToolError::of(error, "The bot could not be asked."))??;
        match text.trim().is_empty() {
            true => Err(ToolError("The bot gave no answer.".to_owned())),
            false => Ok(ToolOutput { text, ..ToolOutput::default() }),
        }
    }
}

impl AskBot {
    /// Returns the answer, or what the model is told instead of it.
    async fn ask(
        &self,
        bot: &ListedBot,
        question: &str,
        scope: &ToolScope,
    ) -> Fallible<Result<String, ToolError>> {
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
        let run_id = RunId::new(now);
        let mut tx = services.db.begin().await?;
        let noted = note_run(&mut tx, self.task_id, run_id, &chosen).await?;
        let max_output_tokens = match noted {
            Ok(tokens) => tokens,
            Err(why) => return Ok(Err(ToolError(why.to_owned()))),
        };
        let request = ModelRequest {
            max_output_tokens,
            system: Some(added.instructions.join("\n\n")).filter(|text| !text.is_empty()),
            messages: vec![message],
            ..ModelRequest::default()
        };
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
        services.generation.start(&mut tx, run).await?;
        tx.commit().await?;
        let answered = tokio::select! {
            answered = services.generation.wait_for(run_id) => Some(answered?),
            () = scope.cancelled.cancelled() => None,
        };
        if answered.is_none() {
            services.generation.cancel(run_id).await?;
            services.generation.wait_for(run_id).await?;
        }
        self.costs.push(cost_of(services, run_id).await?);
        Ok(Ok(match answered {
            Some((RunState::Completed, text)) => text,
            _ => String::new(),
        }))
    }
}
