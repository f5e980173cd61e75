use std::collections::HashSet;
use std::iter;
use std::sync::Arc;

use area::Services;
use conversations::{Message, Part, PartKind, Role};
use generation::{
    BotResources, ContextScope, MemoryUse, MessageContext, Tool, ToolChoice, ToolError, ToolOutput,
};
use identity::SignedIn;
use kernel::{ConversationId, Fallible, MessageId, Tier, Uuid};
use providers::{ModelInfo, ToolSpec, escape_prompt_tags};
use serde_json::Value;

use crate::agents::house::House;
use crate::agents::store::list_agents;
use crate::house_tools::ask_bot::{AskBot, BotCosts};
use crate::house_tools::calculate::Calculate;
use crate::house_tools::document::CreateDocument;
use crate::house_tools::library::{ReadLibrary, SearchLibrary};
use crate::house_tools::names;
use crate::house_tools::web::{ReadPage, SearchWeb};
use crate::work::bots::BotCost;
use crate::work::control::{Colleague, ask_user_spec, find_tools_spec, hand_over_spec};
use crate::work::entry::Call;
use crate::work::offered::{Known, offered, ranked};
use crate::work::progress::{AgentTask, is_picture};

/// Tools that one look for others gives.
const FOUND_MAX: usize = 5;

/// All tools that an agent has in one step, and what it is told besides.
pub(crate) struct Toolbox {
    tools: Vec<Arc<dyn Tool>>,
    specs: Vec<ToolSpec>,
    /// The places of the tools that the model is offered.
    offered: Vec<usize>,
    colleagues: Vec<Colleague>,
    asks_user: bool,
    bot_costs: BotCosts,
    pub instructions: Vec<String>,
    /// What the task's first message carries: files that are attached to it, and those of the agent.
    pub context: MessageContext,
}

/// What a call gives that is no tool.
pub(crate) enum Given {
    /// Names of tools.
    Found(Vec<String>),
    HandOver(Colleague, String),
    Wrong(String),
}

impl Given {
    pub fn into_output(self) -> Result<ToolOutput, ToolError> {
        let text = match self {
            Self::Wrong(why) => return Err(ToolError(why)),
            Self::Found(names) if names.is_empty() => {
                "No tool was found. Try other words.".to_owned()
            }
            Self::Found(names) => {
                format!("From the next step on you can use: {}.", names.join(", "))
            }
            Self::HandOver(to, _) => format!("{} goes on from here.", to.name),
        };
        Ok(ToolOutput { text, ..ToolOutput::default() })
    }
}

impl Toolbox {
    /// Collects the tools of a task's agent as they are now. `text`: what those that matter are chosen by.
    pub async fn collect(
        services: &Services,
        task: &AgentTask,
        model: &ModelInfo,
        text: &str,
    ) -> Fallible<Self> {
        let definition = &task.output.definition;
        let has = |name: &str| definition.tools.iter().any(|key| key == name);
        let now = services.clock.now();
        let id = MessageId::new(now);
        let mut message = Message::new(id, ConversationId(Uuid::nil()), Role::User, now);
        // Without vision it still works on pictures with its tools.
        let (seen, unseen): (Vec<_>, Vec<_>) =
            task.input.files.iter().partition(|part| model.vision || !is_picture(part));
        let files = seen.into_iter().zip(2..);
        let files = files.map(|(kind, at)| Part { id: format!("p{at}"), kind: kind.clone() });
        message.parts =
            iter::once(Part::text("p1", task.input.message.clone())).chain(files).collect();
        let mut scope = ContextScope {
            user_id: task.head.user_id,
            workspace_id: task.head.workspace_id,
            conversation_id: None,
            group_id: None,
            bot_id: None,
            model: model.clone(),
            branch: vec![message],
            memory: MemoryUse::default(),
            bot: BotResources {
                files: definition.knowledge.clone(),
                author_id: Some(task.head.user_id),
                tools: ToolChoice::Only(definition.tools.clone()),
            },
        };
        let gathered = services.generation.gather(&mut scope);
        let mut added = task.output.place().scope(gathered).await?;
        let bot_costs = BotCosts::default();
        let mut tools = house(services, task, model, &bot_costs, &has).await?;
        tools.append(&mut added.tools);
        for source in services.agent_tools.iter() {
            let more = source.tools_for(&task.head.payer()).await?;
            tools.extend(more.into_iter().filter(|tool| has(&tool.spec().name)));
        }
        if !model.tools {
            tools.clear();
        }
        // Some are offered to chats and to agents. Models refuse two of one name.
        let mut known_names = HashSet::new();
        tools.retain(|tool| known_names.insert(tool.spec().name));
        let colleagues = match has(names::HAND_OVER) && model.tools {
            true => colleagues(services, task, model).await?,
            false => Vec::new(),
        };
        let mut context = added.messages.remove(&id).unwrap_or_default();
        context.text.extend(unseen.into_iter().filter_map(unseen_line));
        let specs: Vec<ToolSpec> = tools.iter().map(|tool| tool.spec()).collect();
        let offered = offered(&known(&specs), text, &task.output.found_tools);
        Ok(Self {
            tools,
            specs,
            offered,
            colleagues,
            asks_user: has(names::ASK_USER) && model.tools,
            bot_costs,
            instructions: added.instructions,
            context,
        })
    }

