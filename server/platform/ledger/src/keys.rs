//! Use counted towards an API key's limit, besides the payer: given back where the hold is settled, whoever settles it.

use std::fmt::Debug;

use async_trait::async_trait;
use kernel::{RunId, Uuid};
use store::{StoreResult, Tx, sql};

use crate::Ledger;
use crate::holds::Hold;

/// Knows the limits of keys: `area` asks `identity`, which the ledger may not know.
#[async_trait]
pub trait KeyCaps: Debug + Send + Sync {
    /// Gives back what was counted towards a key and not charged. A deleted key gets nothing.
    async fn give_back(&self, tx: &mut Tx, key_id: Uuid, unused: i64) -> StoreResult<()>;
}

impl Ledger {
    /// Records that `counted` was counted towards a key for the hold of a run, in the transaction that made it. The
    /// part that is not charged is given back in the transaction that settles the hold, also after a crash.
    pub async fn count_to_key(
        &self,
        tx: &mut Tx,
        run_id: RunId,
        key_id: Uuid,
        counted: i64,
    ) -> StoreResult<()> {
        sql!(
            tx,
            deferred,
            "UPDATE ledger_holds SET key_id = $2, key_counted = $3
             WHERE run_id = $1 AND state = 'open'",
            run_id,
            key_id,
            counted
        )
    }

    /// Gives back to a key what `hold`, which is being settled, does not charge. Done before its buckets: making a hold
    /// locks the key first, too.
    pub(crate) async fn give_back_to_key(&self, tx: &mut Tx, hold: &Hold) -> StoreResult<()> {
        let unused = hold.key_counted - hold.charged;
        match (&self.keys, hold.key_id) {
            (Some(keys), Some(key_id)) if unused > 0 => keys.give_back(tx, key_id, unused).await,
            _ => Ok(()),
        }
    }
}
