import { OneLine } from "@ensemble/blocks/OneLine";
import type { MemoEntry } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { KIND_ICONS } from "./kinds";

/** Shows the kind and title of a memo on one line. */
export function MemoName({ memo: { kind, title } }: { memo: MemoEntry }) {
  const text = useText("memos");
  const Icon = KIND_ICONS[kind];
  return (
    <>
      <Icon className="size-4 flex-none text-muted" aria-hidden="true" />
      <span className="min-w-0">
        <OneLine>{title || text("untitled")}</OneLine>
      </span>
    </>
  );
}
