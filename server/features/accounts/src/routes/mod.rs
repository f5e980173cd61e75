//! Handlers and the types on the wire.

mod device_grants;
mod devices;
mod me;
mod oidc;
mod passwords;
mod passwords_off;
mod people;
mod security;
mod security_events;
mod server;
mod session;
mod sign_up;
mod steps;

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
        .merge(second_factors())
        .merge(people())
        // Around all of them.
        .layer(from_fn_with_state(accounts.clone(), passwords_off::refuse_passwords))
        .with_state(accounts)
}

/// Returns the routes of second factors and passkeys.
fn second_factors() -> Routes<Accounts> {
    Routes::new()
        .routes(routes!(steps::enter_second_factor))
        .routes(routes!(steps::choose_password))
        .routes(routes!(steps::set_up_second_factor))
        .routes(routes!(steps::start_passkey_sign_in))
        .routes(routes!(steps::sign_in_with_passkey))
        .routes(routes!(security::get_sign_in_methods))
        .routes(routes!(security::offer_totp))
        .routes(routes!(security::confirm_totp))
        .routes(routes!(security::make_recovery_codes))
        .routes(routes!(security::turn_totp_off))
        .routes(routes!(security::start_passkey))
        .routes(routes!(security::add_passkey))
        .routes(routes!(security::rename_passkey, security::remove_passkey))
}

/// Returns the routes of operators' management of people.
fn people() -> Routes<Accounts> {
    Routes::new()
        .routes(routes!(people::add_person))
        .routes(routes!(people::get_person_security, people::delete_person))
        .routes(routes!(people::make_password_link))
        .routes(routes!(people::set_temporary_password))
        .routes(routes!(people::reset_second_factor))
        .routes(routes!(people::end_person_devices))
        .routes(routes!(people::end_person_device))
        .routes(routes!(people::find_password_link))
        .routes(routes!(people::redeem_password_link))
}
