import { useLocale, useText } from "@ensemble/i18n/text";
import { Check, GitCompareArrows, UserRound } from "lucide-react";
import type { Nodes, PhrasingContent, Root } from "mdast";
import { createContext, use } from "react";
import { hiddenPiecesOf, type SourceMark as Mark, type MarkKind, showMarks } from "./source-marks";

/** Names of the answers behind a merged answer by number; null for other answers. */
export const SourceNames = createContext<ReadonlyMap<number, string> | null>(null);

const ICONS = { agree: Check, only: UserRound, differ: GitCompareArrows };
const TONES: Record<MarkKind, string> = {
  agree: "text-success",
  only: "text-faint",
  differ: "text-warning",
};

/** Marks whose statement precedes it and whether the answers agree. */
export function SourceMark({ kind, answers }: Mark) {
  const text = useText("chat");
  const { locale } = useLocale();
  const names = use(SourceNames);
  const known = answers.map((number) => names?.get(number)).filter((name) => name !== undefined);
  // A number without an answer means nothing.
  if (known.length === 0) return null;
  const Icon = ICONS[kind];
  const label = text(`mark_${kind}`, { models: new Intl.ListFormat(locale).format(known) });
  return (
    <span
      role="note"
      aria-label={label}
      title={label}
      data-mark={kind}
      className="mx-0.5 inline-flex max-w-full select-none items-center gap-1 rounded-full bg-sunken px-1.5 align-[0.08em] text-[0.75em] text-muted leading-5"
    >
      <Icon className={`size-3 flex-none ${TONES[kind]}`} aria-hidden="true" />
      <span aria-hidden="true" className="truncate">
        {known.join(kind === "differ" ? " ≠ " : " · ")}
      </span>
    </span>
  );
}

/** Renders the marks that {@link hideMarks} hid in the text. */
export function sourceMarks() {
  const walk = (node: Nodes) => {
    if (!("children" in node)) return;
    node.children = node.children.flatMap((child): PhrasingContent[] => {
      if (child.type === "text") return hiddenPiecesOf(child.value).map(asNode);
      if (child.type === "inlineCode" || child.type === "code") child.value = showMarks(child.value);
      else walk(child);
      return [child as PhrasingContent];
    }) as typeof node.children;
  };
  return (tree: Root) => walk(tree);
}

const asNode = (piece: string | Mark): PhrasingContent =>
  typeof piece === "string"
    ? { type: "text", value: piece }
    : {
        type: "emphasis",
        children: [],
        data: { hName: "mark", hProperties: { kind: piece.kind, answers: piece.answers.join(",") } },
      };
