//! A program's call becomes a run: by which model, at what charge.

use area::{Chosen, Services};
use generation::{Attached, Run, RunRequest, WhenFull, answer_charge, find_run};
use identity::{KEY_CAP_REACHED, KeyCaller};
use kernel::{Failure, Fallible, Problem, RunId};
use providers::{ModelError, ModelRequest, Protocol, Role};
use store::Tx;

use crate::bots::{BOT_PREFIX, as_bot};
use crate::error::{OpenAiError, OpenAiResult};
use crate::flow::Pieces;
use crate::follow::{Follower, start_following};
use crate::repeats::{Answers, Repeatable, is_running};

/// A run that only the key that began it reads.
pub(crate) struct Asked {
    pub run: Run,
    /// The role in which the program follows it.
    pub follower: Follower,
}

/// The runs that answer one request.
pub(crate) struct AskedAll {
    /// The id of the first.
    pub id: RunId,
    /// Time in seconds since 1970.
    pub created: i64,
    pub pieces: Pieces,
}

/// Finds or starts a run for each of `requests`, all or none, and follows them.
pub(crate) async fn ask_all(
    services: &Services,
    caller: &KeyCaller,
    wanted: &str,
    mut requests: Vec<ModelRequest>,
    repeatable: Option<Repeatable>,
) -> OpenAiResult<AskedAll> {
    requests.iter().try_for_each(check_recordings)?;
    let asked = match (requests.len(), repeatable) {
        (0, _) => return Err(OpenAiError::invalid("n", "At least one answer can be given.")),
        (1, repeatable) => {
            vec![ask(services, caller, wanted, requests.remove(0), repeatable).await?]
        }
        (_, Some(_)) => {
            let message = "Send no Idempotency-Key with a request for several answers.";
            return Err(OpenAiError::invalid("n", message));
        }
        (_, None) => {
            let begun = begin(services, caller, wanted, requests, None).await?;
            begun.ok_or_else(|| Failure::internal("nobody else begins what has no name"))?
        }
    };
    let (id, created) = (asked[0].run.id, asked[0].run.created_at.micros() / kernel::SECOND);
    let followed =
        asked.into_iter().map(|asked| start_following(services, asked.run, asked.follower));
    Ok(AskedAll { id, created, pieces: Pieces::of(followed.collect()) })
}

/// Finds the run that answers a repeated `request`, or starts a new one: its charge is reserved, also from the key's
/// limit.
async fn ask(
    services: &Services,
    caller: &KeyCaller,
    wanted: &str,
    request: ModelRequest,
    repeatable: Option<Repeatable>,
) -> Fallible<Asked> {
    let Some(repeatable) = repeatable else {
        let begun = begin(services, caller, wanted, vec![request], None).await?;
        return only(begun)?
            .ok_or_else(|| Failure::internal("nobody else begins what has no name"));
    };
    let instead_of = match repeatable.find_run(services).await? {
        Answers::First(run) => return Ok(Asked::again(run)),
        Answers::Anew { instead_of } => instead_of,
    };
    let claim = Some((&repeatable, instead_of));
    if let Some(asked) = only(begin(services, caller, wanted, vec![request], claim).await?)? {
        return Ok(asked);
    }
    match repeatable.find_run(services).await? {
        Answers::First(run) => Ok(Asked::again(run)),
        // The first request failed at once: the program can retry.
        Answers::Anew { .. } => Err(is_running().into()),
    }
}

impl Asked {
    /// Returns the run of a repeated request. Nothing is charged for it.
    fn again(run: Run) -> Self {
        Self { run, follower: Follower::Again }
    }
}

/// A request that can come again, and the run in whose place it begins.
type Claim<'a> = Option<(&'a Repeatable, Option<RunId>)>;

/// Returns the run of a single request.
fn only(begun: Option<Vec<Asked>>) -> Fallible<Option<Asked>> {
    begun
        .map(|mut asked| asked.pop().ok_or_else(|| Failure::internal("each request has its run")))
        .transpose()
}

/// Starts a run for each request, all or none. `None`: the same request has begun meanwhile.
async fn begin(
    services: &Services,
    caller: &KeyCaller,
    wanted: &str,
    requests: Vec<ModelRequest>,
    claim: Claim<'_>,
) -> Fallible<Option<Vec<Asked>>> {
    let mut prepared = Vec::with_capacity(requests.len());
    for request in requests {
        prepared.push(prepare(services, caller, wanted, request).await?);
    }
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    let mut asked = Vec::with_capacity(prepared.len());
    for one in prepared {
        let run_id = RunId::new(now);
        // Before charging the key: a repeated request must not fail because its limit is reached.
        if let Some((repeatable, instead_of)) = claim
            && !repeatable.claim(&mut tx, run_id, instead_of, now).await?
        {
            return Ok(None);
        }
        let run = start(services, &mut tx, caller, run_id, one).await?;
        let follower = if claim.is_some() { Follower::First } else { Follower::Only };
        asked.push(Asked { run, follower });
    }
    tx.commit().await?;
    Ok(Some(asked))
}

/// A run that is about to start.
type Prepared = (Chosen, ModelRequest, Attached);

async fn prepare(
    services: &Services,
    caller: &KeyCaller,
    wanted: &str,
    request: ModelRequest,
) -> Fallible<Prepared> {
    let (chosen, request, budget) = match wanted.strip_prefix(BOT_PREFIX) {
        Some(id) => as_bot(services, caller, id, request).await?,
        None => (area::choose_model(services, caller.workspace_id, wanted).await?, request, None),
    };
    check_hears(&chosen, &request)?;
    // The program may have set a maximum length.
    let charge = answer_charge(&services.ledger, &chosen.model.info, request.max_output_tokens);
    let chosen = Chosen { charge, ..chosen };
    Ok((chosen, request, Attached { budget, ..Attached::default() }))
}

/// Recordings are the person's: elsewhere no model is given them.
fn check_recordings(request: &ModelRequest) -> OpenAiResult<()> {
    let has_misplaced = request
        .messages
        .iter()
        .any(|message| message.role != Role::User && !message.audio.is_empty());
    match has_misplaced {
        true => {
            let message = "Only messages of the user have recordings.";
            Err(OpenAiError::invalid("messages", message))
        }
        false => Ok(()),
    }
}

/// Refuses recordings for the engine that only reads.
fn check_hears(chosen: &Chosen, request: &ModelRequest) -> Result<(), Problem> {
    let has_audio = request.messages.iter().any(|message| !message.audio.is_empty());
    if has_audio && chosen.model.info.protocol == Protocol::Builtin {
        let message = "This model has no audio input: leave it out.".to_owned();
        return Err(ModelError::Refused { message }.problem());
    }
    Ok(())
}

async fn start(
    services: &Services,
    tx: &mut Tx,
    caller: &KeyCaller,
    run_id: RunId,
    (chosen, request, attached): Prepared,
) -> Fallible<Run> {
    let Chosen { model, charge, plan } = chosen;
    if !services.identity.spend_key(tx, caller.key_id, charge.amount).await? {
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
    services.generation.start(tx, run).await?;
    // Settling the hold gives the uncharged part back to the key.
    services.ledger.count_to_key(tx, run_id, caller.key_id.0, charge.amount).await?;
    let run = find_run(tx, run_id).await?;
    run.ok_or_else(|| Failure::internal("a run that was just written is not there"))
}
