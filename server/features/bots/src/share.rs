//! A bot as the world is shown it.

use area::{Services, ShareSource, Shared};
use async_trait::async_trait;
use bytes::Bytes;
use identity::SignedIn;
use kernel::{BotId, Failure, Fallible, UserId, Uuid};
use live_settings::Section;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Settings;
use crate::author::create_bot;
use crate::extras::{Extras, without_own};
use crate::icon::{find_picture, keep_picture};
use crate::problems::{NO_ACCESS, NOT_COPYABLE};
use crate::rules::check_access;
use crate::store::{Bot, find_bot};
use crate::wire::NewBot;

/// Lets people share bots by address, and copy them if their author allows it.
pub(crate) struct BotShares {
    services: Services,
    settings: Section<Settings>,
}

impl BotShares {
    pub fn new(services: &Services, settings: Section<Settings>) -> Self {
        Self { services: services.clone(), settings }
    }

    async fn own_bot(&self, owner: UserId, subject: Uuid) -> Fallible<Bot> {
        let mut conn = self.services.db.read().await?;
        let bot = find_bot(&mut conn, owner, BotId(subject)).await?;
        Ok(check_access(bot.filter(|bot| bot.user_id == owner), owner)?)
    }
}

/// The parts that the author chose to share.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Options {
    /// Others may read the prompt, and make the bot their own with it.
    copyable: bool,
}

/// The shared view of a bot.
#[derive(Serialize, Deserialize)]
struct SharedBot {
    bot_id: BotId,
    name: String,
    description: String,
    welcome: String,
    #[serde(default)]
    starters: Vec<String>,
    /// The recipe for copies; `None`: the author does not share it.
    recipe: Option<Recipe>,
}

#[derive(Serialize, Deserialize)]
struct Recipe {
    prompt: String,
    model: Option<String>,
    /// Keys of the tools that it may use; `None`: all.
    #[serde(default)]
    tools: Option<Vec<String>>,
}

#[async_trait]
impl ShareSource for BotShares {
    fn kind(&self) -> &'static str {
        "bot"
    }

    async fn snapshot(&self, owner: UserId, subject: Uuid, options: &Value) -> Fallible<Shared> {
        let bot = self.own_bot(owner, subject).await?;
        let is_copyable = Options::deserialize(options).unwrap_or_default().copyable;
        let picture = find_picture(&self.services, &bot).await?;
        let (title, description) = (bot.name.clone(), bot.description.clone());
        // Its files are not shared.
        let Extras { starters, tools, .. } = Extras::of(&bot.extras);
        let tools = tools.map(without_own);
        let shown = SharedBot {
            bot_id: bot.id,
            name: bot.name,
            description: bot.description,
            welcome: bot.welcome,
            starters,
            recipe: is_copyable.then_some(Recipe { prompt: bot.prompt, model: bot.model, tools }),
        };
        let content = serde_json::to_value(shown).map_err(Failure::internal)?;
        Ok(Shared { title, description, content, picture })
    }

    async fn is_there(&self, owner: UserId, subject: Uuid) -> Fallible<bool> {
        match self.own_bot(owner, subject).await {
            Ok(_) => Ok(true),
            Err(Failure::Problem(_)) => Ok(false),
            Err(fault) => Err(fault),
        }
    }

    /// Removes the prompt from pages shared before authors were asked whether others may copy a bot: nobody agreed to
    /// publish it.
    fn shown(&self, content: Value) -> Value {
        let shown = SharedBot::deserialize(content).and_then(serde_json::to_value);
        shown.unwrap_or(Value::Null)
    }

    async fn copy(&self, caller: &SignedIn, shared: &Shared) -> Fallible<Uuid> {
        let bot = SharedBot::deserialize(&shared.content).map_err(|_| NO_ACCESS)?;
        let SharedBot { name, description, welcome, starters, recipe, .. } = bot;
        let Recipe { prompt, model, tools } = recipe.ok_or(NOT_COPYABLE)?;
        // If the model no longer exists, the copy's owner chooses.
        let list = self.services.providers.list_models().await?;
        let model = model.filter(|model| list.models.iter().any(|known| known.id == *model));
        let texts = NewBot { name, description, welcome, prompt, ..NewBot::default() };
        let new = NewBot { model, starters, tools, ..texts };
        let copy = create_bot(&self.services, caller, *self.settings.get(), new).await?;
        if let Some(picture) = &shared.picture {
            let place = (caller.workspace_id, copy.id);
            let jpeg = Bytes::clone(picture);
            keep_picture(&self.services, caller, *self.settings.get(), place, jpeg).await?;
        }
        Ok(copy.id.0)
    }
}
