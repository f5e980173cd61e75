//! A team's image: JPG or PNG, cropped to a square and re-encoded, so that nothing else of the file is published.

use area::Services;
use bytes::Bytes;
use files::FileKey;
use http::HeaderMap;
use http::header::CONTENT_TYPE;
use identity::SignedIn;
use jobs::{Job, JobResult};
use kernel::{Failure, Fallible, Problem, Uuid, WorkspaceId};
use pictures::{Edit, PictureError, Square, is_png_or_jpeg};
use serde::{Deserialize, Serialize};

use crate::hints::tell_members;
use crate::problems::{
    AVATAR_BROKEN, AVATAR_DIMENSIONS, AVATAR_NOT_FOUND, AVATAR_TOO_LARGE, AVATAR_TYPE,
};
use crate::rules::{
    AVATAR_MAX_BYTES, AVATAR_QUALITY, AVATAR_SIDE_MAX_PIXELS, AVATAR_SIDE_MIN_PIXELS,
    AVATAR_SIDE_PIXELS,
};
use crate::store::{self, TeamRow};
use crate::teams::{get, managed_team, own_team};
use crate::wire::Team;

fn key(workspace_id: WorkspaceId, avatar_id: Uuid) -> FileKey {
    FileKey::new("teams", workspace_id, avatar_id)
}

/// Returns the path of a team's image, which changes whenever the image does.
pub(crate) fn path(row: &TeamRow, avatar_id: Uuid) -> String {
    format!("/api/teams/{}/avatar?v={}", row.workspace_id, avatar_id.simple())
}

/// Sets or replaces a team's image.
///
/// Problems: those of [`managed_team`]; [`AVATAR_TYPE`], [`AVATAR_TOO_LARGE`], [`AVATAR_DIMENSIONS`],
/// [`AVATAR_BROKEN`].
pub(crate) async fn put(
    services: &Services,
    caller: &SignedIn,
    id: WorkspaceId,
    headers: &HeaderMap,
    content: Bytes,
) -> Fallible<Team> {
    let mut tx = services.db.begin().await?;
    managed_team(services, &mut tx, caller, id).await?;
    drop(tx);
    check_format(headers, &content)?;
    let jpeg = services.pictures.edit(AVATAR, content).await?.map_err(refused)?;
    let avatar_id = Uuid::new_v4();
    services.files.put(&key(id, avatar_id), jpeg.into()).await?;
    set(services, caller, id, Some(avatar_id)).await
}

/// Removes a team's image.
///
/// Problems: those of [`managed_team`].
pub(crate) async fn delete(
    services: &Services,
    caller: &SignedIn,
    id: WorkspaceId,
) -> Fallible<Team> {
    set(services, caller, id, None).await
}

async fn set(
    services: &Services,
    caller: &SignedIn,
    id: WorkspaceId,
    avatar_id: Option<Uuid>,
) -> Fallible<Team> {
    let mut tx = services.db.begin().await?;
    let (_, row) = managed_team(services, &mut tx, caller, id).await?;
    store::set_avatar(&mut tx, id, avatar_id).await?;
    if let Some(avatar_id) = row.avatar_id {
        let job = DeleteAvatar { workspace_id: id, avatar_id };
        services.queue.enqueue(&mut tx, &job).await?;
    }
    tell_members(services, &mut tx, id).await?;
    tx.commit().await?;
    get(services, caller, id).await
}

/// Returns a team's picture, for its members.
///
/// Problems: `teams.not_found`, [`AVATAR_NOT_FOUND`].
pub(crate) async fn read(
    services: &Services,
    caller: &SignedIn,
    id: WorkspaceId,
) -> Fallible<Bytes> {
    let mut conn = services.db.read().await?;
    let (_, row) = own_team(services, &mut conn, caller, id).await?;
    drop(conn);
    let avatar_id = row.avatar_id.ok_or(AVATAR_NOT_FOUND)?;
    let content = services.files.get(&key(id, avatar_id)).await?;
    content.ok_or_else(|| AVATAR_NOT_FOUND.into())
}

/// Deletes a picture that no team has any more.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct DeleteAvatar {
    pub workspace_id: WorkspaceId,
    pub avatar_id: Uuid,
}

impl Job for DeleteAvatar {
    type Context = Services;
    const NAME: &'static str = "teams.delete_avatar";

    async fn run(self, services: &Services) -> JobResult {
        let key = key(self.workspace_id, self.avatar_id);
        services.files.delete(&key).await.map_err(Failure::internal)?;
        Ok(())
    }
}

/// Checks that the content is a PNG or JPEG, and that the request's content type does not contradict.
fn check_format(headers: &HeaderMap, content: &[u8]) -> Result<(), Problem> {
    if content.len() > AVATAR_MAX_BYTES {
        return Err(AVATAR_TOO_LARGE.with("max", AVATAR_MAX_BYTES));
    }
    let said = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    match is_png_or_jpeg(said, content) {
        true => Ok(()),
        false => Err(AVATAR_TYPE.into()),
    }
}

/// The middle of a picture, as a square JPEG.
const AVATAR: Edit = Edit::Square(Square {
    side_min: AVATAR_SIDE_MIN_PIXELS,
    side_max: AVATAR_SIDE_MAX_PIXELS,
    side: AVATAR_SIDE_PIXELS,
    quality: AVATAR_QUALITY,
});

fn refused(error: PictureError) -> Problem {
    match error {
        PictureError::Dimensions => AVATAR_DIMENSIONS.with("min", AVATAR_SIDE_MIN_PIXELS),
        PictureError::Broken => AVATAR_BROKEN.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec §5: "Team avatar: JPG or PNG, max 800KB."
    // spec §9: "Team avatar 800KB."
    #[test]
    fn only_png_and_jpeg_of_800_kb_at_most_are_taken() {
        let named = |name: &'static str| {
            HeaderMap::from_iter([(CONTENT_TYPE, http::HeaderValue::from_static(name))])
        };
        let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
        assert_eq!(check_format(&named("image/png"), &png), Ok(()));
        assert_eq!(check_format(&named("image/gif"), &png), Err(AVATAR_TYPE.into()));
        assert_eq!(check_format(&named("image/png"), b"<svg/>"), Err(AVATAR_TYPE.into()));
        assert_eq!(check_format(&named("image/jpeg"), b"GIF89a"), Err(AVATAR_TYPE.into()));
        png.resize(800_000, 0);
        assert!(check_format(&named("image/png"), &png).is_ok());
        png.push(0);
        let refused = check_format(&named("image/png"), &png).unwrap_err();
        assert_eq!(refused.kind.text, "File size exceeds the maximum size limit");
        assert_eq!(AVATAR.apply(&png).map_err(super::refused), Err(AVATAR_BROKEN.into()));
    }
}
