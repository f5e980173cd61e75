//! A bot as the world is shown it.

use area::{Services, ShareSource, Shared};
use async_trait::async_trait;
use identity::SignedIn;
use kernel::{BotId, Fallible, UserId, Uuid};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::author::create_bot;
use crate::problems::NO_ACCESS;
use crate::rules::check_access;
use crate::store::find_bot;
use crate::wire::NewBot;

/// Lets bots be shared by address, and copied by those who were given one.
pub(crate) struct BotShares {
    services: Services,
}

impl BotShares {
    pub fn new(services: &Services) -> Self {
        Self { services: services.clone() }
    }
}

/// What is shown of a bot, and what a copy of it begins with.
#[derive(Serialize, Deserialize)]
struct SharedBot {
    bot_id: BotId,
    name: String,
    description: String,
    welcome: String,
    prompt: String,
}

#[async_trait]
impl ShareSource for BotShares {
    fn kind(&self) -> &'static str {
        "bot"
    }

    async fn snapshot(&self, owner: UserId, subject: Uuid, _options: &Value) -> Fallible<Shared> {
        let mut conn = self.services.db.read().await?;
        let bot = find_bot(&mut conn, owner, BotId(subject)).await?;
        let bot = check_access(bot.filter(|bot| bot.user_id == owner), owner)?;
        let title = bot.name.clone();
        let description = bot.description.clone();
        let shared = SharedBot {
            bot_id: bot.id,
            name: bot.name,
            description: bot.description,
            welcome: bot.welcome,
            prompt: bot.prompt,
        };
        let content = serde_json::to_value(shared).map_err(kernel::Failure::internal)?;
        Ok(Shared { title, description, content })
    }

    async fn copy(&self, caller: &SignedIn, shared: &Shared) -> Fallible<Uuid> {
        let bot: SharedBot =
            serde_json::from_value(shared.content.clone()).map_err(|_| NO_ACCESS)?;
        let SharedBot { name, description, welcome, prompt, .. } = bot;
        let new = NewBot { name, description, welcome, prompt, ..NewBot::default() };
        Ok(create_bot(&self.services, caller, new).await?.id.0)
    }
}
