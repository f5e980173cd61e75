import { PLACES } from "@ensemble/blocks/places";
import { BODY_MAX_CHARS } from "@ensemble/contract/generated/limits/memos";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Link2 } from "lucide-react";
import { lazy, type Ref, Suspense, useImperativeHandle, useRef, useState } from "react";
import type { Focusable } from "../block-editor/BlockEditor";
import { linkTo } from "./own-links";

const LinkDialog = lazy(() => import("./LinkDialog").then((file) => ({ default: file.LinkDialog })));

/** Text that opens the search for a memo to link to, as in similar programs. */
const OPENS_LINK = "[[";

/** Editor of a memo's text as Markdown. Two brackets, or the button, insert a link to another memo. */
export function MemoBodyField({
  memoId,
  fieldRef,
  body,
  short,
  isPlain = false,
  onFocused,
  onType,
}: {
  memoId: string;
  fieldRef: Ref<Focusable>;
  body: string;
  /** True if it leaves room for an image. */
  short: boolean;
  /** True if it stands for the editor in blocks, which is loaded. */
  isPlain?: boolean;
  onFocused?: (focused: boolean) => void;
  onType: (body: string) => void;
}) {
  const text = useText("memos");
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(fieldRef, () => ({ focus: () => field.current?.focus() }));
  const [linking, setLinking] = useState<{ from: number; to: number } | null>(null);
  const type = (typed: string, caret: number) => {
    onType(typed);
    const isNew = typed.length > body.length && typed.slice(0, caret).endsWith(OPENS_LINK);
    if (isNew) setLinking({ from: caret - OPENS_LINK.length, to: caret });
  };
  const link = ({ id, title }: { id: string; title: string }) => {
    if (!linking) return;
    const written = linkTo(title || text("untitled"), PLACES.memo(id));
    onType(body.slice(0, linking.from) + written + body.slice(linking.to));
    const caret = linking.from + written.length;
    // After the field contains the inserted text.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(caret, caret);
    });
    setLinking(null);
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="-ms-2.5 flex flex-wrap items-center gap-x-1">
        <Button
          size="sm"
          kind="ghost"
          className="text-muted"
          icon={<Link2 className="size-4" aria-hidden="true" />}
          onClick={() => {
            const at = field.current;
            setLinking({ from: at?.selectionStart ?? body.length, to: at?.selectionEnd ?? body.length });
          }}
        >
          {text("link_memo")}
        </Button>
      </div>
      <textarea
        ref={field}
        dir="auto"
        aria-label={text("text")}
        placeholder={text(isPlain ? "block_placeholder" : "text_placeholder")}
        maxLength={BODY_MAX_CHARS}
        value={body}
        onFocus={() => onFocused?.(true)}
        onBlur={() => onFocused?.(false)}
        onChange={({ target }) => type(target.value, target.selectionStart)}
        className={`field-sizing-content -mx-2 w-[calc(100%+1rem)] px-2 ${short ? "min-h-24" : "min-h-[50dvh]"} resize-none rounded-md bg-transparent text-base leading-7 placeholder:text-faint ${isPlain ? "" : "font-mono text-sm"}`}
      />
      {linking ? (
        <Suspense fallback={null}>
          <LinkDialog memoId={memoId} onChoose={link} onClose={() => setLinking(null)} />
        </Suspense>
      ) : null}
    </div>
  );
}
