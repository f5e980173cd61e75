use kernel::problems;

problems! {
    INVALID_EMAIL: "accounts.invalid_email", 422, "Invalid email address.", "spec §5";
    EMAIL_TAKEN: "accounts.email_taken", 409, "Email already registered", "spec §8";
    REGISTRATION_FAILED: "accounts.registration_failed", 503, "Registration failed, please try again later.", "spec §8";
    EMAIL_NOT_REGISTERED: "accounts.email_not_registered", 404, "Email not registered. Please 'Sign up' to create an account", "spec §8";
    INCORRECT_PASSWORD: "accounts.incorrect_password", 403, "Incorrect password.Please click on 'Forgot password?' to recover your account", "spec §8";
    WRONG_CODE: "accounts.wrong_code", 422, "Please enter the correct verification code.", "spec §5";
    CODE_EXPIRED: "accounts.code_expired", 422, "This code has expired. Please request a new one.", "ours, after spec §5";
    TOO_MANY_CODES: "accounts.too_many_codes", 429, "Too many codes were sent to this address. Please wait a while.", "ours (security §0)";
    NAME_INVALID: "accounts.name_invalid", 422, "Enter a name of 1 to 80 characters.", "ours";
    PASSWORD_TOO_SHORT: "accounts.password_too_short", 422, "Passwords must be at least 8 characters.", "ours (ASVS 5, 6.2.1)";
    PASSWORD_TOO_LONG: "accounts.password_too_long", 422, "Passwords can be at most 128 characters.", "ours (ASVS 5, 6.2.9)";
    PASSWORD_COMMON: "accounts.password_common", 422, "This password is too common. Please choose another one.", "ours (ASVS 5, 6.2.4)";
    SIGN_UP_CLOSED: "accounts.sign_up_closed", 403, "Sign-up is closed on this server. Contact your server admin.", "ours";
    INVITATION_GONE: "accounts.invitation_gone", 404, "This invitation isn't valid anymore. Ask for a new one.", "ours";
    TOO_MANY_INVITATIONS: "accounts.too_many_invitations", 409, "You've reached the maximum number of open invitations.", "ours";
    SERVER_NAME_INVALID: "accounts.server_name_invalid", 422, "The server's name is too long.", "ours";
    SETUP_CODE_WRONG: "accounts.setup_code_wrong", 403, "Enter the setup code from the server's log.", "ours";
    REGION_RESTRICTED: "accounts.region_restricted", 403, "Unable to sign up due to regional restrictions.", "spec §8";
    STEP_EXPIRED: "accounts.step_expired", 422, "This took too long, or was tried too often. Please start again.", "ours (decision 1100)";
    WRONG_SECOND_FACTOR: "accounts.wrong_second_factor", 422, "This code isn't right. Enter a new one.", "ours (decision 1100)";
    TOTP_ON: "accounts.totp_on", 409, "Your authenticator app is already on.", "ours";
    TOTP_OFF: "accounts.totp_off", 409, "Your authenticator app is off.", "ours";
    SECOND_FACTOR_REQUIRED: "accounts.second_factor_required", 409, "This server requires a second factor. Add another one first.", "ours";
    PASSKEYS_UNAVAILABLE: "accounts.passkeys_unavailable", 409, "Passkeys need a domain name. This server's address is an IP address.", "ours (decision 1099)";
    PASSKEY_REFUSED: "accounts.passkey_refused", 422, "This passkey didn't work. Try again, or sign in another way.", "ours (decision 1099)";
    PASSKEY_TAKEN: "accounts.passkey_taken", 409, "This passkey is already in use.", "ours";
    PASSKEY_NOT_FOUND: "accounts.passkey_not_found", 404, "Passkey not found", "ours";
    TOO_MANY_PASSKEYS: "accounts.too_many_passkeys", 409, "You've reached the maximum number of passkeys.", "ours";
    PASSWORD_UNCHANGED: "accounts.password_unchanged", 422, "Choose a password other than the current one.", "ours";
    PASSWORD_LINK_GONE: "accounts.password_link_gone", 404, "This link isn't valid anymore. Ask your server admin for a new one.", "ours";
    PERSON_NOT_FOUND: "accounts.person_not_found", 404, "User not found", "ours";
    OWN_ACCOUNT: "accounts.own_account", 409, "Use your own account settings for this.", "ours (decision 1102)";
    /// The account is suspended. `reason` is the operator's reason.
    SUSPENDED: "accounts.suspended", 403, "This account is suspended. Contact your server admin.", "ours";
    DEVICE_REFUSED: "accounts.device_refused", 422, "This sign-in request isn't valid. Please start again on your device.", "ours (security AU12)";
    DEVICE_CODE_REFUSED: "accounts.device_code_refused", 400, "Couldn't sign in on this device. Please start again there.", "ours (security AU12)";
    DEVICE_NEEDS_BROWSER: "accounts.device_needs_browser", 403, "Devices can only be approved from a signed-in browser.", "ours";
    DEVICE_NEEDS_HTTPS: "accounts.device_needs_https", 403, "Devices can only sign in over HTTPS or on the computer this server runs on.", "ours (security §4.2)";
    DEVICE_NOT_FOUND: "accounts.device_not_found", 404, "Device not found", "ours";
    INVALID_SETTINGS: "accounts.invalid_settings", 422, "These settings aren't valid", "ours";
    LAST_OPERATOR: "accounts.last_operator", 409, "Make someone else a server admin first.", "ours";
    OIDC_UNKNOWN: "accounts.oidc_unknown", 404, "Identity provider not found", "ours";
    OIDC_UNREACHABLE: "accounts.oidc_unreachable", 502, "The identity provider isn't responding. Please try again later.", "ours";
    OIDC_REFUSED: "accounts.oidc_refused", 400, "Sign-in failed. Please try again.", "ours (security AU12)";
    OIDC_CANCELLED: "accounts.oidc_cancelled", 400, "Sign-in was canceled.", "ours";
    OIDC_EMAIL_UNVERIFIED: "accounts.oidc_email_unverified", 403, "The identity provider hasn't verified your email address.", "ours (security AU13)";
    /// The provider does not say if the address is verified. `setting`: what the operator can set if it always is.
    OIDC_EMAIL_UNCONFIRMED: "accounts.oidc_email_unconfirmed", 403, "The identity provider doesn't say that your email address is verified. Your server admin can turn on trust_email for it.", "ours (security AU13)";
    OIDC_LINKED_ELSEWHERE: "accounts.oidc_linked_elsewhere", 409, "This identity is linked to another account.", "ours (security AU13)";
    /// The provider does not know this server: its client, its secret or its issuer are wrong in the settings.
    OIDC_MISCONFIGURED: "accounts.oidc_misconfigured", 502, "The identity provider doesn't accept this server. Contact your server admin.", "ours";
    OIDC_DOMAIN_REFUSED: "accounts.oidc_domain_refused", 403, "This account doesn't belong to an organization that can sign in here.", "ours (decision 1095)";
    LOGOUT_TOKEN_REFUSED: "accounts.logout_token_refused", 400, "This logout token isn't valid.", "OpenID Connect Back-Channel Logout 1.0";
    PASSWORDS_OFF: "accounts.passwords_off", 403, "Passwords are turned off on this server. Sign in with your company account.", "ours (decision 1096)";
    REDIRECT_REFUSED: "accounts.redirect_refused", 400, "Sign-in can't redirect to this address", "ours (security RD1)";
    SIGN_IN_AGAIN: "accounts.sign_in_again", 403, "Please sign in again to do this.", "ours (security §4.2)";
}
