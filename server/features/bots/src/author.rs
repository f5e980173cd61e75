//! Actions of authors on their bots, and anybody's marks.

use area::Services;
use audit::{Event, Kind};
use identity::SignedIn;
use kernel::{BotId, Fallible};
use store::Tx;

use crate::Settings;
use crate::extras::{Extras, parse_starters, parse_tools};
use crate::hints::announce_change;
use crate::problems::{CHANGED_ELSEWHERE, DELETED, MODEL_UNKNOWN, NO_ACCESS, TOO_MANY};
use crate::reading::get_bot;
use crate::review_store::lock_bot;
use crate::reviews::follow;
use crate::rules::{Accessibility, BOTS_MAX, BotTexts, check_access, parse_cap, trash_ends};
use crate::store::{Bot, count_bots, find_bot, insert_bot, mark_bot, set_deleted, update_bot};
use crate::wire::{BotBody, BotChange, BotMarks, NewBot};

/// Creates a bot: a draft, or published at once.
pub(crate) async fn create_bot(
    services: &Services,
    caller: &SignedIn,
    settings: Settings,
    new: NewBot,
) -> Fallible<BotBody> {
    let NewBot { name, description, welcome, prompt, model, accessibility, cap, published, .. } =
        new;
    let extras = Extras {
        starters: parse_starters(new.starters)?,
        tools: parse_tools(new.tools)?,
        ..Extras::default()
    };
    let texts = BotTexts { name, description, welcome, prompt }.parse()?;
    if published {
        texts.check_publishable()?;
    }
    let cap = parse_cap(cap)?;
    let model = known_model(services, model).await?;
    let now = services.clock.now();
    let words = texts.words();
    let bot = Bot {
        id: BotId::new(now),
        user_id: caller.user_id,
        workspace_id: caller.workspace_id,
        name: texts.name,
        description: texts.description,
        welcome: texts.welcome,
        prompt: texts.prompt,
        model,
        accessibility: accessibility.as_str().to_owned(),
        published,
        icon_id: None,
        extras: extras.to_text(),
        version: 1,
        created_at: now,
        updated_at: now,
        deleted_at: None,
        hidden: false,
        review: None,
        review_reason: None,
        review_seen: false,
        favorited: false,
        pinned: false,
        used_at: None,
        people: 0,
    };
    let mut tx = services.db.begin().await?;
    if count_bots(&mut tx, caller.user_id).await? >= BOTS_MAX {
        return Err(TOO_MANY.with("max", BOTS_MAX).into());
    }
    insert_bot(&mut tx, &bot, &words).await?;
    if cap.is_some() {
        services.ledger.set_budget(&mut tx, bot.id.0, cap).await?;
    }
    follow(services, &mut tx, None, &bot, published, settings.reviews(caller.role)).await?;
    note_visibility(services, &mut tx, caller, None, &bot).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    get_bot(services, caller, bot.id).await
}

/// Edits a bot. `expected_version`: the version the client edits; if another one is stored the result is
/// [`CHANGED_ELSEWHERE`], and nothing is changed.
pub(crate) async fn change_bot(
    services: &Services,
    caller: &SignedIn,
    settings: Settings,
    id: BotId,
    change: BotChange,
    expected_version: Option<i64>,
) -> Fallible<BotBody> {
    let wanted_model = known_model(services, change.model.clone()).await?;
    let cap = change.cap.map(parse_cap).transpose()?;
    let starters = change.starters.map(parse_starters).transpose()?;
    let tools = change.tools.map(parse_tools).transpose()?;
    let mut tx = services.db.begin().await?;
    lock_bot(&mut tx, id).await?;
    let mut bot = own_bot(&mut tx, caller, id).await?;
    let before = bot.clone();
    if expected_version.is_some_and(|expected| expected != bot.version) {
        return Err(CHANGED_ELSEWHERE.with("version", bot.version).into());
    }
    let texts = BotTexts {
        name: change.name.unwrap_or(bot.name.clone()),
        description: change.description.unwrap_or(bot.description.clone()),
        welcome: change.welcome.unwrap_or(bot.welcome.clone()),
        prompt: change.prompt.unwrap_or(bot.prompt.clone()),
    }
    .parse()?;
    if change.model.is_some() {
        bot.model = wanted_model;
    }
    let extras = Extras::of(&bot.extras);
    let starters = starters.unwrap_or(extras.starters);
    let tools = tools.unwrap_or(extras.tools);
    bot.extras = Extras { starters, tools, files: extras.files }.to_text();
    bot.published = change.published.unwrap_or(bot.published);
    if bot.published {
        texts.check_publishable()?;
    }
    if let Some(accessibility) = change.accessibility {
        bot.accessibility = accessibility.as_str().to_owned();
    }
    if !update_bot(&mut tx, &bot, &texts, services.clock.now()).await? {
        return Err(CHANGED_ELSEWHERE.into());
    }
    if let Some(cap) = cap {
        services.ledger.set_budget(&mut tx, id.0, cap).await?;
    }
    let BotTexts { name, description, welcome, prompt } = texts;
    let after = Bot { version: bot.version + 1, name, description, welcome, prompt, ..bot };
    let (asks, is_reviewed) = (change.published == Some(true), settings.reviews(caller.role));
    follow(services, &mut tx, Some(&before), &after, asks, is_reviewed).await?;
    note_visibility(services, &mut tx, caller, Some(&before), &after).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    get_bot(services, caller, id).await
}

