use kernel::problems;

problems! {
    INVALID_EMAIL: "accounts.invalid_email", 422, "Invalid email address.", "spec §5";
    EMAIL_TAKEN: "accounts.email_taken", 409, "Email already registered", "spec §8";
    REGISTRATION_FAILED: "accounts.registration_failed", 503, "Registration failed, please try again later.", "spec §8";
    EMAIL_NOT_REGISTERED: "accounts.email_not_registered", 404, "Email not registered. Please 'Sign up' to create an account", "spec §8";
    INCORRECT_PASSWORD: "accounts.incorrect_password", 403, "Incorrect password.Please click on 'Forgot password?' to recover your account", "spec §8";
    WRONG_CODE: "accounts.wrong_code", 422, "Please enter the correct verification code.", "spec §5";
    CODE_EXPIRED: "accounts.code_expired", 422, "This code does not work any more. Please ask for a new one.", "ours, after spec §5";
    TOO_MANY_CODES: "accounts.too_many_codes", 429, "Too many codes were sent to this address. Please wait a while.", "ours (security §0)";
    NAME_INVALID: "accounts.name_invalid", 422, "Please enter a name of 1 to 80 characters.", "ours";
    PASSWORD_TOO_SHORT: "accounts.password_too_short", 422, "A password has at least 8 characters.", "ours (ASVS 5, 6.2.1)";
    PASSWORD_TOO_LONG: "accounts.password_too_long", 422, "A password has at most 128 characters.", "ours (ASVS 5, 6.2.9)";
    PASSWORD_COMMON: "accounts.password_common", 422, "Too many people use this password. Please choose another one.", "ours (ASVS 5, 6.2.4)";
    SIGN_UP_CLOSED: "accounts.sign_up_closed", 403, "New accounts cannot be made here. Please ask the operator.", "ours";
    REGION_RESTRICTED: "accounts.region_restricted", 403, "Unable to sign up due to regional restrictions.", "spec §8";
    /// The account is suspended. `reason` is the operator's reason.
    SUSPENDED: "accounts.suspended", 403, "This account is suspended. Please ask the operator.", "ours";
    DEVICE_REFUSED: "accounts.device_refused", 422, "This is not how a device asks to sign in. Please start again there.", "ours (security AU12)";
    DEVICE_CODE_REFUSED: "accounts.device_code_refused", 400, "Signing in on this device did not work. Please start again there.", "ours (security AU12)";
    DEVICE_NEEDS_BROWSER: "accounts.device_needs_browser", 403, "Only a browser that is signed in can let a device in.", "ours";
    DEVICE_NEEDS_HTTPS: "accounts.device_needs_https", 403, "Devices can sign in over https, or on the computer that this server runs on.", "ours (security §4.2)";
    DEVICE_NOT_FOUND: "accounts.device_not_found", 404, "There is no such device", "ours";
    INVALID_SETTINGS: "accounts.invalid_settings", 422, "These settings are not valid", "ours";
    LAST_OPERATOR: "accounts.last_operator", 409, "Make somebody else the operator first.", "ours";
    OIDC_UNKNOWN: "accounts.oidc_unknown", 404, "There is no such identity provider", "ours";
    OIDC_UNREACHABLE: "accounts.oidc_unreachable", 502, "The identity provider does not answer. Please try again later.", "ours";
    OIDC_REFUSED: "accounts.oidc_refused", 400, "Signing in did not work. Please try again.", "ours (security AU12)";
    OIDC_CANCELLED: "accounts.oidc_cancelled", 400, "Signing in was cancelled.", "ours";
    OIDC_EMAIL_UNVERIFIED: "accounts.oidc_email_unverified", 403, "The identity provider has not verified your e-mail address.", "ours (security AU13)";
    OIDC_LINKED_ELSEWHERE: "accounts.oidc_linked_elsewhere", 409, "This identity signs in to another account.", "ours (security AU13)";
    REDIRECT_REFUSED: "accounts.redirect_refused", 400, "Signing in may not end at this address", "ours (security RD1)";
    SIGN_IN_AGAIN: "accounts.sign_in_again", 403, "Please sign in again to do this.", "ours (security §4.2)";
}
