/** Pages of the signed-in operator by the name of their picture. */
export const screens = {
  list: "/home",
  welcome: "/home/chat",
  trash: "/home/chat/trash",
  readings: "/home/read",
  documents: "/webapp/doc-chat",
  search: "/home/search",
  research: "/home/research",
  agents: "/ai-agent",
  artifacts: "/artifacts",
  "artifact-gallery": "/artifacts/gallery",
  schedules: "/home/schedules",
  powerups: "/powerup-ai",
  "new-powerup": "/powerup-ai/create",
  templates: "/templates",
  "new-template": "/templates/create",
  memo: "/home/memo",
  humanizer: "/bypass-ai",
  images: "/home/image",
  "image-apps": "/home/image/apps",
  "image-design": "/home/image/design",
  "image-realtime": "/home/image/realtime",
  "image-canvas": "/home/image/canvas",
  "image-editor": "/home/image/edit/new",
  "make-it-more": "/tools/make-it-more",
  artist: "/home/artist",
  "image-tools": "/image-tools",
  "image-tool": "/image-tools/extender",
  videos: "/home/video",
  bots: "/bots",
  "new-bot": "/bots/create",
  "settings-list": "/settings",
  general: "/settings/general",
  profile: "/profile",
  shortcuts: "/keyboard-shortcuts",
  security: "/settings/security",
  devices: "/settings/devices",
  notifications: "/settings/notifications",
  "chat-settings": "/settings/chat",
  memory: "/settings/memory",
  models: "/settings/models",
  tools: "/settings/tools",
  data: "/settings/data",
  shares: "/settings/shares",
  usage: "/settings/usage",
  subscription: "/subscription",
  credits: "/credits",
  orders: "/billing",
  "quick-actions": "/settings/quick-actions",
  "api-keys": "/settings/api-keys",
  users: "/settings/users",
  grants: "/settings/grants",
  notice: "/settings/notice",
  reports: "/settings/reports",
  reviews: "/settings/reviews",
  "powerup-reviews": "/settings/powerup-reviews",
  "search-services": "/settings/search",
  plans: "/settings/plans",
  bookings: "/settings/orders",
  cancellations: "/settings/cancellations",
  spending: "/settings/spending",
  outbox: "/settings/outbox",
  checks: "/settings/checks",
  server: "/settings/server",
  configuration: "/settings/configuration",
  quick: "/quick",
  pricing: "/pricing",
  checkout: "/checkout",
  deletion: "/account-deletion",
  missing: "/404",
  broken: "/500",
  forbidden: "/403",
  banned: "/banned",
} as const satisfies Record<string, `/${string}`>;

/** Number of pages in a group. */
const TOGETHER = 13;

/** Groups of the pages, each with the language in which it is seen on a wide screen; on a phone it is the other one. */
export const screenGroups = Array.from(
  { length: Math.ceil(Object.keys(screens).length / TOGETHER) },
  (_, turn) => {
    const [wide, phone] = turn % 2 === 0 ? (["en", "ar"] as const) : (["ar", "en"] as const);
    return { wide, phone, paths: Object.values(screens).slice(turn * TOGETHER, (turn + 1) * TOGETHER) };
  },
);

/** Address of an authorization request like the extension's. */
export const AUTHORIZE: `/${string}` = `/authorize?${new URLSearchParams({
  client_type: "extension",
  redirect_url: "/auth-landing",
  code_challenge: "a".repeat(43),
  code_challenge_method: "S256",
  state: "a-state-of-its-own",
  device_name: "Chrome extension on Linux",
})}`;

const CLIENT = JSON.stringify({ name: "Editor", redirect_uris: ["http://127.0.0.1:33418/callback"] });

/** Address of a request of an app that wants to search the library over MCP. */
export const CONNECT_APP: `/${string}` = `/connect-app?${new URLSearchParams({
  client_id: Buffer.from(CLIENT).toString("base64url"),
  redirect_uri: "http://127.0.0.1:33418/callback",
  response_type: "code",
  code_challenge: Buffer.alloc(32, 1).toString("base64url"),
  code_challenge_method: "S256",
})}`;

/** Pages for visitors. */
export const outside = {
  login: "/login",
  "sign-up": "/sign-up",
  "reset-password": "/reset-password",
  "set-password-gone": "/set-password?link=gone",
  "landing-failed": "/auth-landing?error=accounts.oidc_refused",
  "shared-missing": "/s/0000000000000000000000",
} as const satisfies Record<string, `/${string}`>;
