import { PLACES } from "@ensemble/blocks/places";
import { BODY_MAX_CHARS } from "@ensemble/contract/generated/limits/memos";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Link2 } from "lucide-react";
import { lazy, type ReactNode, type RefObject, Suspense, useState } from "react";
import { linkTo } from "./own-links";

const LinkDialog = lazy(() => import("./LinkDialog").then((file) => ({ default: file.LinkDialog })));

/** Text that opens the search for a memo to link to, as in similar programs. */
const OPENS_LINK = "[[";

/** Editor of a memo's text. Two brackets, or the button, insert a link to another memo. */
export function MemoBodyField({
  memoId,
  fieldRef: field,
  body,
  short,
  beside,
  onType,
}: {
  memoId: string;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  body: string;
  /** True if it leaves room for an image. */
  short: boolean;
  /** Content next to the button for a memo link. */
  beside: ReactNode;
  onType: (body: string) => void;
}) {
  const text = useText("memos");
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
        {beside}
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
        placeholder={text("text_placeholder")}
        maxLength={BODY_MAX_CHARS}
        value={body}
        onChange={({ target }) => type(target.value, target.selectionStart)}
        className={`field-sizing-content -mx-2 w-[calc(100%+1rem)] px-2 ${short ? "min-h-24" : "min-h-[50dvh]"} resize-none rounded-md bg-transparent text-base leading-7 placeholder:text-faint`}
      />
      {linking ? (
        <Suspense fallback={null}>
          <LinkDialog memoId={memoId} onChoose={link} onClose={() => setLinking(null)} />
        </Suspense>
      ) : null}
    </div>
  );
}
