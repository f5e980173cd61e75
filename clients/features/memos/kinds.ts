import type { MemoKind } from "@ensemble/contract/wire";
import {
  BookOpenText,
  FileText,
  Globe,
  Highlighter,
  Image,
  type LucideIcon,
  MessageCircle,
  MessageSquareQuote,
  Mic,
  NotebookPen,
  Shapes,
  SquarePlay,
} from "lucide-react";

/** Spec §3: the types of memos, in its order, each with its picture. */
export const KIND_ICONS: Record<MemoKind, LucideIcon> = {
  note: NotebookPen,
  reading: BookOpenText,
  video: SquarePlay,
  pdf: FileText,
  highlight: Highlighter,
  image: Image,
  search_result: Globe,
  chat: MessageCircle,
  tweet: MessageSquareQuote,
  audio_to_text: Mic,
  other: Shapes,
};

export const KINDS = Object.keys(KIND_ICONS) as MemoKind[];
