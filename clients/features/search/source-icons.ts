import type { SearchSource } from "@ensemble/contract/wire";
import { Braces, Globe, GraduationCap, type LucideIcon, Newspaper, NotebookPen } from "lucide-react";

export const SOURCE_ICONS: Record<SearchSource, LucideIcon> = {
  web: Globe,
  news: Newspaper,
  academic: GraduationCap,
  developer: Braces,
  my_memo: NotebookPen,
};
