import type { TextKey } from "@ensemble/i18n/text";
import {
  BookOpenText,
  CalendarCheck,
  type LucideIcon,
  Newspaper,
  PiggyBank,
  Radar,
  Sunrise,
} from "lucide-react";
import type { Picked } from "./times";

/** A ready schedule. Its texts are `idea.<name>` and `idea.<name>_prompt`. */
export interface Idea {
  name: "news" | "briefing" | "watch" | "review" | "learn" | "spending";
  icon: LucideIcon;
  times: Partial<Picked>;
  onlyChanges?: true;
}

export const IDEAS: readonly Idea[] = [
  { name: "news", icon: Newspaper, times: { repeat: "weekdays", time: "08:00" } },
  { name: "briefing", icon: Sunrise, times: { repeat: "days", time: "07:00" } },
  { name: "watch", icon: Radar, times: { repeat: "days", time: "09:00" }, onlyChanges: true },
  { name: "review", icon: CalendarCheck, times: { repeat: "weeks", days: ["FR"], time: "16:00" } },
  { name: "learn", icon: BookOpenText, times: { repeat: "days", time: "18:00" } },
  { name: "spending", icon: PiggyBank, times: { repeat: "months", lastDay: true, time: "18:00" } },
];

export const ideaTitle = ({ name }: Idea): TextKey<"schedules"> => `idea.${name}`;
export const ideaPrompt = ({ name }: Idea): TextKey<"schedules"> => `idea.${name}_prompt`;
