use area::{Chosen, Services, choose_model};
use kernel::Fallible;

use crate::answers::asker::Asker;

/// Returns the model that is to answer. Checks that the person may use it.
///
/// Problems: the model is not known, or their plan does not hold it ("Upgrade to Unlock").
pub(crate) async fn choose(
    services: &Services,
    asker: &Asker,
    wanted: Option<&str>,
) -> Fallible<Chosen> {
    let id = model_id(services, asker, wanted).await?;
    choose_model(services, asker.workspace_id, &id).await
}

/// Returns the model that is asked for, or the person's default.
pub(crate) async fn model_id(
    services: &Services,
    asker: &Asker,
    wanted: Option<&str>,
) -> Fallible<String> {
    match wanted {
        Some(id) => Ok(id.to_owned()),
        None => default_model(services, asker).await,
    }
}

/// Returns the person's own default where it still exists, else the server's.
async fn default_model(services: &Services, asker: &Asker) -> Fallible<String> {
    let list = services.providers.list_models().await?;
    let own = match &asker.settings {
        Some(settings) => settings.default_model.clone(),
        None => {
            let mut conn = services.db.read().await?;
            let user = services.identity.find_user(&mut conn, asker.user_id).await?;
            user.and_then(|user| user.settings.default_model)
        }
    };
    let is_known = |id: &String| list.models.iter().any(|model| model.id == *id);
    Ok(own.filter(is_known).unwrap_or(list.default_model))
}