    /// Returns the specifications that the model gets.
    pub fn specs(&self) -> Vec<ToolSpec> {
        let mut specs: Vec<ToolSpec> =
            self.offered.iter().map(|at| self.specs[*at].clone()).collect();
        if self.asks_user {
            specs.push(ask_user_spec());
        }
        if !self.colleagues.is_empty() {
            specs.push(hand_over_spec(&self.colleagues));
        }
        if self.hidden() > 0 {
            specs.push(find_tools_spec(self.hidden()));
        }
        specs
    }

    fn hidden(&self) -> usize {
        self.tools.len() - self.offered.len()
    }

    pub fn find(&self, name: &str) -> Option<&Arc<dyn Tool>> {
        let at = self.specs.iter().position(|spec| spec.name == name)?;
        self.tools.get(at)
    }

    /// Returns true if a call that a crash cut short can be made again.
    pub fn is_repeatable(&self, name: &str) -> bool {
        matches!(name, names::FIND_TOOLS | names::HAND_OVER)
            || self.find(name).is_none_or(|tool| tool.is_repeatable())
    }

    /// Takes what bots cost since this was last asked.
    pub fn take_bot_costs(&self) -> Vec<BotCost> {
        self.bot_costs.take()
    }

    /// Returns what a call gives that is no tool; `None` for a tool's.
    pub fn control(&self, call: &Call) -> Option<Given> {
        let arguments = || serde_json::from_str::<Value>(&call.arguments).unwrap_or_default();
        match call.tool.as_str() {
            names::FIND_TOOLS => {
                Some(self.look_for(arguments()["query"].as_str().unwrap_or_default()))
            }
            names::HAND_OVER => Some(self.hand_over(&arguments())),
            _ => None,
        }
    }

    fn look_for(&self, query: &str) -> Given {
        let hidden = ranked(&known(&self.specs), query);
        let hidden = hidden.into_iter().filter(|at| !self.offered.contains(at)).take(FOUND_MAX);
        Given::Found(hidden.map(|at| self.specs[at].name.clone()).collect())
    }

    fn hand_over(&self, arguments: &Value) -> Given {
        let key = arguments["agent"].as_str().unwrap_or_default();
        let note = arguments["note"].as_str().unwrap_or_default().to_owned();
        match self.colleagues.iter().find(|one| one.key == key) {
            Some(one) => Given::HandOver(one.clone(), note),
            None => Given::Wrong(format!("There is no agent {key:?}.")),
        }
    }
}

/// Returns what a model without vision is told of a picture.
fn unseen_line(part: &PartKind) -> Option<String> {
    let PartKind::File { file_id, name, .. } = part else { return None };
    let name = escape_prompt_tags(name, &[]);
    Some(format!("[A picture that you cannot see: {name:?}. Its id: {file_id}]\n"))
}

