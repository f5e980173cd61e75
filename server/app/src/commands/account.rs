//! Helpers for accounts that several commands share.

use anyhow::{Context, anyhow};
use area::Services;
use identity::{Email, User};

/// Returns the account with this address.
pub async fn find_account(services: &Services, address: &str) -> anyhow::Result<User> {
    let email = parse_email(address)?;
    let mut conn = services.db.read().await?;
    let user = services.identity.find_user_by_email(&mut conn, &email).await?;
    user.with_context(|| format!("{address} has no account here"))
}

pub fn parse_email(address: &str) -> anyhow::Result<Email> {
    Email::parse(address).with_context(|| format!("{address:?} is not an e-mail address"))
}

/// Converts a use case's failure for the command line.
pub fn told(failure: kernel::Failure) -> anyhow::Error {
    match failure {
        kernel::Failure::Problem(problem) => anyhow!("{}", problem.kind.text),
        kernel::Failure::Internal(cause) => anyhow!("{cause}"),
    }
}
