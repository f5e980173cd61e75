import { Languages, type LucideIcon, MessageCircleQuestion } from "lucide-react";
import { pageText } from "../../page-interface/page-text";
import type { PageConfig, PageFeatureId } from "../feature";

/** Item that another feature adds to the avatar's menu. */
export interface AvatarItem {
  feature: PageFeatureId;
  what: string;
  Icon: LucideIcon;
  label: () => string;
}

/** In the order in which they are shown. A line for each. */
const AVATAR_ITEMS: readonly AvatarItem[] = [
  {
    feature: "selection",
    what: "ask",
    Icon: MessageCircleQuestion,
    label: () => pageText("page")("ask"),
  },
  {
    feature: "translation",
    what: "toggle",
    Icon: Languages,
    label: () => pageText("translation")("menu_page"),
  },
];

/** Those of features that run on this site: what is switched off here is not offered. */
export const offered = ({ features }: Pick<PageConfig, "features">): readonly AvatarItem[] =>
  AVATAR_ITEMS.filter(({ feature }) => features.includes(feature));
