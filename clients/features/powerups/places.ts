export const POWERUP_PLACES = {
  all: "/powerup-ai",
  create: "/powerup-ai/create",
  reviews: "/settings/powerup-reviews",
  one: (id: string) => `/powerup-ai/${id}`,
  edit: (id: string) => `/powerup-ai/${id}/edit`,
  /** Page of a shared PowerUP, for everybody (spec §2). */
  share: (id: string) => `/powerup/ai-web-tool/share?id=${id}`,
} as const;
