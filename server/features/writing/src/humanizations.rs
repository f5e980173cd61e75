//! Actions of the humanizer: get a price, start a rewriting, read its result, delete it.

use api::PageBody;
use area::{Services, choose_writer};
use identity::SignedIn;
use kernel::{Fallible, collapse_whitespace, truncate};
use ledger::{Charge, Operation, Prices};
use parsing::count_words;
use tasks::{NewTask, TaskId, TaskPageQuery};

use crate::Settings;
use crate::humanizer::{Humanizer, HumanizerInput, with_run};
use crate::problems::{MODEL_NEEDED, NOT_FOUND, TEXT_EMPTY, TEXT_TOO_LONG};
use crate::rules::HUMANIZED_MAX_CHARS;
use crate::wire::{
    EXCERPT_CHARS, EntryBody, HumanizationBody, HumanizationId, NewHumanization, PriceBody,
};

/// The size and the price of a text that can be rewritten.
struct Priced {
    words: usize,
    charge: Charge,
}

/// Checks a text and returns its price.
///
/// Problems: [`TEXT_EMPTY`], [`TEXT_TOO_LONG`].
fn price_of(settings: Settings, text: &str) -> Fallible<Priced> {
    if text.trim().is_empty() {
        return Err(TEXT_EMPTY.into());
    }
    if text.chars().count() > HUMANIZED_MAX_CHARS {
        return Err(TEXT_TOO_LONG.with("max", HUMANIZED_MAX_CHARS).into());
    }
    let words = count_words(text);
    let words_per_credit = settings.words_per_credit;
    Ok(Priced { words, charge: Prices::of(Operation::Humanization { words, words_per_credit }) })
}

/// Returns the price of rewriting a text.
///
/// Problems: [`TEXT_EMPTY`], [`TEXT_TOO_LONG`].
pub(crate) fn price(services: &Services, settings: Settings, text: &str) -> Fallible<PriceBody> {
    let Priced { words, charge } = price_of(settings, text)?;
    Ok(PriceBody {
        words: words as i64,
        words_per_credit: settings.words_per_credit,
        credits: charge.amount,
        charges: services.payments.settings().enabled,
    })
}

/// Starts a rewriting: the task, its run and its hold are written in one transaction.
///
/// Problems: [`TEXT_EMPTY`], [`TEXT_TOO_LONG`], [`MODEL_NEEDED`]; those of [`choose_writer`], and of the ledger.
pub(crate) async fn begin(
    services: &Services,
    settings: Settings,
    caller: &SignedIn,
    new: NewHumanization,
) -> Fallible<HumanizationBody> {
    let Priced { words, charge } = price_of(settings, &new.text)?;
    let model = choose_writer(services, caller, new.model, MODEL_NEEDED).await?.model;
    let asked = HumanizerInput {
        tone: new.tone,
        text: new.text,
        words: words as i64,
        model_name: model.info.name,
        model: Some(model.info.id),
        locale: caller.locale.clone(),
        credits: charge.amount,
    };
    let id = TaskId::new(services.clock.now());
    let new = NewTask::new(id, title_of(&asked.text), asked);
    Ok(tasks::start_now::<Humanizer>(services, caller, new).await?.into())
}

/// Returns the beginning of a text, as its title.
pub(crate) fn title_of(text: &str) -> String {
    let line = collapse_whitespace(text);
    truncate(&line, EXCERPT_CHARS)
}

/// Returns a rewriting of the caller with the text written so far.
pub(crate) async fn get(
    services: &Services,
    caller: &SignedIn,
    id: HumanizationId,
) -> Fallible<HumanizationBody> {
    let mut conn = services.db.read().await?;
    let task = tasks::find::<Humanizer>(&mut conn, caller.user_id, TaskId(id.0)).await?;
    drop(conn);
    Ok(with_run(services, task).await?.into())
}

/// Lists the caller's rewritings, newest first.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    query: &TaskPageQuery,
) -> Fallible<PageBody<EntryBody>> {
    let page = tasks::list_page::<Humanizer>(services, &caller.payer(), query).await?;
    Ok(page.map(EntryBody::from).into())
}

/// Deletes a rewriting; it can be restored for 30 days. One that is open is stopped.
pub(crate) async fn delete(
    services: &Services,
    caller: &SignedIn,
    id: HumanizationId,
) -> Fallible<()> {
    tasks::cancel(services, caller.user_id, TaskId(id.0), NOT_FOUND).await?;
    tasks::delete(services, caller.user_id, TaskId(id.0), NOT_FOUND).await
}

/// Restores a deleted rewriting.
pub(crate) async fn restore(
    services: &Services,
    caller: &SignedIn,
    id: HumanizationId,
) -> Fallible<HumanizationBody> {
    tasks::restore(services, caller.user_id, TaskId(id.0), NOT_FOUND).await?;
    get(services, caller, id).await
}
