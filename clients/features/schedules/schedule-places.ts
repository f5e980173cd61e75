/** Link targets of the area. */
export const SCHEDULE_PLACES = {
  schedules: "/home/schedules",
  schedule: (id: string) => `/home/schedules/${id}`,
} as const;
