//! What people do with their PowerUPs, and with those of others.

use api::PageQuery;
use area::{Services, ShareSource, Shared};
use identity::SignedIn;
use kernel::{Failure, Fallible, Timestamp, UserId, Uuid};
use store::{Conn, Page, Tx, like_pattern};

use crate::access::{View, own, view};
use crate::changes::changes;
use crate::definition::{Definition, Kind};
use crate::hints::announce_change;
use crate::limits::{POWERUPS_MAX, TRASH_DAYS};
use crate::problems::{
    ARTIFACT_UNKNOWN, CHANGED_ELSEWHERE, MODEL_UNKNOWN, NO_ORIGIN, NOT_FOUND, TOO_MANY_POWERUPS,
};
use crate::sharing::apply;
use crate::states::{check_not_favorited, save};
use crate::store::{self as rows, NewRow, PowerupId, Row};
use crate::wire::{
    ChangesBody, DetailBody, ListOf, NewPowerup, PowerupBody, VersionBody, VersionDetail,
};

/// Lists the caller's own, or their favorites.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    of: ListOf,
) -> Fallible<Vec<PowerupBody>> {
    let mut conn = services.db.read().await?;
    let rows = match of {
        ListOf::Mine => rows::list_own(&mut conn, caller.user_id).await?,
        ListOf::Favorites => rows::list_favorites(&mut conn, caller.user_id).await?,
    };
    rows.into_iter().map(|row| body(row, caller.user_id)).collect()
}

fn body(row: Row, reader: UserId) -> Fallible<PowerupBody> {
    PowerupBody::of(view(Some(row), Some(reader))?)
}

/// Searches public ones, newest first. Authors, too, get the version that others have.
pub(crate) async fn explore(
    services: &Services,
    caller: &SignedIn,
    query: &str,
    page: PageQuery,
) -> Fallible<Page<PowerupBody>> {
    let (cursor, limit) = page.bounds()?;
    let mut conn = services.db.read().await?;
    let pattern = like_pattern(query);
    let Page { items, next } =
        rows::list_public(&mut conn, caller.user_id, &pattern, cursor, limit).await?;
    let shown = |row: Row| -> Fallible<PowerupBody> {
        let is_own = row.user_id == caller.user_id;
        let definition = row.shown_definition()?.ok_or(NOT_FOUND)?;
        PowerupBody::of(View { row, definition, is_own, is_shown: true })
    };
    let items = items.into_iter().map(shown).collect::<Fallible<Vec<_>>>()?;
    Ok(Page { items, next })
}

/// Returns a PowerUP as the reader has it; `reader`: `None` for a visitor.
///
/// Problems: [`NOT_FOUND`], [`crate::problems::GONE`].
pub(crate) async fn get(
    services: &Services,
    reader: Option<UserId>,
    id: PowerupId,
) -> Fallible<DetailBody> {
    let mut conn = services.db.read().await?;
    let row = rows::find(&mut conn, reader, id).await?;
    detail(services, &mut conn, view(row, reader)?).await
}

/// Returns a PowerUP with its author's name and its app.
pub(crate) async fn detail(
    services: &Services,
    conn: &mut Conn,
    view: View,
) -> Fallible<DetailBody> {
    let is_named = !view.row.anonymous || view.is_own;
    let author = services.identity.find_user(conn, view.row.user_id).await?;
    let author = author.map(|user| user.name).filter(|_| is_named);
    let app = match view.definition.kind {
        Kind::MiniApp => rows::find_app(conn, view.row.id, view.is_shown).await?,
        Kind::Tool => None,
    };
    let app = app.as_deref().map(store::from_json).transpose()?;
    Ok(DetailBody { author, app, powerup: PowerupBody::of(view)? })
}

/// Creates a PowerUP that nobody else has, once however often it is retried.
///
/// Problems: those of [`Definition::checked`]; [`MODEL_UNKNOWN`], [`ARTIFACT_UNKNOWN`], [`TOO_MANY_POWERUPS`];
/// [`NOT_FOUND`] if the id is somebody else's.
pub(crate) async fn create(
    services: &Services,
    caller: &SignedIn,
    new: NewPowerup,
) -> Fallible<DetailBody> {
    let definition = check(services, new.definition).await?;
    let app = app_of(services, caller, &definition).await?;
    add(services, caller, new.id, &definition, app, None).await
}

/// Checks a definition, also what it refers to.
async fn check(services: &Services, definition: Definition) -> Fallible<Definition> {
    let definition = definition.checked()?;
    if let Some(model) = &definition.model {
        let list = services.providers.list_models().await?;
        if !list.models.iter().any(|known| known.id == *model) {
            return Err(MODEL_UNKNOWN.with("field", "model").into());
        }
    }
    Ok(definition)
}

