//! Handlers and the types on the wire.

mod device_grants;
mod devices;
mod me;
mod oidc;
mod passwords;
mod passwords_off;
mod security_events;
mod server;
mod session;
mod sign_up;

use area::{Routes, routes};
use axum::middleware::from_fn_with_state;

use crate::Accounts;

/// Returns all routes of this area.
pub(crate) fn router(accounts: Accounts) -> Routes {
    Routes::new()
        .routes(routes!(session::find_session))
        .routes(routes!(session::sign_in))
        .routes(routes!(session::sign_out))
        .routes(routes!(sign_up::sign_up))
        .routes(routes!(sign_up::verify_sign_up))
        .routes(routes!(sign_up::resend_sign_up_code))
        .routes(routes!(server::find_person_invitation))
        .routes(routes!(server::get_server_choices, server::change_server_choices))
        .routes(routes!(server::list_person_invitations, server::invite_person))
        .routes(routes!(server::withdraw_person_invitation))
        .routes(routes!(passwords::forgot_password))
        .routes(routes!(passwords::reset_password))
        .routes(routes!(passwords::change_password))
        .routes(routes!(devices::list_devices, devices::end_other_devices))
        .routes(routes!(devices::end_device))
        .routes(routes!(security_events::list_security_events))
        .routes(routes!(device_grants::allow_device))
        .routes(routes!(device_grants::redeem_device))
        .routes(routes!(me::change_me))
        .routes(routes!(me::change_settings))
        .routes(routes!(me::delete_account))
        .routes(routes!(oidc::start_oidc))
        .routes(routes!(oidc::finish_oidc))
        .routes(routes!(oidc::log_out_by_provider))
        // Around all of them.
        .layer(from_fn_with_state(accounts.clone(), passwords_off::refuse_passwords))
        .with_state(accounts)
}
