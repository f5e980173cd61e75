/**
 * Storage key that says an affiliate's link was followed, until there is an account (spec §3: "affiliate click id"). A cookie
 * says which one.
 */
export const CLICK_ID = "affiliate-click-id";
