/** Storage key of the invitation code, kept until the person has an account (spec §3: "invite code"). */
export const INVITE_CODE = "invite-code";
/**
 * Storage key of the fact that an affiliate link was followed, kept until there is an account (spec §3:
 * "affiliate click id"). A cookie identifies the click.
 */
export const AFFILIATE_CLICK = "affiliate-click-id";
