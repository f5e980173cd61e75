/** Storage key of the invitation code, kept until the person has an account (spec §3: "invite code"). */
export const INVITE_CODE = "invite-code";
/** That an affiliate's link was followed, until there is an account (spec §3: "affiliate click id"). Which it was says a cookie. */
export const AFFILIATE_CLICK = "affiliate-click-id";
