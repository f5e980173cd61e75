//! Bots where other areas let people choose a model.

use area::{BotSource, ListedBot, Services};
use async_trait::async_trait;
use kernel::{BotId, Fallible, UserId};
use store::Db;

use crate::rules::check_access;
use crate::store::{Bot, find_bot, list_own};

/// Names the bots that a person may use, and the model of each.
pub(crate) struct BotsAsModels {
    db: Db,
}

impl BotsAsModels {
    pub fn new(services: &Services) -> Self {
        Self { db: services.db.clone() }
    }
}

#[async_trait]
impl BotSource for BotsAsModels {
    async fn list_bots(&self, user_id: UserId) -> Fallible<Vec<ListedBot>> {
        let bots = list_own(&mut self.db.read().await?, user_id).await?;
        Ok(bots.into_iter().map(|bot| listed(bot, user_id)).collect())
    }

    async fn find_bot(&self, user_id: UserId, bot_id: BotId) -> Fallible<ListedBot> {
        let bot = find_bot(&mut self.db.read().await?, user_id, bot_id).await?;
        Ok(listed(check_access(bot, user_id)?, user_id))
    }
}

fn listed(bot: Bot, reader: UserId) -> ListedBot {
    ListedBot {
        id: bot.id,
        is_own: bot.user_id == reader,
        name: bot.name,
        model: bot.model,
        created_at: bot.created_at,
    }
}
