import type { Destination, Destinations } from "@ensemble/blocks/area/area";
import { findText } from "@ensemble/i18n/text";
import {
  Brush,
  Images,
  LayoutTemplate,
  MessageCircle,
  PencilRuler,
  Radio,
  Sparkles,
  Wand,
} from "lucide-react";
import { APPS } from "./apps/app-table";
import { IMAGE_PLACES } from "./places";
import { TOOL_TABLE } from "./tools/tool-table";

const said = (key: string) => findText("images", key) ?? "";
const saidOfApps = (key: string) => findText("image_apps", key) ?? "";

/** Pages of the studio, the image tools and the quick apps, which the palette finds by their names. */
export const destinations: Destinations = {
  texts: ["images", "image_apps"],
  list: () => [...modes(), ...tools(), ...apps()],
};

const modes = (): Destination[] =>
  [
    { to: IMAGE_PLACES.mode("apps"), label: saidOfApps("mode.apps"), icon: LayoutTemplate },
    { to: IMAGE_PLACES.mode("design"), label: saidOfApps("mode.design"), icon: PencilRuler },
    { to: IMAGE_PLACES.mode("realtime"), label: saidOfApps("mode.realtime"), icon: Radio },
    { to: IMAGE_PLACES.mode("canvas"), label: saidOfApps("mode.canvas"), icon: Wand },
    { to: IMAGE_PLACES.makeMore, label: saidOfApps("more.title"), icon: Sparkles },
    { to: IMAGE_PLACES.editor("new"), label: said("editor"), icon: Brush },
    { to: IMAGE_PLACES.artist(), label: said("artist"), icon: MessageCircle },
    { to: IMAGE_PLACES.tools, label: said("tools"), icon: Images },
  ].map((mode) => ({ ...mode, detail: said("images") }));

const tools = (): Destination[] =>
  TOOL_TABLE.map(({ slug, aliases = [], key, icon }) => ({
    to: IMAGE_PLACES.tool(slug),
    label: said(`tool.${key}`),
    detail: said("tools"),
    others: [said(`tool_hint.${key}`), slug, ...aliases].join(" ").replaceAll("-", " "),
    icon,
  }));

const apps = (): Destination[] =>
  APPS.map(({ name, icon }) => ({
    to: IMAGE_PLACES.app(name),
    label: saidOfApps(`app.${name}`),
    detail: saidOfApps("mode.apps"),
    others: saidOfApps(`app_hint.${name}`),
    icon,
  }));
