//! Quick actions: the few prompts beside the composer and under answers.
//!
//! A person who never changed theirs has the product's, in their language, without rows; the first change creates rows.

use area::Services;
use identity::SignedIn;
use kernel::{Fallible, Problem, Timestamp, Uuid, uuid_v7};
use store::Tx;

use crate::built_in;
use crate::hints::announce_change;
use crate::problems::{
    ACTION_NOT_FOUND, CHANGED_ELSEWHERE, LAST_ACTION, TOO_MANY_ACTIONS, TOO_MANY_PINNED,
};
use crate::rules::{ACTIONS_MAX, PINNED_MAX, PromptTexts, parse_language};
use crate::store::{
    Action, delete_action, insert_action, list_actions, list_public_actions, update_action,
};
use crate::wire::{ActionBody, ActionChange, ActionListBody, NewAction, from_word, word};

/// Returns the caller's quick actions.
pub(crate) async fn list(services: &Services, caller: &SignedIn) -> Fallible<ActionListBody> {
    let mut conn = services.db.read().await?;
    let own = list_actions(&mut conn, caller.user_id).await?;
    let own = if own.is_empty() { given(caller) } else { own };
    Ok(ActionListBody { items: own.into_iter().map(body).collect() })
}

/// Lists the quick actions that others made public.
pub(crate) async fn list_public(
    services: &Services,
    caller: &SignedIn,
) -> Fallible<ActionListBody> {
    let mut conn = services.db.read().await?;
    let found = list_public_actions(&mut conn, caller.user_id).await?;
    let shown = found.into_iter().map(|action| ActionBody { pinned: false, ..body(action) });
    Ok(ActionListBody { items: shown.collect() })
}

/// Creates a quick action.
pub(crate) async fn create(
    services: &Services,
    caller: &SignedIn,
    new: NewAction,
) -> Fallible<ActionBody> {
    let now = services.clock.now();
    let action = parse(Action {
        id: uuid_v7(now),
        name: new.name,
        icon: word(&new.icon),
        prompt: new.prompt,
        behavior: word(&new.behavior),
        scene: word(&new.scene),
        public: new.public,
        description: new.description,
        category: word(&new.category),
        language: new.language,
        pinned: new.pinned,
        updated_at: None,
    })?;
    let mut tx = services.db.begin().await?;
    let own = own_actions(services, &mut tx, caller).await?;
    if own.len() as i64 >= ACTIONS_MAX {
        return Err(TOO_MANY_ACTIONS.with("max", ACTIONS_MAX).into());
    }
    check_pins(&own, &action)?;
    insert_action(&mut tx, caller.user_id, &action, now).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(body(action))
}

/// Changes a quick action of the caller's.
///
/// `expected`: when the client believes that it was last changed; anything else is [`CHANGED_ELSEWHERE`], and nothing is
/// changed.
pub(crate) async fn change(
    services: &Services,
    caller: &SignedIn,
    id: Uuid,
    change: ActionChange,
    expected: Option<Option<Timestamp>>,
) -> Fallible<ActionBody> {
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    let own = own_actions(services, &mut tx, caller).await?;
    let known = own.iter().find(|action| action.id == id).cloned().ok_or(ACTION_NOT_FOUND)?;
    if expected.is_some_and(|expected| expected != known.updated_at) {
        return Err(CHANGED_ELSEWHERE.into());
    }
    let action = parse(Action {
        id,
        name: change.name.unwrap_or(known.name),
        icon: change.icon.map_or(known.icon, |icon| word(&icon)),
        prompt: change.prompt.unwrap_or(known.prompt),
        behavior: change.behavior.map_or(known.behavior, |behavior| word(&behavior)),
        scene: change.scene.map_or(known.scene, |scene| word(&scene)),
        public: change.public.unwrap_or(known.public),
        description: change.description.unwrap_or(known.description),
        category: change.category.map_or(known.category, |category| word(&category)),
        language: change.language.or(known.language),
        pinned: change.pinned.unwrap_or(known.pinned),
        updated_at: Some(now),
    })?;
    check_pins(&own, &action)?;
    update_action(&mut tx, &action, now).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(body(action))
}

/// Deletes a quick action of the caller's; the last one stays.
pub(crate) async fn delete(services: &Services, caller: &SignedIn, id: Uuid) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let own = own_actions(services, &mut tx, caller).await?;
    if !own.iter().any(|action| action.id == id) {
        return Err(ACTION_NOT_FOUND.into());
    }
    if own.len() == 1 {
        return Err(LAST_ACTION.into());
    }
    delete_action(&mut tx, id).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(())
}

/// Returns the caller's quick actions as rows: the product's become theirs.
async fn own_actions(services: &Services, tx: &mut Tx, caller: &SignedIn) -> Fallible<Vec<Action>> {
    // One change at a time, or two first ones would make the product's actions twice.
    services.identity.lock_user(tx, caller.user_id).await?;
    let own = list_actions(tx, caller.user_id).await?;
    if !own.is_empty() {
        return Ok(own);
    }
    let given = given(caller);
    for (at, action) in (0..).zip(&given) {
        insert_action(tx, caller.user_id, action, services.clock.now().plus(at - 100)).await?;
    }
    Ok(given)
}

/// Returns the product's quick actions under ids of the caller's own, the same each time.
fn given(caller: &SignedIn) -> Vec<Action> {
    built_in::actions(caller.locale.as_deref(), caller.user_id)
}

/// Checks that at most six are pinned.
fn check_pins(own: &[Action], changed: &Action) -> Result<(), Problem> {
    let others = own.iter().filter(|action| action.pinned && action.id != changed.id).count();
    if changed.pinned && others as i64 >= PINNED_MAX {
        return Err(TOO_MANY_PINNED.with("max", PINNED_MAX));
    }
    Ok(())
}

fn parse(action: Action) -> Result<Action, Problem> {
    let Action { name, description, prompt, language, .. } = action.clone();
    let texts = PromptTexts { name, description, content: prompt }.parse()?;
    let language = parse_language(language)?;
    let PromptTexts { name, description, content } = texts;
    Ok(Action { name, description, prompt: content, language, ..action })
}

fn body(action: Action) -> ActionBody {
    ActionBody {
        id: action.id,
        name: action.name,
        icon: from_word(&action.icon),
        prompt: action.prompt,
        behavior: from_word(&action.behavior),
        scene: from_word(&action.scene),
        public: action.public,
        description: action.description,
        category: from_word(&action.category),
        language: action.language,
        pinned: action.pinned,
        updated_at: action.updated_at,
    }
}
