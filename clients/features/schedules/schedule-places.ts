/** Link targets of the area. */
export const SCHEDULE_PLACES = {
  schedules: "/home/schedules",
  /** Path of the list with the form for a new one open. */
  newSchedule: "/home/schedules?words=",
  schedule: (id: string) => `/home/schedules/${id}`,
} as const;
