use std::fmt::{Debug, Formatter, Result};

use async_trait::async_trait;
use identity::{ApiKeyId, Identity};
use kernel::Uuid;
use store::{StoreResult, Tx};

/// The limits of API keys, for the ledger.
#[derive(Clone)]
pub struct KeyCaps(Identity);

impl KeyCaps {
    pub fn new(identity: Identity) -> Self {
        Self(identity)
    }
}

impl Debug for KeyCaps {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("KeyCaps")
    }
}

#[async_trait]
impl ledger::KeyCaps for KeyCaps {
    async fn give_back(&self, tx: &mut Tx, key_id: Uuid, unused: i64) -> StoreResult<()> {
        self.0.spend_key(tx, ApiKeyId(key_id), -unused).await?;
        Ok(())
    }
}
