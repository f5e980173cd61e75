//! The prompt library: one's own prompts, public ones, and built-in ones.

use area::Services;
use identity::SignedIn;
use kernel::{Fallible, UserId, Uuid, uuid_v7};
use store::like_pattern;

use crate::built_in;
use crate::hints::announce_change;
use crate::problems::{CHANGED_ELSEWHERE, NOT_FOUND, TOO_MANY};
use crate::rules::{PROMPTS_MAX, PromptTexts};
use crate::store::{
    Prompt, count_prompts, find_prompt, insert_prompt, list_favorites, list_mine, list_public,
    list_versions, set_deleted, set_favorite, update_prompt,
};
use crate::wire::{
    LibraryQuery, NewPrompt, PromptBody, PromptChange, PromptListBody, PromptVersions, Tab,
    from_word, word,
};

/// Returns the prompts of one tab that match.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    query: &LibraryQuery,
) -> Fallible<PromptListBody> {
    let mut conn = services.db.read().await?;
    let pattern = like_pattern(&query.q);
    let favorites = list_favorites(&mut conn, caller.user_id).await?;
    let found = match query.tab {
        Tab::Mine => list_mine(&mut conn, caller.user_id, &pattern).await?,
        Tab::Public => list_public(&mut conn, caller.user_id, &pattern).await?,
    };
    let mut items: Vec<_> = found.into_iter().map(|prompt| body(prompt, caller.user_id)).collect();
    let given = built_in::prompts(caller.locale.as_deref(), &query.q)
        .map(|prompt| PromptBody { favorited: favorites.contains(&prompt.id), ..prompt });
    match query.tab {
        Tab::Mine => items.extend(given.filter(|prompt| prompt.favorited)),
        Tab::Public => items.extend(given),
    }
    Ok(PromptListBody { items })
}

/// Returns one prompt.
pub(crate) async fn get(services: &Services, caller: &SignedIn, id: Uuid) -> Fallible<PromptBody> {
    let mut conn = services.db.read().await?;
    if let Some(prompt) = find_prompt(&mut conn, caller.user_id, id).await? {
        return Ok(body(prompt, caller.user_id));
    }
    let favorited = list_favorites(&mut conn, caller.user_id).await?.contains(&id);
    let given = built_in::find_prompt(caller.locale.as_deref(), id).ok_or(NOT_FOUND)?;
    Ok(PromptBody { favorited, ..given })
}

/// Creates a prompt.
pub(crate) async fn create(
    services: &Services,
    caller: &SignedIn,
    new: NewPrompt,
) -> Fallible<PromptBody> {
    let NewPrompt { name, description, content, kind, public } = new;
    let texts = PromptTexts { name, description, content }.parse()?;
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    if count_prompts(&mut tx, caller.user_id).await? >= PROMPTS_MAX {
        return Err(TOO_MANY.with("max", PROMPTS_MAX).into());
    }
    let prompt = Prompt {
        id: uuid_v7(now),
        user_id: caller.user_id,
        name: texts.name.clone(),
        description: texts.description.clone(),
        content: texts.content.clone(),
        kind: word(&kind),
        public,
        version: 1,
        created_at: now,
        updated_at: now,
        favorited: false,
    };
    insert_prompt(&mut tx, &prompt, &texts).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(body(prompt, caller.user_id))
}

/// Edits a prompt of the caller's; the former text stays among its versions.
///
/// `expected_version`: the version the client edits; if another one is stored the result is [`CHANGED_ELSEWHERE`], and
/// nothing is changed.
pub(crate) async fn change(
    services: &Services,
    caller: &SignedIn,
    id: Uuid,
    change: PromptChange,
    expected_version: Option<i64>,
) -> Fallible<PromptBody> {
    let mut tx = services.db.begin().await?;
    let found = find_prompt(&mut tx, caller.user_id, id).await?;
    let mut prompt = found.filter(|prompt| prompt.user_id == caller.user_id).ok_or(NOT_FOUND)?;
    if expected_version.is_some_and(|expected| expected != prompt.version) {
        return Err(CHANGED_ELSEWHERE.with("version", prompt.version).into());
    }
    let texts = PromptTexts {
        name: change.name.unwrap_or(prompt.name.clone()),
        description: change.description.unwrap_or(prompt.description.clone()),
        content: change.content.unwrap_or(prompt.content.clone()),
    }
    .parse()?;
    prompt.public = change.public.unwrap_or(prompt.public);
    if !update_prompt(&mut tx, &prompt, &texts, services.clock.now()).await? {
        return Err(CHANGED_ELSEWHERE.into());
    }
    tx.commit().await?;
    announce_change(services, caller.user_id);
    get(services, caller, id).await
}

/// Deletes a prompt of the caller's; it can be restored for 30 days.
pub(crate) async fn delete(services: &Services, caller: &SignedIn, id: Uuid) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    if !set_deleted(&mut tx, caller.user_id, id, Some(services.clock.now())).await? {
        return Err(NOT_FOUND.into());
    }
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(())
}

/// Restores a deleted prompt of the caller's.
pub(crate) async fn restore(
    services: &Services,
    caller: &SignedIn,
    id: Uuid,
) -> Fallible<PromptBody> {
    let mut tx = services.db.begin().await?;
    if !set_deleted(&mut tx, caller.user_id, id, None).await? {
        return Err(NOT_FOUND.into());
    }
    tx.commit().await?;
    announce_change(services, caller.user_id);
    get(services, caller, id).await
}

/// Sets or clears the favorite mark on a prompt.
pub(crate) async fn mark(
    services: &Services,
    caller: &SignedIn,
    id: Uuid,
    favorited: bool,
) -> Fallible<PromptBody> {
    get(services, caller, id).await?;
    let mut tx = services.db.begin().await?;
    set_favorite(&mut tx, caller.user_id, id, favorited, services.clock.now()).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    get(services, caller, id).await
}

/// Returns the earlier versions of a prompt of the caller's, the newest first.
pub(crate) async fn versions(
    services: &Services,
    caller: &SignedIn,
    id: Uuid,
) -> Fallible<PromptVersions> {
    let mut conn = services.db.read().await?;
    let prompt = find_prompt(&mut conn, caller.user_id, id).await?;
    prompt.filter(|prompt| prompt.user_id == caller.user_id).ok_or(NOT_FOUND)?;
    Ok(PromptVersions { items: list_versions(&mut conn, id).await? })
}

fn body(prompt: Prompt, reader: UserId) -> PromptBody {
    PromptBody {
        id: prompt.id,
        name: prompt.name,
        description: prompt.description,
        content: prompt.content,
        kind: from_word(&prompt.kind),
        public: prompt.public,
        mine: prompt.user_id == reader,
        built_in: false,
        favorited: prompt.favorited,
        version: prompt.version,
        created_at: prompt.created_at,
        updated_at: prompt.updated_at,
    }
}