/// Records that others can see a bot now, or no longer.
async fn note_visibility(
    services: &Services,
    tx: &mut Tx,
    caller: &SignedIn,
    before: Option<&Bot>,
    after: &Bot,
) -> Fallible<()> {
    let now = visibility(after);
    if before.map_or(Accessibility::OnlyMe, visibility) != now {
        let changed = Event::new(Kind::BotVisibilityChanged, caller.actor()).subject(after.id.0);
        services.audit.record(tx, changed.detail(now.as_str())).await?;
    }
    Ok(())
}

/// Returns the people who may use a bot, as its author set it: a draft is private.
fn visibility(bot: &Bot) -> Accessibility {
    match bot.published {
        true => Accessibility::parse(&bot.accessibility),
        false => Accessibility::OnlyMe,
    }
}

/// Deletes a bot. Conversations with it stay, and take no new messages.
pub(crate) async fn delete_bot(services: &Services, caller: &SignedIn, id: BotId) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    own_bot(&mut tx, caller, id).await?;
    set_deleted(&mut tx, id, Some(services.clock.now())).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(())
}

/// Restores a deleted bot, as long as its texts are kept.
pub(crate) async fn restore_bot(
    services: &Services,
    caller: &SignedIn,
    id: BotId,
) -> Fallible<BotBody> {
    let mut tx = services.db.begin().await?;
    let bot = find_bot(&mut tx, caller.user_id, id).await?.ok_or(NO_ACCESS)?;
    if bot.user_id != caller.user_id {
        return Err(NO_ACCESS.into());
    }
    let oldest = trash_ends(services.clock.now());
    if bot.deleted_at.is_some_and(|at| at < oldest) {
        return Err(DELETED.into());
    }
    set_deleted(&mut tx, id, None).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    get_bot(services, caller, id).await
}

/// Sets or clears the caller's favorite and pin marks on a bot.
pub(crate) async fn mark(
    services: &Services,
    caller: &SignedIn,
    id: BotId,
    marks: BotMarks,
) -> Fallible<BotBody> {
    let mut tx = services.db.begin().await?;
    let bot = find_bot(&mut tx, caller.user_id, id).await?;
    check_access(bot, caller.user_id)?;
    mark_bot(&mut tx, id, caller.user_id, marks.favorited, marks.pinned).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    get_bot(services, caller, id).await
}

/// Returns a live bot of the caller's own.
pub(crate) async fn own_bot(tx: &mut Tx, caller: &SignedIn, id: BotId) -> Fallible<Bot> {
    let bot = find_bot(tx, caller.user_id, id).await?.ok_or(NO_ACCESS)?;
    if bot.user_id != caller.user_id {
        return Err(NO_ACCESS.into());
    }
    if bot.deleted_at.is_some() {
        return Err(DELETED.into());
    }
    Ok(bot)
}

/// Checks that a model exists; an empty name is none.
async fn known_model(services: &Services, model: Option<String>) -> Fallible<Option<String>> {
    let Some(model) = model.filter(|model| !model.is_empty()) else { return Ok(None) };
    let list = services.providers.list_models().await?;
    if list.models.iter().any(|known| known.id == model) {
        Ok(Some(model))
    } else {
        Err(MODEL_UNKNOWN.with("model", model).into())
    }
}