/// Returns the source of artifacts.
///
/// Problems: [`ARTIFACT_UNKNOWN`]: there is none.
pub(crate) fn artifacts(services: &Services) -> Fallible<&dyn ShareSource> {
    let mut sources = services.shares.iter();
    let found = sources.find(|source| source.kind() == "artifact");
    Ok(found.map(AsRef::as_ref).ok_or(ARTIFACT_UNKNOWN)?)
}

/// Returns the public view of the caller's artifact that a mini app shows; `None`: it is no mini app.
async fn app_of(
    services: &Services,
    caller: &SignedIn,
    definition: &Definition,
) -> Fallible<Option<String>> {
    let Some(artifact_id) = definition.artifact_id else { return Ok(None) };
    let options = serde_json::Value::Null;
    let shared = artifacts(services)?.snapshot(caller.user_id, artifact_id, &options).await;
    match shared {
        Ok(shared) => Ok(Some(shared.content.to_string())),
        Err(Failure::Problem(_)) => Err(ARTIFACT_UNKNOWN.with("field", "artifact_id").into()),
        Err(fault) => Err(fault),
    }
}

async fn add(
    services: &Services,
    caller: &SignedIn,
    id: PowerupId,
    definition: &Definition,
    app: Option<String>,
    origin: Option<PowerupId>,
) -> Fallible<DetailBody> {
    let now = services.clock.now();
    let user_id = caller.user_id;
    let origin = origin.map(|id| (id, definition));
    let new = NewRow { id, user_id, definition, origin, created_at: now, updated_at: now };
    let mut tx = services.db.begin().await?;
    if rows::insert(&mut tx, &new).await? {
        if rows::count_own(&mut tx, user_id).await? > POWERUPS_MAX {
            return Err(TOO_MANY_POWERUPS.with("max", POWERUPS_MAX).into());
        }
        rows::set_app(&mut tx, id, app.as_deref()).await?;
    }
    let added = own(rows::find(&mut tx, Some(user_id), id).await?, user_id)?;
    tx.commit().await?;
    announce_change(services, user_id);
    let mut conn = services.db.read().await?;
    detail(services, &mut conn, added).await
}

/// Stores the next version of a PowerUP of the caller's. `expected`: the version that they edited.
///
/// Problems: [`NOT_FOUND`], [`CHANGED_ELSEWHERE`], `powerups.favorited`; those of [`create`].
pub(crate) async fn update(
    services: &Services,
    caller: &SignedIn,
    id: PowerupId,
    definition: Definition,
    expected: Option<i64>,
) -> Fallible<DetailBody> {
    let definition = check(services, definition).await?;
    let app = app_of(services, caller, &definition).await?;
    let user_id = caller.user_id;
    let mut tx = services.db.begin().await?;
    let View { row, .. } = lock_own(&mut tx, caller, id).await?;
    check_not_favorited(row.favorites)?;
    if expected.is_some_and(|expected| expected != row.version) {
        return Err(CHANGED_ELSEWHERE.with("version", row.version).into());
    }
    let now = services.clock.now();
    rows::update_definition(&mut tx, id, row.version + 1, &definition, now).await?;
    rows::set_app(&mut tx, id, app.as_deref()).await?;
    let is_trusted = caller.role == identity::Role::Operator;
    if let Some(next) = save(row.state()?, row.scope()?, is_trusted) {
        apply(services, &mut tx, caller, id, next).await?;
    }
    tx.commit().await?;
    announce_change(services, user_id);
    get(services, Some(user_id), id).await
}

/// Returns a PowerUP of the caller's that nobody else changes until the transaction ends.
pub(crate) async fn lock_own(tx: &mut Tx, caller: &SignedIn, id: PowerupId) -> Fallible<View> {
    rows::lock_powerup(tx, id).await?;
    own(rows::find(tx, Some(caller.user_id), id).await?, caller.user_id)
}

/// Deletes a PowerUP of the caller's. It can be restored for 30 days.
///
/// Problems: [`NOT_FOUND`], `powerups.favorited`.
pub(crate) async fn delete(services: &Services, caller: &SignedIn, id: PowerupId) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let View { row, .. } = lock_own(&mut tx, caller, id).await?;
    check_not_favorited(row.favorites)?;
    rows::set_deleted(&mut tx, id, Some(services.clock.now())).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(())
}

/// Restores a deleted PowerUP of the caller's.
///
/// Problems: [`NOT_FOUND`].
pub(crate) async fn restore(
    services: &Services,
    caller: &SignedIn,
    id: PowerupId,
) -> Fallible<DetailBody> {
    let mut tx = services.db.begin().await?;
    let row = rows::find(&mut tx, Some(caller.user_id), id).await?;
    let row = row.filter(|row| row.user_id == caller.user_id).ok_or(NOT_FOUND)?;
    if row.deleted_at.is_some_and(|at| at < trash_ends(services.clock.now())) {
        return Err(NOT_FOUND.into());
    }
    rows::set_deleted(&mut tx, id, None).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    get(services, Some(caller.user_id), id).await
}

