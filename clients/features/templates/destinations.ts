import type { Destinations } from "@ensemble/blocks/area/area";
import { findText } from "@ensemble/i18n/text";
import { LayoutTemplate } from "lucide-react";
import { TEMPLATE_PLACES } from "./places";

/** The form for a new template, which the palette finds by its name. */
export const destinations: Destinations = {
  texts: ["templates"],
  list: () => [
    {
      to: TEMPLATE_PLACES.create,
      label: findText("templates", "new") ?? "",
      detail: findText("templates", "title") ?? "",
      icon: LayoutTemplate,
    },
  ],
};
