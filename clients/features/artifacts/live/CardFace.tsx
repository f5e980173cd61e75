import { OneLine } from "@ensemble/blocks/OneLine";
import { useText } from "@ensemble/i18n/text";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import type { Block } from "../blocks";
import { KIND_ICONS, kindLabel, kindOf } from "../kinds";

/** Look of the card of an artifact in an answer. */
export const CARD =
  "my-3 flex w-full max-w-lg items-center gap-3 rounded-lg bg-raised p-2.5 text-start shadow-[inset_0_0_0_1px_var(--line)] transition-colors hover:bg-hover";

/** Name, kind and state of an artifact in an answer. */
export function CardFace({ block, writing, title }: { block: Block; writing: boolean; title: string }) {
  const text = useText("artifacts");
  const kind = kindOf(block.language);
  const Icon = KIND_ICONS[kind];
  const state = writing ? "writing" : block.edit ? "edited" : "written";
  return (
    <>
      <span className="flex size-10 flex-none items-center justify-center rounded-md bg-accent-soft text-accent-ink">
        {writing ? <Spinner className="size-5" /> : <Icon className="size-5" aria-hidden="true" />}
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="font-medium">
          <OneLine>{title}</OneLine>
        </span>
        <span className="truncate text-muted text-sm">
          {text(kindLabel(kind))} · {text(`states.${state}`)}
        </span>
      </span>
    </>
  );
}

/** Returns the index of the block with this content; a block that grows is the last. */
export function indexOf(blocks: readonly Block[], code: string): number {
  const found = blocks.findIndex(({ content }) => content === code.replace(/\n$/, ""));
  return found < 0 ? blocks.length - 1 : found;
}
