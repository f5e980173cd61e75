/** Storage key of the code somebody was invited by, until they have an account (spec §3: "invite code"). */
export const INVITE_CODE = "invite-code";
