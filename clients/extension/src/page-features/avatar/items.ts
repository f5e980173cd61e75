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

/** Menu items in their order, one line each. */
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

/** Returns the items of features that are enabled on this site. */
export const offered = ({ features }: Pick<PageConfig, "features">): readonly AvatarItem[] =>
  AVATAR_ITEMS.filter(({ feature }) => features.includes(feature));
