//! Context that a bot adds to an answer.

use area::Services;
use async_trait::async_trait;
use generation::{Attached, BotResources, ContextScope, ContextSource, Contribution};
use kernel::{Clock, Fallible, HOUR, Payer};
use ledger::Budget;
use store::Db;

use crate::extras::{Extras, tool_choice};
use crate::problems::CAP_REACHED;
use crate::rules::{check_access, counts};
use crate::store::{Bot, find_bot, note_use};

/// Gives a model the instructions of the bot that answers, and refuses for a bot that may not be used. Questions count
/// towards the monthly limit that its author set.
pub(crate) struct BotInstructions {
    db: Db,
    clock: Clock,
}

impl BotInstructions {
    pub fn new(services: &Services) -> Self {
        Self { db: services.db.clone(), clock: services.clock.clone() }
    }
}

#[async_trait]
impl ContextSource for BotInstructions {
    async fn bot_resources(&self, scope: &ContextScope) -> Fallible<Option<BotResources>> {
        let Some(bot_id) = scope.bot_id else { return Ok(None) };
        let bot = find_bot(&mut self.db.read().await?, scope.user_id, bot_id).await?;
        // A bot that may not be used is refused where it would contribute.
        let Ok(bot) = check_access(bot, scope.user_id) else { return Ok(None) };
        let tools = tool_choice(&bot);
        let (files, author_id) = (Extras::of(&bot.extras).files, Some(bot.user_id));
        Ok(Some(BotResources { files, author_id, tools }))
    }

    async fn contribute(&self, scope: &ContextScope, _kept: bool) -> Fallible<Contribution> {
        let Some(bot_id) = scope.bot_id else { return Ok(Contribution::default()) };
        let mut conn = self.db.read().await?;
        let bot = find_bot(&mut conn, scope.user_id, bot_id).await?;
        drop(conn);
        let bot = check_access(bot, scope.user_id)?;
        let now = self.clock.now();
        // The time of last use need not be exact to the second: this saves a write per answer.
        if bot.used_at.is_none_or(|at| now.since(at) > HOUR) {
            let mut tx = self.db.begin().await?;
            note_use(&mut tx, bot_id, scope.user_id, now).await?;
            tx.commit().await?;
        }
        let payer = Payer { workspace_id: scope.workspace_id, user_id: scope.user_id };
        let budget = counts(&bot, &payer).then_some(Budget { id: bot.id.0, refusal: CAP_REACHED });
        let attached = Attached { budget, ..Attached::default() };
        Ok(Contribution {
            instructions: vec![instructions(&bot)],
            attached,
            ..Contribution::default()
        })
    }
}

fn instructions(bot: &Bot) -> String {
    let Bot { name, prompt, .. } = bot;
    if prompt.is_empty() {
        format!("You are {name}.")
    } else {
        format!("You are {name}.\n\n{prompt}")
    }
}
