import { PLACES } from "@ensemble/blocks/places";
import type { AttachedThing } from "@ensemble/contract/wire";
import {
  BookOpenText,
  FileText,
  Globe,
  type LucideIcon,
  MessageCircle,
  NotebookPen,
  Telescope,
} from "lucide-react";

interface ReferenceKind {
  label: "memo" | "document" | "reading" | "research" | "search" | "conversation";
  icon: LucideIcon;
  placeOf: (id: string) => string;
}

const KINDS: Record<string, ReferenceKind | undefined> = {
  my_memo: { label: "memo", icon: NotebookPen, placeOf: (id) => PLACES.memo(id) },
  document: { label: "document", icon: FileText, placeOf: (id) => PLACES.document(id) },
  reading: { label: "reading", icon: BookOpenText, placeOf: (id) => PLACES.reading(id) },
  research: { label: "research", icon: Telescope, placeOf: (id) => `/home/research/${id}` },
  search: { label: "search", icon: Globe, placeOf: (id) => PLACES.search(id) },
  chat: { label: "conversation", icon: MessageCircle, placeOf: (id) => PLACES.chat(id) },
};

/** What a thing of the person's own is; undefined: a kind of a newer server. */
export const kindOf = (of: AttachedThing["of"]): ReferenceKind | undefined => KINDS[of];
