import { OwnImages } from "@ensemble/blocks/markdown/own-images";
import { safeLink } from "@ensemble/blocks/markdown/safe-link";
import type { Memo } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { type ReactNode, type Ref, useState } from "react";
import type { Focusable } from "../block-editor/BlockEditor";
import { LazyBlockEditor } from "../block-editor/LazyBlockEditor";
import { MemoBodyField } from "./MemoBodyField";
import { MemoReader } from "./MemoReader";
import type { MemoMode } from "./MemoToolbar";
import { fileAddress, ownPlace } from "./own-links";
import type { MemoEditing } from "./use-memo-edit";

/** Text of a memo: in blocks, as Markdown, or to be read. */
export function MemoText({
  memo,
  edit,
  mode,
  passage,
  fieldRef,
  summary,
  beside,
}: {
  memo: Memo;
  edit: MemoEditing;
  mode: MemoMode;
  passage: string;
  fieldRef: Ref<Focusable>;
  summary: ReactNode;
  /** Content over the text while it is written. */
  beside: ReactNode;
}) {
  const text = useText("memos");
  const follow = useFollow();
  // The text that has no form in blocks: it stays Markdown until it is another one.
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const type = (body: string) => edit.type({ body });
  if (mode === "read")
    return (
      <OwnImages value={true}>
        <MemoReader
          body={edit.body}
          quote={memo.quote}
          summary={memo.summary?.text ?? null}
          passage={passage}
          onTick={type}
        >
          {summary}
        </MemoReader>
      </OwnImages>
    );
  const isSource = mode === "source" || unreadable !== null;
  const field = { memoId: memo.id, fieldRef, body: edit.body, short: memo.file_id !== null, onType: type };
  return (
    <>
      {unreadable !== null && mode === "write" ? (
        <Notice tone="warning">{text("blocks_unreadable")}</Notice>
      ) : null}
      {beside}
      {isSource ? (
        <MemoBodyField {...field} />
      ) : (
        <LazyBlockEditor {...field} onFollow={follow} onUnreadable={() => setUnreadable(edit.body)} />
      )}
    </>
  );
}

/** Returns what follows a link of the text: in place within the product, else in a window of its own. */
function useFollow(): (address: string) => void {
  const { href, navigate } = useNavigation();
  const host = useHost();
  const base = new URL(href("/"), location.href).href.replace(/\/?$/, "/");
  return (address) => {
    const place = ownPlace(address.startsWith("/") ? base + address.slice(1) : address, base);
    const outside = fileAddress(address, base) ?? safeLink(address);
    if (place !== null) navigate(place);
    else if (outside !== null) void host.openExternal(outside);
  };
}
