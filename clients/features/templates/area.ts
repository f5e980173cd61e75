import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";
import { LayoutTemplate } from "lucide-react";

const form = () => import("./form/TemplateFormPage");

export const area: Area = {
  name: "templates",
  texts: ["templates"],
  routes: [
    route("/templates", () => import("./TemplatesPage").then((file) => file.TemplatesPage)),
    route("/templates/create", () => form().then((file) => file.NewTemplatePage)),
    route("/templates/$uid/edit", () => form().then((file) => file.EditTemplatePage)),
    route("/templates/documents/$uid", () => import("./DocumentScreen").then((file) => file.DocumentScreen)),
  ],
  navigation: {
    key: "templates",
    group: "tools",
    to: "/templates",
    label: "templates",
    icon: LayoutTemplate,
    order: 127,
  },
  destinations: () => import("./destinations").then((file) => file.destinations),
  refetch: ["templates"],
};
