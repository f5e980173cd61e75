import { Languages, type LucideIcon } from "lucide-react";
import { pageText } from "../../page-interface/page-text";
import type { PageFeatureId } from "../feature";

/** What another feature offers in the avatar's menu: it is called when it is chosen. */
export interface AvatarItem {
  feature: PageFeatureId;
  what: string;
  Icon: LucideIcon;
  label: () => string;
}

/** In the order in which they are shown. A line for each. */
export const AVATAR_ITEMS: readonly AvatarItem[] = [
  {
    feature: "translation",
    what: "toggle",
    Icon: Languages,
    label: () => pageText("translation")("menu_page"),
  },
];
