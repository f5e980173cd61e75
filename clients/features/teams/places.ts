/** Paths of the area's pages that only it links to. */
export const TEAM_PLACES = {
  members: "/team/members",
  settings: "/team/settings",
} as const;
