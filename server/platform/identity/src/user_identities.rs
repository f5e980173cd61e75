use kernel::UserId;
use store::{Conn, StoreResult, Tx, sql};

use crate::Identity;

/// A person's identity at an identity provider. Only issuer and subject together identify them: a subject is never
/// reassigned, while an email address may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserIdentity {
    pub issuer: String,
    pub subject: String,
}

impl Identity {
    /// Returns the account that this identity signs in to.
    pub async fn find_user_by_identity(
        &self,
        conn: &mut Conn,
        identity: &UserIdentity,
    ) -> StoreResult<Option<UserId>> {
        let found = sql!(
            conn,
            optional(UserId,),
            "SELECT user_id FROM user_identities WHERE issuer = $1 AND subject = $2",
            &identity.issuer,
            &identity.subject
        )?;
        Ok(found.map(|(user_id,)| user_id))
    }

    /// Links an identity to an account for signing in. Returns `false`, and changes nothing, if it is already linked to
    /// another one.
    pub async fn link_identity(
        &self,
        tx: &mut Tx,
        user_id: UserId,
        identity: &UserIdentity,
    ) -> StoreResult<bool> {
        sql!(
            tx,
            execute,
            "INSERT INTO user_identities (issuer, subject, user_id, created_at)
             VALUES ($1, $2, $3, $4) ON CONFLICT (issuer, subject) DO NOTHING",
            &identity.issuer,
            &identity.subject,
            user_id,
            self.0.clock.now()
        )?;
        Ok(self.find_user_by_identity(tx, identity).await? == Some(user_id))
    }
}
