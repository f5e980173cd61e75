import type { ReadingKind } from "@ensemble/contract/wire";
import { FileText, Globe, type LucideIcon, SquarePlay } from "lucide-react";

export const KIND_ICONS: Record<ReadingKind, LucideIcon> = {
  page: Globe,
  video: SquarePlay,
  pdf: FileText,
};