fn known(specs: &[ToolSpec]) -> Vec<Known<'_>> {
    let one = |spec: &'_ ToolSpec| names::BASIC.contains(&spec.name.as_str());
    specs
        .iter()
        .map(|spec| Known { name: &spec.name, description: &spec.description, is_basic: one(spec) })
        .collect()
}

async fn house(
    services: &Services,
    task: &AgentTask,
    model: &ModelInfo,
    costs: &BotCosts,
    has: &(dyn Fn(&str) -> bool + Sync),
) -> Fallible<Vec<Arc<dyn Tool>>> {
    let locale = task.input.locale.clone();
    let mut tools: Vec<Arc<dyn Tool>> = Vec::new();
    if has(names::SEARCH_WEB) {
        tools.push(Arc::new(SearchWeb { services: services.clone(), locale: locale.clone() }));
    }
    if has(names::READ_PAGE) {
        tools.push(Arc::new(ReadPage { services: services.clone() }));
    }
    if has(names::SEARCH_LIBRARY) {
        tools.push(Arc::new(SearchLibrary(services.clone())));
    }
    if has(names::READ_LIBRARY) {
        tools.push(Arc::new(ReadLibrary(services.clone())));
    }
    if has(names::CALCULATE) {
        tools.push(Arc::new(Calculate));
    }
    if has(names::CREATE_DOCUMENT) {
        tools.push(Arc::new(CreateDocument { services: services.clone(), locale }));
    }
    if has(names::ASK_BOT) {
        let mut bots = Vec::new();
        for source in services.bots.iter() {
            bots.extend(source.list_bots(task.head.user_id).await?);
        }
        if !bots.is_empty() {
            tools.push(Arc::new(AskBot {
                services: services.clone(),
                bots,
                model: model.id.clone(),
                task_id: task.head.id,
                costs: costs.clone(),
            }));
        }
    }
    Ok(tools)
}

/// Returns the other agents that the task may be handed over to.
async fn colleagues(
    services: &Services,
    task: &AgentTask,
    model: &ModelInfo,
) -> Fallible<Vec<Colleague>> {
    let mut conn = services.db.read().await?;
    let own = list_agents(&mut conn, task.head.user_id).await?;
    let fits = |house: &House| !house.needs_advanced_model() || model.tier == Tier::Advanced;
    let house = House::ALL.into_iter().filter(fits).map(|house| {
        let definition = house.definition();
        (house.key().to_owned(), definition)
    });
    let all = house.chain(own.into_iter().map(|agent| (agent.id.to_string(), agent.definition)));
    let others = all.filter(|(key, _)| *key != task.output.agent);
    let colleague =
        |(key, definition): (String, crate::agents::definition::Definition)| Colleague {
            key,
            name: definition.name,
            icon: definition.icon,
            description: definition.description,
        };
    Ok(others.map(colleague).collect())
}

/// Returns the keys of the tools that can be chosen for an agent now, besides tool servers.
pub(crate) async fn keys(services: &Services, caller: &SignedIn) -> Fallible<Vec<String>> {
    let mut plugged = Vec::new();
    for source in services.agent_tools.iter() {
        let tools = source.tools_for(&caller.payer()).await?;
        plugged.extend(tools.iter().map(|tool| tool.spec().name));
    }
    let has_images =
        services.image_models.list().await?.iter().any(|model| model.abilities.creates);
    let has_bots = services.bots.iter().next().is_some();
    let is_there = |name: &&str| match *name {
        names::CREATE_IMAGE => has_images,
        names::ASK_BOT => has_bots,
        names::SAVE_MEMO
        | names::WRITE_ARTIFACT
        | names::FILL_TEMPLATE
        | names::CREATE_SCHEDULE
        | names::START_RESEARCH
        | names::RUN_CODE => plugged.iter().any(|known| known == *name),
        _ => true,
    };
    let house: Vec<String> =
        names::ALL.iter().filter(|name| is_there(name)).map(|name| (*name).to_owned()).collect();
    plugged.retain(|name| !house.contains(name));
    Ok(house.into_iter().chain(plugged).collect())
}
