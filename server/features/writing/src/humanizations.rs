//! What people do with the humanizer: ask what it costs, have a text rewritten, read what became of it, delete it.

use api::{PageBody, PageQuery};
use area::{Chosen, Services, choose_writer};
use generation::{Attached, RunRequest, WhenFull};
use identity::SignedIn;
use kernel::{Fallible, RunId};
use ledger::{Charge, Operation, Prices};
use parsing::count_words;
use store::{Cursor, Page};

use crate::Settings;
use crate::problems::{MODEL_NEEDED, NOT_FOUND, TEXT_EMPTY, TEXT_TOO_LONG};
use crate::prompt::request;
use crate::rules::HUMANIZED_MAX_CHARS;
use crate::store::{
    Humanization, HumanizationId, delete as delete_row, find_own, insert, list_entries,
};
use crate::wire::{EntryBody, HumanizationBody, NewHumanization, PriceBody, State};
use crate::work::with_run;

/// A text that can be rewritten, and what that costs.
struct Priced {
    words: usize,
    charge: Charge,
}

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

/// What it costs to have a text rewritten.
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

/// Has a text rewritten: what is kept of it, its run and what is held for it are written together.
///
/// Problems: [`TEXT_EMPTY`], [`TEXT_TOO_LONG`], [`MODEL_NEEDED`]; those of [`choose_writer`], and of the ledger.
pub(crate) async fn begin(
    services: &Services,
    settings: Settings,
    caller: &SignedIn,
    new: NewHumanization,
) -> Fallible<HumanizationBody> {
    let Priced { words, charge } = price_of(settings, &new.text)?;
    let chosen = choose_writer(services, caller, new.model, MODEL_NEEDED).await?;
    let Chosen { mut model, plan, .. } = chosen;
    // A rewriting has a price of its own.
    model.info.credits_per_1k = None;
    let now = services.clock.now();
    let run_id = RunId::new(now);
    let one = Humanization {
        id: HumanizationId::new(now),
        user_id: caller.user_id,
        workspace_id: caller.workspace_id,
        tone: new.tone,
        text: new.text,
        words: words as i64,
        model_name: model.info.name.clone(),
        run_id,
        state: State::Running,
        written: None,
        credits: None,
        problem: None,
        created_at: now,
    };
    let run = RunRequest {
        run_id,
        payer: caller.payer(),
        conversation_id: None,
        message_id: None,
        feature: "humanizer",
        model,
        request: request(&one.text, one.tone, caller.locale.clone()),
        tools: Vec::new(),
        attached: Attached::default(),
        charge,
        plan: Some(plan),
        when_full: WhenFull::Wait,
    };
    let mut tx = services.db.begin().await?;
    insert(&mut tx, &one).await?;
    services.generation.start(&mut tx, run).await?;
    tx.commit().await?;
    Ok(one.into())
}

/// A rewriting of the caller's, with what is written by now.
pub(crate) async fn get(
    services: &Services,
    caller: &SignedIn,
    id: HumanizationId,
) -> Fallible<HumanizationBody> {
    let mut conn = services.db.read().await?;
    let found = find_own(&mut conn, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    drop(conn);
    Ok(with_run(&services.generation, found).await?.into())
}

/// The caller's rewritings, newest first.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    page: &PageQuery,
) -> Fallible<PageBody<EntryBody>> {
    let (cursor, limit) = page.bounds()?;
    let mut conn = services.db.read().await?;
    let rows = list_entries(&mut conn, &caller.payer(), cursor, limit).await?;
    let page = Page::of(rows, limit, |entry| Cursor { at: entry.created_at, id: entry.id.0 });
    Ok(page.map(EntryBody::from).into())
}

/// Deletes a rewriting for good. One that is written is stopped.
pub(crate) async fn delete(
    services: &Services,
    caller: &SignedIn,
    id: HumanizationId,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let found = find_own(&mut tx, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    delete_row(&mut tx, id).await?;
    tx.commit().await?;
    if found.state == State::Running {
        services.generation.cancel(found.run_id).await?;
    }
    Ok(())
}