/// Returns the time before which deleted PowerUPs are removed for good.
pub(crate) fn trash_ends(now: Timestamp) -> Timestamp {
    now.plus(-TRASH_DAYS * kernel::DAY)
}

/// Makes a PowerUP a favorite of the caller's, or no longer.
///
/// Problems: [`NOT_FOUND`], `powerups.gone`.
pub(crate) async fn favorite(
    services: &Services,
    caller: &SignedIn,
    id: PowerupId,
    favorited: bool,
) -> Fallible<DetailBody> {
    let reader = Some(caller.user_id);
    let mut tx = services.db.begin().await?;
    rows::lock_powerup(&mut tx, id).await?;
    let seen = view(rows::find(&mut tx, reader, id).await?, reader)?;
    let at = favorited.then(|| services.clock.now());
    rows::set_favorite(&mut tx, id, caller.user_id, at).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    let mut conn = services.db.read().await?;
    let mut told = detail(services, &mut conn, seen).await?;
    told.powerup.favorited = favorited;
    let others = rows::find(&mut conn, reader, id).await?.map_or(0, |row| row.favorites);
    told.powerup.favorites = others;
    Ok(told)
}

/// Creates the caller's own copy of a PowerUP that they may have. A mini app's artifact is copied with it.
///
/// Problems: [`NOT_FOUND`], `powerups.gone`, [`TOO_MANY_POWERUPS`].
pub(crate) async fn fork(
    services: &Services,
    caller: &SignedIn,
    id: PowerupId,
    copy_id: PowerupId,
) -> Fallible<DetailBody> {
    let reader = Some(caller.user_id);
    let mut conn = services.db.read().await?;
    if let Some(known) = rows::find(&mut conn, reader, copy_id).await? {
        // Sent again.
        let known = own(Some(known), caller.user_id)?;
        return detail(services, &mut conn, known).await;
    }
    let seen = view(rows::find(&mut conn, reader, id).await?, reader)?;
    let app = rows::find_app(&mut conn, id, seen.is_shown).await?;
    drop(conn);
    let mut definition = seen.definition;
    if let Some(app) = &app {
        definition.artifact_id = Some(copy_artifact(services, caller, &definition, app).await?);
    }
    add(services, caller, copy_id, &definition, app, Some(id)).await
}

async fn copy_artifact(
    services: &Services,
    caller: &SignedIn,
    definition: &Definition,
    app: &str,
) -> Fallible<Uuid> {
    let shared = Shared {
        title: definition.name.clone(),
        description: String::new(),
        content: store::from_json(app)?,
        picture: None,
    };
    artifacts(services)?.copy(caller, &shared).await
}

/// Returns what changed since a copy was made: in the copy, and in what it was copied from.
///
/// Problems: [`NOT_FOUND`], [`NO_ORIGIN`].
pub(crate) async fn list_changes(
    services: &Services,
    caller: &SignedIn,
    id: PowerupId,
) -> Fallible<ChangesBody> {
    let reader = Some(caller.user_id);
    let mut conn = services.db.read().await?;
    let copy = own(rows::find(&mut conn, reader, id).await?, caller.user_id)?;
    let copied = copy.row.origin_definition()?.ok_or(NO_ORIGIN)?;
    let origin = match copy.row.origin_id {
        Some(origin_id) => match view(rows::find(&mut conn, reader, origin_id).await?, reader) {
            Ok(origin) => Some(origin.definition),
            Err(Failure::Problem(_)) => None,
            Err(fault) => return Err(fault),
        },
        None => None,
    };
    Ok(ChangesBody {
        here: changes(&copied, &copy.definition),
        origin: origin.map(|origin| changes(&copied, &origin)),
    })
}

/// Lists the versions of a PowerUP of the caller's, newest first.
pub(crate) async fn list_versions(
    services: &Services,
    caller: &SignedIn,
    id: PowerupId,
) -> Fallible<Vec<VersionBody>> {
    let mut conn = services.db.read().await?;
    own(rows::find(&mut conn, Some(caller.user_id), id).await?, caller.user_id)?;
    let versions = rows::list_versions(&mut conn, id).await?;
    Ok(versions.into_iter().map(VersionBody::from).collect())
}

/// Returns a version of a PowerUP of the caller's, with what changed in the present one since.
///
/// Problems: [`NOT_FOUND`].
pub(crate) async fn get_version(
    services: &Services,
    caller: &SignedIn,
    id: PowerupId,
    number: i64,
) -> Fallible<VersionDetail> {
    let mut conn = services.db.read().await?;
    let now = own(rows::find(&mut conn, Some(caller.user_id), id).await?, caller.user_id)?;
    let definition = rows::find_version(&mut conn, id, number).await?.ok_or(NOT_FOUND)?;
    Ok(VersionDetail { number, changes: changes(&definition, &now.definition), definition })
}
