/** Every page of somebody who is signed in and runs the server, by the name of its picture. */
export const screens = {
  list: "/home",
  welcome: "/home/chat",
  trash: "/home/chat/trash",
  search: "/home/search",
  memo: "/home/memo",
  bots: "/bots",
  "new-bot": "/bots/create",
  "settings-list": "/settings",
  general: "/settings/general",
  profile: "/profile",
  shortcuts: "/keyboard-shortcuts",
  devices: "/settings/devices",
  notifications: "/settings/notifications",
  "chat-settings": "/settings/chat",
  models: "/settings/models",
  tools: "/settings/tools",
  data: "/settings/data",
  shares: "/settings/shares",
  usage: "/settings/usage",
  "quick-actions": "/settings/quick-actions",
  "api-keys": "/settings/api-keys",
  users: "/settings/users",
  reports: "/settings/reports",
  "search-services": "/settings/search",
  outbox: "/settings/outbox",
  server: "/settings/server",
  quick: "/quick",
  deletion: "/account-deletion",
  missing: "/404",
  broken: "/500",
  forbidden: "/403",
} as const satisfies Record<string, `/${string}`>;

/** Where a program asks to be signed in, as the extension does. */
export const AUTHORIZE: `/${string}` = `/authorize?${new URLSearchParams({
  client_type: "extension",
  redirect_url: "/auth-landing",
  code_challenge: "a".repeat(43),
  code_challenge_method: "S256",
  state: "a-state-of-its-own",
  device_name: "Chrome extension on Linux",
})}`;

/** Pages of somebody who is not signed in. */
export const outside = {
  login: "/login",
  "sign-up": "/sign-up",
  "reset-password": "/reset-password",
  "landing-failed": "/auth-landing?error=accounts.oidc_refused",
  "shared-missing": "/s/0000000000000000000000",
} as const satisfies Record<string, `/${string}`>;
