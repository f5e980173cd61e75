/** Paths of the area's pages that only it links to. */
export const BOT_PLACES = {
  all: "/bots",
  create: "/bots/create",
  edit: (botId: string) => `/bots/${botId}/edit`,
} as const;
