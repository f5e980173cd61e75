import type { Destinations } from "@ensemble/blocks/area/area";
import { findText } from "@ensemble/i18n/text";
import { CalendarPlus } from "lucide-react";
import { SCHEDULE_PLACES } from "./schedule-places";

/** The form for a new schedule, which the palette finds by its name. */
export const destinations: Destinations = {
  texts: ["schedules"],
  list: () => [
    {
      to: SCHEDULE_PLACES.newSchedule,
      label: findText("schedules", "new") ?? "",
      detail: findText("schedules", "title") ?? "",
      icon: CalendarPlus,
    },
  ],
};
