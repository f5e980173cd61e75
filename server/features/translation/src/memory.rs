//! Translation memory: the texts translated before.

use area::Services;
use identity::SignedIn;
use kernel::{DAY, Fallible, UserId};

use crate::rules::MEMORY_MAX;
use crate::store::{count_translations, find_translation, forget_translations, note_use, remember};
use crate::wire::MemoryBody;

/// Returns the translations of these hashes, where they are remembered.
pub(crate) async fn recall(
    services: &Services,
    owner: UserId,
    hashes: &[[u8; 32]],
) -> Fallible<Vec<Option<String>>> {
    let now = services.clock.now();
    let mut found = Vec::with_capacity(hashes.len());
    let mut used = Vec::new();
    let mut conn = services.db.read().await?;
    for hash in hashes {
        let known = find_translation(&mut conn, owner, hash).await?;
        // Once a day is enough to tell used from unused translations.
        if known.as_ref().is_some_and(|(_, used_at)| used_at.plus(DAY) < now) {
            used.push(*hash);
        }
        found.push(known.map(|(translation, _)| translation));
    }
    drop(conn);
    if !used.is_empty() {
        let mut tx = services.db.begin().await?;
        for hash in &used {
            note_use(&mut tx, owner, hash, now).await?;
        }
        tx.commit().await?;
    }
    Ok(found)
}

/// Stores translations.
pub(crate) async fn store_translations(
    services: &Services,
    owner: UserId,
    translations: &[([u8; 32], String)],
) -> Fallible<()> {
    if translations.is_empty() {
        return Ok(());
    }
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    for (hash, translation) in translations {
        remember(&mut tx, owner, hash, translation, now).await?;
    }
    Ok(tx.commit().await?)
}

/// Returns the size of the caller's translation memory.
pub(crate) async fn describe(services: &Services, caller: &SignedIn) -> Fallible<MemoryBody> {
    let mut conn = services.db.read().await?;
    let translations = count_translations(&mut conn, caller.user_id).await?;
    Ok(MemoryBody { translations, max: MEMORY_MAX })
}

/// Forgets all that is remembered for the caller.
pub(crate) async fn forget(services: &Services, caller: &SignedIn) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    forget_translations(&mut tx, caller.user_id).await?;
    Ok(tx.commit().await?)
}
