import type { QuickAction, QuickActionIcon } from "@ensemble/contract/wire";
import type { TextKey } from "@ensemble/i18n/text";
import {
  Check,
  Code,
  Languages,
  Lightbulb,
  List,
  type LucideIcon,
  PenLine,
  Reply,
  Scale,
  Table,
  Zap,
} from "lucide-react";

/** Icons of quick actions by their wire names. */
export const ACTION_ICONS: Record<QuickActionIcon, LucideIcon> = {
  zap: Zap,
  lightbulb: Lightbulb,
  list: List,
  languages: Languages,
  pen: PenLine,
  check: Check,
  reply: Reply,
  scale: Scale,
  code: Code,
  table: Table,
};

export const ICON_NAMES = Object.keys(ACTION_ICONS) as QuickActionIcon[];

/** Returns the text key of a category. */
export const categoryText = (category: QuickAction["category"]): TextKey<"prompts"> =>
  category === "other" ? "category_else" : `category_${category}`;
