//! A person's memory settings, and the texts they wrote for every answer.

use area::{Services, choose_model};
use identity::SignedIn;
use kernel::{Fallible, Timestamp};

use crate::hints::announce_change;
use crate::model::{can_learn, find_model};
use crate::problems::CHANGED_ELSEWHERE;
use crate::rules::profile_text;
use crate::store::{count_items, find_profile, save_profile};
use crate::suggestion_store::count_pending;
use crate::wire::{Learn, OverviewBody, OverviewChange};

/// Returns the caller's memory settings, and how full their memory is.
pub(crate) async fn overview(services: &Services, caller: &SignedIn) -> Fallible<OverviewBody> {
    let has_model = can_learn(services, caller.user_id, caller.workspace_id).await?;
    let mut conn = services.db.read().await?;
    let profile = find_profile(&mut conn, caller.user_id).await?;
    let now = services.clock.now();
    let plan = services.entitlements.plan_of(&mut conn, caller.workspace_id, now).await?;
    Ok(OverviewBody {
        recall: profile.recall,
        learn: profile.learn,
        model: profile.model,
        has_model,
        about: profile.about,
        about_updated_at: profile.about_at,
        respond: profile.respond,
        respond_updated_at: profile.respond_at,
        items: count_items(&mut conn, caller.user_id).await?,
        max_items: plan.memory_items,
        pending: count_pending(&mut conn, caller.user_id).await?,
    })
}

/// Changes the settings.
///
/// `expected`: the client's time of the last change of the text it edits; if it differs the result is
/// [`CHANGED_ELSEWHERE`], and nothing is changed.
///
/// Problems: [`crate::problems::NEEDS_MODEL`] if a model should learn and there is none, a text is too long, memory is
/// locked in the plan.
pub(crate) async fn change(
    services: &Services,
    caller: &SignedIn,
    change: OverviewChange,
    expected: Option<Option<Timestamp>>,
) -> Fallible<OverviewBody> {
    let about = change.about.as_deref().map(profile_text).transpose()?;
    let respond = change.respond.as_deref().map(profile_text).transpose()?;
    let model = change.model.map(|model| Some(model).filter(|model| !model.is_empty()));
    let is_to_learn = change.learn == Some(Learn::Model);
    let now = services.clock.now();
    if let Some(Some(model)) = &model {
        choose_model(services, caller.workspace_id, model).await?;
    }
    if is_to_learn {
        let mut conn = services.db.read().await?;
        let known = find_profile(&mut conn, caller.user_id).await?;
        drop(conn);
        let wanted = model.clone().unwrap_or(known.model);
        find_model(services, caller.user_id, caller.workspace_id, wanted.as_deref()).await?;
    }

    let mut tx = services.db.begin().await?;
    // Serialize changes: the two texts are in one row, and may be edited in separate windows.
    services.identity.lock_user(&mut tx, caller.user_id).await?;
    let mut profile = find_profile(&mut tx, caller.user_id).await?;
    let is_stale = |text: &Option<String>, at: Option<Timestamp>| {
        text.is_some() && expected.is_some_and(|expected| expected != at)
    };
    if is_stale(&about, profile.about_at) || is_stale(&respond, profile.respond_at) {
        return Err(CHANGED_ELSEWHERE.into());
    }
    let adds = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.is_empty());
    // Removing something is always allowed.
    if adds(&about) || adds(&respond) || is_to_learn {
        let plan = services.entitlements.plan_of(&mut tx, caller.workspace_id, now).await?;
        plan.check_memory()?;
    }
    profile.recall = change.recall.unwrap_or(profile.recall);
    profile.learn = change.learn.unwrap_or(profile.learn);
    profile.model = model.unwrap_or(profile.model);
    if let Some(about) = about.filter(|about| *about != profile.about) {
        profile.about_at = (!about.is_empty()).then_some(now);
        profile.about = about;
    }
    if let Some(respond) = respond.filter(|respond| *respond != profile.respond) {
        profile.respond_at = (!respond.is_empty()).then_some(now);
        profile.respond = respond;
    }
    save_profile(&mut tx, caller.user_id, &profile).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    overview(services, caller).await
}
