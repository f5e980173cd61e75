//! Runs of PowerUPs: one answer of a model, priced before, with a receipt at its end (decision 1082).

use std::time::Duration;

use area::{Chosen, Services, choose_writer, price_of};
use generation::RunRequest;
use identity::{Role, SignedIn};
use kernel::{Failure, Fallible, Payer, RunId, UserId};
use tokio::time::timeout;
use web_search::{Domains, SearchRequest, Source, find, language_of, read_page};

use crate::access::{view, waiting};
use crate::definition::{Definition, Kind, Reads, Skill};
use crate::limits::{CONTENT_MAX_CHARS, READING_MAX_SECONDS};
use crate::problems::{
    CONTENT_NEEDED, IS_APP, MODEL_NEEDED, NOT_FOUND, PAGE_UNREADABLE, TEXT_TOO_LONG, WRONG_SITE,
};
use crate::prompt::{self, Values};
use crate::results::{Named, keep};
use crate::sites::{check_url, matches};
use crate::store::{self as rows, PowerupId};
use crate::wire::{PriceBody, RunBody, RunInput, SentBody, SentKind};

/// The feature in the usage record.
pub(crate) const FEATURE: &str = "powerups";
/// Results of the web that a model gets.
const RESULTS: usize = 6;

/// What a model gets of a page or a text.
struct Content {
    text: String,
    sent: SentBody,
}

/// Returns the price of a run with a model, or with the one that the caller usually has.
///
/// Problems: [`MODEL_NEEDED`], those of [`choose_writer`].
pub(crate) async fn price(
    services: &Services,
    caller: &SignedIn,
    model: Option<String>,
    is_preference: bool,
) -> Fallible<PriceBody> {
    let chosen = match is_preference {
        true => choose_preferred(services, caller, model).await?,
        false => choose_writer(services, caller, model, MODEL_NEEDED).await?,
    };
    let charge = price_of(services, &chosen.model.info);
    Ok(PriceBody {
        model: chosen.model.info.id,
        model_name: chosen.model.info.name,
        meter: charge.meter,
        amount: charge.amount,
        charges: services.payments.settings().enabled,
    })
}

/// Returns the model that an author prefers, or the caller's usual one where that is not there or not in their plan.
async fn choose_preferred(
    services: &Services,
    caller: &SignedIn,
    preferred: Option<String>,
) -> Fallible<Chosen> {
    if preferred.is_some() {
        match choose_writer(services, caller, preferred, MODEL_NEEDED).await {
            Err(Failure::Problem(_)) => {}
            chosen => return chosen,
        }
    }
    choose_writer(services, caller, None, MODEL_NEEDED).await
}

/// Runs a PowerUP that the caller may have. The reviewer runs one that waits as its author has it.
///
/// Problems: `powerups.not_found`, `powerups.gone`; those of [`run`].
pub(crate) async fn run_stored(
    services: &Services,
    caller: &SignedIn,
    id: PowerupId,
    input: RunInput,
) -> Fallible<RunBody> {
    let reader = Some(caller.user_id);
    let mut conn = services.db.read().await?;
    let row = rows::find(&mut conn, reader, id).await?;
    drop(conn);
    let is_reviewed = caller.role == Role::Operator;
    let found = match waiting(row.clone(), NOT_FOUND) {
        Ok(waiting) if is_reviewed => waiting,
        _ => view(row, reader)?,
    };
    run(services, caller, Some(id), &found.definition, input).await
}

/// Starts a run of a definition. The answer of one that is stored (`id`) is kept.
///
/// Problems: [`IS_APP`], [`CONTENT_NEEDED`], [`TEXT_TOO_LONG`], [`WRONG_SITE`], [`PAGE_UNREADABLE`]; those of parameters, of
/// models and of the ledger.
pub(crate) async fn run(
    services: &Services,
    caller: &SignedIn,
    id: Option<PowerupId>,
    definition: &Definition,
    input: RunInput,
) -> Fallible<RunBody> {
    if definition.kind == Kind::MiniApp {
        return Err(IS_APP.into());
    }
    let chosen = match input.model {
        Some(model) => choose_writer(services, caller, Some(model), MODEL_NEEDED).await?,
        None => choose_preferred(services, caller, definition.model.clone()).await?,
    };
    let title = input.title.or_else(|| input.url.clone());
    let given = Given { text: input.text, url: input.url, values: input.values };
    let runner = (caller.payer(), caller.locale.clone());
    let PreparedRun { run, model_name, sent } =
        prepare(services, runner, definition, given, chosen).await?;
    let run_id = run.run_id;
    let mut tx = services.db.begin().await?;
    services.generation.start(&mut tx, run).await?;
    if let Some(powerup_id) = id.filter(|_| !input.forget) {
        let Definition { name, icon, .. } = definition;
        let named = Named { powerup_id, name, icon, title: title.as_deref() };
        keep(&mut tx, services, caller.user_id, (run_id, model_name.as_str()), &named).await?;
    }
    tx.commit().await?;
    Ok(RunBody { run_id, model_name, sent })
}

