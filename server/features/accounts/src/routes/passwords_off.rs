//! Password-free mode: where people sign in through an identity provider only, nothing takes a password.

use api::ApiError;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::Accounts;
use crate::problems::PASSWORDS_OFF;

/// Refuses requests that take a password, or lead to one, while the operator has passwords turned off.
///
/// Problems: [`PASSWORDS_OFF`].
pub(super) async fn refuse_passwords(
    State(accounts): State<Accounts>,
    request: Request,
    next: Next,
) -> Response {
    let is_off = !accounts.0.settings.get().password_sign_in;
    if is_off && takes_password(request.uri().path()) {
        return ApiError::from(PASSWORDS_OFF).into_response();
    }
    next.run(request).await
}

/// Returns true for the paths of passwords. An invitation may be looked at: its person comes in through the provider.
fn takes_password(path: &str) -> bool {
    let Some(rest) = path.strip_prefix("/api/accounts/") else { return false };
    matches!(rest, "sign-in" | "sign-in/password" | "sign-up" | "sign-up/verify" | "sign-up/resend")
        || rest.starts_with("password/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_passwords_are_known() {
        for path in [
            "sign-in",
            "sign-in/password",
            "sign-up",
            "sign-up/verify",
            "password/reset",
            "password/change",
            "password/link/redeem",
        ] {
            assert!(takes_password(&format!("/api/accounts/{path}")), "{path}");
        }
        for path in ["session", "sign-out", "sign-up/invitation", "sign-in/passkey", "devices"] {
            assert!(!takes_password(&format!("/api/accounts/{path}")), "{path}");
        }
        assert!(!takes_password("/api/user/oauth2_authorize"));
    }
}
