//! What people choose about their images: whether files say the prompt, and whether a model says what images show.

use ::store::{Conn, StoreResult, Tx, sql};
use area::{Services, choose_model};
use identity::SignedIn;
use kernel::{Fallible, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::problems::MODEL_SEES_NOTHING;

/// What a person chose about their images.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, ::store::FromRow)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImageSettings {
    /// True: files of new images say the prompt and its settings, for recall here and in other programs.
    pub embed_prompt: bool,
    /// The model that says what new images show, for search; null: none does.
    pub describe_model: Option<String>,
}

impl Default for ImageSettings {
    fn default() -> Self {
        Self { embed_prompt: true, describe_model: None }
    }
}

/// Returns what the caller chose.
pub(crate) async fn get(services: &Services, caller: &SignedIn) -> Fallible<ImageSettings> {
    let mut conn = services.db.read().await?;
    Ok(find(&mut conn, caller.user_id).await?)
}

/// Sets what the caller chooses.
///
/// Problems: [`MODEL_SEES_NOTHING`], those of [`choose_model`].
pub(crate) async fn set(
    services: &Services,
    caller: &SignedIn,
    settings: ImageSettings,
) -> Fallible<ImageSettings> {
    if let Some(model) = &settings.describe_model {
        let chosen = choose_model(services, caller.workspace_id, model).await?;
        if !chosen.model.info.vision {
            return Err(MODEL_SEES_NOTHING.into());
        }
    }
    let mut tx = services.db.begin().await?;
    put(&mut tx, caller.user_id, &settings).await?;
    tx.commit().await?;
    Ok(settings)
}

/// Returns what a person chose.
pub(crate) async fn find(conn: &mut Conn, user_id: UserId) -> StoreResult<ImageSettings> {
    let row = sql!(
        conn,
        optional ImageSettings,
        "SELECT embed_prompt, describe_model FROM image_settings WHERE user_id = $1",
        user_id
    )?;
    Ok(row.unwrap_or_default())
}

async fn put(tx: &mut Tx, user_id: UserId, settings: &ImageSettings) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO image_settings (user_id, embed_prompt, describe_model) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE SET embed_prompt = excluded.embed_prompt,
             describe_model = excluded.describe_model",
        user_id,
        settings.embed_prompt,
        settings.describe_model.as_deref()
    )?;
    Ok(())
}