/// What a run works on.
pub(crate) struct Given {
    pub text: Option<String>,
    pub url: Option<String>,
    pub values: Values,
}

/// A run that only has to be started.
pub(crate) struct PreparedRun {
    pub run: RunRequest,
    pub model_name: String,
    pub sent: Vec<SentBody>,
}

/// Reads what a run works on, and prepares it. `runner`: who pays for it, and their language.
///
/// Problems: [`CONTENT_NEEDED`], [`TEXT_TOO_LONG`], [`WRONG_SITE`], [`PAGE_UNREADABLE`]; those of parameters.
pub(crate) async fn prepare(
    services: &Services,
    (payer, locale): (Payer, Option<String>),
    definition: &Definition,
    given: Given,
    chosen: Chosen,
) -> Fallible<PreparedRun> {
    let values = prompt::fill(&definition.parameters, &given.values)?;
    let content = read(services, definition, given.text, given.url).await?;
    let (found, searched) =
        search(services, payer.user_id, locale.as_deref(), definition, &values).await?;
    let text = content.as_ref().map(|content| content.text.as_str());
    let request = prompt::request(definition, &values, text, &found, locale);
    let mut sent: Vec<SentBody> = content.map(|content| content.sent).into_iter().collect();
    sent.extend(sent_values(&values));
    sent.extend(searched);
    let model_name = chosen.model.info.name.clone();
    let run_id = RunId::new(services.clock.now());
    Ok(PreparedRun { run: chosen.run(run_id, payer, FEATURE, request), model_name, sent })
}

/// Returns what a model gets of a page or a text: nothing, where the definition reads nothing.
async fn read(
    services: &Services,
    definition: &Definition,
    text: Option<String>,
    url: Option<String>,
) -> Fallible<Option<Content>> {
    if definition.reads == Reads::None {
        return Ok(None);
    }
    let given = |text: &Option<String>| text.as_deref().is_some_and(|text| !text.trim().is_empty());
    if given(&text) {
        let text = text.unwrap_or_default();
        let chars = text.chars().count();
        if chars > CONTENT_MAX_CHARS {
            return Err(TEXT_TOO_LONG.with("max", CONTENT_MAX_CHARS).into());
        }
        let sent = SentBody { chars, ..SentBody::new(SentKind::Text) };
        return Ok(Some(Content { text, sent }));
    }
    if definition.reads == Reads::Selection {
        return Err(CONTENT_NEEDED.into());
    }
    let url = check_page(definition, url.as_deref())?;
    // Read once: a page that changes meanwhile changes nothing.
    let limit = Duration::from_secs(READING_MAX_SECONDS);
    let page = timeout(limit, read_page(services, &url)).await.ok().flatten();
    let page = page.ok_or(PAGE_UNREADABLE)?;
    let text: String = page.chars().take(CONTENT_MAX_CHARS).collect();
    let sent = SentBody {
        chars: text.chars().count(),
        detail: Some(url),
        is_cut: text.len() < page.len(),
        ..SentBody::new(SentKind::Page)
    };
    Ok(Some(Content { text, sent }))
}

/// Checks the page that a PowerUP is to read.
///
/// Problems: [`CONTENT_NEEDED`], [`WRONG_SITE`], those of [`check_url`].
pub(crate) fn check_page(definition: &Definition, url: Option<&str>) -> Fallible<String> {
    let url = url.map(str::trim).filter(|url| !url.is_empty()).ok_or(CONTENT_NEEDED)?;
    let url = check_url(url)?;
    match matches(&definition.sites, &url) {
        true => Ok(url),
        false => Err(WRONG_SITE.into()),
    }
}

/// Searches the web where the definition does. Search engines get the task, and nothing of what is read.
async fn search(
    services: &Services,
    user_id: UserId,
    locale: Option<&str>,
    definition: &Definition,
    values: &Values,
) -> Fallible<(Vec<String>, Option<SentBody>)> {
    if !definition.skills.contains(&Skill::SearchEnhance) {
        return Ok((Vec::new(), None));
    }
    let query = prompt::query(definition, values);
    let wanted = SearchRequest {
        query: query.clone(),
        domains: Domains::default(),
        limit: RESULTS,
        language: language_of(locale),
    };
    let found = find(services, user_id, Source::Web, &wanted, RESULTS).await?;
    let listed = found.results.iter().map(|result| {
        let snippet = result.snippet.as_deref().unwrap_or_default();
        format!("{}\n{}\n{snippet}", result.title, result.url)
    });
    let chars = query.chars().count();
    let sent = SentBody { chars, detail: Some(query), ..SentBody::new(SentKind::Search) };
    Ok((listed.collect(), Some(sent)))
}

fn sent_values(values: &Values) -> Option<SentBody> {
    let chars: usize = values.values().flatten().map(|value| value.chars().count()).sum();
    (chars > 0).then(|| SentBody { chars, ..SentBody::new(SentKind::Values) })
}
