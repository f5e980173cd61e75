//! A program's call becomes a run: by which model, at what charge.

use area::{Chosen, Services};
use generation::{
    Attached, ContextScope, Contribution, MemoryUse, Run, RunRequest, WhenFull, answer_charge,
    find_run,
};
use identity::{KEY_CAP_REACHED, KeyCaller};
use kernel::{BotId, Failure, Fallible, Problem, RunId};
use ledger::Budget;
use providers::{MODEL_UNKNOWN, ModelRequest};

use crate::follow::Follower;
use crate::repeats::{Answers, Repeatable, is_running};

/// A run that only the key that began it reads.
pub(crate) struct Asked {
    pub run: Run,
    /// The role in which the program follows it.
    pub follower: Follower,
    /// The model as the program named it.
    pub model: String,
}

/// Prefix of bots among model names: `bot:<id>`.
pub(crate) const BOT_PREFIX: &str = "bot:";

/// Finds the run that answers a repeated `request`, or starts a new one: its charge is reserved, also from the key's
/// limit.
pub(crate) async fn ask(
    services: &Services,
    caller: &KeyCaller,
    wanted: &str,
    request: ModelRequest,
    repeatable: Option<Repeatable>,
) -> Fallible<Asked> {
    let Some(repeatable) = repeatable else {
        let begun = begin(services, caller, wanted, request, None).await?;
        return begun.ok_or_else(|| Failure::internal("nobody else begins what has no name"));
    };
    let instead_of = match repeatable.find_run(services).await? {
        Answers::First(run) => return Ok(Asked::again(run, wanted)),
        Answers::Anew { instead_of } => instead_of,
    };
    let claim = Some((&repeatable, instead_of));
    if let Some(asked) = begin(services, caller, wanted, request, claim).await? {
        return Ok(asked);
    }
    match repeatable.find_run(services).await? {
        Answers::First(run) => Ok(Asked::again(run, wanted)),
        // The first request failed at once: the program can retry.
        Answers::Anew { .. } => Err(is_running().into()),
    }
}

impl Asked {
    /// Returns the run of a repeated request. Nothing is charged for it.
    fn again(run: Run, wanted: &str) -> Self {
        Self { run, follower: Follower::Again, model: wanted.to_owned() }
    }
}

/// A request that can come again, and the run in whose place it begins.
type Claim<'a> = Option<(&'a Repeatable, Option<RunId>)>;

/// Starts a run. `None`: the same request has begun meanwhile.
async fn begin(
    services: &Services,
    caller: &KeyCaller,
    wanted: &str,
    request: ModelRequest,
    claim: Claim<'_>,
) -> Fallible<Option<Asked>> {
    let (chosen, request, budget) = match wanted.strip_prefix(BOT_PREFIX) {
        Some(id) => as_bot(services, caller, id, request).await?,
        None => (area::choose_model(services, caller.workspace_id, wanted).await?, request, None),
    };
    // The program may have set a maximum length.
    let charge = answer_charge(&services.ledger, &chosen.model.info, request.max_output_tokens);
    let chosen = Chosen { charge, ..chosen };
    let attached = Attached { budget, ..Attached::default() };
    let run = start(services, caller, chosen, request, (attached, claim)).await?;
    let follower = if claim.is_some() { Follower::First } else { Follower::Only };
    Ok(run.map(|run| Asked { run, follower, model: wanted.to_owned() }))
}

/// Returns the bot's model, its instructions before the program's own, and its budget. Nothing else of the person's is
/// included: neither files nor tools nor earlier chats with the bot.
async fn as_bot(
    services: &Services,
    caller: &KeyCaller,
    id: &str,
    mut request: ModelRequest,
) -> Fallible<(Chosen, ModelRequest, Option<Budget>)> {
    let bot_id: BotId = id.parse().map_err(|_| Problem::from(MODEL_UNKNOWN))?;
    let mut found = None;
    for source in services.bots.iter() {
        found = Some(source.find_bot(caller.user_id, bot_id).await?);
    }
    let bot = found.ok_or_else(|| Problem::from(MODEL_UNKNOWN))?;
    let wanted = match bot.model {
        Some(model) => model,
        None => services.providers.list_models().await?.default_model,
    };
    let chosen = area::choose_model(services, caller.workspace_id, &wanted).await?;
    let scope = ContextScope {
        user_id: caller.user_id,
        workspace_id: caller.workspace_id,
        conversation_id: None,
        group_id: None,
        bot_id: Some(bot_id),
        model: chosen.model.info.clone(),
        branch: Vec::new(),
        // A program asks, not the person.
        memory: MemoryUse::default(),
    };
    let Contribution { instructions, attached, .. } = services.generation.gather(&scope).await?;
    let system: Vec<String> = instructions.into_iter().chain(request.system.take()).collect();
    request.system = (!system.is_empty()).then(|| system.join("\n\n"));
    Ok((chosen, request, attached.budget))
}

async fn start(
    services: &Services,
    caller: &KeyCaller,
    chosen: Chosen,
    request: ModelRequest,
    (attached, claim): (Attached, Claim<'_>),
) -> Fallible<Option<Run>> {
    let Chosen { model, charge, plan } = chosen;
    let now = services.clock.now();
    let run_id = RunId::new(now);
    let mut tx = services.db.begin().await?;
    // Before charging the key: a repeated request must not fail because its limit is reached.
    if let Some((repeatable, instead_of)) = claim
        && !repeatable.claim(&mut tx, run_id, instead_of, now).await?
    {
        return Ok(None);
    }
    if !services.identity.spend_key(&mut tx, caller.key_id, charge.amount).await? {
        return Err(KEY_CAP_REACHED.into());
    }
    let run = RunRequest {
        // Tools that the program declares are executed by the program.
        tools: Vec::new(),
        attached,
        run_id,
        payer: caller.payer(),
        conversation_id: None,
        message_id: None,
        feature: "api",
        model,
        request,
        charge,
        plan: Some(plan),
        when_full: WhenFull::Refuse,
    };
    services.generation.start(&mut tx, run).await?;
    // Settling the hold gives the uncharged part back to the key.
    services.ledger.count_to_key(&mut tx, run_id, caller.key_id.0, charge.amount).await?;
    let run = find_run(&mut tx, run_id).await?;
    tx.commit().await?;
    run.map(Some).ok_or_else(|| Failure::internal("a run that was just written is not there"))
}
