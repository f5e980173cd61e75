import { PLACES } from "@ensemble/blocks/places";
import type { AttachedThing } from "@ensemble/contract/wire";
import {
  BookOpenText,
  File,
  FileText,
  Globe,
  Highlighter,
  type LucideIcon,
  MessageCircle,
  NotebookPen,
  Telescope,
} from "lucide-react";

interface ReferenceKind {
  label: "memo" | "document" | "highlight" | "file" | "reading" | "research" | "search" | "conversation";
  icon: LucideIcon;
  /** Returns the path of an item; null: it is inside another item, which the server knows. */
  placeOf: ((id: string) => string) | null;
}

const KINDS: Record<string, ReferenceKind | undefined> = {
  my_memo: { label: "memo", icon: NotebookPen, placeOf: (id) => PLACES.memo(id) },
  document: { label: "document", icon: FileText, placeOf: (id) => PLACES.document(id) },
  highlight: { label: "highlight", icon: Highlighter, placeOf: null },
  file: { label: "file", icon: File, placeOf: null },
  reading: { label: "reading", icon: BookOpenText, placeOf: (id) => PLACES.reading(id) },
  research: { label: "research", icon: Telescope, placeOf: (id) => `/home/research/${id}` },
  search: { label: "search", icon: Globe, placeOf: (id) => PLACES.search(id) },
  chat: { label: "conversation", icon: MessageCircle, placeOf: (id) => PLACES.chat(id) },
};

/** Returns the kind of an item; undefined: a kind that only a newer server knows. */
export const kindOf = (of: AttachedThing["of"]): ReferenceKind | undefined => KINDS[of];
