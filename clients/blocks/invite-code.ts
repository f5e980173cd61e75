/** Where the code is kept by which somebody came, until they have an account (spec §3: "invite code"). */
export const INVITE_CODE = "invite-code";
